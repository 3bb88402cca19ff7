// Training's triangle beside translation's single row; the triangle's edge can be moved. Moving it
// cuts the weights anew here, with the scores of the head.
import { arrows, crossed, decimal, fill, ground, Hatched, html } from "../../drawings/parts.js";
import { Legend, moveTo, percent, PlayButton, roving, spans, sum } from "../../drawings/parts.js";
import { tab } from "../../drawings/parts.js";
import { Hatches, Names, placesOf, Row, sizes, weightsOf, whole } from "./rows.js";
/** @import { TriangleData as Data, TriangleState as State, Triangle, Places } from "./types.d.ts" */

const NARROW = 760; // pixels: the row stands below the triangle
const GAP = 36;
const ROOM = 34; // pixels of a column that a number needs, and of a part with its weight
const BEAT = 650; // milliseconds of a row while it plays
const SAME = 1e-3; // two probabilities that differ less are the same to two digits
const FALLEN = 0.8; // of its probability in translation: below that it has fallen

export const start = () => ({ at: 0, edge: 0, from: Infinity, hover: null, drag: null });
export const about = (/** @type {Data} */ { fed }) => fed;

/** p of what a row is to write: in training with this edge, and in translation.
 * @param {Data} data @param {number} row @param {number} edge */
const both = ({ probs, steps, edges }, row, edge) =>
  probs && steps ? [probs[edges.indexOf(edge)][row], steps[row]] : null;

export default function Triangle(/** @type {Triangle} */ drawing) {
  const { data, words, width, measure } = drawing;
  const { fed, wanted, scores, probs, steps } = data;
  const edge = kept(data.edges, drawing.state.edge);
  const scene = { ...drawing, state: { ...drawing.state, edge } };
  const row = drawing.state.hover ?? drawing.state.at;
  const last = row + edge;
  const isNarrow = width < NARROW;
  const at = placesOf(isNarrow ? width : (width - GAP) / 2, fed.length, isNarrow, measure);
  const weights = weightsOf(scores[row], last + 1);
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
      ${Hatches()} ${TrianglePanel(scene, at)} ${RowPanel()}
    </div>
    <div class="caption" role="status">${told()}</div>
    ${Strip()}
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
    const [kind, sign, relation] = isSame ? ["right", "✓", "="] : ["wrong", "✗", "≠"];
    return html`<span class="verdict ${kind}">${sign} ${p} ${relation} ${alone}</span>`;
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

  /** The row at hand: its scores, the mask on them and the weights, as a bar of length 1. */
  function Strip() {
    const kind = (/** @type {number} */ key) => (key > last ? "off" : key > row ? "future" : "");
    const lines = /** @type {[string, unknown[]][]} */ ([
      [words.key, fed.map(spans)],
      [words.score, scores[row].map((score) => decimal(score, 1))],
      [words.mask, scores[row].map((_, key) => (key <= last ? "0" : "−∞"))],
    ]);
    return html`
      <div class="strip" role="img" aria-label=${words.bar} style="--count: ${fed.length}">
        ${width / (fed.length + 2) >= ROOM && lines.map(([name, said]) => [
          html`<span class="label">${name}</span>`,
          said.map((one, key) => html`<span class="digit ${kind(key)}">${one}</span>`),
        ])}
        <span class="label">${words.bar}</span>
        <div class="bar">
          ${weights.map((weight, key) =>
            html`
              <span class="part ${kind(key)}" style="flex-grow: ${weight}; ${ground(weight)}">
                ${weight * width > 1.3 * ROOM && [weight.toFixed(2), " ", spans(fed[key])]}
              </span>
            `
          )}
        </div>
      </div>
    `;
  }

  /** Translation: the rows written so far; what comes later is not hidden, it is not there. */
  function RowPanel() {
    const free = at.isNarrow ? 0 : at.count - 1 - row;
    const high = free * at.row - 4;
    const later = (/** @type {number} */ key) => (key > row ? "target later" : "target");
    const label = fill(words.row, { number: row + 1, fed: fed[row], wanted: wanted[row] });
    return html`
      <div class="panel single" role="img" aria-label=${label} style=${sizes(at)}>
        ${!at.isNarrow && Names(fed, later, at.cell, at.measure)}
        ${fed.slice(at.isNarrow ? row : 0, row + 1).map((name, above, { length }) => {
          const index = row + 1 - length + above;
          const weights = weightsOf(scores[index].slice(0, index + 1), index + 1);
          return html`
            <div class="columns ${index === row ? "now" : "before"}">
              ${Row(at, {
                ...{ row: index, name, weights, last: index, isChosen: index === row },
                ...{ wanted: wanted[index], p: steps?.[index] },
              })}
            </div>
          `;
        })}
        ${free > 0 && html`
          <div class="nothing" style="height: ${high}px">${high > 22 && words.not_yet}</div>
        `}
      </div>
    `;
  }
}

