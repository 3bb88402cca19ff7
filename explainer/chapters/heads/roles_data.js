// What a head does, as `analysis/head_roles.py` names it; its docstring says how. And which head the
// page shows, as `state.py` chooses it.
import { row } from "../../drawings/engine/tensors.js";
import { attention, entropy, isOrdinary, kindOf } from "../../drawings/engine/told.js";
import { mean, once, place, sides } from "../../drawings/engine/told.js";
import { fill, percent } from "../../drawings/format.js";
import { argmax, clamp, mean as average, range, sum } from "../../drawings/math.js";
/** @import { Translation } from "../../drawings/engine/told.js" */
/** @import { Said, Role, Cells } from "./types.d.ts" */

const WIDE = ["around", "near", "rest"];
const [GAIN, BROAD] = [0.35, 0.85]; // thresholds
const FEWEST = 3; // usable rows

/** Of every layer and head. @param {Translation} translation
 * @param {import("../../drawings/engine/told.js").Kind} kind
 * @param {import("../../drawings/engine/translator.js").Translator} translator @returns {Role[][]} */
export const rolesOf = (translation, kind, translator) =>
  once(translation, `roles ${kind}`, () => {
    const { rows, keys } = sides(translation, kind);
    const isMark = keys.map((token) => /^\p{P}+$/u.test(token.replaceAll("\u2581", "")));
    const [starts, ends] = ["<s>", "</s>"].map((one) => keys.map((token) => token === one));
    const slope = (keys.length - 1) / Math.max(1, rows.length - 1);
    const pairs = kind === "cross" ? pairsOf(translation, translator) : [];
    const resting = /** @type {Record<string, Cells>} */ ({
      start: (_, key) => starts[key],
      end: (_, key) => ends[key],
      punctuation: (_, key) => isMark[key],
      rest: (_, key) => starts[key] || ends[key] || isMark[key],
    });
    const crossing = /** @type {Record<string, Cells>} */ ({
      diagonal: (query, key) => Math.abs(key - query * slope) <= 1,
      pair: (query, key) => key === pairs[query],
      around: (query, key) => pairs[query] !== null && Math.abs(key - pairs[query]) <= 1,
      fed: (query, key) => query > 0 && key === pairs[query - 1],
    });
    const along = /** @type {Record<string, Cells>} */ ({
      previous: (query, key) => key === query - 1,
      same: (query, key) => key === query,
      next: (query, key) => key === query + 1,
      near: (query, key) => Math.abs(key - query) <= 1,
    });
    const cells = { ...resting, ...(kind === "cross" ? crossing : along) };
    const visible = /** @type {Cells} */ ((query, key) => kind !== "decoder" || key <= query);
    return attention(translation, kind).map((layer) =>
      layer.map((head) => roleOf(head, cells, visible))
    );
  });

/** @param {number[][]} map @param {Record<string, Cells>} cells @param {Cells} visible
 * @returns {Role} */
function roleOf(map, cells, visible) {
  const seen = map.map((one, query) => one.filter((_, key) => visible(query, key)).length);
  const gains = Object.entries(cells).flatMap(([role, isIn]) => {
    const rows = map.map((one, query) => {
      const inside = one.filter((_, key) => isIn(query, key) && visible(query, key));
      return { share: sum(inside), count: inside.length, seen: seen[query] };
    }).filter(({ count, seen }) => count > 0 && count < seen);
    if (rows.length < FEWEST) return [];
    const score = average(rows.map(({ share }) => share));
    const chance = average(rows.map(({ count, seen }) => count / seen));
    return [{ role, score, chance, gain: (score - chance) / (1 - chance) }];
  }).filter(({ gain }) => gain >= GAIN);
  const columns = map[0].map((_, key) => average(map.map((one) => one[key])));
  const favourite = argmax(columns);
  const narrow = gains.filter(({ role }) => !WIDE.includes(role));
  const [best] = (narrow.length ? narrow : gains).sort((one, other) => other.gain - one.gain);
  if (best) return { ...best, favourite };
  const open = map.map((_, query) => query).filter((query) => seen[query] > 1);
  const breadth = open.map((query) => entropy(map[query]) / Math.log(seen[query]));
  const broad = open.length ? clamp(average(breadth), 0, 1) : 0;
  if (broad >= BROAD) return { role: "broad", score: broad, chance: 1, favourite };
  return { role: "mixed", score: columns[favourite], chance: 0, favourite };
}

/** Of each written token the source token whose absence costs it most, null where none halves its
 * probability. @param {Translation} translation
 * @param {import("../../drawings/engine/translator.js").Translator} translator */
function pairsOf({ source, fed, predicted, proposals }, { model }) {
  const count = source.ids.length;
  if (count < 2) return predicted.map(() => null);
  const without = range(count).map((hidden) => {
    const isThere = (/** @type {number} */ _, /** @type {number} */ key) => key !== hidden;
    const memory = model.encode(source.ids, undefined, isThere);
    const probs = model.teach(fed, memory, undefined, undefined, isThere);
    return predicted.map((id, step) => row(probs, step).data[id]);
  });
  return proposals.map(({ prob }, step) => {
    const left = without.map((probs) => probs[step]), least = Math.min(...left);
    return 2 * least <= prob ? left.indexOf(least) : null;
  });
}

/** @param {Role} role @param {string[]} keys @param {Said} said */
export function roleLine({ role, score, chance, favourite }, keys, said) {
  const line = ["mixed", "broad"].includes(role) ? `role_line_${role}` : "role_line";
  return fill(said[`words.${line}`], {
    ...{ role: said[`words.role_${role}`], token: keys[favourite], even: percent(chance, 0) },
    share: role === "broad" ? score.toFixed(2) : percent(score, 0),
  });
}

/** The head the page shows.
 * @param {Translation} translation @param {import("../../drawings/engine/told.js").Address} address */
export function chosenHead(translation, address) {
  const kind = kindOf(address), all = attention(translation, kind);
  const { rows } = sides(translation, kind);
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
    const own = average(heads.map((head) => entropy(head[at])));
    return Math.max(0, entropy(row) - own);
  });
