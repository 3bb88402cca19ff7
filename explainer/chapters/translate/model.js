// What the drawing is told, made readable once: weights by layer and head, candidates by step.
import { sum, unpacked } from "../../drawings/parts.js";
/** @import { FlowParts, Data, Candidate } from "./types.d.ts" */

/** @typedef {ReturnType<typeof read>} Model */

export const MEAN = 0;

export function read(/** @type {Data} */ data) {
  const { sent, heads, predicted, vectors } = data;
  const isWhole = sent.length === heads && !sent.includes(MEAN);
  /** A weight by layer, head, row and column. @type {FlowParts["weights"]} */
  const weights = (rows, of = (plane, row, column) => plane[row]?.[column]) => {
    const planes = rows && unpacked(rows);
    return (layer, head, row, column) => {
      const at = (/** @type {number} */ slot) => {
        const plane = planes?.[layer][slot];
        return plane && of(plane, row, column) || 0;
      };
      return isWhole && head === MEAN
        ? sum(sent.map((_, slot) => at(slot))) / heads
        : at(sent.indexOf(head));
    };
  };
  return {
    available: isWhole ? [MEAN, ...sent] : sent,
    ...{ isWhole, isVeiled: !data.cross, isTold: data.candidates !== null },
    encoder: weights(data.encoder),
    decoder: weights(
      data.decoder,
      (plane, row, column) => column > row ? 0 : plane[row * (row + 1) / 2 + column],
    ),
    cross: weights(data.cross),
    vectors: { encoder: unpacked(vectors?.encoder), decoder: unpacked(vectors?.decoder) },
    candidates: predicted.map((_, step) => candidatesOf(data, step)),
  };
}

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
