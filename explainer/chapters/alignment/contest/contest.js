// Scores as bars, a token each, and below them a line of length 1: the softmax cuts it by the scores.
// A score can be dragged: its share grows at the cost of all others. When let go it returns.

const BARS = { top: 40, height: 104 };
const NAMES = { row: 17, most: 3 };
const TIES = 46;
const CUT = 42;
const TOLD = 0.05; // from this weight on a token has its name where not all have room
const SPAN = 1.15; // how far beyond the scores there are a bar can be dragged

const digits = (value, count = 2) => value.toFixed(count).replace("-", "\u2212");

function softmax(scores) {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Where everything stands at this width; the ends of the scores stay while one is dragged. */
function placesOf(width, data, measure) {
  const scores = data.tokens.map(([, score]) => score);
  const wide = Math.max(...data.tokens.map(([piece]) => measure(piece, 13, 600)));
  const pitch = width / scores.length;
  const rows = Math.min(NAMES.most, Math.ceil((wide + 6) / pitch));
  const [least, most] = [Math.min(0, ...scores), Math.max(0, ...scores)];
  const reach = Math.max(1, most - least);
  const [low, high] = [least < 0 ? least - (SPAN - 1) * reach : 0, most + (SPAN - 1) * reach];
  const ties = BARS.top + BARS.height + rows * NAMES.row + 6;
  return {
    width, pitch, rows, low, crowded: pitch * rows < wide, high, ties, cut: ties + TIES, height: ties + TIES + CUT + 24,
    x: (index) => (index + 0.5) * pitch,
    y: (score) => BARS.top + (BARS.height * (high - score)) / (high - low),
    score: (y) => Math.min(high, Math.max(low, high - ((y - BARS.top) * (high - low)) / BARS.height)),
  };
}

function bars(canvas, data, at, state) {
  const half = Math.min(22, at.pitch * 0.32);
  put(canvas, "text", { class: "title", x: 1, y: 13 }, data.words.scores);
  put(canvas, "line", { class: "zero", x1: 0, x2: at.width, y1: at.y(0), y2: at.y(0) });
  state.scores.forEach((score, index) => {
    const [x, y, zero] = [at.x(index), at.y(score), at.y(0)];
    const is = index === state.lit ? " lit" : "";
    const grip = put(canvas, "g", {
      class: `grip${is}`, role: "slider", tabindex: 0, "data-focus": `score${index}`, "aria-valuemin": at.low.toFixed(2), "aria-valuemax": at.high.toFixed(2),
      "aria-valuenow": score.toFixed(2), "aria-label": fill(data.words.handle, { piece: data.tokens[index][0] }), "data-token": index,
    });
    put(grip, "rect", { class: "reach", x: x - at.pitch / 2, y: BARS.top - 20, width: at.pitch, height: at.ties - BARS.top + 20 });
    put(grip, "rect", { class: "score", x: x - half, y: Math.min(y, zero), width: 2 * half, height: Math.max(1, Math.abs(zero - y)) });
    put(grip, "rect", { class: "edge", x: x - half, y: y - 2, width: 2 * half, height: 4, rx: 2 });
    const room = at.pitch > 34 || index === state.lit;
    if (room) put(grip, "text", { class: "value", x, y: (score < 0 ? y + 18 : y - 8) }, digits(score));
    if (!at.crowded || state.weights[index] > TOLD || index === state.lit) pieceInto(grip, { class: "piece", x, y: BARS.top + BARS.height + 15 + (index % at.rows) * NAMES.row }, data.tokens[index][0]);
  });
}

/** The line of length 1 and the ties that lead to its parts. */
function line(canvas, data, at, state, measure) {
  const half = Math.min(22, at.pitch * 0.32);
  let from = 0;
  state.weights.forEach((weight, index) => {
    const [left, right] = [from, from + weight].map((share) => 1 + share * (at.width - 2));
    from += weight;
    const is = index === state.lit ? " lit" : "";
    const x = at.x(index);
    put(canvas, "path", { class: `tie${is}`, d: `M${x - half} ${at.ties}H${x + half}L${right} ${at.cut}H${left}Z` });
    const part = put(canvas, "rect", { class: `part${is}`, x: left, y: at.cut, width: right - left, height: CUT, "data-token": index });
    put(part, "title", {}, `${data.tokens[index][0].replaceAll("\u2581", "")} ${digits(weight, 3)}`);
    const [piece] = data.tokens[index];
    const middle = (left + right) / 2;
    const shown = digits(weight, 3);
    if (right - left > Math.max(measure(piece, 13, 650), measure(shown, 12, 600)) + 8) {
      pieceInto(canvas, { class: `inside${is}`, x: middle, y: at.cut + 18 }, piece);
      put(canvas, "text", { class: `inside number${is}`, x: middle, y: at.cut + 34 }, shown);
    }
  });
  for (const end of [0, 1]) put(canvas, "text", { class: "title", x: end ? at.width - 1 : 1, y: at.height - 6, "text-anchor": end ? "end" : "start" }, String(end));
  put(canvas, "text", { class: "title", x: at.width / 2, y: at.height - 6, "text-anchor": "middle" }, data.words.weights);
}

function draw(root, data) {
  const refocus = anew(root, data);
  const measure = ruler(root);
  const stage = node("div", "stage", root);
  const caption = node("div", "caption", root);
  caption.setAttribute("aria-live", "polite");
  node("div", "hint", root, data.words.hint);
  const own = { scores: data.tokens.map(([, score]) => score), weights: data.tokens.map(([, , weight]) => weight) };
  const first = own.weights.indexOf(Math.max(...own.weights));
  const at = placesOf(Math.max(240, stage.clientWidth), data, measure);
  const state = { ...own, lit: first, held: null };
  const paint = (focus = null) => {
    stage.replaceChildren();
    const canvas = put(stage, "svg", { width: at.width, height: at.height, role: "group", "aria-label": data.words.name });
    line(canvas, data, at, state, measure);
    bars(canvas, data, at, state);
    const isMoved = state.scores !== own.scores;
    caption.textContent = fill(isMoved ? data.words.moved : data.words.told, {
      piece: data.tokens[state.lit][0], score: digits(state.scores[state.lit]), weight: digits(state.weights[state.lit], 3),
    });
    if (focus !== null) stage.querySelector(`[data-focus="score${focus}"]`)?.focus({ preventScroll: true });
  };
  const set = (index, score, focus = null) => {
    const scores = own.scores.map((one, each) => (each === index ? score : one));
    Object.assign(state, { scores, weights: softmax(scores), lit: index });
    paint(focus);
  };
  const release = (focus = null) => { Object.assign(state, own, { held: null }); paint(focus); };
  const tokenOf = (event) => Number(event.target.closest?.("[data-token]")?.dataset.token ?? -1);
  const heightOf = (event) => {
    const box = stage.getBoundingClientRect();
    return (event.clientY - box.top) / (box.height / stage.offsetHeight || 1); // of a slide
  };
  stage.onpointerdown = (event) => {
    const grip = event.target.closest?.(".grip");
    if (!grip) return;
    event.preventDefault();
    stage.setPointerCapture(event.pointerId);
    state.held = { index: Number(grip.dataset.token), from: heightOf(event) };
    state.lit = state.held.index;
    paint();
  };
  stage.onpointermove = (event) => {
    if (state.held) {
      const { index, from } = state.held;
      set(index, at.score(at.y(own.scores[index]) + heightOf(event) - from));
    } else if (event.pointerType === "mouse" && tokenOf(event) >= 0 && tokenOf(event) !== state.lit) {
      state.lit = tokenOf(event);
      paint();
    }
  };
  stage.onpointerup = () => state.held && release();
  stage.onpointercancel = stage.onpointerup;
  stage.onkeydown = (event) => {
    const index = tokenOf(event);
    const score = { ArrowUp: 0.25, ArrowRight: 0.25, ArrowDown: -0.25, ArrowLeft: -0.25 }[event.key];
    if (index < 0 || (score === undefined && event.key !== "Escape")) return;
    event.preventDefault();
    if (score === undefined) release(index);
    else set(index, Math.min(at.high, Math.max(at.low, (state.lit === index ? state.scores[index] : own.scores[index]) + score)), index);
  };
  paint();
  refocus();
}

/** Scores and weights, for the reader to keep. */
function numbers(data) {
  return [{ name: "scores", rows: data.tokens.map(([token, score, weight]) => ({ token, score, weight })) }];
}

export default (component) => mount(component, "contest", draw, numbers);
