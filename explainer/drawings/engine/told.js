// Tensors of a translation as drawings are told them: rows of numbers.

/** @typedef {import("./tensors.js").Tensor} Tensor */
/** @typedef {ReturnType<import("./translator.js").Translator["translate"]>} Translation */
/** What the address of a page says of a beat, by name.
 * @typedef {Record<string, string>} Address */
/** What the page says: strings by their keys, and the example sentences.
 * @typedef {{ said: Record<string, string>, samples: string[] }} Words */
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
 * @param {Translation} translation @param {Kind} kind @returns {number[][][][]} */
export const attention = (translation, kind) =>
  once(translation, kind, () => {
    const layers = [], name = (/** @type {number} */ at) => `${prefixOf(kind, at)}.weights`;
    for (let at = 0; translation.trace.has(name(at)); at += 1) {
      layers.push(tensor(translation, name(at)));
    }
    return layers;
  });

/** The mean of planes of the same shape. @param {number[][][]} planes */
export const mean = (planes) =>
  planes[0].map((row, q) =>
    row.map((_, k) => planes.reduce((total, plane) => total + plane[q][k], 0) / planes.length)
  );

/** In nats. @param {ArrayLike<number>} shares */
export const entropy = (shares) =>
  Array.from(shares).reduce((sum, share) => share > 0 ? sum - share * Math.log(share) : sum, 0);

/** @typedef {keyof typeof PARTS} Kind */
/** @param {Kind} kind @param {number} layer */
export const prefixOf = (kind, layer) => `${PARTS[kind][0]}.${layer}.${PARTS[kind][1]}`;

/** What asks and what is looked at. Of the decoder's rows the cross-attention is called by what they
 * write, unless they are to be called by what they read.
 * @param {Translation} translation @param {Kind} kind */
export function sides({ source, fedTokens, predictedTokens }, kind, isWritten = kind === "cross") {
  const rows = kind === "encoder" ? source.tokens : isWritten ? predictedTokens : fedTokens;
  return { rows, keys: kind === "decoder" ? fedTokens : source.tokens };
}

/** What the address says an attention is. @param {Address} address */
export const kindOf = ({ kind = "cross" }) => /** @type {Kind} */ (kind);

/** Whether a token is a word or a part of one. @param {string} token */
export const isOrdinary = (token) =>
  !["<s>", "</s>"].includes(token) && /[\p{L}\p{N}]/u.test(token);

/** What the address says, from 0, of what counts from `first`; `usual` where it says nothing or more
 * than there is. @param {Address} address @param {string} name @param {number} count
 * @param {number} usual */
export function place(address, name, count, usual, first = 1) {
  const said = Number(address[name] ?? NaN) - first;
  return said >= 0 && said < count ? said : usual;
}

/** @type {WeakMap<Translation, Map<string, any>>} */
const KEPT = new WeakMap();

/** What is the same at all beats, made once. @template T @param {Translation} translation
 * @param {string} name @param {() => T} make @returns {T} */
export function once(translation, name, make) {
  const kept = KEPT.get(translation) ?? new Map();
  KEPT.set(translation, kept);
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name);
}

const WIDTH = 4; // of the search that every page asks for

/** The same sentence by a beam of another width, 1 for greedy search.
 * @param {Translation} translation @param {number} width
 * @param {import("./translator.js").Translator} translator */
export const searched = (translation, width, translator) =>
  width === WIDTH
    ? translation
    : once(translation, `beam ${width}`, () =>
      translator.translate(translation.original, { width }));
