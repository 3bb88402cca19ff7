// Which cell the page opens with, as `state.py` and `frame/pickers.py` choose it.
import { attention, isOrdinary, kindOf, mean, place, sides } from "../../drawings/engine/told.js";
import { argmax, sum } from "../../drawings/math.js";

const TELLING = 0.7; // of the largest weight: clear, but not the only one

/** @typedef {import("../../drawings/engine/told.js").Translation} Translation */

/** @param {Translation} translation @param {import("../../drawings/engine/told.js").Address} address */
export function chosenCell(translation, address) {
  const kind = kindOf(address), all = attention(translation, kind);
  const { keys } = sides(translation, kind, false);
  const best = (/** @type {number[]} */ row) => strongestWord(row, keys);
  const layer = place(address, "layer", all.length, all.length - 1), heads = all[layer];
  const start = kind === "cross" ? startStep(translation) : null;
  const far = heads.map((head) => {
    const rows = start === null ? head : [head[start]];
    return -Math.abs(sum(rows.map((row) => row[best(row)])) / rows.length - TELLING);
  });
  const head = place(address, "head", heads.length, argmax(far)), map = heads[head];
  const telling = start ?? argmax(map.map((row) => row[best(row)]));
  const row = place(address, "row", map.length, telling);
  return {
    kind,
    layer,
    head,
    row,
    column: place(address, "col", keys.length, best(map[row])),
    map,
  };
}

/** The key with the largest weight among words, else among all.
 * @param {number[]} row @param {string[]} keys */
function strongestWord(row, keys) {
  const words = row.map((weight, key) => isOrdinary(keys[key]) ? weight : 0);
  return argmax(words.some(Boolean) ? words : row);
}

/** The step whose strongest look is farthest from the order of the source; ends are not counted.
 * @param {Translation} translation */
function startStep(translation) {
  const all = attention(translation, "cross");
  const looks = mean(all[all.length - 1]).slice(0, -1).map((row) => row.slice(0, -1));
  if (!looks.length || !looks[0].length) return 0;
  const slope = (looks[0].length - 1) / Math.max(1, looks.length - 1);
  return argmax(looks.map((row, step) => {
    const key = argmax(row);
    return Math.abs(key - step * slope) / row.length * row[key];
  }));
}
