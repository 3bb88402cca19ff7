// One path of tokens that becomes two. It runs from left to right where there is room, else downwards.

const HEAD = 5; // pixels of an arrow's head
const SIDES = ["both", "given", "own"];

function token(cell, { piece, share }, mark) {
  pieceOf(node("span", `chip ${mark}`, cell), piece);
  node("span", "share", cell, share);
}

function struckOut(cell, { piece, share }) {
  const line = node("span", "struck", cell, "\u2717 ");
  pieceOf(node("s", "", line), piece);
  node("span", "share", line, share);
}

/** Under a veil: which of two tokens is read next is pressed in the step that is asked about. */
function asked(parent, data, place, answer) {
  const made = node("div", "step on", parent);
  node("span", "number", made, String(place + 1));
  const cell = node("span", "choices", node("span", "cell both", made));
  data.choices.forEach((piece, at) => {
    const chip = node("span", "chip", cell);
    pieceOf(chip, piece);
    offered(chip, data.asks, at, answer);
  });
  return made;
}

function button(parent, data, place) {
  const { given, own, struck, spoken } = data.steps[place];
  const made = node("button", "step", parent);
  made.title = spoken;
  made.dataset.focus = `step${place}`;
  setAll(made, { "aria-label": spoken, "aria-pressed": String(place === data.chosen) });
  made.classList.toggle("on", place === data.chosen);
  made.tabIndex = place === data.chosen ? 0 : -1;
  node("span", "number", made, String(place + 1));
  if (place < data.cut) {
    token(node("span", "cell both", made), given, "");
    return made;
  }
  if (given) {
    const cell = node("span", "cell given", made);
    if (struck) struckOut(cell, struck);
    token(cell, given, struck ? "forced" : "");
  }
  if (own) token(node("span", "cell own", made), own, place === data.cut ? "slip" : "");
  return made;
}

/** What was written here is read at the next step: an arrow from chip to chip. */
function arrows(root, steps, isDown) {
  root.querySelector("svg")?.remove();
  const canvas = put(root, "svg", { width: root.clientWidth, height: root.clientHeight, "aria-hidden": "true" });
  const ground = root.getBoundingClientRect();
  const chips = (side) => [...steps.querySelectorAll(`.${side} > :is(.chip, .choices)`)].map((chip) => {
    const box = chip.getBoundingClientRect();
    return { left: box.left - ground.left, right: box.right - ground.left, top: box.top - ground.top, bottom: box.bottom - ground.top };
  });
  const [both, given, own] = SIDES.map(chips);
  const draw = (from, to, side) => arrow(canvas, from, to, side, isDown);
  both.slice(1).forEach((to, at) => draw(both[at], to, "both"));
  for (const [path, side] of [[given, "given"], [own, "own"]]) {
    const whole = [...both.slice(-1), ...path];
    whole.slice(1).forEach((to, at) => draw(whole[at], to, side));
  }
}

function arrow(canvas, from, to, side, isDown) {
  const middle = (box) => (isDown ? (box.left + box.right) / 2 : (box.top + box.bottom) / 2);
  const [start, end] = isDown ? [from.bottom, to.top] : [from.right, to.left];
  const bend = (start + end) / 2;
  const at = (along, across) => (isDown ? `${across} ${along}` : `${along} ${across}`);
  const [a, b] = [middle(from), middle(to)];
  put(canvas, "path", { class: side, d: `M${at(start, a)}C${at(bend, a)} ${at(bend, b)} ${at(end - HEAD, b)}` });
  put(canvas, "path", {
    class: `tip ${side}`, d: `M${at(end, b)}L${at(end - 2 * HEAD, b - HEAD)} ${at(end - 2 * HEAD, b + HEAD)}z`,
  });
}

function draw(root, data, send) {
  const refocus = anew(root, data);
  const { words, steps, cut } = data;
  const box = groupOf(root, "steps across", words.name);
  const buttons = [];
  const start = node("div", "cell both start", box);
  node("span", "chip", start, "<s>");
  const ways = () => ["given", "own"].forEach((side) => node("div", `way ${side}`, box, words[side]));
  if (cut < steps.length) ways();
  steps.forEach((_, place) => {
    const isAsked = data.asks && place === data.chosen;
    buttons.push(isAsked ? asked(box, data, place, root.answer) : button(box, data, place));
  });
  const isDown = box.scrollWidth > root.clientWidth + 1;
  if (isDown) {
    box.className = "steps down";
    start.style.gridRow = 1;
    box.style.setProperty("--fork", cut + 2);
    buttons.forEach((made, place) => { made.style.gridRow = place + 2 + Number(place >= cut); });
  }
  if (data.asks) {
    for (const made of buttons) made.disabled = true;
  } else {
    buttons.forEach((made, place) => { made.onclick = () => send("step", place); });
    keysAlong(buttons, (to) => buttons[to].focus());
  }
  // A drawing that was made anew leaves chips without a size behind: they have no arrows.
  const watch = new ResizeObserver(() => (box.isConnected ? arrows(root, box, isDown) : watch.disconnect()));
  box.querySelectorAll(".chip").forEach((chip) => watch.observe(chip)); // a font may still come
  refocus();
}

const told = (written) => (written ? `${written.piece} ${written.share}`.trim() : "");

const numbers = (data) => [{
  name: "steps",
  rows: data.steps.map(({ given, own, struck }, place) => ({
    step: place + 1, reference: told(given), greedy: told(own), "top choice": told(struck ?? given),
  })),
}];

export default (component) => mount(component, "fork", draw, numbers);
