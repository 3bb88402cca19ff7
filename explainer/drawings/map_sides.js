// What stands beside a map: names of rows, names of columns, titles.
import { svg } from "./html.js";
import { clamp } from "./math.js";
import { tspans } from "./token.js";

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

/** @param {number} count */
const counted = (count) => Array.from({ length: count }, (_, at) => String(at));

/** Which of `count` numbers stand on a side: round ones. @param {number} count */
export function ticks(count) {
  const step = [1, 2, 4, 5, 8, 10, 16, 20, 32, 64, 128].find((one) => count / one <= TICKS) ??
    count;
  return counted(count).map((_, at) => at).filter((at) => at % step === 0);
}

/** @param {number} width */
const labelRoom = (width) => Math.max(LABEL[0], LABEL[1] * width);

/** @param {Drawn} drawing @returns {Place} */
export function layout({ data: { values, rows, keys, titles }, width, measure }) {
  const [count, columns] = [values.length, values[0].length];
  const names = rows ?? counted(count);
  const longest = Math.max(...names.map((name) => measure(name, sizeOf(names), 600)));
  const left = Math.ceil(Math.min(labelRoom(width), longest) + PAD + (titles.row ? TITLE : 0));
  const wide = (width - left) / columns;
  const tall = rows ? clamp(280 / count, 15, 26) : clamp(220 / count, 3, 26);
  const shown = keys ?? [String(columns)];
  const room = Math.max(...shown.map((name) => measure(name, sizeOf(shown), 600))) + 5;
  const needed = keys ? Math.ceil(room / wide) : 1;
  const lines = needed > MOST_LINES ? 0 : needed;
  const names_ = lines ? LINE * lines : Math.min(RISE, room);
  const top = Math.ceil((titles.key ? TITLE : 0) + names_ + PAD);
  return {
    width,
    height: Math.ceil(top + tall * count + LEGEND),
    left,
    top,
    wide,
    tall,
    lines,
    size: sizeOf(shown),
  };
}

/** @param {Drawn} drawing @param {Place} place */
export function labelsOf({ data, width, measure }, { left, top, wide, tall, lines, size }) {
  const { values, rows, keys, titles, tones } = data;
  const [count, columns] = [values.length, values[0].length];
  const right = left + wide * columns;
  const small = sizeOf(rows ?? []);
  /** @param {string} name @param {number} room @param {number} size */
  const cut = (name, room, size) => {
    if (measure(name, size, 600) <= room) return name;
    let long = name.length;
    while (long > 1 && measure(`${name.slice(0, long)}…`, size, 600) > room) long -= 1;
    return `${name.slice(0, long)}…`;
  };
  /** @param {string} name @param {number} k */
  const above = (name, k) => {
    const x = left + (k + 0.5) * wide;
    const half = measure(name, size, 600) / 2;
    const y = top - PAD - LINE * (k % (lines || 1));
    return lines
      ? svg`
        ${lines === 2 && k % 2 === 1 && svg`
          <line class="leader" x1=${x} x2=${x} y1=${top - 2} y2=${y + 3} />
        `}
        <text class="key ${tones.key}" font-size=${size} x=${Math.min(x, right - half)}
          y=${y}>${tspans(name)}</text>
      `
      : svg`
        <text class="key up ${tones.key}" font-size=${size}
          transform="translate(${x} ${top - PAD}) rotate(-90)">${tspans(
            cut(name, RISE, size),
          )}</text>
      `;
  };
  return svg`
    ${titles.key &&
      svg`<text class="title ${tones.key}" x=${(left + right) / 2} y="12">${titles.key}</text>`}
    ${titles.row && svg`
      <text class="title ${tones.row}"
        transform="translate(12 ${top + tall * count / 2}) rotate(-90)">${titles.row}</text>
    `}
    ${rows
      ? rows.map((name, q) =>
        svg`
          <text class="row ${tones.row}" font-size=${small} x=${left - PAD}
            y=${top + (q + 0.5) * tall}>${tspans(cut(name, labelRoom(width), small))}</text>
        `
      )
      : ticks(count).map((q) =>
        svg`<text class="row count" x=${left - PAD} y=${top + (q + 0.5) * tall}>${q}</text>`
      )}
    ${keys
      ? keys.map(above)
      : ticks(columns).map((k) =>
        svg`<text class="key count" x=${left + (k + 0.5) * wide} y=${top - PAD}>${k}</text>`
      )}
  `;
}
