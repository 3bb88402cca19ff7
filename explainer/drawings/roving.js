// Arrow keys in a group: one part of it can be reached by Tab, from there the arrows lead on.
//
//   const stop = state.stop ?? chosen;
//   html`<div role="group" onkeydown=${roving((to) => set({ stop: to }))}>
//     ${parts.map((part, at) => html`<button tabindex=${tab(at, stop)}>${part}</button>`)}
//   </div>`
//
// Parts are all below the group that have a tabindex. Where to go to a part is to choose it, the
// group is told by `choose` and has no other stop.

/** Of the part that Tab reaches, and of the others. @param {number} at @param {number} stop */
export const tab = (at, stop) => (at === stop ? 0 : -1);

/** What a key leads to from part `at` of `count`, null where it leads nowhere. @type {Kit["next"]} */
export const next = (key, at, count, columns = 1) => {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
  if (step === undefined) return null;
  return at + step >= 0 && at + step < count ? at + step : at;
};

/** The part that stands nearest above or below. @type {Kit["beside"]} */
function beside(parts, at, isDown) {
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const { left, bottom } = boxes[at];
  const far = (/** @type {DOMRect} */ box) =>
    1000 * Math.abs(box.bottom - bottom) + Math.abs(box.left - left);
  const there = boxes.filter((box) => isDown ? box.bottom > bottom + 2 : box.bottom < bottom - 2);
  return boxes.indexOf(there.toSorted((a, b) => far(a) - far(b))[0] ?? boxes[at]);
}

/** `go` is told the part the arrows lead to, which then has the focus. @type {Kit["roving"]} */
export const roving = (go, { columns, rows, press } = {}) => (event) => {
  const parts = [...event.currentTarget.querySelectorAll("[tabindex]")];
  const at = parts.indexOf(event.target);
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = rows && /^Arrow(Up|Down)$/.test(event.key)
    ? beside(parts, at, event.key === "ArrowDown")
    : next(event.key, at, parts.length, columns);
  if (to !== null && to !== at) {
    go(to, parts[to]);
    parts[to].focus();
  } else if (press && (event.key === "Enter" || event.key === " ")) press(at);
  else if (to === null) return;
  event.preventDefault();
};

/** For `all=` of what is looked at while it is pointed at or has the focus. */
export const pointed = (/** @type {() => void} */ look, /** @type {() => void} */ leave) => (
  { onpointerenter: look, onpointerleave: leave, onfocus: look, onblur: leave }
);

/** Of a slider at one of `count` places; `columns` is -1 where up is on. @type {Kit["arrows"]} */
export const arrows = (at, count, go, columns) => (event) => {
  const to = next(event.key, at, count, columns);
  if (to === null) return;
  event.preventDefault();
  go(to);
};

/** Of a part by itself that is no button. @param {() => void} press */
export const pressed = (press) => (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  press();
};

/** As `pointed`: what is looked at is the part `name` of the state. @type {Kit["lookedAt"]} */
export const lookedAt = (set, name, value) =>
  pointed(() => set({ [name]: value }), () => set({ [name]: null }));
