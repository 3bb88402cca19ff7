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

/**
 * Mounts a drawing in the element with the class `name`: it is drawn at every width, what is pressed
 * goes to the server as `trigger`, and `numbers` are what the reader may keep. What `draw` returns is
 * what the drawing remembers; its clock ends with it.
 */
function mount({ data, parentElement, setTriggerValue }, name, draw, numbers, trigger = "pick") {
  const root = parentElement.querySelector(`.${name}`);
  const send = (...value) => setTriggerValue(trigger, value);
  root.answer = (value) => setTriggerValue("answer", value);
  let state;
  root.numbers = () => numbers(data, state);
  const end = atEveryWidth(root, () => { state = draw(root, data, send); });
  return () => {
    end();
    state?.clock.end();
  };
}
