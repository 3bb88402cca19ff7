// What `view.py` tells the drawing, of a greedy search in the browser.
import { FIRST } from "../../drawings/engine/search.js";
import { row } from "../../drawings/engine/tensors.js";
import { entropy, place, searched } from "../../drawings/engine/told.js";
import { uniform } from "../../drawings/engine/uniform.js";
import { argmax, range, softmax, sum } from "../../drawings/math.js";

const NAMED = 12; // stretches of the line that stand alone
const [SEEDS, SEEN] = [50, 0.05]; // that are tried for one that tells; the least that can be seen

/** @typedef {{ temperature: number, k: number, p: number }} Filters */

/** @type {import("../../drawings/engine/told.js").Maker} */
export default function lotteryData(translation, address, translator) {
  const { trace, predictedTokens } = searched(translation, 1, translator);
  const all = /** @type {import("../../drawings/engine/tensors.js").Tensor} */ (
    trace.get("log_probs") // (T, V)
  );
  const logProbs = range(predictedTokens.length).map((at) => row(all, at).data);
  const undecided = argmax(logProbs.map((one) => entropy(one.map(Math.exp))));
  const step = place(address, "sampling_step", logProbs.length, undecided);
  const { sampling_temperature, sampling_k, sampling_p } = address;
  const temperature = Number(sampling_temperature ?? 1);
  const filters = { temperature, k: Number(sampling_k ?? 0), p: Number(sampling_p ?? 1) };
  const before = chancesOf(logProbs[step]), after = chancesOf(logProbs[step], filters);
  const u = uniform(tellingSeed(chancesOf(logProbs[undecided]), undecided), step);
  return {
    data: {
      written: predictedTokens.slice(0, step),
      parts: segments(before, after, drawn(after, u)).map(({ id, ...part }) => ({
        token: translator.tokenizer.tokens[id] ?? null,
        ...part,
      })),
      uniform: u,
      mass: sum(before.filter((_, id) => !after[id])),
      isCut: after.some((chance, id) => id >= FIRST && !chance),
      temperature,
    },
  };
}

/** The chances (V,) of what may be written. @param {Float32Array} logProbs @param {Filters} filters */
function chancesOf(logProbs, { temperature, k, p } = { temperature: 1, k: 0, p: 1 }) {
  const order = range(logProbs.length).slice(FIRST).sort((a, b) => logProbs[b] - logProbs[a]);
  const shares = temperature
    ? softmax(order.map((id) => logProbs[id] / temperature))
    : order.map((_, rank) => Number(rank === 0));
  /** @type {number[]} */
  const chances = Array(logProbs.length).fill(0);
  let total = 0;
  for (const [rank, id] of order.entries()) {
    if (k && rank >= k || p < 1 && total >= p) break;
    chances[id] = shares[rank];
    total += shares[rank];
  }
  return chances.map((chance) => chance / total);
}

/** The token that a number chooses, in order of id. @param {number[]} chances @param {number} u */
function drawn(chances, u) {
  const past = u * sum(chances);
  let total = 0;
  return chances.findIndex((chance) => (total += chance) > past);
}

/** The first seed that draws another token than the most probable one, and one that can be seen; 0
 * where none does. @param {number[]} chances @param {number} step */
function tellingSeed(chances, step) {
  const best = argmax(chances);
  const tells = (/** @type {number} */ id) => id !== best && chances[id] >= SEEN;
  return Math.max(0, range(SEEDS).findIndex((seed) => tells(drawn(chances, uniform(seed, step)))));
}

/** Both lines in order of id: the widest and the one that is drawn alone, the others merged, -1.
 * @param {number[]} before @param {number[]} after @param {number} drawn */
function segments(before, after, drawn) {
  const wide = before.map((chance, id) => Math.max(chance, after[id]));
  const ids = range(wide.length).filter((id) => wide[id]);
  const alone = new Set([...ids.toSorted((a, b) => wide[b] - wide[a]).slice(0, NAMED), drawn]);
  const parts = [];
  for (const id of ids) {
    const last = parts.at(-1);
    if (last?.id === -1 && !alone.has(id)) last.ids.push(id);
    else parts.push({ id: alone.has(id) ? id : -1, ids: [id] });
  }
  let [low, from] = [0, 0];
  return parts.map(({ id, ids }) => {
    const [now, was] = [after, before].map((chances) => sum(ids.map((one) => chances[one])));
    const count = ids.filter((one) => after[one]).length || ids.length;
    return { id, count, low, high: low += now, from, to: from += was };
  });
}
