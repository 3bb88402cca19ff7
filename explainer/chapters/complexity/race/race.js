// Four layers side by side: multiply-adds as bars, time as bars cut into the steps that have to wait.

const LINE = { wide: 48, narrow: 78 };
const SLIM = 640;
const BAR = 22;
const MOST = 60; // steps that are drawn one by one; more of them would be closer than a line is wide

const counted = (value) => value.toLocaleString("en-US");

function ms(value) {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return value >= 10 ? value.toFixed(1) : value.toPrecision(2);
}

function stateOf(root, data, send) {
  const state = remember(root);
  const { clock } = state;
  clock.release(); // no pointer is down on a new drawing
  if (!state.at || !clock.busy()) state.at = [...data.at];
  state.set = (which, index) => {
    state.at[which] = index;
    state.show();
    clock.later(() => send("rest", state.at[0] * data.widths.length + state.at[1]));
  };
  return state;
}

/** A native slider, so keys, touch and screen readers are at home. */
function slider(parent, data, state, which) {
  const stops = which ? data.widths : data.lengths;
  const words = which ? data.words.d : data.words.n;
  const box = node("label", "control", parent);
  node("span", "", box, words);
  const number = node("strong", "", box);
  const input = node("input", "", box);
  input.dataset.screen = "";
  input.dataset.focus = `slider${which}`;
  Object.assign(input, { type: "range", min: 0, max: stops.length - 1, step: 1 });
  input.setAttribute("aria-label", words);
  holdWhileDragged(input, state.clock);
  input.oninput = () => state.set(which, Number(input.value));
  return () => {
    input.value = state.at[which];
    number.textContent = counted(stops[state.at[which]]);
    input.setAttribute("aria-valuetext", counted(stops[state.at[which]]));
  };
}

/** Where the two groups of bars stand. */
function layout(width) {
  if (width < SLIM) return { narrow: true, rail: 0, groups: [{ x: 0, wide: width - 112 }, { x: 0, wide: width - 112 }] };
  const rail = 152;
  const each = (width - rail - 40) / 2;
  return { narrow: false, rail, groups: [{ x: rail, wide: each - 118 }, { x: rail + each + 40, wide: each - 104 }] };
}

function bar(canvas, group, y, share, one) {
  const long = Math.max(1.5, share * group.wide);
  put(canvas, "rect", { class: "ground", x: group.x, y, width: group.wide, height: BAR, rx: 4 });
  put(canvas, "rect", { x: group.x, y, width: long, height: BAR, rx: Math.min(4, long / 2), style: `fill:var(--${one.tone})` });
  return long;
}

/** Cuts where one step ends and the next, which has waited for it, begins. */
function cuts(canvas, group, y, long, steps) {
  const shown = Math.min(steps, MOST);
  if (shown < 2 || long / shown < 2.5) return;
  for (let at = 1; at < shown; at += 1) {
    const x = group.x + (at * long) / shown;
    put(canvas, "line", { class: "cut", x1: x, x2: x, y1: y, y2: y + BAR });
  }
}

function drawRunners(field, data, [n, d]) {
  field.replaceChildren();
  const width = Math.max(260, field.clientWidth);
  const { narrow, groups } = layout(width);
  const line = LINE[narrow ? "narrow" : "wide"];
  const top = narrow ? 4 : 26;
  const canvas = put(field, "svg", {
    width, height: top + data.runners.length * line, role: "img", "aria-label": data.words.drawn,
  });
  if (!narrow) [data.words.multiplied, data.words.time].forEach((words, at) => put(canvas, "text", { class: "head", x: groups[at].x, y: 14 }, words));
  const values = data.runners.map((one) => [one.multiplied[d][n], one.ms[d][n]]);
  const most = [0, 1].map((which) => Math.max(...values.map((pair) => pair[which])));
  const least = [0, 1].map((which) => Math.min(...values.map((pair) => pair[which])));
  data.runners.forEach((one, row) => {
    const y = top + row * line;
    put(canvas, "text", { class: "name", x: 0, y: narrow ? y + 14 : y + BAR / 2 + 5 }, one.name);
    groups.forEach((group, which) => {
      const level = narrow ? y + 20 + which * (BAR + 4) : y;
      const long = bar(canvas, group, level, values[row][which] / most[which], one);
      if (which) cuts(canvas, group, level, long, one.steps[n]);
      const told = which ? `${ms(values[row][1])} ms` : counted(values[row][0]);
      const isLeast = values[row][which] === least[which];
      put(canvas, "text", { class: isLeast ? "value best" : "value", x: group.x + group.wide + 8, y: level + BAR / 2 + 5 }, told);
    });
    if (one.steps[n] === 1) return;
    const steps = fill(data.words.steps, { n: counted(one.steps[n]) });
    if (!narrow) put(canvas, "text", { class: "step", x: groups[1].x, y: y + BAR + 15 }, steps);
    else put(canvas, "text", { class: "step end", x: width, y: y + 14 }, steps);
  });
}

function draw(root, data, send) {
  const state = stateOf(root, data, send);
  const refocus = anew(root, data);
  const group = node("div", "group", root);
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", data.words.name);
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
