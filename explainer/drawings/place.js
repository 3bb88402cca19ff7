// Labels that do not lie on each other.

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** Whether two boxes overlap. @param {Box} one @param {Box} other */
export const meet = (one, other) =>
  one.x < other.x + other.width && other.x < one.x + one.width &&
  one.y < other.y + other.height && other.y < one.y + one.height;

/** The boxes in their order, each moved past those before it that it meets: up where `gap.y` is
 * negative, to the right where `gap.x` is positive, with that gap between them.
 * @template {Box} T @param {readonly T[]} boxes @param {{ x: number, y: number }} gap
 * @returns {T[]} */
export function place(boxes, gap) {
  /** @type {T[]} */
  const placed = [];
  for (const box of boxes) {
    let here = box;
    for (
      let over = placed.find((one) => meet(one, here));
      over;
      over = placed.find((one) => meet(one, here))
    ) {
      here = gap.y < 0
        ? { ...here, y: over.y - here.height + gap.y }
        : { ...here, x: over.x + over.width + gap.x };
    }
    placed.push(here);
  }
  return placed;
}
