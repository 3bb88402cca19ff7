// The table of sines and cosines, one row a position: a map whose cells are computed here.
import draw, { numbers as listed } from "../../drawings/map.js";
import { once, range } from "../../drawings/parts.js";
import { ratesOf, vectorOf } from "./turns.js";
/** @import { MapData } from "../../drawings/types.d.ts" */
/** @import { DialsParts, Table, TableData as Data } from "./types.d.ts" */

/** A row for each position, sine and cosine of a pair side by side. @type {DialsParts["table"]} */
export function table(length, width, base) {
  const rates = ratesOf(width, base);
  return range(length).map((at) => vectorOf(rates, at));
}

function mapOf(/** @type {Data} */ data) {
  const { name, length, d_model, base, titles, blank } = data;
  return once(data, "map", 0, () => /** @type {MapData} */ ({
    ...{ name, titles, rows: null, keys: null, tones: { row: "second", key: "second" } },
    values: blank ? range(length).map(() => Array(d_model).fill(0)) : table(length, d_model, base),
    ...{ kind: "signed", limit: 1, digits: 2, picks: !blank, blank },
  }));
}

export const about = (/** @type {Data} */ { length, d_model, base }) => [length, d_model, base];

export default (/** @type {Table} */ drawing) => draw({ ...drawing, data: mapOf(drawing.data) });

export const numbers = (/** @type {Data} */ data) => listed(mapOf(data));
