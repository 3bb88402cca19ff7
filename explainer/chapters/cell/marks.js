// What a cell is drawn with: numbers, words, boxes, vectors as bars, rows of a matrix.
import { decimal } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { shades } from "../../drawings/map_cells.js";
import { smooth } from "../../drawings/math.js";
import { boxed } from "../../drawings/marks.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** @param {readonly number[]} values */
export const largest = (values) => Math.max(...values.map(Math.abs)) || 1;
/** How far part `at` of `count` has come when all together are at `phase`: one after another.
 * @param {number} phase @param {number} at @param {number} count @param {number} spread */
export const inTurn = (phase, at, count, spread) =>
  smooth(phase * (1 + spread) - (spread * at) / count);

/** Two or three decimals. @param {number} value */
export const number = (value) => decimal(value, Math.abs(value) >= 1 ? 2 : 3);
/** One that is added or multiplied. @param {number} value */
export const summand = (value) => (value < 0 ? `(${number(value)})` : number(value));
/** @param {number} weight */
export const share = (weight) => decimal(weight, 3);

/** A colour of the palette. @param {string} name */
export const tone = (name) => `var(--${name})`;
/** @param {string | undefined} colour */
const filled = (colour) => colour && `fill: ${colour}`;

/** @param {string} kind @param {number} x @param {number} y @param {unknown} words
 * @param {string} [colour] */
export const Say = (kind, x, y, words, colour) =>
  svg`<text class=${kind} x=${x} y=${y} style=${filled(colour)}>${words}</text>`;

/** A letter with a lower index, and what follows it.
 * @param {string} letter @param {string | number} index @param {string} [rest] */
export const indexed = (letter, index, rest = "") => [
  svg`<tspan class="letter">${letter}</tspan>`,
  svg`<tspan class="index" dy="4">${index}</tspan>`,
  svg`<tspan dy="-4">${rest}</tspan>`,
];

/** @param {Box} box @param {string} kind @param {number} [rx] @param {string} [colour] */
export const Frame = ({ x, y, width, height }, kind, rx, colour) =>
  svg`
    <rect class=${kind} x=${x} y=${y} width=${width} height=${height}
      rx=${rx} style=${filled(colour)} />
  `;

/** @param {string} d @param {string} kind @param {string} [colour] @param {number} [opacity] */
export const Path = (d, kind, colour, opacity) =>
  svg`<path class=${kind} d=${d} style=${filled(colour)} opacity=${opacity} />`;

/** Where a part of HTML lies over the drawing. @param {number} x @param {number} y
 * @param {number} width @param {number} height */
export const area = (x, y, width, height) =>
  `left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`;

/** The box and so much round it. @param {Box} box @param {number} across @param {number} [up] */
export const wider = ({ x, y, width, height }, across, up = across) => ({
  ...{ x: x - across, y: y - up, width: width + 2 * across, height: height + 2 * up },
});

/** Where numbers lie. @param {Box} box */
export const Ground = (box) => Frame(wider(box, 3, 2), "ground", 5);

/** One bar of a vector that lies or `stands` in a box.
 * @param {Box} box @param {number} at @param {number} count @param {number} share of the longest
 * @param {boolean} [stands] @returns {[number, number, number, number]} */
export function barOf({ x, y, width, height }, at, count, share, stands) {
  const step = (stands ? height : width) / count;
  const gap = step > 5 ? 1.6 : step > 2.4 ? 0.6 : 0;
  const half = (stands ? width : height) / 2;
  const long = Math.max(0.5, Math.abs(share) * (half - 2));
  const along = at * step + gap / 2;
  return stands
    ? [x + half - (share >= 0 ? 0 : long), y + along, long, step - gap]
    : [x + along, y + half - (share >= 0 ? long : 0), step - gap, long];
}

/** Bars from the middle line of a box, a path each strength: from left to right or, where it `stands`,
 * downwards. `only` are the places in full colour, `grown` how far each has grown.
 * @param {Box} box @param {readonly number[]} values @param {string} name of the colour
 * @param {{ limit?: number, stands?: boolean, only?: number[], grown?: (at: number) => number }} [look] */
export function Vector(box, values, name, { limit = largest(values), stands, only, grown } = {}) {
  const { x, y, width, height } = box;
  const paths = ["", ""];
  values.forEach((value, at) => {
    const size = grown ? grown(at) : 1;
    const isPale = only && (at < only[0] || at >= only[1]);
    const bar = barOf(box, at, values.length, value * size / limit, stands);
    if (size > 0) paths[isPale ? 1 : 0] += boxed(...bar);
  });
  const axis = stands ? `M${x + width / 2} ${y}v${height}` : `M${x} ${y + height / 2}h${width}`;
  return [
    Path(axis, "axis"),
    paths[1] && Path(paths[1], "", tone(name), 0.3),
    paths[0] && Path(paths[0], "", tone(name)),
  ];
}

/** Numbers as cells of 1 × 1. @param {Pick<import("../../drawings/map.js").Data, "values" | "kind" |
 * "limit">} data */
export const Cells = (data) => shades(data).map(([colour, d]) => Path(d, "", colour));

/** Rows `from` to `to` of the cells `id` in a box with room for all rows; of `columns` columns, those
 * from `left` on. @param {Box} box @param {string} id @param {number[]} size rows, columns
 * @param {number} from @param {number} to @param {{ opacity?: number, left?: number }} [more] */
export const Rows = (box, id, [rows, columns], from, to, { opacity, left = 0 } = {}) =>
  svg`
    <svg x=${box.x} y=${box.y + from * box.height / rows} width=${box.width} opacity=${opacity}
      height=${Math.max(0, to - from) * box.height / rows} preserveAspectRatio="none"
      viewBox="${left} ${from} ${columns} ${Math.max(0.001, to - from)}">
      <use href="#${id}" />
    </svg>
  `;
