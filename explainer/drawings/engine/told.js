// Tensors of a translation as drawings are told them: rows of numbers.

/** @typedef {import("./tensors.js").Tensor} Tensor */
/** @typedef {ReturnType<import("./translator.js").Translator["translate"]>} Translation */
/** What the address of a page says of a beat, by name.
 * @typedef {Record<string, string>} Address */
/** What stands for something that has no tokens. @typedef {{ nothing: string }} Words */
/** Makes of a translation what a drawing is told at a beat, as far as it is about the sentence.
 * @typedef {(translation: Translation, address: Address,
 *   translator: import("./translator.js").Translator, words: Words) => { data: Record<string, unknown>,
 *   chosen?: Record<string, unknown> }} Maker */

const PARTS = {
  encoder: ["encoder", "self_attn"],
  decoder: ["decoder", "self_attn"],
  cross: ["decoder", "cross_attn"],
};

/** The numbers of a tensor in rows of rows. @param {Tensor} tensor @returns {any[]} */
export function rows({ shape, data }) {
  /** @type {any[]} */
  let found = Array.from(data);
  for (const count of shape.slice(1).toReversed()) {
    found = Array.from(
      { length: found.length / count },
      (_, at) => found.slice(at * count, (at + 1) * count),
    );
  }
  return found;
}

/** A tensor of the trace, in rows. @param {Translation} translation @param {string} name */
export const tensor = ({ trace }, name) => rows(/** @type {Tensor} */ (trace.get(name)));

/** Weights of one kind, by layer, head, query and key.
 * @param {Translation} translation @param {keyof typeof PARTS} kind @returns {number[][][][]} */
export function attention(translation, kind) {
  const [stack, part] = PARTS[kind], layers = [];
  for (let at = 0; translation.trace.has(`${stack}.${at}.${part}.weights`); at += 1) {
    layers.push(tensor(translation, `${stack}.${at}.${part}.weights`));
  }
  return layers;
}

/** The mean of planes of the same shape. @param {number[][][]} planes */
export const mean = (planes) =>
  planes[0].map((row, q) =>
    row.map((_, k) => planes.reduce((total, plane) => total + plane[q][k], 0) / planes.length)
  );

/** What the address says, from 0, of what counts from `first`; `usual` where it says nothing or more
 * than there is. @param {Address} address @param {string} name @param {number} count
 * @param {number} usual */
export function place(address, name, count, usual, first = 1) {
  const said = Number(address[name] ?? NaN) - first;
  return said >= 0 && said < count ? said : usual;
}

const WIDTH = 4; // of the search that every page asks for
/** @type {WeakMap<Translation, Map<number, Translation>>} */
const SEARCHED = new WeakMap();

/** The same sentence by a beam of another width, 1 for greedy search; searched once for all beats.
 * @param {Translation} translation @param {number} width
 * @param {import("./translator.js").Translator} translator */
export function searched(translation, width, translator) {
  const known = SEARCHED.get(translation) ?? new Map([[WIDTH, translation]]);
  SEARCHED.set(translation, known);
  const found = known.get(width) ?? translator.translate(translation.original, { width });
  known.set(width, found);
  return found;
}
