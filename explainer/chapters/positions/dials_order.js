// An order of tokens, of which one is chosen, maybe together with another one `gap` places to its
// right. The last token stays the last.
import { clamp } from "../../drawings/math.js";

/** The one that is held together with the chosen one, null for none.
 * @param {number[]} order @param {number} at @param {number} gap */
export function partnerOf(order, at, gap) {
  const place = order.indexOf(at) + gap;
  return gap && place < order.length - 1 ? order[place] : null;
}

/** Of two that are held together the left one, so that both find room.
 * @param {number[]} order @param {number} token @param {number} gap */
export const chosenOf = (order, token, gap) =>
  gap ? order[clamp(order.indexOf(token), 0, Math.max(0, order.length - 2 - gap))] : token;

/** The order with the chosen token (and its partner) at `place`; the others make room.
 * @param {number[]} order @param {number} at @param {number} gap @param {number} place */
export function moved(order, at, gap, place) {
  const other = partnerOf(order, at, gap);
  const others = order.filter((token) => token !== at && token !== other);
  const target = clamp(place, 0, order.length - 2 - (other === null ? 0 : gap));
  const before = others.toSpliced(target, 0, at);
  return other === null ? before : before.toSpliced(target + gap, 0, other);
}

/** @param {number[]} one @param {number[]} other */
export const same = (one, other) => one.every((value, at) => value === other[at]);
