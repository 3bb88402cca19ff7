// The figure with the name of every part beside it, and below them what lies outside of it. Parts
// are pressed by pointer and finger, names by keyboard, too: one tab stop, then the arrow keys.

// On which side of the drawing a name stands, how high, and where the line to its part ends, in
// units of the drawing.
const NAMES = {
  tokens: ["left", 6.5, -1, 5], embed: ["left", 20.2, -1, 14], encoder: ["left", 33.9, -1, 29.5],
  memory: ["left", 47.6, -1, 47.5], cross: ["left", 61.3, -1, 62], decoder: ["left", 75, -1, 76.5],
  mask: ["left", 88.7, -1, 89.5], positions: ["inside", 29, 215, 16], layers: ["inside", 42.5, 215, 31],
  heads: ["right", 10, 300, 10], output: ["right", 73.5, 306, 73.5], loop: ["right", 88.7, 311, 88.7],
};
const INK = { cross: "weight", heads: "weight", decoder: "target", output: "target", loop: "target", mask: "" };
const START = { left: -4.5, inside: 222, right: 316.5 }; // of that line
const NEXT = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

class PartsIndex {
  constructor(root, press) {
    this.root = root;
    this.press = press;
    this.pointed = ({ detail }) => this.light(this.partsOf(detail));
    window.addEventListener("explainer.term", this.pointed);
  }

  update(data) {
    this.data = data;
    const drawing = JSON.stringify([data.figure, data.sentence, data.places, data.colours]);
    if (drawing !== this.drawing) this.draw();
    this.drawing = drawing;
    this.light(); // first: what is lit is wider
    this.choose(data.pressed);
  }

  draw() {
    const { root, data } = this;
    const refocus = anew(root, data);
    const stage = groupOf(root, "stage", data.name);
    this.svg = put(stage, "svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
    drawMap(this.svg, { ...data, step: 0, lit: [], open: () => this.svg });
    this.frame = put(this.svg, "rect", { class: "here", rx: 3 });
    const sentence = node("div", "sentence", stage);
    data.sentence.forEach((words, side) => node("span", side ? "target" : "source", sentence, words));
    this.names = node("div", "names", stage);
    const outside = document.createElement("div");
    outside.className = "outside";
    node("span", "before", outside, data.outside);
    this.buttons = data.places.map((place) => this.name(BOXES[place.id] ? this.names : outside, place));
    this.names.append(outside);
    for (const { id } of data.places) if (BOXES[id]) this.part(id);
    refocus();
  }

  /** What the pointer meets of a part, above all that is drawn. */
  part(id) {
    const [x, y, width, height] = BOXES[id];
    const part = put(this.svg, "rect", { class: "hit", "data-id": id, x, y, width, height });
    this.hears(part, id);
  }

  name(parent, { id, name, count }) {
    const button = node("button", "name", parent);
    Object.assign(button.dataset, { id, focus: id });
    node("span", "", button, name);
    node("span", "count", button, String(count));
    if (NAMES[id]) this.beside(button, NAMES[id]);
    const ink = BOXES[id] ? INK[id] ?? "source" : "";
    if (ink) button.style.setProperty("--lit", `var(--${ink}-text)`);
    this.hears(button, id);
    button.addEventListener("focus", () => { if (BOXES[id]) this.light([id]); });
    button.addEventListener("blur", () => this.light());
    button.addEventListener("keydown", (event) => this.go(event));
    return button;
  }

  /** A name beside its part, with a line to it. */
  beside(button, [side, y, toX, toY]) {
    button.classList.add(side);
    button.style.setProperty("--y", `${(100 * y) / HEIGHT}%`);
    const d = `M${START[side]} ${y}L${toX} ${toY}`;
    put(this.svg, "path", { class: "leader", d, "vector-effect": "non-scaling-stroke" });
  }

  hears(target, id) {
    target.addEventListener("mouseenter", () => { if (BOXES[id]) this.light([id]); });
    target.addEventListener("mouseleave", () => this.light());
    target.addEventListener("click", () => {
      this.choose(id); // the server's answer brings its terms
      this.press(id);
    });
  }

  go(event) {
    const at = this.buttons.indexOf(event.target);
    const by = NEXT[event.key];
    const to = by ? at + by : { Home: 0, End: this.buttons.length - 1 }[event.key];
    if (!this.buttons[to]) return;
    event.preventDefault();
    this.stop(to);
    this.buttons[to].focus();
  }

  stop(at) {
    this.buttons.forEach((each, other) => { each.tabIndex = other === at ? 0 : -1; });
  }

  /** Frames the part whose terms are listed, but not the loop, which runs round the others. */
  choose(id) {
    const box = id !== "loop" && BOXES[id];
    this.frame.style.display = box ? "" : "none";
    if (box) ["x", "y", "width", "height"].forEach((name, at) => this.frame.setAttribute(name, box[at]));
    for (const each of this.buttons) each.setAttribute("aria-pressed", String(each.dataset.id === id));
    this.stop(Math.max(0, this.data.places.findIndex((place) => place.id === id)));
    const name = this.buttons.find((each) => each.dataset.id === id);
    if (name) this.names.scrollLeft = name.offsetLeft - 0.5 * (this.names.clientWidth - name.offsetWidth);
  }

  partsOf(term) {
    return this.data.lights[term]?.map((at) => this.data.places[at].id);
  }

  /** Shows `parts` in full colour; without any those of the open term. */
  light(parts) {
    const lit = parts || this.partsOf(this.data.term) || [];
    light(this.svg, lit);
    for (const each of this.buttons) each.classList.toggle("lit", lit.includes(each.dataset.id));
  }

  destroy() {
    window.removeEventListener("explainer.term", this.pointed);
  }
}

const made = new WeakMap();

export default function partsindex({ data, parentElement, setTriggerValue }) {
  let index = made.get(parentElement);
  if (!index) {
    index = new PartsIndex(parentElement.querySelector(".partsindex"), (id) => setTriggerValue("press", id));
    made.set(parentElement, index);
  }
  index.update(data);
  return () => {
    index.destroy();
    made.delete(parentElement);
  };
}
