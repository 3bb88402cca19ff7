// Two lines from 0 to 1 cut into tokens: what the model said, and below it what temperature and
// filters made of that. Every token is tied to itself; a number falls on the lower line.

const BAND = 46;
const UPPER = { top: 18, height: 28 };
const BETWEEN = 54; // pixels from the upper line to the lower one
const LEAD = 19; // pixels from one row of names below the line to the next
const ROWS = 2;

function unpack(data) {
  return data.parts.map(([low, high, label, merged, from, to]) => ({
    low, high, label, merged: Boolean(merged), from, to, isCut: high - low <= 0,
  }));
}

const partAt = (parts, uniform) => {
  const left = parts.filter((part) => !part.isCut);
  return left.find((part) => uniform < part.high) || left.at(-1);
};

function patterns(canvas) {
  const defs = put(canvas, "defs", {});
  const pattern = put(defs, "pattern", {
    id: "lottery-hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
  });
  put(pattern, "rect", { class: "stripe", width: 1.6, height: 6 });
  const crowd = put(defs, "pattern", { id: "lottery-crowd", width: 5, height: 5, patternUnits: "userSpaceOnUse" });
  put(crowd, "rect", { class: "ground", width: 5, height: 5 });
  put(crowd, "circle", { class: "dot", cx: 2.5, cy: 2.5, r: 1 });
}

/** A token's name with the mark of a word's beginning present, not loud. */
function name(canvas, x, y, words, className, anchor = "middle") {
  const text = put(canvas, "text", { x, y, class: className, "text-anchor": anchor });
  const isMarkAlone = words === "\u2581";
  words.split(/(\u2581)/).forEach((part) => {
    if (part) put(text, "tspan", part === "\u2581" && !isMarkAlone ? { class: "space" } : {}, part);
  });
}

/** The line of the model's own probabilities, and the ties from it to the line below. */
function upper(canvas, data, parts, at, hit) {
  const { top, height } = UPPER;
  put(canvas, "text", { class: "title", x: at.x(0), y: top - 6 }, data.words.before);
  for (const part of parts) {
    const [left, right, low, high] = [part.from, part.to, part.low, part.high].map(at.x);
    const kind = part.isCut ? "cut" : part === hit ? "drawn" : part.merged ? "rest" : "";
    put(canvas, "path", { class: `tie ${kind}`, d: `M${left} ${top + height}H${right}L${high} ${at.top}H${low}Z` });
    const box = put(canvas, "rect", { class: `was ${kind}`, x: left, y: top, width: right - left, height });
    put(box, "title", {}, `${part.label.replaceAll("\u2581", "")} ${percent(part.to - part.from)}`);
    if (!part.merged && at.measure(part.label, 13) + 8 < right - left) {
      name(canvas, (left + right) / 2, top + height / 2 + 5, part.label, part.isCut ? "cut-name" : part === hit ? "name on small" : "name small");
    }
  }
}

/** The middle of a free place for a name of this width inside, or null: never under the number. */
function inside(left, right, width, number) {
  if (number < left || number > right) return right - left >= width + 8 ? (left + right) / 2 : null;
  const middle = (left + right) / 2;
  if (right - left >= width + 8 && Math.abs(number - middle) > width / 2 + 5) return middle;
  const sides = [[left, number], [number, right]].sort((a, b) => b[1] - b[0] - (a[1] - a[0]));
  const [from, to] = sides[0];
  return to - from >= width + 10 ? (from + to) / 2 : null;
}

/** Names that do not fit inside stand below, each with a line to its stretch; no line crosses a name. */
function leaders(canvas, at, waiting) {
  const lines = put(canvas, "g");
  const rows = Array.from({ length: ROWS }, () => []);
  for (const { part, width, className } of waiting) {
    const middle = at.x((part.low + part.high) / 2);
    const x = Math.min(Math.max(middle, width / 2 + 2), at.width - width / 2 - 2);
    const isFree = (row) => row.every(([from, to]) => x + width / 2 + 8 < from || x - width / 2 - 8 > to);
    const row = rows.findIndex(isFree);
    if (row < 0) continue;
    rows[row].push([x - width / 2, x + width / 2]);
    const y = at.top + BAND + 22 + row * LEAD;
    put(lines, "path", { class: "leader", d: `M${middle} ${at.top + BAND}V${at.top + BAND + 5}L${x} ${y - 12}` });
    name(canvas, x, y, part.label, className);
  }
}

