// What begins when it is first seen: the property `begin` of an element with the attribute `data-waits`,
// while it is there.

const PART = 0.3; // of it, from which on it is seen
/** @type {WeakSet<Element>} */
const WATCHED = new WeakSet();

/** @param {Element} root */
export function watch(root) {
  for (const element of root.querySelectorAll("[data-waits]")) {
    if (WATCHED.has(element)) continue;
    WATCHED.add(element);
    const watching = new IntersectionObserver((found) => {
      if (!found.some(({ isIntersecting }) => isIntersecting)) return;
      watching.disconnect();
      /** @type {any} */ (element).begin?.();
    }, { threshold: PART });
    watching.observe(element);
  }
}
