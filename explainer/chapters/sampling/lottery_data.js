// What `view.py` tells the drawing, of a greedy search in the browser.
import { FIRST } from "../../drawings/engine/search.js";
import { row } from "../../drawings/engine/tensors.js";
import { entropy, place, searched } from "../../drawings/engine/told.js";
import { uniform } from "../../drawings/engine/uniform.js";
import { argmax, range, softmax, sum } from "../../drawings/math.js";

const NAMED = 12; // stretches of the line that stand alone
const [SEEDS, SEEN] = [50, 0.05]; // that are tried for one that tells; the least that can be seen
const DRAWS = 20; // of the step, by as many seeds

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
  const order = ranked(logProbs[step]);
  const before = chancesOf(logProbs[step], order),
    after = chancesOf(logProbs[step], order, filters);
  const seed = tellingSeed(logProbs[undecided], undecided);
  const uniforms = range(DRAWS).map((at) => uniform(seed + at, step));
  return {
    data: {
      written: predictedTokens.slice(0, step),
      parts: segments(order, before, after).map((
        { id, ...part },
      ) => ({
        token: translator.tokenizer.tokens[id] ?? null,
        ...part,
      })),
      uniforms,
      entropy: entropy(after),
      mass: sum(before.filter((_, id) => !after[id])),
      isCut: after.some((chance, id) => id >= FIRST && !chance),
      temperature,
    },
  };
}

/** What may be written, the most probable first. @param {Float32Array} logProbs */
const ranked = (logProbs) =>
  range(logProbs.length).slice(FIRST).sort((a, b) => logProbs[b] - logProbs[a]);

/** The chances (V,). @param {Float32Array} logProbs @param {number[]} order @param {Filters} filters */
function chancesOf(logProbs, order, { temperature, k, p } = { temperature: 1, k: 0, p: 1 }) {
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

/** The token that a number chooses. @param {number[]} order @param {number[]} chances @param {number} u */
function drawn(order, chances, u) {
  let left = u;
  return order.find((id) => (left -= chances[id]) < 0) ?? order[0];
}

/** The first seed that draws another token than the most probable one, and one that can be seen; 0
 * where none does. @param {Float32Array} logProbs @param {number} step */
function tellingSeed(logProbs, step) {
  const order = ranked(logProbs), chances = chancesOf(logProbs, order);
  const tells = (/** @type {number} */ id) => id !== order[0] && chances[id] >= SEEN;
  const seeds = range(SEEDS);
  return Math.max(0, seeds.findIndex((seed) => tells(drawn(order, chances, uniform(seed, step)))));
}

/** Both lines: as many alone, the others merged, -1, those that are left apart from those cut.
 * @param {number[]} order @param {number[]} before @param {number[]} after */
function segments(order, before, after) {
  /** @type {{ id: number, ids: number[] }[]} */
  const parts = [];
  for (const [rank, id] of order.entries()) {
    const last = parts.at(-1);
    if (last?.id === -1 && !after[id] === !after[last.ids[0]]) last.ids.push(id);
    else parts.push({ id: rank < NAMED ? id : -1, ids: [id] });
  }
  let [low, from] = [0, 0];
  return parts.map(({ id, ids }) => {
    const [now, was] = [after, before].map((chances) => sum(ids.map((one) => chances[one])));
    return { id, count: ids.length, low, high: low += now, from, to: from += was };
  });
}
