// Where everything stands. A rail of names on the left where there is room, else above each row.
import { bare, clamp, fitted, sizeFor, wide } from "../../drawings/parts.js";

/** @typedef {ReturnType<typeof layOut>} Room */

const RAIL = 132; // at least; as wide as the longest name in it
const WIDE = 620; // from this width on names stand in the rail
const COLUMN = { least: 36, most: 132 };
const LOW_WINDOW = 960;

/** @param {number} width @param {number} count of tokens @param {string[]} names of the clocks
 * @param {Measure} measure */
export function layOut(width, count, names, measure) {
  const isWide = width >= WIDE;
  const isLow = isWide && globalThis.innerHeight < LOW_WINDOW;
  const longest = Math.max(...names.map((name) => measure(name, 12.5, 650)));
  const rail = isWide ? Math.max(RAIL, Math.ceil(longest) + 6) : 0;
  const column = clamp((width - rail - 2) / count, COLUMN.least, COLUMN.most);
  const radius = Math.min(isLow ? 15 : 18.5, column / 2 - 2);
  const title = isWide ? 0 : 17; // a row's name above it
  const chip = { y: 24, height: 30 };
  let y = chip.y + chip.height + 11;
  const dials = [...names.keys()].map((dial) => {
    const row = { dial, title: y, y: y + title + radius };
    y += title + 2 * radius + (isWide ? 7 : 5);
    return row;
  });
  const tall = isLow ? 66 : 86;
  const stripe = { title: y + 2, y: y + title + 4, height: tall, width: Math.min(40, column - 6) };
  y = stripe.y + stripe.height + 13;
  const hill = { title: y, y: y + title + (isWide ? 6 : 12), height: isLow ? 36 : 44 };
  y = hill.y + hill.height + 34;
  const encoder = { title: y - 8, y: y + title, height: isLow ? 26 : 32 };
  const all = rail + count * column + 1;
  return {
    ...{ width, isWide, count, rail, column, radius, chip, dials, stripe, hill, encoder },
    all: Math.max(width, all),
    right: rail + count * column,
    height: encoder.y + encoder.height + 22,
    isScrolled: all > width + 1,
    isRoomy: column >= 2 * radius + 46, // for an angle beside each clock
    middle: (/** @type {number} */ place) => rail + (place + 0.5) * column,
  };
}

/** A token in its chip, in smaller type where it needs it, then without the mark of its space, then cut.
 * @param {string} token @param {number} room @param {Measure} measure */
export function nameOf(token, room, measure) {
  const full = wide(token, measure, 11, 600) <= room ? token : bare(token) || token;
  const name = fitted(full, room, measure, 11, 600);
  return { name, size: sizeFor(name, room, measure) };
}
