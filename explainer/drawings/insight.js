// A place that scrolls shows the part at hand whenever that is another one: the place has the
// attribute `data-scrolls`, the part `data-at-hand`, its name.

import { once } from "./math.js";

/** How far to scroll so that the part stands in the middle, 0 where all of it is in sight or has no
 * room. @param {[number, number]} part its ends @param {[number, number]} place */
export const wayTo = ([from, to], [first, last]) =>
  (from < first || to > last) && to - from <= last - first ? (from + to - first - last) / 2 : 0;

export function inSight(/** @type {Element} */ root) {
  for (const place of root.querySelectorAll("[data-scrolls]")) {
    const part = place.querySelector("[data-at-hand]");
    const name = part?.getAttribute("data-at-hand");
    if (!part || !name) continue;
    once(place, "shown", name, () => {
      const [it, room] = [part.getBoundingClientRect(), place.getBoundingClientRect()];
      const across = wayTo([it.left, it.right], [room.left, room.right]);
      place.scrollBy(across, wayTo([it.top, it.bottom], [room.top, room.bottom]));
    });
  }
}
