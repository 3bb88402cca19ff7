// Losses of two models as bars on one axis, and what each writes when nobody feeds it the answer.

const KINDS = ["right", "wrong"];

function lossBar(parent, value, most, kind) {
  const track = node("div", "track", parent);
  node("div", `length ${kind}`, track).style.width = `${Math.max(0.6, (100 * value) / most)}%`;
  node("span", `value ${kind}`, parent, value.toFixed(3));
}

function draw(root, data) {
  clear(root, data);
  const grid = node("div", "grid", root);
  grid.setAttribute("role", "group");
  grid.setAttribute("aria-label", data.words.name);
  const most = Math.max(...data.sides.flatMap((side) => side.losses));
  node("div", "corner", grid);
  data.sides.forEach((side, at) => {
    const head = node("div", "model", grid);
    node("strong", KINDS[at], head, side.name);
    node("span", "fact", head, side.fact);
  });
  data.targets.forEach((target, line) => {
    const label = node("div", "label", grid);
    node("span", "what", label, data.words.targets[line]);
    node("span", "target", label, target);
    data.sides.forEach((side, at) => lossBar(node("div", "cell", grid), side.losses[line], most, KINDS[at]));
  });
  const label = node("div", "label last", grid);
  node("span", "what", label, data.words.written);
  data.sides.forEach((side, at) => node("div", `written ${KINDS[at]}`, grid, side.written || "\u2026"));
  node("div", "unit", root, data.words.unit);
}

const numbers = (data) => [{
  name: "losses",
  rows: data.sides.flatMap((side) => data.targets.map((target, line) => ({
    model: side.name, target, loss: side.losses[line], writes: side.written,
  }))),
}];

export default function losses(component) {
  const root = component.parentElement.querySelector(".losses");
  root.numbers = () => numbers(component.data);
  draw(root, component.data);
}
