// The table of sines and cosines, one row a position: a map whose cells are computed here.
import draw, { numbers as listed, start } from "../../drawings/map.js";

export { start };

/** @typedef {{ name: string, length: number, d_model: number, base: number,
 *   titles: { row: string, key: string, value: string }, blank?: boolean }} Data */

/** A row for each position, sine and cosine of a pair side by side.
 * @param {number} length @param {number} width @param {number} base @returns {number[][]} */
export const table = (length, width, base) =>
  Array.from({ length }, (_, at) =>
    Array.from({ length: width }, (_, channel) => {
      const pair = channel - channel % 2;
      return (channel % 2 ? Math.cos : Math.sin)(at / base ** (pair / width));
    }));

/** @param {number} length @param {number} width */
const zeros = (length, width) => Array.from({ length }, () => Array(width).fill(0));

/** @type {WeakMap<Data, import("../../drawings/map.js").Data>} */
const MAPS = new WeakMap();

/** @param {Data} data */
function mapOf(data) {
  const { name, length, d_model, base, titles, blank } = data;
  const map = MAPS.get(data) ?? {
    name,
    values: blank ? zeros(length, d_model) : table(length, d_model, base),
    rows: null,
    keys: null,
    titles,
    tones: { row: "second", key: "second" },
    kind: /** @type {const} */ ("signed"),
    limit: 1,
    digits: 2,
    picks: !blank,
    blank,
  };
  MAPS.set(data, map);
  return map;
}

/** @param {Data} data */
export const about = ({ length, d_model, base }) => `${length} ${d_model} ${base}`;

/** @param {import("../../drawings/mount.js").Drawing<Data,
 *   import("../../drawings/map.js").State>} drawing */
const Table = (drawing) => draw({ ...drawing, data: mapOf(drawing.data) });
export default Table;

/** @param {Data} data */
export const numbers = (data) => listed(mapOf(data));
