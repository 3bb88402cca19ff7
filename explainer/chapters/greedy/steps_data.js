// What `step.py` tells the drawing, of a greedy search in the browser.
import { FIRST, top } from "../../drawings/engine/search.js";
import { row } from "../../drawings/engine/tensors.js";
import { entropy, place, searched } from "../../drawings/engine/told.js";

const TOP = 8;

/** @typedef {import("../../drawings/engine/told.js").Translation} Translation */

/** @type {import("../../drawings/engine/told.js").Maker} */
export default function stepsData(translation, address, translator) {
  const found = searched(translation, 1, translator);
  const probs = /** @type {import("../../drawings/engine/tensors.js").Tensor} */ (
    found.trace.get("probs") // (T, V)
  );
  const steps = found.predicted.map((chosen, step) => {
    const shares = row(probs, step).data;
    const parts = top(shares, TOP);
    if (parts.every(({ id }) => id !== chosen)) parts.push({ id: chosen, value: shares[chosen] });
    const told = parts.map(({ id, value }) => ({
      token: translator.tokenizer.tokens[id],
      prob: value,
      may: id >= FIRST,
    }));
    return {
      read: found.fedTokens[step],
      parts: told,
      chosen: parts.findIndex(({ id }) => id === chosen),
      rank: found.proposals[step].rank,
      entropy: entropy(shares),
      forced: false,
    };
  });
  return {
    data: { rows: steps },
    chosen: { at: place(address, "greedy_step", steps.length, closest(found, probs)) },
  };
}

/** The step where the token that came second was least behind. @param {Translation} found
 * @param {import("../../drawings/engine/tensors.js").Tensor} probs */
function closest({ predicted }, probs) {
  const leads = predicted.map((chosen, step) => {
    const shares = row(probs, step).data;
    const others = top(shares, 2, FIRST).filter(({ id }) => id !== chosen);
    return shares[chosen] - others[0].value;
  });
  return leads.indexOf(Math.min(...leads));
}