const ASIDE = 8; // pixels: the handle lies on what is hidden, beside the numbers of what is seen

/** The edge there is that is nearest. @param {number[]} edges @param {number} wish */
export const kept = (edges, wish) =>
  edges.reduce((best, one) => (Math.abs(one - wish) < Math.abs(best - wish) ? one : best));

/** Training: all rows at once. Rows are chosen by press and arrow keys, the edge by dragging anywhere
 * and by arrow keys on its handle. @param {Triangle} drawing @param {Places} at */
function TrianglePanel(drawing, at) {
  const { data: { fed, wanted, scores, edges, probs }, words, state, set, choose } = drawing;
  const { edge, from, drag, hover } = state;
  const row = hover ?? state.at;
  const held = Number(state.at === 0 && at.count > 1); // not the chosen row, whose answer it would hide
  const key = Math.min(at.count, held + edge + 1);
  const aside = key < at.count ? ASIDE : 0; // beside the last column there are words
  const handle = `left: ${at.left + key * at.cell + aside}px; top: ${(held + 0.5) * at.row}px`;
  const go = (/** @type {number} */ to) => {
    set({ hover: null }); // a pointer that rests on another row does not hide what keys choose
    moveTo(drawing, to);
  };
  const drop = () => {
    set({ drag: null });
    if (drag && edge !== drag.edge) choose({ edge });
  };
  return html`
    <div class="panel ${drag && "dragging"}" role="group" aria-label=${words.name}
      style=${sizes(at)} onpointerdown=${({ clientX: x }) => set({ drag: { x, edge } })}
      onpointermove=${move} onpointerup=${drop} onpointercancel=${drop}
      onpointerleave=${drop}>
      ${Names(fed, () => "target", at.cell, at.measure)}
      <div class="rows">
        <div class="ground">${Hatched()}</div>
        <div role="radiogroup" aria-label=${words.rows} onkeydown=${roving(go, { press: go })}
          onpointerleave=${() => set({ hover: null })}>${fed.map(RowOf)}</div>
        <div class="handle" role="slider" tabindex="0" aria-label=${words.edge} aria-valuemin="0"
          aria-valuemax=${edges.at(-1)} aria-valuenow=${edge} style=${handle}
          onkeydown=${arrows(edges.indexOf(edge), edges.length, press, -1)}
          aria-valuetext=${edge ? fill(words.edge_open, { edge }) : words.edge_closed}>↔</div>
      </div>
    </div>
  `;

  function RowOf(/** @type {string} */ name, /** @type {number} */ index) {
    const isChosen = index === row;
    const values = { number: index + 1, fed: name, wanted: wanted[index] };
    return html`
      <div class="columns query" role="radio" tabindex=${tab(index, state.at)}
        aria-checked=${String(isChosen)} aria-label=${fill(words.row, values)}
        onclick=${() => go(index)} onpointerenter=${({ pointerType, buttons }) =>
          pointerType === "mouse" && !buttons && set({ hover: index })}>
        ${Row(at, {
          ...{ row: index, name, last: index + edge, isChosen, wanted: wanted[index], from },
          weights: weightsOf(scores[index], index + edge + 1),
          p: probs?.[edges.indexOf(edge)][index],
        })}
      </div>
    `;
  }

  /** From the first cell on the pointer is held here, and no row is pressed. */
  function move(/** @type {Happening} */ event) {
    if (!drag || !(event.buttons & 1)) return;
    const to = kept(edges, drag.edge + Math.round((event.clientX - drag.x) / at.cell));
    if (to === edge) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    set({ edge: to, from: edge, hover: null });
  }

  function press(/** @type {number} */ at) {
    if (edges[at] === edge) return;
    set({ from: edge });
    choose({ edge: edges[at] });
  }
}

/** Scores and weights of every cell as the edge stands, and the probabilities of both ways. */
export function numbers(/** @type {Data} */ data, /** @type {State} */ state) {
  const edge = kept(data.edges, state.edge);
  const weights = data.scores.map((scores, row) => weightsOf(scores, row + edge + 1));
  const cells = crossed(data.fed, data.fed, (query, key, row, column) => ({
    ...{ row: row + 1, query, column: column + 1, key, score: data.scores[row][column] },
    ...{ seen: column <= row + edge, weight: weights[row][column] },
  }));
  const rows = data.fed.map((fed, row) => {
    const [training, translation] = both(data, row, edge) ?? [];
    return { row: row + 1, fed, wanted: data.wanted[row], training, translation };
  });
  return { cells, rows };
}
