// A value of the program as a mosaic: a cell a number.
import { decimal, html, outlines, shade, signedShade, svg } from "../../drawings/parts.js";
/** @import { Value } from "./types.d.ts" */

const LEVELS = 24; // shades that are told apart
const LEAST = 5; // pixels

/** What the darkest colour stands for. @param {Value} value */
export const mostOf = ({ numbers, isWeights }) =>
  isWeights
    ? 1
    : Math.max(0, ...numbers.map((number) => typeof number === "number" ? Math.abs(number) : 0));

/** @param {Value} value @param {number | string} number @param {number} most */
function colourOf({ isWeights }, number, most) {
  if (typeof number === "string") return "var(--mask)";
  const share = Math.round((number / (most || 1)) * LEVELS) / LEVELS;
  return isWeights ? shade(share) : signedShade(share);
}

/** A picture without names, one path for all cells of a colour, as large as `room` has it.
 * @param {Value} value @param {number[]} room @param {number} [most] */
export function Mosaic(value, room, most = mostOf(value)) {
  const [rows, columns] = value.size;
  const [only] = value.numbers;
  if (rows * columns === 1) {
    const said = typeof only === "number" ? decimal(only, Number.isInteger(only) ? 0 : 2) : only;
    return html`<span class="alone">${said}</span>`;
  }
  const zoom = Math.min(room[0] / columns, room[1] / rows);
  return svg`
    <svg class="mosaic" viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none"
      aria-hidden="true"
      width=${Math.max(LEAST, columns * zoom)} height=${Math.max(LEAST, rows * zoom)}>
      ${outlines(value.numbers, columns, (one) => colourOf(value, one, most)).map(([fill, d]) =>
        svg`<path d=${d} style="fill: ${fill}" />`
      )}
    </svg>
  `;
}
