// What pointers and keys do: a token is looked at or chosen, its die dragged up and down.
import { clamp } from "../../drawings/math.js";

const STEP = Math.LN2 / 4; // a key's

/** @type {Omit<import("./loaded_die.js").State, "at">} */
export const ASIDE = {
  ...{ lit: null, tries: null, from: null, turns: 0, by: 0 },
  ...{ rolls: [0, 0], rolled: [0, 0] },
};

/** `most` bits are so many pixels `tall`.
 * @param {import("./loaded_die.js").OneDie} drawing @param {number[]} nats @param {number} most
 * @param {number} tall */
export function hands({ data: { tokens, first }, state, set, choose }, nats, most, tall) {
  const turned = { turns: state.turns + 1, by: 1, rolls: ASIDE.rolls, rolled: ASIDE.rolled };
  const shown = state.lit ?? state.at;
  const look = (/** @type {number | null} */ lit) =>
    (lit ?? state.at) === shown ? set({ lit }) : set({ lit, ...turned });
  const tried = (/** @type {number} */ index, /** @type {number} */ by) => ({
    tries: nats.with(index, clamp(nats[index] + by, 0, most * Math.LN2)),
    ...{ rolls: ASIDE.rolls, rolled: ASIDE.rolled, lit: index },
  });
  const grip = {
    /** @param {Happening} event */
    take(event) {
      if (!first.length) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      set({ from: event.clientY });
    },
    /** @param {Happening} event @param {number} index */
    drag({ clientY }, index) {
      if (state.from === null || clientY === state.from) return;
      set({ from: clientY, ...tried(index, (state.from - clientY) * most * Math.LN2 / tall) });
    },
    drop: () => set({ from: null }),
  };
  /** @param {number} index @param {Happening} [event] */
  const press = (index, event) => {
    const last = tokens.length - 1;
    const keys = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last };
    const up = event && { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    const to = event ? { ...keys, Enter: index, " ": index }[event.key] : index;
    if (up === undefined && to === undefined) return;
    event?.preventDefault();
    if (up && first.length) set({ ...tried(index, up), by: 0 });
    if (to === undefined || to < 0 || to > last) return;
    set(to === shown ? { lit: null } : { lit: null, ...turned });
    choose({ at: to });
    event?.currentTarget.parentElement.querySelectorAll(".token")[to].focus();
  };
  return { look, press, grip };
}
