// Which head the page shows, as `state.py` chooses it.
import { attention, entropy, isOrdinary } from "../../drawings/engine/told.js";
import { kindOf, mean, place, sides } from "../../drawings/engine/told.js";
import { argmax, sum } from "../../drawings/math.js";

/** @typedef {import("../../drawings/engine/told.js").Translation} Translation */

/** @param {Translation} translation @param {import("../../drawings/engine/told.js").Address} address */
export function chosenHead(translation, address) {
  const kind = kindOf(address),
    all = attention(translation, kind),
    { rows } = sides(translation, kind);
  const words = rows.map(isOrdinary);
  const counted = words.includes(true) ? words : words.map(() => true);
  const nats = all.map((layer) => disagreement(layer).map((one, at) => counted[at] ? one : -1));
  const layer = place(address, "layer", all.length, argmax(nats.map((one) => Math.max(...one))));
  const row = place(address, "row", rows.length, argmax(nats[layer]));
  const weights = all[layer], sharp = argmax(weights.map((head) => Math.max(...head[row])));
  return { kind, all, layer, row, head: place(address, "head", weights.length, sharp) };
}

/** How far the heads (H, Q, K) disagree about each row, in nats. @param {number[][][]} heads */
export const disagreement = (heads) =>
  mean(heads).map((row, at) => {
    const own = sum(heads.map((head) => entropy(head[at]))) / heads.length;
    return Math.max(0, entropy(row) - own);
  });
