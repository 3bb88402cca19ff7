// What `river_view.py` tells the drawing of the decoder's river, of a translation that was made in the
// browser.
import { top } from "../../drawings/engine/search.js";
import { once, place, rows } from "../../drawings/engine/told.js";
import { product, row, softmax, zeros } from "../../drawings/engine/tensors.js";
import { sum } from "../../drawings/math.js";

const [UNFOLDED, NEXT] = [3, 4]; // tokens of a state
const PARTS = ["self_attn", "cross_attn", "ffn"];
/** @type {Record<string, string>} */
const LETTERS = { s: "self_attn", c: "cross_attn", f: "ffn" };

/** @typedef {import("../../drawings/engine/told.js").Translation} Translation */
/** @typedef {import("../../drawings/engine/translator.js").Translator} Translator */
/** @typedef {Map<string, import("../../drawings/engine/tensors.js").Tensor>} Tensors */

/** @type {import("../../drawings/engine/told.js").Maker} */
export default function riverData(translation, address, translator) {
  const { fedTokens, predictedTokens, trace } = translation;
  const step = place(address, "layers_step", fedTokens.length, Math.min(1, fedTokens.length - 1));
  const dams = (address.layers_dams ?? "").split(".").filter(Boolean).map(([stack, layer, part]) =>
    `${stack === "d" ? "decoder" : "encoder"}.${Number(layer) - 1}.${LETTERS[part]}`
  );
  const passed = dams.length ? dammed(translation, dams, translator) : trace;
  const places = [...trace.keys()].flatMap((name) =>
    /^decoder\.\d+\.\w+\.out$/.test(name) ? [name.replace(".out", "")] : []
  );
  const flow = (/** @type {Tensors} */ tensors) =>
    flowOf(tensors, places, step, translation.predicted[step], translator);
  return {
    data: {
      places: ["decoder.embed", ...places],
      now: flow(passed),
      before: dams.length ? flow(trace) : null,
      dams,
      source: fedTokens[step],
      wanted: predictedTokens[step],
    },
    chosen: { dams },
  };
}

/** The pass with what some sub-layers add set to 0.
 * @param {Translation} translation @param {string[]} dams @param {Translator} translator */
const dammed = (translation, dams, { model }) =>
  once(translation, `dammed ${dams}`, () => {
    /** @type {Tensors} */
    const tensors = new Map();
    /** @type {import("../../drawings/engine/transformer.js").Trace} */
    const trace = (name, value) => {
      const kept = dams.some((dam) => name === `${dam}.out`) ? zeros(value.shape) : value;
      tensors.set(name, kept);
      return kept;
    };
    model.teach(translation.fed, model.encode(translation.source.ids, trace), trace);
    return tensors;
  });

/** Lengths and angles along the river of a step, and the tokens that its states would write.
 * @param {Tensors} tensors @param {string[]} places @param {number} step @param {number} wanted
 * @param {Translator} translator */
function flowOf(tensors, places, step, wanted, { model, tokenizer }) {
  const vector = (/** @type {string} */ name) =>
    row(/** @type {import("../../drawings/engine/tensors.js").Tensor} */ (tensors.get(name)), step);
  const numbers = (/** @type {string} */ name) => rows(vector(name))[0];
  const adds = places.map((name) => {
    const [stack, layer, part] = name.split(".");
    return `${stack}.${layer}.add${PARTS.indexOf(part) + 1}`;
  });
  const states = ["decoder.embed", ...adds.map((name) => `${name}.norm`)];
  const x = states.map((name) => Math.hypot(...numbers(name)));
  const add = places.map((name) => Math.hypot(...numbers(`${name}.out`)));
  const probs = states.map((name) => softmax(product(vector(name), model.matrix)).data);
  const best = probs.map((all) =>
    top(all, NEXT).map(({ id, value }) => [tokenizer.tokens[id], value])
  );
  return {
    x,
    sum: adds.map((name) => Math.hypot(...numbers(`${name}.sum`))),
    add,
    cos: places.map((name, at) => {
      const before = numbers(states[at]), added = numbers(`${name}.out`);
      const dot = sum(
        before.map((/** @type {number} */ value, /** @type {number} */ channel) =>
          value * added[channel]
        ),
      );
      return add[at] && dot / x[at] / add[at];
    }),
    wanted: probs.map((all) => all[wanted]),
    top: best.map((all) => all.slice(0, UNFOLDED)),
    next: best[best.length - 1],
  };
}
