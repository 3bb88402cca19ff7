// The names above a mask's columns and a row of a panel: its cells, what it is to write, and how
// probable that is.
import { clamp, ground, Hatch, html, percent, softmax, spans, wide } from "../../drawings/parts.js";
/** @import { MaskParts, MaskRow, Places } from "./types.d.ts" */

const TALLEST = 24;
const ROOMY = [23, 29, 11]; // pixels of a cell that a number fits into, one with its 0, a 0 alone

/** The softmax of one row over the keys it may see, 0..row + edge; the others get nothing. */
export function weightsOf(/** @type {number[]} */ scores, /** @type {number} */ seen) {
  const weights = softmax(scores.slice(0, seen));
  return scores.map((_, key) => weights[key] ?? 0);
}

/** @type {MaskParts["placesOf"]} */
export function placesOf(width, count, isNarrow, measure) {
  const [left, told] = isNarrow ? [58, 88] : [62, 142]; // names; what a row is to write
  const cell = clamp((width - left - told) / count, 5, 52);
  // Rows that a finger meets, while there are few of them.
  const row = isNarrow && count <= 16 ? 24 : clamp(cell, 11, TALLEST);
  return { left, cell, row, count, isNarrow, measure };
}

/** For `style=` of a panel. @param {Pick<Places, "left" | "cell" | "row" | "count">} at */
export const sizes = ({ left, cell, row, count }) =>
  `--left: ${left}px; --cell: ${cell}px; --row: ${row}px; --count: ${count}`;

export const whole = (/** @type {number} */ p) => percent(p, 0);

/** What a row says at its left and right, and its cells: shade or hatch of each, of the row at hand its
 * number. @param {Places} at @param {MaskRow} one */
export const Row = (at, { row, name, weights, last, isChosen, wanted, p, from = Infinity }) =>
  html`
    <span class="side target">${spans(name)}</span>
    ${weights.map((weight, key) => {
      const isOpen = key <= last;
      const kind = !isOpen ? "hidden" : key > row ? "open future" : "open";
      const edge = key === last ? "last" : key === last + 1 && "next";
      const told = isOpen ? weight.toFixed(2).replace(at.cell < ROOMY[1] ? /^0/ : "", "") : "0";
      const isTold = isChosen && at.cell >= ROOMY[isOpen ? 0 : 2] && (isOpen || key > row + 1);
      const said = isTold ? told : key === row + 1 && html`<i class="answer"></i>`;
      return html`
        <span class="cell ${kind} ${edge} ${isOpen && key > row + from && "lit"}"
          style=${isOpen && ground(weight)}>${said}</span>
      `;
    })}
    <span class="wanted">${spans(wanted)}</span>
    ${p !== undefined && html`
      <span class="track"><i style="width: ${100 * p}%"></i></span>
      ${!at.isNarrow && html`<b class="p">${isChosen && whole(p)}</b>`}
    `}
  `;

/** The names above columns: level where all of them fit, else upright. @type {MaskParts["Names"]} */
export function Names(names, kind, cell, measure) {
  const isLevel = names.every((name) => wide(name, measure, 12.5, 600) <= cell - 4);
  return html`
    <div class="columns names ${!isLevel && "upright"}" aria-hidden="true">
      <span></span>
      ${names.map((name, at) => html`<span class="side ${kind(at)}">${spans(name)}</span>`)}
    </div>
  `;
}

/** Once in a drawing: what its hatched grounds are made of. */
export const Hatches = () => html`<svg class="hatches" width="0" height="0">${Hatch()}</svg>`;
