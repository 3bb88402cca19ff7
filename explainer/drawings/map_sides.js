// What stands beside a map: names of rows, names of columns, titles.
import { Line, Words } from "./marks.js";
import { clamp, range } from "./math.js";
import { fitted, tspans } from "./token.js";

/** @typedef {import("./map.js").Map} Drawn */
/** `left` and `top` of the cells, `wide` and `tall` of one; of the names of columns that stand the
 * `lines` they share, 0 where they run upwards.
 * @typedef {{ width: number, height: number, left: number, top: number, wide: number, tall: number,
 *   lines: number, size: number }} Place */

const LABEL = [120, 0.3]; // of a row's name at most: pixels, or that share of the width
const RISE = 120; // of a column's that runs upwards
const TITLE = 20;
const LINE = 15;
const MOST_LINES = 4;
const PAD = 6;
const TICKS = 16; // numbers on a side without names, at most
export const HEAD = 24; // above the legend
const LEGEND = 62;
const SIZE = [11, 12]; // of many names, of few
const CROWDED = 24;

/** @param {string[]} names */
const sizeOf = (names) => SIZE[Number(names.length <= CROWDED)];

/** Which of `count` numbers stand on a side: round ones. @param {number} count */
export function ticks(count) {
  const step = [1, 2, 4, 5, 8, 10, 16, 20, 32, 64, 128].find((one) => count / one <= TICKS) ??
    count;
  return range(count).filter((at) => at % step === 0);
}

/** @param {number} width */
const labelRoom = (width) => Math.max(LABEL[0], LABEL[1] * width);

/** @param {Drawn} drawing @returns {Place} */
export function layout({ data: { values, rows, keys, titles }, width, measure }) {
  const [count, columns] = [values.length, values[0].length];
  const names = rows ?? range(count).map(String);
  const longest = Math.max(...names.map((name) => measure(name, sizeOf(names), 600)));
  const left = Math.ceil(Math.min(labelRoom(width), longest) + PAD + (titles.row ? TITLE : 0));
  const wide = (width - left) / columns;
  const tall = rows ? clamp(280 / count, 15, 26) : clamp(220 / count, 3, 26);
  const shown = keys ?? [String(columns)];
  const room = Math.max(...shown.map((name) => measure(name, sizeOf(shown), 600))) + 5;
  const needed = keys ? Math.ceil(room / wide) : 1;
  const lines = needed > MOST_LINES ? 0 : needed;
  const high = lines ? LINE * lines : Math.min(RISE, room);
  const top = Math.ceil((titles.key ? TITLE : 0) + high + PAD);
  const height = Math.ceil(top + tall * count + LEGEND);
  return { width, height, left, top, wide, tall, lines, size: sizeOf(shown) };
}

/** @param {Drawn} drawing @param {Place} place */
export function labelsOf({ data, width, measure }, { left, top, wide, tall, lines, size }) {
  const { values, rows, keys, titles, tones } = data;
  const [count, columns] = [values.length, values[0].length];
  const right = left + wide * columns;
  const small = sizeOf(rows ?? []);
  /** @param {string} name @param {number} k */
  const above = (name, k) => {
    const x = left + (k + 0.5) * wide;
    const half = measure(name, size, 600) / 2;
    const y = top - PAD - LINE * (k % (lines || 1));
    const more = { "font-size": size };
    if (!lines) {
      const transform = `translate(${x} ${top - PAD}) rotate(-90)`;
      const said = tspans(fitted(name, RISE, measure, size, 600));
      return Words(`key up ${tones.key}`, 0, 0, said, { ...more, transform });
    }
    return [
      lines === 2 && k % 2 === 1 && Line("leader", x, top - 2, x, y + 3),
      Words(`key ${tones.key}`, Math.min(x, right - half), y, tspans(name), more),
    ];
  };
  const side = `translate(12 ${top + tall * count / 2}) rotate(-90)`;
  const cut = (/** @type {string} */ name) =>
    tspans(fitted(name, labelRoom(width), measure, small, 600));
  const beside = (/** @type {number} */ q) => top + (q + 0.5) * tall;
  return [
    titles.key && Words(`title ${tones.key}`, (left + right) / 2, 12, titles.key),
    titles.row && Words(`title ${tones.row}`, 0, 0, titles.row, { transform: side }),
    rows?.map((name, q) =>
      Words(`row ${tones.row}`, left - PAD, beside(q), cut(name), { "font-size": small })
    ) ?? ticks(count).map((q) => Words("row count", left - PAD, beside(q), q)),
    keys?.map(above) ??
      ticks(columns).map((k) => Words("key count", left + (k + 0.5) * wide, top - PAD, k)),
  ];
}
