// What `flow.py` tells the drawing, of a translation that was made in the browser.
import { attention, mean, place, tensor } from "../../drawings/engine/told.js";
import { UNK } from "../../drawings/engine/tokenizer.js";
import { range } from "../../drawings/math.js";

/** @typedef {import("../../drawings/engine/told.js").Translation} Translation */

const MEAN = -1;
const [FULL_SIDE, PAIR_SIDE] = [27, 48]; // tokens
const [SHADES, TOP] = [8, 5];

/** @type {import("../../drawings/engine/told.js").Maker} */
export default function flowData(translation, address) {
  const { source, trace } = translation;
  const [encoder, decoder, cross] = /** @type {const} */ (["encoder", "decoder", "cross"])
    .map((kind) => attention(translation, kind));
  const [layers, heads, steps] = [cross.length, cross[0].length, translation.predicted.length];
  const head = place(address, "head", heads + 1, 0, 0) - 1;
  const sent = headsSent(source.ids.length, steps, heads, head);
  const chosen = (/** @type {number[][][][]} */ all) =>
    all.map((planes) => sent.map((one) => one === MEAN ? mean(planes) : planes[one]));
  const triangle = (/** @type {number[][]} */ plane) =>
    plane.flatMap((row, at) => row.slice(0, at + 1));
  const data = {
    source: source.tokens.map((token, at) => source.ids[at] === UNK ? "<unk>" : token),
    fed: translation.fedTokens,
    predicted: translation.predictedTokens,
    layers: { encoder: encoder.length, decoder: layers },
    heads,
    sent: sent.map((one) => one + 1),
    encoder: chosen(encoder),
    decoder: chosen(decoder).map((planes) => planes.map(triangle)),
    cross: chosen(cross),
    ...vectors(translation, encoder.length, layers),
    width: trace.get("memory")?.shape.at(-1),
    vocabulary: trace.get("logits")?.shape.at(-1),
    ...candidates(translation),
    sentence: translation.text,
    view: {
      at: place(address, "step", steps, firstLook(cross)),
      layer: place(address, "layer", layers, layers - 1),
      head: head + 1,
    },
  };
  return { data };
}

/** The heads that travel. @param {number} sources @param {number} steps @param {number} heads
 * @param {number} head */
function headsSent(sources, steps, heads, head) {
  const longest = Math.max(sources, steps);
  if (longest <= FULL_SIDE) return range(heads);
  return longest <= PAIR_SIDE && head !== MEAN ? [MEAN, head] : [head];
}

/** The first step after the first that gives half of its look or more to one source token.
 * @param {number[][][][]} cross */
function firstLook(cross) {
  const most = mean(cross[cross.length - 1]).map((row) => Math.max(...row));
  return Math.max(0, most.findIndex((share, step) => step > 0 && share >= 0.5));
}

/** @param {Translation} translation @param {number} encoders @param {number} layers */
function vectors(translation, encoders, layers) {
  const name = (/** @type {string} */ of) =>
    translation.trace.has(`${of}.norm`) ? `${of}.norm` : `${of}.sum`;
  const encoder = range(encoders - 1).map((at) => name(`encoder.${at}.add2`));
  const decoder = range(layers).flatMap((at) =>
    [1, 2].map((part) => name(`decoder.${at}.add${part}`))
  );
  const sizes = (/** @type {string[]} */ names) =>
    names.map((one) => tensor(translation, one).map(shown));
  const found = {
    encoder: sizes(["encoder.embed", ...encoder, "memory"]),
    decoder: sizes(["decoder.embed", ...decoder]),
  };
  const scale = Math.max(...[...found.encoder, ...found.decoder].flat(2)) || 1;
  const shares = (/** @type {number[][][]} */ stages) =>
    stages.map((stage) => stage.map((row) => row.map((size) => size / scale)));
  return {
    vectors: { encoder: shares(found.encoder), decoder: shares(found.decoder) },
    scale,
  };
}

/** @param {number[]} row */
const shown = (row) =>
  range(SHADES).map((at) => Math.abs(row[Math.round(at * (row.length - 1) / (SHADES - 1))]));

/** @param {Translation} translation */
function candidates({ proposals, predictedTokens }) {
  const listed = proposals.map(({ best, prob, rank }, step) => {
    const found = best.slice(0, TOP)
      .map((one, at) => [one.token, one.prob, at + 1, at + 1 === rank]);
    if (rank > found.length) found.push([predictedTokens[step], prob, rank, true]);
    return found;
  });
  const rest = listed.map((found) =>
    Math.max(0, 1 - found.reduce((sum, [, share]) => sum + Number(share), 0))
  );
  return { candidates: listed, rest };
}
