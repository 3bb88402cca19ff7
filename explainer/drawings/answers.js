// What a lesson asks of a veiled figure is answered in it: parts are pressed. The answer is the part
// `answer` of the drawing's state, chosen as any other.
import { pressed } from "./roving.js";

/** "one" of the options is pressed, a whole is shared out among all ("shares"), what is pressed is
 * counted ("count"), or what is cut ("cut"). `options` has of each part that is offered which option it
 * is, -1 for none; `spoken` is said of a share: {token} {share}.
 * @typedef {{ kind: "one" | "shares" | "count" | "cut", options: number[], spoken: string }} Asks */
/** @typedef {{ asks?: Asks, state: any, choose: (change: any) => void }} Asked */

/** For `all=` of part number `at`: it can be pressed where it stands for an answer.
 * @param {Asked} drawing @param {number} at */
export function offered({ asks, state: { answer }, choose }, at) {
  const isOne = asks?.kind === "one";
  const option = isOne ? asks.options[at] : at;
  const isOffered = Boolean(asks) && option >= 0;
  const isOn = isOne ? answer === option : Boolean(answer?.includes(option));
  /** @param {number} one */
  const isOther = (one) => one !== option;
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
