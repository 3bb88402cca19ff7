// Perplexities side by side, each as the die it is. Words, colours and numbers come from Python.

function draw(root, data) {
  clear(root, data);
  const list = node("ul", "dice", root);
  for (const one of data.dice) {
    const item = node("li", one.own ? "one own" : "one", list);
    const canvas = put(item, "svg", { width: 72, height: 72, "aria-hidden": "true" });
    drawDie(put(canvas, "g", {}), 36, 36, 34, one.faces);
    node("div", "count", item, one.told);
    node("div", "name", item, one.name);
    node("div", "unit", item, one.unit);
  }
}

/** The dice as they stand, for the reader to keep. */
const numbers = (data) => [{ name: "dice", rows: data.dice.map(({ name, unit, faces }) => ({ name, unit, perplexity: faces })) }];

export default (component) => mount(component, "shelf", draw, numbers);
