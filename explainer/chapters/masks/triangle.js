// Training's triangle beside translation's single row; the triangle's edge can be moved. Moving it
// cuts the weights anew here, with the scores of the head.
import { fill, percent } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { Hatched, Legend } from "../../drawings/legend.js";
import { sum } from "../../drawings/math.js";
import { PlayButton } from "../../drawings/play.js";
import { kept, RowPanel, TrianglePanel } from "./panels.js";
import { Hatches, placesOf, weightsOf, whole } from "./rows.js";
import { Strip } from "./strip.js";

/** `scores` are those of one head (T, T), future included; `probs` p(wanted) for every edge (E, T)
 * and `steps` those of translation (T), null where they are not to be shown.
 * @typedef {{ fed: string[], wanted: string[], scores: number[][], edges: number[],
 *   probs: number[][] | null, steps: number[] | null }} Data */
/** `at` is the chosen row, `hover` the one under the pointer.
 * @typedef {{ at: number, edge: number, hover: number | null,
 *   drag: import("./panels.js").Drag | null,
 *   lit: { low: number, high: number, turn: number } }} State */
/** @typedef {Drawing<Data, State>} Triangle */

const NARROW = 760; // pixels: the row stands below the triangle
const GAP = 36;
const BEAT = 650; // milliseconds of a row while it plays
const SAME = 1e-3; // two probabilities that differ less are the same to two digits
const FALLEN = 0.8; // of its probability in translation: below that it has fallen

export const start = () => (
  { at: 0, edge: 0, hover: null, drag: null, lit: { low: 0, high: 0, turn: 0 } }
);
/** @param {Data} data */
export const about = ({ fed }) => JSON.stringify(fed);

/** p of what a row is to write: in training with this edge, and in translation.
 * @param {Data} data @param {number} row @param {number} edge */
const both = ({ probs, steps, edges }, row, edge) =>
  probs && steps ? [probs[edges.indexOf(edge)][row], steps[row]] : null;

/** @param {Triangle} drawing */
export default function Triangle(drawing) {
  const { data, words, width, measure } = drawing;
  const { fed, wanted, scores, probs } = data;
  const edge = kept(data.edges, drawing.state.edge);
  const scene = { ...drawing, state: { ...drawing.state, edge } };
  const row = drawing.state.hover ?? drawing.state.at;
  const last = row + edge;
  const isNarrow = width < NARROW;
  const at = placesOf(isNarrow ? width : (width - GAP) / 2, fed.length, isNarrow, measure);
  const weights = weightsOf(scores[row], last + 1);
  const strip = { tokens: fed, scores: scores[row], row, last, weights };
  const found = both(data, row, edge);
  return html`
    <div class="panels">
      <div class="title first">
        <strong>${words.left}</strong>
        <span class="line">${fill(words.left_line, { count: fed.length })}</span>
      </div>
      <div class="title second">
        <strong>${words.right}</strong>
        ${found && verdict(found)} ${PlayButton(drawing, words.play, fed.length, BEAT)}
        <span class="line">${words.right_line}</span>
      </div>
      ${Hatches()} ${TrianglePanel(scene, at)} ${RowPanel(scene, at)}
    </div>
    <div class="caption" role="status">${told()}</div>
    ${Strip(strip, words, width)}
    ${Legend([
      { mark: "weight", words: words.legend_weight },
      { mark: "closed", words: words.legend_closed, inside: Hatched() },
      { mark: "future", words: words.legend_future },
      { mark: "answer", words: words.legend_answer },
    ])}
  `;

  /** Whether both ways agree. @param {number[]} found */
  function verdict(found) {
    const isSame = Math.abs(found[0] - found[1]) < SAME;
    const digits = !isSame && whole(found[0]) === whole(found[1]) ? 1 : 0;
    const [p, alone] = found.map((one) => percent(one, digits));
    return isSame
      ? html`<span class="verdict right">✓ ${p} = ${alone}</span>`
      : html`<span class="verdict wrong">✗ ${p} ≠ ${alone}</span>`;
  }

  /** One line about the row and what the edge does to it. */
  function told() {
    const hidden = fed.length - 1 - row;
    const [p, alone] = found ?? [1, 1];
    const opened = p < FALLEN * alone ? words.told_falls : words.told_open;
    const open = !hidden ? words.told_open_last : probs ? opened : words.told_open_bare;
    const closed = hidden ? words.told_closed : words.told_closed_last;
    return fill(edge ? open : closed, {
      ...{ fed: fed[row], wanted: wanted[row], hidden, p: whole(p), alone: whole(alone) },
      ahead: whole(sum(weights.slice(row + 1))),
    });
  }
}

/** Scores and weights of every cell as the edge stands, and the probabilities of both ways.
 * @param {Data} data @param {State} state */
export function numbers(data, state) {
  const edge = kept(data.edges, state.edge);
  const cells = data.fed.flatMap((query, row) => {
    const weights = weightsOf(data.scores[row], row + edge + 1);
    return data.fed.map((key, column) => ({
      ...{ row: row + 1, query, column: column + 1, key, score: data.scores[row][column] },
      ...{ seen: column <= row + edge, weight: weights[column] },
    }));
  });
  const rows = data.fed.map((fed, row) => {
    const [training, translation] = both(data, row, edge) ?? [];
    return { row: row + 1, fed, wanted: data.wanted[row], training, translation };
  });
  return [{ name: "cells", rows: cells }, { name: "rows", rows }];
}
