// What has to be seen of a drawing that scrolls from side to side.

/** @type {WeakMap<HTMLElement, string>} */
const SEEN = new WeakMap();

/** Brings the stretch that `data-seen` names, "from to" in pixels, into the middle of what it is marked
 * on, unless it can be seen; only where it is another one, for the reader may scroll away.
 * @param {HTMLElement} scroll */
export function reveal(scroll) {
  const { seen = "" } = scroll.dataset;
  if (SEEN.get(scroll) === seen) return;
  SEEN.set(scroll, seen);
  const [from, to] = seen.split(" ").map(Number);
  const { scrollLeft, clientWidth } = scroll;
  if (from >= scrollLeft && to <= scrollLeft + clientWidth) return;
  scroll.scrollLeft = (from + to - clientWidth) / 2;
}
