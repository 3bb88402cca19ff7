// What `batch.py` tells the drawing, of a translation that was made in the browser: it is the first of
// a batch with examples.
import { once, place } from "../../drawings/engine/told.js";

/** @typedef {Pick<import("../../drawings/engine/told.js").Translation, "source" | "fed" | "fedTokens">}
 *   Sentence */

/** @type {import("../../drawings/engine/told.js").Maker} */
export default function shapesData(translation, address, translator, { samples }) {
  const batch = once(translation, "batch", () => withOthers(translation, translator, samples));
  const index = place(address, "masks_sentence", batch.length, 0), { source, fed } = batch[index];
  /** Of all the longest. @param {(one: Sentence) => unknown[]} of */
  const most = (of) => Math.max(...batch.map((one) => of(one).length));
  const [S, T] = [most((one) => one.source.ids), most((one) => one.fed)];
  /** @template T @param {T[]} row @param {number} count @param {T} pad */
  const padded = (row, count, pad) => [...row, ...Array(count - row.length).fill(pad)];
  const keys = padded(source.ids.map(() => 1), S, 0), read = padded(fed.map(() => 1), T, 0);
  const back = (/** @type {number} */ query, /** @type {number} */ key) => Number(key <= query);
  return {
    data: {
      sentences: batch.map((one) => one.source.tokens),
      source: padded(source.tokens, S, "<pad>"),
      fed: padded(batch[index].fedTokens, T, "<pad>"),
      masks: {
        padding: keys.map(() => keys),
        causal: read.map((_, query) => read.map((_, key) => back(query, key))),
        both: read.map((_, query) => read.map((real, key) => real && back(query, key))),
        cross: read.map(() => keys),
      },
    },
    chosen: { sentence: index },
  };
}

/** A short one, a usual one, and the first that is longer, so that the own is padded.
 * @param {import("../../drawings/engine/told.js").Translation} translation
 * @param {import("../../drawings/engine/translator.js").Translator} translator
 * @param {string[]} samples @returns {Sentence[]} */
function withOthers(translation, translator, samples) {
  const pool = samples.map((text) => translator.read(text).source)
    .filter(({ ids }) => String(ids) !== String(translation.source.ids))
    .sort((one, other) => one.ids.length - other.ids.length);
  const length = translation.source.ids.length + 2;
  const longer = pool.find(({ ids }) => ids.length >= length) ?? pool[pool.length - 1];
  const others = new Set([pool[0], pool[Math.floor(pool.length / 3)], longer]);
  return [
    translation,
    ...[...others].map(({ text }) => translator.translate(text, { method: "greedy" })),
  ];
}
