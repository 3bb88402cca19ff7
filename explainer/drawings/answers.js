// What is asked of a figure is answered in it: parts are pressed. The answer is the part `answer` of the
// drawing's state, chosen as any other. Afterwards it is a ghost on the figure that tells it.
import { pressed } from "./roving.js";

/** For `all=` of part number `at`: it can be pressed where it stands for an answer.
 * @param {Asked} drawing @param {number} at */
export function offered({ asks, ghost, state: { answer }, choose }, at) {
  if (!asks) return { "data-ghost": ghost !== undefined && isGiven(ghost, at) };
  const isOne = asks.kind === "one";
  const option = isOne ? asks.options[at] : at;
  const isOffered = option >= 0;
  const isOn = isOne ? answer === option : Boolean(answer?.includes(option));
  const isOther = (/** @type {number} */ one) => one !== option;
  const press = () =>
    choose({ answer: isOne ? option : isOn ? answer.filter(isOther) : [...answer, option] });
  return {
    "data-offered": isOffered,
    role: isOffered && "button",
    tabindex: isOffered ? 0 : null,
    "aria-pressed": isOffered && String(isOn),
    onclick: isOffered && press,
    onkeydown: isOffered && pressed(press),
  };
}

/** Whether the learner's answer was, or has, part number `at`. @param {Ghost} ghost @param {number} at */
const isGiven = ({ kind, options, given }, at) =>
  kind === "one" ? options[at] === given : kind !== "shares" && given.includes(at);

/** How a whole was shared out; null where it was not. @param {Asked} drawing @returns {number[] | null} */
export const shares = ({ ghost }) => ghost?.kind === "shares" ? ghost.given : null;
