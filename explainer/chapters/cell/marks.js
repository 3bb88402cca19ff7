// What a cell is drawn with: numbers, words, boxes, vectors as bars, rows of a matrix.
import { Box, boxed, decimal, Path, power, smooth, svg } from "../../drawings/parts.js";
/** @import { Marks } from "./types.d.ts" */

export const largest = (/** @type {Numbers} */ values) => Math.max(...values.map(Math.abs)) || 1;
/** How far part `at` of `count` has come when all together are at `phase`. @type {Marks["inTurn"]} */
export const inTurn = (phase, at, count, spread) =>
  smooth(phase * (1 + spread) - (spread * at) / count);

/** Two or three decimals; what is very large as a power. @param {number} value */
export const number = (value) =>
  Math.abs(value) >= 1e5 ? power(value, 1) : decimal(value, Math.abs(value) >= 1 ? 2 : 3);
/** One that is added or multiplied. @param {number} value */
export const summand = (value) => (value < 0 ? `(${number(value)})` : number(value));
export const share = (/** @type {number} */ weight) => decimal(weight, 3);

/** A mark in a colour of the palette. @param {string} name @param {number} [opacity] */
export const tone = (name, opacity) => ({ style: `fill: var(--${name})`, opacity });

/** A letter with a lower index, and what follows it. @type {Marks["indexed"]} */
export const indexed = (letter, index, rest = "") => [
  svg`<tspan class="letter">${letter}</tspan>`,
  svg`<tspan class="index" dy="4">${index}</tspan>`,
  svg`<tspan dy="-4">${rest}</tspan>`,
];

/** @param {Room} room @param {string} kind @param {number} [rx] */
export const Frame = ({ x, y, width, height }, kind, rx) => Box(kind, x, y, width, height, { rx });

/** The room and so much round it. @param {Room} room @param {number} across @param {number} [up] */
export const wider = ({ x, y, width, height }, across, up = across) => ({
  ...{ x: x - across, y: y - up, width: width + 2 * across, height: height + 2 * up },
});

/** Where numbers lie. @param {Room} room */
export const Ground = (room) => Frame(wider(room, 3, 2), "ground", 5);

/** One bar of a vector that lies or `stands`, a `share` of the longest. @type {Marks["barOf"]} */
export const barOf = ({ x, y, width, height }, at, count, share, stands) => {
  const step = (stands ? height : width) / count;
  const gap = step > 5 ? 1.6 : step > 2.4 ? 0.6 : 0;
  const half = (stands ? width : height) / 2;
  const long = Math.max(0.5, Math.abs(share) * (half - 2));
  const along = at * step + gap / 2;
  return stands
    ? [x + half - (share >= 0 ? 0 : long), y + along, long, step - gap]
    : [x + along, y + half - (share >= 0 ? long : 0), step - gap, long];
};

/** Bars from the middle line of a room, a path each strength: from left to right or, where it `stands`,
 * downwards. @type {Marks["Vector"]} */
export const Vector = (room, values, name, look = {}) => {
  const { limit = largest(values), stands, only, grown } = look;
  const { x, y, width, height } = room;
  const paths = ["", ""];
  values.forEach((value, at) => {
    const size = grown ? grown(at) : 1;
    const isPale = only && (at < only[0] || at >= only[1]);
    const bar = barOf(room, at, values.length, value * size / limit, stands);
    if (size > 0) paths[isPale ? 1 : 0] += boxed(...bar);
  });
  const axis = stands ? `M${x + width / 2} ${y}v${height}` : `M${x} ${y + height / 2}h${width}`;
  return [
    Ground(room),
    Path("axis", axis),
    paths[1] && Path("", paths[1], tone(name, 0.3)),
    paths[0] && Path("", paths[0], tone(name)),
  ];
};

/** Rows `from` to `to` of the cells `id` in a room for all rows; of `columns` columns, those
 * from `left` on. @type {Marks["Rows"]} */
export const Rows = (room, id, [rows, columns], from, to, { opacity, left = 0 } = {}) =>
  svg`
    <svg x=${room.x} y=${room.y + from * room.height / rows} width=${room.width} opacity=${opacity}
      height=${Math.max(0, to - from) * room.height / rows} preserveAspectRatio="none"
      viewBox="${left} ${from} ${columns} ${Math.max(0.001, to - from)}">
      <use href="#${id}" />
    </svg>
  `;
