// What a model takes a place for: a bar for each guess. Words, colours and numbers come from Python.

function draw(root, data) {
  clear(root, data);
  const most = Math.max(...data.bars.map((one) => one.p));
  const list = node("ol", "list", root);
  list.setAttribute("aria-label", data.title);
  for (const one of data.bars) {
    const row = node("li", one.rest ? "row rest" : one.on ? "row on" : "row", list);
    pieceOf(node("span", "name", row), one.name);
    const bar = node("span", "bar", node("span", "track", row));
    bar.style.width = `${(100 * one.p) / most}%`;
    node("span", "p", row, percent(one.p));
  }
}

/** The guesses as they stand, for the reader to keep. */
const numbers = (data) => [{ name: "guesses", rows: data.bars.map(({ name, p }) => ({ token: name, p })) }];

export default (component) => mount(component, "guesses", draw, numbers);
