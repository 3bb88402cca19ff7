// Training's triangle beside translation's single row; the triangle's edge can be moved.
// Moving it re-cuts the weights here, with the scores of the head; what is chosen is sent later.

const STEP = 650; // milliseconds of a row while it plays
const LIT = 500; // milliseconds that cells are lit which opened or closed
const SAME = 1e-3; // two probabilities that differ less are the same to two digits
const FALLEN = 0.8; // of its probability in translation: below that it has fallen

/** The two headings; gives back what shows whether both ways agree. */
function headings(holder, data, state) {
  const left = node("div", "title first", holder);
  node("strong", "", left, data.words.left);
  node("span", "line", left, data.words.left_line);
  const right = node("div", "title second", holder);
  node("strong", "", right, data.words.right);
  const verdict = node("span", "verdict", right);
  playButton(right, data.words.play, state);
  node("span", "line", right, data.words.right_line);
  return (shown) => {
    if (!data.probs) return;
    const [p, alone] = both(data, shown);
    const isSame = Math.abs(p - alone) < SAME;
    verdict.className = isSame ? "verdict right" : "verdict wrong";
    verdict.textContent = isSame
      ? `\u2713 ${whole(p)} = ${whole(alone)}` : `\u2717 ${whole(p)} \u2260 ${whole(alone)}`;
  };
}

/** p of what the row is to write: in training with this edge, and in translation. */
const both = (data, { row, edge }) => [data.probs[data.edges.indexOf(kept(data, edge))][row], data.steps[row]];

function legend(root, data) {
  const kinds = ["weight", "closed", "future", "answer"];
  const swatches = legendInto(root, kinds.map((kind) => [`swatch ${kind}`, data.words.legend[kind]]));
  hatched(swatches[1], "legend_hatch");
}

/** One line about the row and what the edge does to it. */
function tell(data, { row, edge }) {
  const count = data.fed.length;
  const weights = weightsOf(data.scores, row, kept(data, edge));
  const ahead = weights.slice(row + 1).reduce((sum, one) => sum + one, 0);
  const answer = weights[row + 1] ?? 0;
  const hidden = Math.max(0, count - 1 - row - edge);
  const isLast = row === count - 1;
  const [p, alone] = data.probs ? both(data, { row, edge }) : [1, 1];
  let kind = answer >= 0.5 ? "copies" : "open";
  if (data.words.told.falls && p < FALLEN * alone) kind = "falls";
  if (isLast) kind = edge ? "open_last" : "closed_last";
  else if (!edge) kind = "closed";
  return fill(data.words.told[kind], {
    fed: data.fed[row], wanted: data.wanted[row], hidden, ahead: whole(ahead), answer: whole(answer), p: whole(p), alone: whole(alone),
  });
}

/** What is shown and how it changes; one that is still to be sent outlives new data. */
function stateOf(root, data, send) {
  const state = remember(root);
  const { clock } = state;
  const given = { row: data.row, edge: kept(data, data.edge) };
  state.shown = clock.chosen(JSON.stringify(data.fed), given, state.shown);
  const later = () => clock.later(
    () => send("place", data.edges.indexOf(state.shown.edge) * data.fed.length + state.shown.row), state.shown,
  );
  const set = (row) => {
    state.shown = { ...state.shown, row };
    state.show(state.shown);
  };
  state.row = (row) => {
    clock.stop();
    set(row);
    later();
  };
  state.edge = (wish) => {
    const edge = kept(data, wish);
    if (edge === state.shown.edge) return;
    light(root, state.shown.edge, edge);
    state.shown = { ...state.shown, edge };
    state.show(state.shown);
    later();
  };
  [state.hold, state.release] = [clock.hold, clock.release];
  state.hover = (row) => state.show(Number.isNaN(row) ? state.shown : { ...state.shown, row });
  const isLast = () => state.shown.row + 1 >= data.fed.length;
  state.play = () => clock.toggle({
    begin: () => set(0),
    next: () => {
      if (!isLast()) set(state.shown.row + 1);
      return !isLast();
    },
    rested: later,
    ms: STEP,
  });
  return state;
}

/** Lights the cells that open or close between two edges. */
function light(root, before, after) {
  const [low, high] = [Math.min(before, after), Math.max(before, after)];
  for (const cell of root.querySelectorAll(".triangle .panel:not(.single) .cell")) {
    const far = Number(cell.dataset.key) - Number(cell.dataset.row);
    if (far <= low || far > high) continue;
    cell.classList.add("flash");
    setTimeout(() => cell.classList.remove("flash"), LIT);
  }
}

function draw(root, data, send) {
  const state = stateOf(root, data, send);
  const refocus = anew(root, data);
  const holder = node("div", "panels", root);
  const verdict = headings(holder, data, state);
  const panel = panels(holder, data, state);
  const caption = node("div", "caption", root);
  caption.setAttribute("role", "status");
  const strip = drawStrip(node("div", "under", root), data);
  legend(root, data);
  state.show = (shown) => {
    verdict(shown);
    panel({ ...shown, sent: state.shown.row });
    strip(shown.row, shown.edge, weightsOf(data.scores, shown.row, shown.edge));
    caption.textContent = tell(data, shown);
  };
  state.show(state.shown);
  refocus();
  return state;
}

/** Scores and weights of every cell as the edge stands, and the probabilities of both ways. */
function numbers(data, { shown: { edge } }) {
  const cells = data.fed.flatMap((query, row) => {
    const weights = weightsOf(data.scores, row, edge);
    return data.fed.map((key, column) => ({
      row: row + 1, query, column: column + 1, key, score: data.scores[row][column],
      seen: column <= row + edge, weight: weights[column],
    }));
  });
  const rows = data.fed.map((fed, row) => ({
    row: row + 1, fed, wanted: data.wanted[row],
    ...(data.probs ? { training: both(data, { row, edge })[0], translation: data.steps[row] } : {}),
  }));
  return [{ name: "cells", rows: cells }, { name: "rows", rows }];
}

export default (component) => mount(component, "triangle", draw, numbers);
