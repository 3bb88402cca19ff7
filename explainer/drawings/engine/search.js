// Greedy search and beam search, by the rules of `decoding/beam.py`. A hypothesis that ended is
// scored by its log-probability over a penalty that grows with its length.
import { BOS, EOS } from "./tokenizer.js";

/** `alpha` is the exponent of the penalty; lengths count the end token.
 * @typedef {{ width: number, alpha: number, minLength: number, maxLength: number }} Options */
/** @typedef {{ id: number, value: number }} Choice */
/** @typedef {{ ids: number[], logProbs: number[], total: number, parent: number }} Path */
/** @typedef {Path & { finished: boolean, score: number }} Hypothesis */
/** What went into a step, best first, and the tokens most probable after each of them, with their
 * log-probabilities. @typedef {{ paths: Path[], tops: Choice[][] }} Step */

export const FIRST = EOS; // the tokens before it are never written

/** The `count` largest values with their places, from place `first` on; of equal ones the earlier.
 * @param {Float32Array} values @param {number} count */
export function top(values, count, first = 0) {
  /** @type {Choice[]} */
  const best = [];
  for (let id = first; id < values.length; id += 1) {
    const value = values[id];
    if (best.length === count && value <= best[count - 1].value) continue;
    let at = best.length;
    while (at > 0 && best[at - 1].value < value) at -= 1;
    best.splice(at, 0, { id, value });
    best.length = Math.min(best.length, count);
  }
  return best;
}

/** Every step takes the `width` best continuations of all that is alive; with a width of 1 this is
 * greedy search. It ends when nothing alive can still win a place among the `width` best that ended.
 * Ties: the better parent, then the lower id.
 * @param {Pick<import("./transformer.js").CachedDecoder, "step">} decoder @param {Options} options
 * @returns {{ hypotheses: Hypothesis[], steps: Step[] }} best first */
export function search(decoder, { width, alpha, minLength, maxLength }) {
  const penalty = (/** @type {number} */ length) => ((5 + length) / 6) ** alpha;
  /** @type {Path[]} */
  let alive = [{ ids: [], logProbs: [], total: 0, parent: 0 }];
  /** @type {Hypothesis[]} */
  let ended = [];
  /** @type {Step[]} */
  const steps = [];
  const ranked = (/** @type {Path[]} */ paths, /** @type {boolean} */ finished) =>
    paths.map((path) => ({ ...path, finished, score: path.total / penalty(path.ids.length) }))
      .sort((one, other) => other.score - one.score);
  for (let length = 1; alive.length && length <= maxLength; length += 1) {
    const { shape: [, size], data } = decoder.step(
      alive.map(({ ids }) => ids.at(-1) ?? BOS),
      alive.map(({ parent }) => parent),
    );
    const tops = alive.map((_, at) =>
      top(data.subarray(at * size, (at + 1) * size), 2 * width, FIRST)
    );
    steps.push({ paths: alive, tops });
    const chosen = alive.flatMap((path, parent) =>
      tops[parent].slice(0, width + 1).filter(({ id }) => id !== EOS || length >= minLength)
        .map(({ id, value }) => ({
          ids: [...path.ids, id],
          logProbs: [...path.logProbs, value],
          total: path.total + value,
          parent,
        }))
    ).sort((one, other) => other.total - one.total).slice(0, width);
    ended = ranked([...ended, ...chosen.filter(({ ids }) => ids.at(-1) === EOS)], true);
    alive = chosen.filter(({ ids }) => ids.at(-1) !== EOS);
    // A total only falls: what is alive can at best reach it over the penalty of the longest.
    const reach = (alive[0]?.total ?? -Infinity) / penalty(maxLength);
    if (length < maxLength && reach <= (ended[width - 1]?.score ?? -Infinity)) alive = [];
  }
  return { hypotheses: [...ended, ...ranked(alive, false)].slice(0, width), steps };
}
