// Marks of a drawing by their class: where they stand, what they say, and what `more` they have; outlines,
// of which two decimals of a pixel are finer than a screen; many small cells, a path a shade.
import { svg } from "./html.js";

/** @type {Kit["Words"]} */
export const Words = (kind, x, y, said, more) =>
  svg`<text class=${kind} x=${x} y=${y} all=${more}>${said}</text>`;

/** @type {Kit["Box"]} */
export const Box = (kind, x, y, width, height, more) =>
  svg`
    <rect class=${kind} x=${x} y=${y} width=${width} height=${height}
      all=${more} />
  `;

/** @param {string} kind @param {number} x @param {number} y @param {number} r */
export const Dot = (kind, x, y, r) => svg`<circle class=${kind} cx=${x} cy=${y} r=${r} />`;

/** @param {string} kind @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
export const Line = (kind, x1, y1, x2, y2) =>
  svg`<line class=${kind} x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`;

/** @param {string} kind @param {string} d @param {Attributes} [more] */
export const Path = (kind, d, more) => svg`<path class=${kind} d=${d} all=${more} />`;

/** Along a line, from place to place so opaque; its colours are those of the style.
 * @type {Kit["Gradient"]} */
export const Gradient = (id, [x1, y1], [x2, y2], stops) =>
  svg`
    <linearGradient id=${id} gradientUnits="userSpaceOnUse" x1=${x1} y1=${y1}
      x2=${x2} y2=${y2}>
      ${stops.map(([at, opacity]) => svg`<stop offset=${at} stop-opacity=${opacity} />`)}
    </linearGradient>
  `;

/** Of a line that is as thick however its drawing is stretched. */
export const FINE = { "vector-effect": "non-scaling-stroke" };

export const px = (/** @type {number} */ value) => Math.round(100 * value) / 100;

/** Where a part of HTML lies over a drawing, for `style=`. @type {Kit["area"]} */
export const area = (x, y, width, height) =>
  `left: ${px(x)}px; top: ${px(y)}px; width: ${px(width)}px; height: ${px(height)}px`;

/** @param {number} x @param {number} y @param {number} width @param {number} height */
export const boxed = (x, y, width, height) =>
  `M${px(x)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`;

/** A ribbon between two rows of tiles, or columns, from [a, a + wa] at p0 to [b, b + wb] at p1.
 * @type {Kit["ribbon"]} */
export const ribbon = (a, wa, p0, b, wb, p1, isDown) => {
  const at = (/** @type {number} */ side, /** @type {number} */ way) =>
    (isDown ? [side, way] : [way, side]).map(px).join(" ");
  /** @param {number} from @param {number} to @param {number} end */
  const curve = (from, to, end) => {
    const middle = (p0 + p1) / 2;
    return `C${at(from, middle)} ${at(to, middle)} ${at(to, end)}`;
  };
  const across = `${isDown ? "H" : "V"}${px(b + wb)}`;
  return `M${at(a, p0)}${curve(a, b, p1)}${across}${curve(b + wb, a + wa, p0)}Z`;
};

const STEPS = 50; // shades from 0 to 1, closer than an eye tells apart

/** Of cells in rows of `columns` all that are of one kind as an outline, in units of a cell.
 * @type {Kit["outlines"]} */
export const outlines = (cells, columns, kind) =>
  [...Map.groupBy(cells.keys(), (at) => kind(cells[at]))].map(([one, places]) => [
    one,
    places.map((at) => `M${at % columns} ${Math.floor(at / columns)}h1v1h-1z`).join(""),
  ]);

/** The shades of cells, -1..1; those without any are left out. @type {Kit["raster"]} */
export const raster = (shares, columns) =>
  outlines(shares, columns, (share) => Math.round(STEPS * share)).filter(([shade]) => shade !== 0)
    .map(([shade, d]) => ({ share: shade / STEPS, d }));
