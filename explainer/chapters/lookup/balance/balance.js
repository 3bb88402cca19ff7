// Similarities are dragged; weights stand on the line of values, and the answer is where it balances.

const TALL = 180; // pixels of a weight of 1
const BLOCK = 38;
const LINE = 16; // of a name above its block
const FORM = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const money = (value) => value.toLocaleString("en", FORM);
const whole = (value) => value.toLocaleString("en", { maximumFractionDigits: 2 });
const signed = (value) => value.toFixed(Number.isInteger(value * 10) ? 1 : 2).replace("-", "\u2212");

function mix(data, state) {
  const scores = state.scores.map((score) => state.sharpness * score);
  const top = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - top));
  const total = raised.reduce((sum, one) => sum + one, 0);
  const weights = raised.map((one) => one / total);
  const parts = weights.map((weight, at) => weight * data.values[at]);
  return { weights, parts, value: parts.reduce((sum, one) => sum + one, 0) };
}

/** The two answers, side by side. */
function answers(group, data) {
  const { words } = data;
  const box = node("div", "answers", group);
  const isMiss = data.hard === null;
  const hard = node("div", `answer ${isMiss ? "miss" : "hit"}`, box);
  node("div", "what", hard, words.hard);
  const said = node("div", "said", hard);
  node("code", "", said, `prices['${words.query}']`);
  node("strong", "", said, isMiss ? "\u2717 KeyError" : `\u2713 ${money(data.hard)}`);
  node("div", "why", hard, words.hard_line);
  const soft = node("div", "answer hit", box);
  soft.setAttribute("role", "status");
  node("div", "what", soft, words.soft);
  const sum = node("div", "said", soft);
  node("code", "", sum, "\u03a3 w \u00d7 v");
  const value = node("strong", "", sum);
  const why = node("div", "why", soft);
  return (found) => {
    const best = found.weights.indexOf(Math.max(...found.weights));
    value.textContent = `\u2713 ${money(found.value)}`;
    why.textContent = fill(words.soft_line, { best: data.keys[best], weight: found.weights[best].toFixed(2) });
  };
}

function range(parent, state, about) {
  const input = node("input", "", parent);
  Object.assign(input, { type: "range", min: about.low, max: about.high, step: about.step });
  input.value = about.value;
  input.setAttribute("aria-label", about.label);
  input.dataset.focus = about.focus;
  input.dataset.screen = "";
  holdWhileDragged(input, state.clock);
  input.oninput = () => {
    about.set(Math.round(Number(input.value) * 100) / 100);
    state.moved();
  };
}

/** One line a key: similarity to drag, its weight, and what it adds to the answer. */
function table(group, data, state) {
  const { words, range: [low, high, step, sharpest] } = data;
  const box = node("div", "table", group);
  const head = node("div", "row head", box);
  for (const name of ["key", "similarity", "weight", "part"]) node("span", name, head, words[name]);
  const rows = data.keys.map((key, at) => {
    const row = node("div", "row", box);
    node("span", "key", row, key);
    const score = node("span", "similarity", row);
    range(score, state, {
      low, high, step, value: state.scores[at], label: `${words.similarity} ${key}`, focus: `score${at}`,
      set: (value) => { state.scores[at] = value; },
    });
    const number = node("b", "", score);
    const weight = node("span", "weight", row);
    const bar = node("i", "bar", node("span", "track", weight));
    return { number, bar, weight: node("b", "", weight), part: node("span", "part", row) };
  });
  const foot = node("label", "row foot", box);
  node("span", "key", foot, words.sharpness);
  const slide = node("span", "similarity", foot);
  range(slide, state, {
    low: 0, high: sharpest, step, value: state.sharpness, label: words.sharpness, focus: "sharpness",
    set: (value) => { state.sharpness = value; },
  });
  const beta = node("b", "", slide);
  const ends = node("span", "ends", foot);
  node("span", "", ends, `0 ${words.even}`);
  node("span", "", ends, `${sharpest} ${words.one}`);
  return (found) => {
    beta.textContent = state.sharpness.toFixed(1);
    rows.forEach((row, at) => {
      row.number.textContent = signed(state.scores[at]);
      row.bar.style.width = `${100 * found.weights[at]}%`;
      row.weight.textContent = found.weights[at].toFixed(4);
      row.part.textContent = `\u00d7 ${whole(data.values[at])} = ${money(found.parts[at])}`;
    });
  };
}

