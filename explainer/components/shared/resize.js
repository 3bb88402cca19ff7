// A drawing that is made for the width it has is made again when that changes.

const SIZES = new WeakMap();

/** Draws now and at every new width; what it returns ends the watching. */
function atEveryWidth(root, draw) {
  SIZES.get(root)?.disconnect();
  let width = root.clientWidth;
  const watch = new ResizeObserver(() => {
    if (Math.abs(root.clientWidth - width) < 2) return;
    width = root.clientWidth;
    draw();
  });
  SIZES.set(root, watch);
  watch.observe(root);
  draw();
  return () => watch.disconnect();
}
