// A value of the program as a mosaic: a cell a number.
import { exact, html, outlines, shade, signedShade, svg } from "../../drawings/parts.js";
/** @import { Value } from "./types.d.ts" */

const LEVELS = 24; // shades that are told apart
const LEAST = 5; // pixels

/** How far each number is from 0; of a word nothing. @param {Value} value */
export const sizesOf = ({ numbers }) => numbers.map((number) => Math.abs(Number(number)) || 0);
/** What the darkest colour stands for. @param {Value} value */
export const mostOf = (value) => (value.isWeights ? 1 : Math.max(...sizesOf(value)));

/** No decimals where all are whole. @param {Value} value @param {number} digits */
export const digitsOf = ({ numbers, isWeights }, digits) =>
  isWeights || numbers.some((one) => Number(one) % 1) ? digits : 0;
/** @param {Value} value @param {number | string} number @param {number} [digits] */
export const printed = (value, number, digits = 2) =>
  typeof number === "string" ? number : exact(number, digitsOf(value, digits));

/** A picture without names, one path for all cells of a colour, as large as `room` has it.
 * @param {Value} value @param {number[]} room @param {number} [most] */
export function Mosaic(value, room, most = mostOf(value)) {
  const { size: [rows, columns], numbers, isWeights } = value;
  if (numbers.length === 1) return html`<span class="alone">${printed(value, numbers[0])}</span>`;
  const colour = (/** @type {number | string} */ number) => {
    if (typeof number === "string") return "var(--mask)";
    const share = Math.round((number / (most || 1)) * LEVELS) / LEVELS;
    return isWeights ? shade(share) : signedShade(share);
  };
  const zoom = Math.min(room[0] / columns, room[1] / rows);
  return svg`
    <svg class="mosaic" viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none"
      aria-hidden="true"
      width=${Math.max(LEAST, columns * zoom)} height=${Math.max(LEAST, rows * zoom)}>
      ${outlines(numbers, columns, colour).map(([fill, d]) =>
        svg`<path d=${d} style="fill: ${fill}" />`
      )}
    </svg>
  `;
}
