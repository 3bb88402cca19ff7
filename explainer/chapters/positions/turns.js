// Positions as angles: what the formula of the paper adds to a token at a place, also between two.
import { range, sum } from "../../drawings/parts.js";

export const TURN = 2 * Math.PI;
const MOVING = 13; // sentences in a turn: slower hands than these all but stand still

/** Radians from one place to the next, of every pair of channels. */
export const ratesOf = (/** @type {number} */ width, base = 10_000) =>
  range(width / 2).map((pair) => base ** (-2 * pair / width));

/** Clockwise, 0 to a full turn. @param {number} rate @param {number} places */
export const angleOf = (rate, places) => (((rate * places) % TURN) + TURN) % TURN;

/** Sine and cosine of every pair. @param {number[]} rates @param {number} place */
export const vectorOf = (rates, place) =>
  rates.flatMap((rate) => [Math.sin(rate * place), Math.cos(rate * place)]);

/** The cosine of the vectors of two places; only how far they are apart matters. */
export const alike = (/** @type {number[]} */ rates, /** @type {number} */ apart) =>
  sum(rates.map((rate) => Math.cos(rate * apart))) / rates.length;

/** How many pairs turn by 28 degrees and more in a sentence. @param {number[]} rates @param {number} count */
export const moving = (rates, count) =>
  Math.max(1, rates.filter((rate) => TURN / rate <= MOVING * count).length);

/** Where a scale of similarities begins: the smallest, rounded down to a tenth. */
export const floorOf = (/** @type {number[]} */ rates, /** @type {number} */ count) =>
  Math.floor(10 * Math.min(...range(count).map((apart) => alike(rates, apart)))) / 10;

export function degrees(/** @type {number} */ angle) {
  const found = angle * 360 / TURN;
  return `${found.toFixed(found < 9.95 ? 1 : 0)}°`;
}
