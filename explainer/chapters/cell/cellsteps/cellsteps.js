// One cell of an attention map from q and k to the sub-layer's output.
// All words, colours and numbers come from Python; a click goes back as [what, index].

function stages(holder, data, send) {
  const list = node("ol", "stages", holder);
  list.setAttribute("aria-label", data.words.stages);
  data.stages.forEach((stage, index) => {
    const button = node("button", index === data.stage ? "on" : "", node("li", "", list));
    button.type = "button";
    button.dataset.focus = `stage${index}`;
    button.setAttribute("aria-pressed", String(index === data.stage));
    node("span", index <= data.stage ? "badge done" : "badge", button, String(index + 1));
    const words = node("span", "what", button);
    node("span", "stage-name", words, stage.name);
    node("span", "expression", words, stage.expression);
    node("span", "result", button, stage.result);
    button.onclick = () => send("stage", index);
  });
}

function draw(root, data, send) {
  const focused = root.getRootNode().activeElement?.dataset?.focus;
  const inside = focused && root.contains(root.getRootNode().activeElement);
  const scrolled = root.querySelector(".scroll")?.scrollLeft || 0;
  clear(root, data);
  const top = node("div", "top", root);
  const left = node("div", "left", top);
  stages(top, data, send);
  drawBars(left, data, send);
  node("div", "title", root, data.words.row);
  const scroll = node("div", "scroll", root);
  drawRow(scroll, data, send);
  scroll.scrollLeft = scrolled;
  if (inside) root.querySelector(`[data-focus="${focused}"]`)?.focus();
}

/** The two vectors, the row of keys and the outputs, for the reader to keep. */
function numbers(data) {
  const names = ["dot", "scaled", "masked"];
  const number = (text) => Number(text.replace("\u2212", "-").replace("\u221e", "Infinity"));
  return [
    { name: "vectors", rows: data.q.map((q, dim) => ({ dim: dim + 1, q, k: data.k[dim], product: data.product[dim] })) },
    {
      name: "row",
      rows: data.pieces.map((piece, column) => ({
        column: column + 1, piece,
        ...Object.fromEntries(names.map((name, line) => [name, number(data.lines[line].cells[column].text)])),
        weight: data.weights[column],
      })),
    },
    { name: "head", rows: data.head.map((value, dim) => ({ dim: dim + 1, value })) },
    { name: "output", rows: data.out.map((value, dim) => ({ dim: dim + 1, value })) },
  ];
}

export default function cellsteps(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".cellsteps");
  const send = (what, index) => setTriggerValue("pick", [what, index]);
  root.numbers = () => numbers(data);
  return atEveryWidth(root, () => draw(root, data, send));
}
