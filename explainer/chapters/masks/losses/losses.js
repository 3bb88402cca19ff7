// Losses of two models or runs as bars on one axis, and what each writes when nobody feeds it the answer.

const KINDS = ["right", "wrong"];
const GUESSED = [25, 50, 85]; // percent: shorter than the first bar, as long, longer

function lossBar(parent, value, most, kind) {
  const track = node("div", "track", parent);
  node("div", `length ${kind}`, track).style.width = `${Math.max(0.6, (100 * value) / most)}%`;
  node("span", `value ${kind}`, parent, veiled ? "?" : value.toFixed(3));
}

/** In a lesson: the second bar as it may be, each to be pressed. */
function guesses(parent, data, answer) {
  const list = node("div", "guesses", parent);
  data.words.guesses.forEach((name, at) => {
    const bar = node("div", "guess", list, name);
    bar.style.width = `${GUESSED[at]}%`;
    offered(bar, data.asks, at, answer);
  });
}

function draw(root, data) {
  const refocus = anew(root, data);
  const grid = groupOf(root, "grid", data.words.name);
  const most = veiled ? 1 : Math.max(...data.sides.flatMap((side) => side.losses));
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
    data.sides.forEach((side, at) => {
      const cell = node("div", "cell", grid);
      if (at && data.asks) guesses(cell, data, root.answer);
      else lossBar(cell, side.losses[line], most, KINDS[at]);
    });
  });
  const label = node("div", "label last", grid);
  node("span", "what", label, data.words.written);
  data.sides.forEach((side, at) => node("div", `written ${KINDS[at]}`, grid, side.written || "\u2026"));
  if (!veiled) node("div", "unit", root, data.words.unit);
  refocus();
}

const numbers = (data) => [{
  name: "losses",
  rows: data.sides.flatMap((side) => data.targets.map((target, line) => ({
    model: side.name, target, loss: side.losses[line], writes: side.written,
  }))),
}];

export default function losses(component) {
  const root = component.parentElement.querySelector(".losses");
  root.answer = (value) => component.setTriggerValue("answer", value);
  root.numbers = () => numbers(component.data);
  draw(root, component.data);
}
