// Where everything stands. A rail of names on the left where there is room, else above each row.
import { bare, clamp, fitted, sizeFor, sum, wide } from "../../drawings/parts.js";

/** @typedef {ReturnType<typeof layOut>} Room */

const RAIL = 132; // at least; as wide as the longest name in it
const WIDE = 620; // from this width on names stand in the rail
const COLUMN = { least: 30, most: 132 };
const LINE = 22;
const WRAPPED = 1.15; // a line is broken between words, so that it is not quite filled

/** @param {{ width: number, measure: Measure }} drawing @param {number} count of tokens
 * @param {string[]} names of the clocks @param {string[] | null} answers to an order that is not as written */
export function layOut({ width, measure }, count, names, answers) {
  const isWide = width >= WIDE;
  const longest = Math.max(...names.map((name) => measure(name, 12.5, 650)));
  const rail = isWide ? Math.max(RAIL, Math.ceil(longest) + 6) : 0;
  const column = clamp((width - rail - 2) / count, COLUMN.least, COLUMN.most);
  const radius = Math.min(15, column / 2 - 2);
  const title = isWide ? 0 : 17; // a row's name above it
  const chip = { y: 24, height: 30 };
  const lines = (answers ?? []).map((one) =>
    Math.ceil(WRAPPED * measure(one, 14, 600) / (width - rail))
  );
  const answer = {
    y: chip.y + chip.height + 12,
    height: Math.max(isWide ? 46 : 30, LINE * sum(lines)),
  };
  let y = answer.y + answer.height + 6;
  const dials = [...names.keys()].map((dial) => {
    const row = { dial, title: y, y: y + title + radius };
    y += title + 2 * radius + (isWide ? 7 : 5);
    return row;
  });
  const hill = { title: y + 2, y: y + title + 13, height: 36 };
  y = hill.y + hill.height + 26;
  const stripe = { title: y, y: y + title + 2, height: 66, width: Math.min(40, column - 6) };
  y = stripe.y + stripe.height + 12;
  const encoder = { title: y, y: y + title + 2, height: 26 };
  const all = rail + count * column + 1;
  return {
    ...{ width, isWide, count, rail, column, radius, chip, answer, dials, stripe, hill, encoder },
    all: Math.max(width, all),
    right: rail + count * column,
    height: answers ? encoder.y + encoder.height + 22 : stripe.y + stripe.height + 8,
    isScrolled: all > width + 1,
    isRoomy: column >= 2 * radius + 46, // for an angle beside each clock
    middle: (/** @type {number} */ place) => rail + (place + 0.5) * column,
  };
}

/** A token in its chip: without the mark of its space where it needs the room, then in two lines, then
 * cut. @param {string} token @param {number} room @param {Measure} measure */
export function nameOf(token, room, measure) {
  const fits = (/** @type {string} */ name) => wide(name, measure, 11, 600) <= room;
  const full = fits(token) ? token : bare(token) || token;
  const half = Math.ceil(full.length / 2);
  const lines = (fits(full) ? [full] : [full.slice(0, half), full.slice(half)])
    .map((line) => fitted(line, room, measure, 11, 600));
  return { lines, size: sizeFor(lines[0], room, measure, lines.length > 1 ? 11 : 14) };
}
