// A row of a panel: its cells, what it is to write, and how probable that is.
import { percent } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { clamp, softmax } from "../../drawings/math.js";
import { inkOn, shade } from "../../drawings/shade.js";
import { fitted, tspans } from "../../drawings/token.js";

/** Where a panel has its columns; `told` is the room for what a row is to write.
 * @typedef {{ left: number, told: number, cell: number, row: number, count: number, width: number,
 *   isNarrow: boolean, measure: import("../../drawings/mount.js").Measure }} Places */

const TALLEST = 24;
const ROOMY = [23, 29]; // pixels of a cell that a number fits into, and one with its 0

/** The softmax of one row over the keys it may see, 0..row + edge; the others get nothing.
 * @param {number[]} scores @param {number} seen */
export function weightsOf(scores, seen) {
  const weights = softmax(scores.slice(0, seen));
  return scores.map((_, key) => weights[key] ?? 0);
}

/** @param {number} width @param {number} count @param {boolean} isNarrow
 * @param {Places["measure"]} measure @returns {Places} */
export function placesOf(width, count, isNarrow, measure) {
  const [left, told] = isNarrow ? [58, 88] : [62, 142];
  const cell = clamp((width - left - told) / count, 5, 52);
  // Rows that a finger meets, while there are few of them.
  const row = isNarrow && count <= 16 ? 24 : clamp(cell, 11, TALLEST);
  return { left, told, cell, row, count, width, isNarrow, measure };
}

export const whole = (/** @type {number} */ p) => percent(p, 0);

/** The name of a row at its left. @param {Places} at @param {number} y @param {string} token */
export const RowName = (at, y, token) =>
  svg`
    <text class="side target end" x=${at.left - 6} y=${y + at.row / 2 + 4.5}>${tspans(
      fitted(token, at.left - 8, at.measure, 13, 600),
    )}</text>
  `;

/** The cells of one row: shade or hatch of each, of the row at hand its number.
 * @param {Places} at @param {number} y @param {{ row: number, weights: number[], last: number,
 *   isChosen: boolean, lit?: (far: number) => string }} one  `last` is the last key it may see,
 *   `lit` a class of what has just opened or closed */
export const Cells = (at, y, { row, weights, last, isChosen, lit = () => "" }) =>
  weights.map((weight, key) => {
    const [isOpen, isFuture] = [key <= last, key <= last && key > row];
    const [x, wide] = [at.left + key * at.cell, at.cell - 1.5];
    const isTold = isChosen && isOpen && wide >= ROOMY[0];
    const number = weight.toFixed(2);
    return svg`
      <rect class="cell ${isOpen ? "open" : "hatched"} ${isFuture && "future"} ${lit(key - row)}"
        x=${x + 0.75} y=${y + 0.75} width=${wide} height=${at.row - 1.5} rx=${Math.min(
          4,
          at.cell / 6,
        )}
        style=${isOpen && `fill: ${shade(weight)}`} />
      ${key === row + 1 && !isTold && svg`
        <circle class="answer" cx=${x + at.cell / 2} cy=${y + at.row / 2} r=${Math.min(
          3.4,
          at.cell / 6,
        )} />
      `}
      ${isTold && svg`
        <text class="number" x=${x + at.cell / 2} y=${y + at.row / 2 + 4} style="fill: ${inkOn(
          weight,
        )}">${wide < ROOMY[1] ? number.replace(/^0/, "") : number}</text>
      `}
    `;
  });

/** What a row is to write: its name, a bar as long as it is probable, and the number.
 * @param {Places} at @param {number} y @param {string} token @param {number | undefined} p
 * @param {boolean} isChosen */
export function Wanted(at, y, token, p, isChosen) {
  const left = at.left + at.count * at.cell + 16;
  const room = p === undefined ? at.told - 18 : at.isNarrow ? at.told - 44 : 58;
  const [from, middle, long] = [left + room + 3, y + at.row / 2, at.isNarrow ? 24 : 30];
  return svg`
    <text class="wanted" x=${left} y=${middle + 4.5}>${tspans(
      fitted(token, room, at.measure, 12.5, 600),
    )}</text>
    ${p !== undefined && svg`
      <rect class="track" x=${from} y=${middle - 3.5} width=${long} height="7" rx="2" />
      <rect class="bar" x=${from} y=${middle - 3.5} width=${Math.max(
        0.5,
        long * p,
      )} height="7" rx="2" />
      ${isChosen && !at.isNarrow && svg`
        <text class="p" x=${from + long + 4} y=${middle + 4.5}>${whole(p)}</text>
      `}
    `}
  `;
}
