// Bars on one axis: those a question gives, the learner's, which is pulled, and then the model's.
// All words and colours come from Python; text reaches the page through textContent only.

const MINUS = "\u2212";
const KEYS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** 1, 2 or 5 times a power of ten, the largest that is no more than `size`. */
function round125(size) {
  const power = 10 ** Math.floor(Math.log10(size));
  return power * [5, 2, 1].find((times) => times * power <= size * (1 + 1e-9));
}

/** Where a number lies, and how it is written. */
function axisOf({ low, high, digits }) {
  const least = 10 ** -digits;
  const clamp = (value) => Math.max(low, Math.min(high, value));
  const write = (value, places = digits) => value.toFixed(places).replace("-", MINUS);
  return {
    clamp,
    write,
    least,
    step: Math.max(least, round125((high - low) / 100)),
    at: (value) => (100 * (clamp(value) - low)) / (high - low),
    of: (share) => clamp(low + share * (high - low)),
    short: (value) => String(Number(value.toFixed(4))).replace("-", MINUS),
  };
}

function row(parent, className, name, axis) {
  const box = node("div", `row ${className}`, parent);
  node("div", "name", box, name);
  const track = node("div", "track", box);
  const bar = node("div", "bar", track);
  node("div", "zero", track).style.left = `${axis.at(0)}%`;
  const value = node("div", "value", box);
  return { track, set: (number, words) => {
    const ends = [axis.at(0), axis.at(number ?? 0)];
    bar.hidden = number === null;
    Object.assign(bar.style, { left: `${Math.min(...ends)}%`, width: `${Math.abs(ends[1] - ends[0])}%` });
    value.textContent = number === null ? "?" : words;
  } };
}

function ends(parent, data, axis) {
  const line = node("div", "ends", parent);
  line.setAttribute("aria-hidden", "true");
  const middle = data.low < 0 && data.high > 0 ? [0] : [];
  for (const value of new Set([data.low, ...middle, data.high])) {
    const side = value === data.low ? "left" : value === data.high ? "right" : "";
    const label = node("span", side, line, axis.short(value));
    label.style.left = `${axis.at(value)}%`;
  }
}

/** The bar that is pulled: by the pointer, or by arrow keys; Shift takes the smallest steps. */
function pulled(root, parts, data, axis, send) {
  const { track } = parts;
  const grip = node("div", "grip", track);
  Object.assign(track, { tabIndex: 0 });
  track.dataset.focus = "pull";
  setAll(track, { role: "slider", "aria-label": data.words.title, "aria-valuemin": data.low });
  track.setAttribute("aria-valuemax", data.high);
  const show = () => {
    const { own } = root;
    parts.set(own, own === null ? "" : axis.write(own));
    grip.style.left = `${axis.at(own ?? 0)}%`;
    track.setAttribute("aria-valuenow", axis.clamp(own ?? 0));
    track.setAttribute("aria-valuetext", own === null ? "?" : axis.write(own));
  };
  const pull = (value, step) => {
    root.own = Number(axis.clamp(Math.round(value / step) * step).toFixed(data.digits));
    show();
  };
  const tell = () => {
    if (root.pending.at(-1) === root.own || root.own === null) return;
    root.pending.push(root.own);
    send(root.own);
  };
  const to = (event) => {
    const edge = track.getBoundingClientRect();
    pull(axis.of((event.clientX - edge.left) / edge.width), axis.step);
  };
  track.onpointerdown = (event) => {
    track.setPointerCapture(event.pointerId);
    track.focus({ preventScroll: true });
    root.held = true;
    to(event);
  };
  track.onpointermove = (event) => { if (root.held) to(event); };
  const drop = () => {
    if (root.held) tell();
    root.held = false;
  };
  track.onpointerup = drop;
  track.onpointercancel = drop;
  track.onkeydown = (event) => {
    const by = KEYS[event.key];
    const edge = { Home: data.low, End: data.high }[event.key];
    if (by === undefined && edge === undefined) return;
    const step = event.shiftKey ? axis.least : axis.step;
    if (edge !== undefined) pull(edge, axis.least);
    else pull((root.own ?? 0) + by * step, step);
    event.preventDefault();
  };
  track.onkeyup = (event) => { if (event.key in KEYS || event.key === "Home" || event.key === "End") tell(); };
  show();
}

/** An answer to an earlier pull comes after the next one began: what the hand did last stands. */
function take(root, data) {
  root.pending ||= [];
  const sent = root.pending.indexOf(data.own);
  if (sent >= 0 && data.model === null) {
    root.pending.splice(0, sent);
    if (root.pending.length === 1 && !root.held) root.own = data.own;
  } else {
    root.pending = [];
    root.own = data.own;
  }
}

function draw(root, data, send) {
  take(root, data);
  if (root.held) return;
  const refocus = anew(root, data);
  const axis = axisOf(data);
  const rows = groupOf(root, "rows", data.words.title);
  for (const [name, value] of data.given) {
    row(rows, "given", name, axis).set(value, axis.short(Number(value.toFixed(3))));
  }
  const isOver = data.model !== null;
  if (!isOver) pulled(root, row(rows, "own", data.words.own, axis), data, axis, send);
  else {
    if (data.own !== null) row(rows, "own", data.words.own, axis).set(data.own, axis.write(data.own));
    row(rows, "model", data.words.model, axis).set(data.model, axis.write(data.model));
  }
  ends(rows, data, axis);
  if (!isOver) node("div", "hint", root, data.words.hint);
  refocus();
}

export default function pullbar(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".pullbar");
  draw(root, data, (value) => setTriggerValue("pull", value));
}
