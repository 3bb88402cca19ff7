// The six faces of a die with their weights as columns to drag. They are one group of sliders; the
// weights go back when the hand rests. Words, colours and numbers come from Python.

const TALL = 78; // pixels of the largest weight
const WIDE = 46;
const FACE = 32;
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

function face(group, x, y, value) {
  put(group, "rect", { class: "face", x, y, width: FACE, height: FACE, rx: 7 });
  for (const at of PIPS[value]) {
    put(group, "circle", { class: "pip", cx: x + 8 + 8 * (at % 3), cy: y + 8 + 8 * Math.floor(at / 3), r: 2.8 });
  }
}

function column(canvas, data, at, clock, change) {
  const [x, base] = [at * WIDE + (WIDE - FACE) / 2, TALL + 20];
  const group = put(canvas, "g", { class: "weight", role: "slider", tabindex: 0, "data-focus": `face${at}`,
    "aria-label": data.words.faces[at], "aria-valuemin": 0, "aria-valuemax": data.most });
  put(group, "rect", { class: "track", x, y: 20, width: FACE, height: TALL, rx: 6 });
  const bar = put(group, "rect", { class: "bar", x, width: FACE, rx: 6 });
  const told = put(group, "text", { class: "p", x: x + FACE / 2 });
  face(group, x, base + 8, at + 1);
  const under = (event) => {
    const box = canvas.getBoundingClientRect();
    const y = ((event.clientY - box.top) * (canvas.clientHeight || box.height)) / box.height;
    change(((base - y) * data.most) / TALL);
  };
  let held = false;
  group.onpointerdown = (event) => {
    event.preventDefault();
    clock.hold();
    held = true;
    group.focus({ preventScroll: true });
    group.setPointerCapture(event.pointerId);
    under(event);
  };
  group.onpointermove = (event) => { if (held) under(event); };
  group.onpointerup = group.onpointercancel = () => {
    held = false;
    clock.release();
  };
  group.onkeydown = (event) => {
    const now = Number(group.getAttribute("aria-valuenow"));
    const { step, most } = data;
    const to = {
      ArrowUp: now + step, ArrowRight: now + step, ArrowDown: now - step, ArrowLeft: now - step, Home: 0, End: most,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    change(to);
  };
  return {
    show(weight, share) {
      const height = (TALL * weight) / data.most;
      bar.setAttribute("y", base - height);
      bar.setAttribute("height", height);
      told.setAttribute("y", base - height - 5);
      told.textContent = shortPercent(share);
      group.setAttribute("aria-valuenow", weight);
      group.setAttribute("aria-valuetext", told.textContent);
    },
  };
}

function draw(root, data, send) {
  const state = remember(root);
  state.weights = state.clock.chosen("", data.weights);
  const refocus = anew(root, data);
  const canvas = put(root, "svg", { width: 6 * WIDE, height: TALL + FACE + 30, role: "group", "aria-label": data.words.title });
  const show = () => {
    const total = state.weights.reduce((sum, one) => sum + one, 0);
    columns.forEach((one, at) => one.show(state.weights[at], total ? state.weights[at] / total : 0));
  };
  const columns = data.weights.map((_, at) => column(canvas, data, at, state.clock, (to) => {
    const weight = Math.max(0, Math.min(data.most, Math.round(to / data.step) * data.step));
    if (weight === state.weights[at]) return;
    state.weights = state.weights.with(at, weight);
    show();
    state.clock.later(() => send(...state.weights), state.weights);
  }));
  show();
  refocus();
  return state;
}

/** The weights as they stand, for the reader to keep. */
const numbers = (_, { weights }) => [{ name: "die", rows: weights.map((weight, at) => ({ face: at + 1, weight })) }];

export default (component) => mount(component, "loaded", draw, numbers, "rest");
