// Four layers side by side: multiply-adds as bars, and time from left to right with a line for every
// token: a staircase where a token waits for the one before it, a block where all are computed at once.

const LINE = { wide: 60, narrow: 96 };
const SLIM = 640;
const BAR = 22; // pixels of a bar of multiply-adds
const LANE = 42; // of the lane of a layer's time
const MOST = 16; // tokens that are drawn one by one; of more of them several together
const STAIR = 4; // pixels of a step of a staircase at least

const counted = (value) => value.toLocaleString("en-US");

function ms(value) {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return value >= 10 ? value.toFixed(1) : value.toPrecision(2);
}

function stateOf(root, data, send) {
  const state = remember(root);
  const { clock } = state;
  state.at = clock.chosen(JSON.stringify([data.lengths, data.widths]), data.at);
  state.set = (which, index) => {
    state.at = state.at.with(which, index);
    state.show();
    clock.later(() => send("rest", state.at[0] * data.widths.length + state.at[1]), state.at);
  };
  return state;
}

function slider(parent, data, state, which) {
  const stops = which ? data.widths : data.lengths;
  const words = which ? data.words.d : data.words.n;
  const box = node("label", "control", parent);
  node("span", "", box, words);
  const number = node("strong", "", box);
  const places = { label: words, focus: `slider${which}`, count: stops.length, clock: state.clock };
  const input = placesSlider(box, places, (stop) => state.set(which, stop));
  return () => {
    input.value = state.at[which];
    number.textContent = counted(stops[state.at[which]]);
    input.setAttribute("aria-valuetext", counted(stops[state.at[which]]));
  };
}

/** Where names, bars of multiply-adds and lanes of time stand. */
function layout(width) {
  if (width < SLIM) return { narrow: true, groups: [{ x: 0, wide: width - 112 }, { x: 0, wide: width - 72 }] };
  const rail = 236;
  const bars = (width - rail) * 0.24;
  const x = rail + bars + 118;
  return { narrow: false, groups: [{ x: rail, wide: bars }, { x, wide: width - x - 72 }] };
}

/** Who a token is computed from, five of them. */
function pattern(canvas, x, y, one) {
  const at = (token) => x + 5 + 13 * token;
  const reached = { attention: [0, 1, 2, 3, 4], convolution: [2, 3, 4], restricted: [2, 3, 4] }[one.kind];
  const line = (x1, y1, x2, y2) => put(canvas, "line", { class: "tie", x1, y1, x2, y2, style: `stroke:var(--${one.tone})` });
  if (reached) reached.forEach((from) => line(at(from), y + 26, at(one.kind === "attention" ? 4 : 3), y + 4));
  else {
    line(at(0), y + 4, at(4), y + 4);
    for (let token = 0; token < 5; token += 1) line(at(token), y + 26, at(token), y + 4);
  }
  for (let token = 0; token < 5; token += 1) {
    for (const level of [4, 26]) put(canvas, "circle", { class: "dot", cx: at(token), cy: y + level, r: 3, style: `fill:var(--${one.tone})` });
  }
}

function bar(canvas, group, y, share, one) {
  const long = Math.max(1.5, share * group.wide);
  put(canvas, "rect", { class: "ground", x: group.x, y, width: group.wide, height: BAR, rx: 4 });
  put(canvas, "rect", { x: group.x, y, width: long, height: BAR, rx: Math.min(4, long / 2), style: `fill:var(--${one.tone})` });
}

/** A line for each token, from where its computing begins to where it ends. */
function lane(canvas, group, y, share, one, { steps, tokens }) {
  put(canvas, "rect", { class: "ground", x: group.x, y, width: group.wide, height: LANE, rx: 4 });
  const rows = Math.min(tokens, MOST);
  const [high, long] = [LANE / rows, Math.max(1.5, share * group.wide)];
  const tall = steps > 1 ? Math.max(high, STAIR) : high - 0.6;
  const parts = Array.from({ length: rows }, (_, row) => {
    const [from, to] = steps > 1 ? [(long * row) / rows, (long * (row + 1)) / rows] : [0, long];
    return `M${(group.x + from).toFixed(1)} ${(y + Math.min(row * high, LANE - tall)).toFixed(1)}h${(to - from).toFixed(1)}v${tall.toFixed(2)}h${(from - to).toFixed(1)}z`;
  });
  put(canvas, "path", { d: parts.join(""), style: `fill:var(--${one.tone})` });
}

function drawRunners(field, data, [n, d]) {
  field.replaceChildren();
  const width = Math.max(260, field.clientWidth);
  const { narrow, groups } = layout(width);
  const line = LINE[narrow ? "narrow" : "wide"];
  const top = narrow ? 4 : 26;
  const bottom = top + data.runners.length * line;
  const canvas = put(field, "svg", { width, height: bottom, role: "img", "aria-label": data.words.drawn });
  if (!narrow) [data.words.multiplied, data.words.time].forEach((words, at) => put(canvas, "text", { class: "head", x: groups[at].x, y: 14 }, words));
  const values = data.runners.map((one) => [one.multiplied[d][n], one.ms[d][n]]);
  const most = [0, 1].map((which) => Math.max(...values.map((pair) => pair[which])));
  const least = [0, 1].map((which) => Math.min(...values.map((pair) => pair[which])));
  data.runners.forEach((one, row) => {
    const y = top + row * line;
    const steps = one.steps[n];
    put(canvas, "text", { class: "name", x: narrow ? 0 : 80, y: y + (narrow ? 14 : 17) }, one.name);
    const told = steps === 1 ? data.words.once : fill(data.words.steps, { n: counted(steps) });
    put(canvas, "text", { class: narrow ? "step end" : "step", x: narrow ? width : 80, y: y + (narrow ? 14 : 35) }, told);
    if (!narrow) pattern(canvas, 0, y + 6, one);
    const levels = narrow ? [y + 20, y + 46] : [y + (LANE - BAR) / 2, y];
    bar(canvas, groups[0], levels[0], values[row][0] / most[0], one);
    lane(canvas, groups[1], levels[1], values[row][1] / most[1], one, { steps, tokens: data.lengths[n] });
    groups.forEach((group, which) => put(canvas, "text", {
      class: values[row][which] === least[which] ? "value best" : "value",
      x: group.x + group.wide + 8, y: levels[which] + (which ? LANE : BAR) / 2 + 5,
    }, which ? `${ms(values[row][1])} ms` : counted(values[row][0])));
  });
}

function draw(root, data, send) {
  const state = stateOf(root, data, send);
  const refocus = anew(root, data);
  const group = groupOf(root, "group", data.words.name);
  const controls = node("div", "controls", group);
  const sliders = [slider(controls, data, state, 0), slider(controls, data, state, 1)];
  const field = node("div", "field", group);
  state.show = () => {
    sliders.forEach((show) => show());
    drawRunners(field, data, state.at);
  };
  state.show();
  refocus();
  return state;
}

function numbers(data, { at: [n, d] }) {
  return [{ name: "layers", rows: data.runners.map((one) => ({
    layer: one.name, n: data.lengths[n], d: data.widths[d], multiply_adds: one.multiplied[d][n],
    ms: one.ms[d][n], sequential_steps: one.steps[n], longest_path: one.path[n],
  })) }];
}

export default (component) => mount(component, "race", draw, numbers);
