// A row of a panel: its cells, what it is to write, and how probable that is.
import { percent } from "../../drawings/format.js";
import { Box, Dot, Words } from "../../drawings/marks.js";
import { clamp, softmax } from "../../drawings/math.js";
import { inkOn, shade } from "../../drawings/shade.js";
import { fitted, tspans } from "../../drawings/token.js";

/** Where a panel has its columns; `told` is the room for what a row is to write.
 * @typedef {{ left: number, told: number, cell: number, row: number, count: number, width: number,
 *   isNarrow: boolean, measure: Measure }} Places */

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

/** What a row says at its left and right, and its cells: shade or hatch of each, of the row at hand its
 * number. @param {Places} at @param {number} y @param {{ row: number, name: string,
 *   weights: number[], last: number, isChosen: boolean, wanted: string, p: number | undefined,
 *   lit?: (far: number) => string }} one  `last` is the last key it may see, `lit` a class of what has
 *   just opened or closed, `p` how probable the `wanted` token is */
export function Row(at, y, { row, name, weights, last, isChosen, wanted, p, lit = () => "" }) {
  const [middle, wide] = [y + at.row / 2, at.cell - 1.5];
  const cells = weights.map((weight, key) => {
    const isOpen = key <= last;
    const x = at.left + key * at.cell;
    const kind = !isOpen ? "hatched" : key > row ? "open future" : "open";
    const isTold = isChosen && isOpen && wide >= ROOMY[0];
    const number = wide < ROOMY[1] ? weight.toFixed(2).replace(/^0/, "") : weight.toFixed(2);
    return [
      Box(`cell ${kind} ${lit(key - row)}`, x + 0.75, y + 0.75, wide, at.row - 1.5, {
        rx: Math.min(4, at.cell / 6),
        style: isOpen && `fill: ${shade(weight)}`,
      }),
      key === row + 1 && !isTold &&
      Dot("answer", x + at.cell / 2, middle, Math.min(3.4, at.cell / 6)),
      isTold &&
      Words("number", x + at.cell / 2, middle + 4, number, { style: `fill: ${inkOn(weight)}` }),
    ];
  });
  const left = at.left + at.count * at.cell + 16;
  const room = p === undefined ? at.told - 18 : at.isNarrow ? at.told - 44 : 58;
  const [from, long] = [left + room + 3, at.isNarrow ? 24 : 30];
  const said = (/** @type {string} */ token, /** @type {number} */ room, size = 13) =>
    tspans(fitted(token, room, at.measure, size, 600));
  return [
    Words("side target end", at.left - 6, middle + 4.5, said(name, at.left - 8)),
    ...[cells, Words("wanted", left, middle + 4.5, said(wanted, room, 12.5))],
    p !== undefined && [
      Box("track", from, middle - 3.5, long, 7, { rx: 2 }),
      Box("bar", from, middle - 3.5, Math.max(0.5, long * p), 7, { rx: 2 }),
      isChosen && !at.isNarrow && Words("p", from + long + 4, middle + 4.5, whole(p)),
    ],
  ];
}
