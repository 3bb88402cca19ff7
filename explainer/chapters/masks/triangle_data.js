// What `edge.py` tells the drawing, of a translation that was made in the browser.
import { row } from "../../drawings/engine/tensors.js";
import { once, place, tensor } from "../../drawings/engine/told.js";
import { CachedDecoder } from "../../drawings/engine/transformer.js";
import { argmax, range, softmax, sum } from "../../drawings/math.js";

const [MOST, MANY] = [40, 10]; // rows; edges beside the causal one, besides the widest

/** @typedef {import("../../drawings/engine/tensors.js").Tensor} Tensor */
/** @typedef {import("../../drawings/engine/told.js").Translation} Translation */

/** @type {import("../../drawings/engine/told.js").Maker} */
export default function triangleData(translation, address, { model }) {
  const cut = (/** @type {any[]} */ rows) => rows.slice(0, MOST);
  const scores = tensor(translation, "decoder.0.self_attn.scores")
    .map((head) => cut(head).map(cut));
  const { edges, probs, steps } = once(translation, "edges", () => ways(translation, model));
  const shares = scores.map((head) =>
    range(head.length - 1).map((at) => answerShare(head[at], at))
  );
  const head = place(address, "masks_head", shares.length, argmax(shares.map(sum)));
  const edge = edges.find((one) => String(one) === address.masks_edge) ?? 0;
  return {
    data: {
      fed: cut(translation.fedTokens),
      wanted: cut(translation.predictedTokens),
      scores: scores[head],
      ...{ edges, probs, steps },
    },
    chosen: { edge, at: place(address, "masks_step", steps.length, tellingRow(shares[head])) },
  };
}

/** The probabilities of what is to be written: in training by the edge of the mask, in translation.
 * @param {Translation} translation
 * @param {import("../../drawings/engine/transformer.js").Transformer} model */
function ways({ source, fed, predicted }, model) {
  const ids = fed.slice(0, MOST), edges = range(Math.min(ids.length, MANY + 1));
  if (ids.length > edges.length) edges.push(ids.length - 1);
  const memory = model.encode(source.ids), decoder = new CachedDecoder(model, memory);
  const of = (/** @type {Tensor} */ all, /** @type {number} */ step, at = step) =>
    row(all, at).data[predicted[step]];
  const probs = edges.map((edge) => {
    const found = model.teach(ids, memory, undefined, (query, key) => key <= query + edge);
    return ids.map((_, step) => of(found, step));
  });
  const steps = ids.map((id, step) => Math.exp(of(decoder.step([id], [0]), step, 0)));
  return { edges, probs, steps };
}

/** The weight that a row would give to its answer, the very next key, if it could see that and none
 * after it. @param {number[]} scores @param {number} at */
const answerShare = (scores, at) => softmax(scores.slice(0, at + 2))[at + 1];

/** Of a row in the middle third the one that would give its answer most. @param {number[]} shares */
function tellingRow(shares) {
  const third = Math.floor(shares.length / 3), middle = shares.slice(third, 2 * third + 1);
  return middle.length ? third + argmax(middle) : 0;
}