function line(canvas, parts, at, uniform) {
  const hit = partAt(parts, uniform);
  const number = at.x(uniform);
  const waiting = [];
  for (const part of parts.filter(({ isCut }) => !isCut)) {
    const [left, right] = [at.x(part.low), at.x(part.high)];
    const kind = part === hit ? "part drawn" : part.merged ? "part rest" : "part";
    const box = put(canvas, "rect", { class: kind, x: left, y: at.top, width: right - left, height: BAND });
    put(box, "title", {}, `${part.label.replaceAll("\u2581", "")} ${percent(part.high - part.low)}`);
    const width = at.measure(part.label);
    if (part.merged && part !== hit) continue;
    const x = inside(left, right, width, number);
    if (x === null) waiting.push({ part, width, className: part === hit ? "name out hit" : "name out" });
    else name(canvas, x, at.top + BAND / 2 + 5, part.label, part === hit ? "name on" : "name");
  }
  // The one that is drawn is named first, whatever else has to go without a name.
  waiting.sort((a, b) => (b.part === hit) - (a.part === hit));
  leaders(canvas, at, waiting);
}

/** The number: a line through the band and a handle above it. */
function handle(canvas, at, uniform, words) {
  const x = at.x(uniform);
  put(canvas, "line", { class: "number", x1: x, x2: x, y1: at.top - 6, y2: at.top + BAND });
  const grip = put(canvas, "g", {
    class: "grip", role: "slider", tabindex: 0, "aria-label": words.handle, "aria-valuemin": 0, "aria-valuemax": 1,
    "aria-valuenow": uniform.toFixed(4), "data-focus": "number",
  });
  put(grip, "rect", { class: "reach", x: x - 20, y: at.top - 34, width: 40, height: BAND + 34 });
  put(grip, "path", { class: "pin", d: `M${x - 8} ${at.top - 17}h16l-8 14z` });
  const isRight = x > at.width - 90;
  put(grip, "text", { class: "value", x: x + (isRight ? -12 : 12), y: at.top - 6, "text-anchor": isRight ? "end" : "start" }, `u = ${uniform.toFixed(4)}`);
  return grip;
}

function draw(root, data) {
  const hadFocus = root.contains(root.getRootNode().activeElement);
  clear(root, data);
  const parts = unpack(data);
  const place = node("div", "place", root);
  if (data.words.rest) {
    const legend = node("div", "legend", root);
    node("span", "swatch", legend);
    node("span", "", legend, data.words.rest);
  }
  const caption = node("div", "caption", root);
  caption.setAttribute("aria-live", "polite");
  const width = root.clientWidth;
  const at = {
    width, measure: ruler(root), x: (share) => 1 + share * (width - 2),
    top: UPPER.top + UPPER.height + BETWEEN,
  };
  let now = data.uniform;
  const paint = (uniform, focus) => {
    now = uniform;
    place.replaceChildren();
    const canvas = put(place, "svg", { width, role: "group", "aria-label": data.words.name });
    patterns(canvas);
    const hit = partAt(parts, uniform);
    upper(canvas, data, parts, at, hit);
    put(canvas, "text", { class: "title", x: at.x(0.5), y: at.top + BAND + 26 + ROWS * LEAD - 6, "text-anchor": "middle" }, data.words.after);
    line(canvas, parts, at, uniform);
    for (const end of [0, 1]) {
      put(canvas, "text", { class: "axis", x: at.x(end), y: at.top + BAND + 26 + ROWS * LEAD - 6, "text-anchor": end ? "end" : "start" }, String(end));
    }
    const grip = handle(canvas, at, uniform, data.words);
    canvas.setAttribute("height", at.top + BAND + 26 + ROWS * LEAD);
    caption.textContent = fill(uniform === data.uniform ? data.words.picked : data.words.moved, {
      uniform: uniform.toFixed(4), piece: hit.label, low: hit.low.toFixed(4), high: hit.high.toFixed(4),
    });
    if (focus) grip.focus({ preventScroll: true });
    grip.onkeydown = (event) => {
      const to = { ArrowLeft: now - 0.01, ArrowRight: now + 0.01, Home: 0, End: 0.9999, Escape: data.uniform }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      paint(Math.min(0.9999, Math.max(0, to)), true);
    };
  };
  const follow = (event) => {
    const share = (event.clientX - place.getBoundingClientRect().left - 1) / (width - 2);
    paint(Math.min(0.9999, Math.max(0, share)));
  };
  // The place stays while the drawing in it is made anew, so it holds the pointer.
  place.onpointerdown = (event) => {
    if (!event.target.closest(".grip")) return;
    place.setPointerCapture(event.pointerId);
    place.onpointermove = follow;
  };
  place.onpointerup = () => {
    if (place.onpointermove) paint(data.uniform);
    place.onpointermove = null;
  };
  place.onpointercancel = place.onpointerup;
  paint(data.uniform, hadFocus);
}

/** The stretches of both lines, for the reader to keep. */
function numbers(data) {
  return [{
    name: "line",
    rows: unpack(data).map(({ low, high, label, from, to }) => ({ token: label, from: low, to: high, chance: high - low, before: to - from })),
  }];
}

export default (component) => mount(component, "lottery", draw, numbers);
