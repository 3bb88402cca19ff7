// What the drawing is told, made readable once: weights by layer and head, candidates by step.
import { range } from "../../drawings/math.js";
import { unpacked } from "../../drawings/packed.js";

/** @typedef {import("../../drawings/packed.js").Packed | any[]} Rows */
/** `sent` are the heads that travel, from 1; 0 is the mean of all. Of their weights `encoder` has
 * (L, N, S, S), `cross` (L, N, T, S), `decoder` (L, N, T (T + 1) / 2): the causal mask makes the rest 0.
 * `vectors` has 8 numbers of each vector, without their signs, as shares of `scale`: embedding and
 * layers of the encoder (L + 1, S, 8), embedding and two sublayers a layer of the decoder. All are null
 * where they are to be predicted; `candidates`, of each step tokens with their probability, their rank
 * and whether they were chosen, with the `rest` where probabilities are hidden; of the last token there are then `choices`. `origin` names what is drawn and where it began, `view`
 * that place; it stands still from the first where one of `guided` or `placed` is in the address.
 * @typedef {{ source: string[], fed: string[], predicted: string[],
 *   layers: { encoder: number, decoder: number }, heads: number, sent: number[],
 *   encoder: Rows | null, decoder: Rows | null, cross: Rows | null,
 *   vectors: { encoder: Rows, decoder: Rows } | null, scale: number, width: number,
 *   candidates: [string, number, number, boolean][][] | null, rest: number[] | null,
 *   vocabulary: number, choices: string[],
 *   view: { at: number, layer: number, head: number }, origin: string, sentence: string,
 *   target: string, dark: boolean, guided: string[], placed: string[] }} Data */
/** @typedef {{ token: string, probability: number, rank: number, chosen: boolean,
 *   others?: boolean }} Candidate */
/** @typedef {ReturnType<typeof read>} Model */

export const MEAN = 0;

/** @type {WeakMap<object, Map<string, { of: unknown, made: any }>>} */
const MADE = new WeakMap();

/** What was made under a name, until it is of something else.
 * @template T @param {object} data @param {string} name @param {unknown} of @param {() => T} make
 * @returns {T} */
export function once(data, name, of, make) {
  const kept = MADE.get(data) ?? new Map();
  MADE.set(data, kept);
  if (kept.get(name)?.of !== of) kept.set(name, { of, made: make() });
  return kept.get(name).made;
}

/** @param {Data} data */
export function read(data) {
  const { sent, heads, layers, source, fed, predicted, vectors } = data;
  const isWhole = sent.length === heads && !sent.includes(MEAN);
  /** @param {Rows | null} rows @param {number} count @param {(rows: any) => number[][]} squared */
  const planes = (rows, count, squared = (rows) => rows) =>
    (rows ? unpacked(rows) : range(count).map(() => [])).map((slots) => {
      const whole = slots.map(squared);
      const found = new Map(sent.map((head, slot) => [head, whole[slot]]));
      return isWhole && rows ? found.set(MEAN, mean(whole)) : found;
    });
  /** @param {number[]} flat */
  const triangle = (flat) =>
    fed.map((_, row) => flat.slice(row * (row + 1) / 2, (row + 1) * (row + 2) / 2));
  const [encoder, decoder, cross] = [
    planes(data.encoder, layers.encoder),
    planes(data.decoder, layers.decoder, triangle),
    planes(data.cross, layers.decoder),
  ];
  /** @param {Map<number, number[][]>[]} planes */
  const weights = (planes) =>
  /** @param {number} layer @param {number} head @param {number} row @param {number} column */
  (layer, head, row, column) => planes[layer].get(head)?.[row]?.[column] ?? 0;
  /** @param {Rows} [rows] @returns {number[][][]} */
  const shades = (rows = []) => unpacked(rows);
  return {
    available: isWhole ? [MEAN, ...sent] : sent,
    isWhole,
    isVeiled: !data.cross,
    isTold: data.candidates !== null,
    encoder: weights(encoder),
    decoder: weights(decoder),
    cross: weights(cross),
    vectors: { encoder: shades(vectors?.encoder), decoder: shades(vectors?.decoder) },
    candidates: predicted.map((_, step) => candidatesOf(data, step)),
    source,
  };
}

/** @param {number[][][]} planes */
const mean = (planes) =>
  planes[0].map((row, q) =>
    row.map((_, k) => planes.reduce((total, plane) => total + plane[q][k], 0) / planes.length)
  );

/** What is listed of a step; without probabilities the chosen token alone. `rest` are all others.
 * @param {Data} data @param {number} step */
function candidatesOf({ predicted, choices, candidates, rest }, step) {
  const isAsked = choices.length > 0 && step === predicted.length - 1;
  const bare = (/** @type {string} */ token) => [token, 0, 0, !isAsked];
  const rows = candidates?.[step] ??
    (isAsked ? choices : predicted.slice(step, step + 1)).map(bare);
  const list = rows.map(([token, probability, rank, chosen]) => /** @type {Candidate} */ (
    { token, probability, rank, chosen }
  ));
  return { list, rest: rest?.[step] ?? 0, chosen: list.find((one) => one.chosen) ?? list[0] };
}
