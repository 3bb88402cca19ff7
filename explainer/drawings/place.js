// Labels that do not lie on each other.

/** Whether two boxes overlap. @param {Room} one @param {Room} other */
export const meet = (one, other) =>
  one.x < other.x + other.width && other.x < one.x + one.width &&
  one.y < other.y + other.height && other.y < one.y + one.height;

/** The boxes in their order, each moved up past those before it that it meets, so far from them.
 * @template {Room} T @param {readonly T[]} boxes @param {number} gap @returns {T[]} */
export function place(boxes, gap) {
  const placed = /** @type {T[]} */ ([]);
  for (let box of boxes) {
    for (let over; (over = placed.find((one) => meet(one, box)));) {
      box = { ...box, y: over.y - box.height - gap };
    }
    placed.push(box);
  }
  return placed;
}