/** Weights as blocks on the line of values, those of one value on each other. */
function scale(holder, data) {
  const width = Math.max(240, holder.clientWidth);
  const reach = Math.max(...data.values) || 1;
  const [left, right] = [BLOCK / 2 + 4, width - BLOCK / 2 - 4];
  const x = (value) => left + ((right - left) * value) / reach;
  const same = new Map();
  data.values.forEach((value, at) => same.set(value, [...(same.get(value) || []), at]));
  const stacks = [...same.entries()].sort(([a], [b]) => a - b);
  const most = Math.max(...stacks.map(([, keys]) => keys.length));
  const base = TALL + LINE * most + 4;
  const canvas = put(holder, "svg", { width, height: base + 88, role: "img", class: "scale", "aria-label": data.words.line });
  for (const weight of [0.5, 1]) {
    put(canvas, "line", { x1: 22, x2: width, y1: base - weight * TALL, y2: base - weight * TALL, class: "grid" });
    put(canvas, "text", { x: 0, y: base - weight * TALL + 4, class: "level" }, String(weight));
  }
  put(canvas, "line", { x1: 0, x2: width, y1: base, y2: base, class: "beam" });
  const step = [1, 2, 5].flatMap((one) => Array.from({ length: 8 }, (_, power) => one * 10 ** (power - 1)))
    .sort((a, b) => a - b).find((one) => reach / one <= Math.min(6, width / 80)) || reach;
  const drop = put(canvas, "line", { y1: base, y2: base + 26, class: "drop" });
  const ticks = [];
  for (let tick = 0; tick <= reach; tick += step) {
    put(canvas, "line", { x1: x(tick), x2: x(tick), y1: base, y2: base + 5, class: "beam" });
    ticks.push([x(tick), put(canvas, "text", { x: x(tick), y: base + 19, class: "tick" }, whole(tick))]);
  }
  put(canvas, "text", { x: width, y: base + 82, class: "axis" }, data.words.value);
  const [blocks, names] = [put(canvas, "g", {}), put(canvas, "g", {})]; // no block hides a name
  const pivot = put(canvas, "path", { class: "pivot" });
  const told = put(canvas, "text", { y: base + 62, class: "told" });
  return (found) => {
    blocks.replaceChildren();
    names.replaceChildren();
    const named = [];
    for (const [value, keys] of stacks) stack({ blocks, names }, data, found, { x: x(value), base, keys, named, width });
    const at = x(found.value);
    pivot.setAttribute("d", `M${at} ${base + 24}l11 18h-22z`);
    setAll(drop, { x1: at, x2: at });
    for (const [place, words] of ticks) { // the answer stands where its stem would strike a number
      words.setAttribute("visibility", Math.abs(place - at) < words.getBBox().width / 2 + 4 ? "hidden" : "visible");
    }
    told.textContent = money(found.value);
    const half = told.getComputedTextLength() / 2;
    told.setAttribute("x", Math.min(width - half, Math.max(half, at)));
  };
}

function stack({ blocks, names }, data, found, { x, base, keys, named, width }) {
  let top = base;
  for (const at of keys) {
    const height = found.weights[at] * TALL;
    top -= height;
    if (height > 0.2) {
      put(blocks, "rect", { x: x - BLOCK / 2, y: top, width: BLOCK, height, class: "block", rx: Math.min(4, height / 2) });
    }
  }
  // names stand above, the lowest block's lowest; a stack whose names meet others is named higher
  const lines = keys.map((at) => put(names, "text", { class: "name" }, `${data.keys[at]} ${found.weights[at].toFixed(2)}`));
  const half = Math.max(...lines.map((line) => line.getComputedTextLength())) / 2;
  const middle = Math.min(width - half, Math.max(half, x));
  const box = { left: middle - half - 5, right: middle + half + 5, bottom: top - 5, height: LINE * keys.length };
  const meets = (one) => box.left < one.right && one.left < box.right
    && box.bottom > one.bottom - one.height && one.bottom > box.bottom - box.height;
  for (let found_ = named.find(meets); found_; found_ = named.find(meets)) box.bottom = found_.bottom - found_.height - 2;
  named.push(box);
  if (box.bottom < top - 8) put(names, "line", { x1: x, x2: x, y1: top - 2, y2: box.bottom + 3, class: "leader" });
  lines.forEach((line, at) => {
    setAll(line, { x: middle, y: box.bottom - LINE * at });
  });
}

/** What is shown; what is still to be sent outlives new data. */
function stateOf(root, data, send) {
  const state = remember(root);
  const [scores, sharpness] = state.clock.chosen(JSON.stringify(data.keys), [data.scores, data.sharpness]);
  Object.assign(state, { scores: [...scores], sharpness });
  state.moved = () => {
    state.show();
    const wish = [[...state.scores], state.sharpness];
    state.clock.later(() => send(...wish), wish);
  };
  return state;
}

function draw(root, data, send) {
  const state = stateOf(root, data, send);
  const refocus = anew(root, data);
  const group = groupOf(root, "group", data.words.name);
  const parts = [answers(group, data)];
  const room = root.clientWidth;
  const body = node("div", `body${room < 860 ? " narrow" : ""}${room < 560 ? " slim" : ""}`, group);
  const line = node("div", "line", body);
  parts.push(table(body, data, state), scale(line, data));
  state.show = () => {
    state.found = mix(data, state);
    parts.forEach((show) => show(state.found));
  };
  state.show();
  refocus();
  return state;
}

/** Both answers as they stand, for the reader to keep. */
function numbers(data, { scores, sharpness, found }) {
  return [{ name: "look-up", rows: data.keys.map((key, at) => ({
    key, value: data.values[at], similarity: scores[at], sharpness,
    weight: found.weights[at], part: found.parts[at],
  })) }];
}

export default (component) => mount(component, "balance", draw, numbers, "rest");
