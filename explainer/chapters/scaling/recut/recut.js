// Dragging d_k re-cuts the softmax rows and spreads the scores; the server hears where it rests.

const TICK = 110; // milliseconds of a width while it plays

function slider(root, data, state) {
  const box = node("div", "control", root);
  const value = node("div", "value", box);
  node("span", "what", value, data.words.width);
  const number = node("strong", "", value);
  const track = node("div", "slide", box);
  track.dataset.screen = "";
  const places = { label: data.words.width, focus: "width", count: data.stops.length, clock: state.clock };
  const input = placesSlider(track, places, state.move);
  const marks = node("div", "marks", track);
  marks.setAttribute("aria-hidden", "true");
  data.stops.forEach((width, at) => {
    if (!data.marks.includes(width)) return;
    node("span", "", marks, String(width)).style.left = `${(100 * at) / (data.stops.length - 1)}%`;
  });
  playButton(box, data.words.play, state);
  return (stop) => {
    input.value = stop;
    input.setAttribute("aria-valuetext", `d_k = ${data.stops[stop]}`);
    number.textContent = String(data.stops[stop]);
  };
}

function draw(root, data, send) {
  const about = JSON.stringify([data.stops, data.keys]);
  const places = { about, at: data.at, count: data.stops.length, ms: TICK };
  const state = alongPlaces(root, places, (at) => send("width", at));
  const refocus = anew(root, data);
  const group = groupOf(root, "group", data.words.name);
  const parts = [];
  if (data.stops.length > 1) parts.push(slider(group, data, state));
  parts.push(drawBars(group, data));
  const caption = data.words.told ? node("div", "caption", group) : null;
  if (caption) {
    caption.setAttribute("role", "status");
    parts.push((stop) => { caption.textContent = told(data, stop); });
  }
  if (data.spread) {
    node("div", "subtitle", group, data.words.spread);
    const kinds = ["before", "after", "theory", "score"];
    legendInto(group, kinds.map((kind) => [`swatch ${kind}`, data.words.legend[kind]]));
    parts.push(drawRidges(group, data));
  }
  state.show = (stop) => parts.forEach((show) => show(stop));
  state.show(state.at);
  if (data.asks) ask(group.querySelector(".bars"), data, root.answer);
  refocus();
  return state;
}

/** In a lesson a row is pressed. */
function ask(canvas, data, answer) {
  canvas.setAttribute("role", "group");
  canvas.querySelectorAll(".row").forEach((row, line) => {
    row.setAttribute("aria-label", data.divisors[line].name);
    offered(row, data.asks, line, answer);
  });
}

/** One line: the mean largest weight and gradient, undivided and divided by the root. */
function told(data, stop) {
  const of = (id) => {
    const { largest, gradient } = data.divisors.find((one) => one.id === id);
    return { largest: largest[stop].toFixed(2), slope: gradient[stop].toFixed(2) };
  };
  const [raw, root] = [of("none"), of("root")];
  return fill(data.words.told, {
    d: data.stops[stop], raw: raw.largest, root: root.largest, raw_slope: raw.slope, root_slope: root.slope,
    sd: data.spread.sd[stop].toFixed(1),
  });
}

function numbers(data, { at: stop }) {
  const rows = data.divisors.flatMap((divisor) => {
    const weights = softmaxOf(data.scores[stop], divisor.by[stop]);
    return data.keys.map((key, at) => ({
      d_k: data.stops[stop], divisor: divisor.name, by: divisor.by[stop], key, score: data.scores[stop][at],
      weight: weights[at], gradient: divisor.gradient[stop] ?? gradientOf(weights),
    }));
  });
  const found = [{ name: "rows", rows }];
  if (data.spread) {
    found.push({ name: "spread", rows: data.stops.map((d_k, at) => ({
      d_k, deviation: data.spread.sd[at], theory: data.spread.theory[at],
    })) });
  }
  return found;
}

export default (component) => mount(component, "recut", draw, numbers);
