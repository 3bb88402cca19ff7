// The Transformer of `model/one_file.py` for one sentence, without training. The trace has the names
// that `model/names.py` lists, and the weights the names of the file, which begin alike:
// "encoder.0.self_attn.q" is made with "encoder.0.self_attn.q_proj.weight".
// Shapes: S source tokens, T target tokens, D d_model, F d_ff, V vocabulary; H heads of width
// E = D / H; Q positions that ask, K positions that are looked at; R rows of a search.
import * as tensors from "./tensors.js";

/** @typedef {import("./tensors.js").Tensor} Tensor */
/** @typedef {{ d_model: number, n_heads: number, n_encoder_layers: number,
 *   n_decoder_layers: number, max_positions: number, norm: string, positions: string,
 *   causal: boolean }} Sizes */
/** Takes a tensor by its name, and gives it back.
 * @typedef {(name: string, value: Tensor) => Tensor} Trace */
/** Whether a position may look at another. @typedef {(query: number, key: number) => boolean} Mask */

/** @type {Trace} */
const untraced = (_, value) => value;
/** @type {Mask} */
const everywhere = () => true;
/** @type {Mask} */
const backwards = (query, key) => key <= query;

export class Transformer {
  /** @param {Sizes} sizes @param {Map<string, Tensor>} weights */
  constructor(sizes, weights) {
    const isPlain = sizes.norm === "post" && sizes.positions === "sinusoidal" && sizes.causal;
    if (!isPlain) throw new Error("not the Transformer of the paper");
    this.sizes = sizes;
    this.weights = weights;
    this.matrix = this.weight("matrix"); // (V, D)
  }

  /** @param {string} name */
  weight(name) {
    return /** @type {Tensor} */ (this.weights.get(name));
  }

  /** x W^T + b. @param {string} name @param {Tensor} x */
  linear(name, x) {
    return tensors.product(x, this.weight(`${name}.weight`), this.weight(`${name}.bias`));
  }

  /** @param {"encoder" | "decoder"} stack @param {number[]} ids @param {number[]} places */
  embed(stack, ids, places, trace = untraced) {
    const { d_model } = this.sizes, scale = Math.sqrt(d_model);
    const rows = tensors.stack(ids.map((id) => tensors.row(this.matrix, id))); // (N, D)
    const tokens = trace(`${stack}.tokens`, tensors.each(rows, (value) => value * scale));
    const positions = trace(`${stack}.positions`, sinusoids(places, d_model)); // (N, D)
    return trace(`${stack}.embed`, tensors.add(tokens, positions));
  }

  /** (N, D) to (H, N, E). @param {Tensor} x */
  split(x) {
    const [length, width] = x.shape, { n_heads } = this.sizes;
    return tensors.permute(tensors.reshape(x, [length, n_heads, width / n_heads]), [1, 0, 2]);
  }

  /** What the queries (H, Q, E) find with keys and values (H, K, E), heads side by side, (Q, D).
   * @param {string} name @param {Tensor} q @param {Tensor} k @param {Tensor} v @param {Mask} mask */
  look(name, q, k, v, mask = everywhere, trace = untraced) {
    const [H, Q, E] = q.shape, K = k.shape[1], root = Math.sqrt(E);
    const raw = tensors.each(tensors.product(q, k), (value) => value / root);
    const scores = trace(`${name}.scores`, raw); // (H, Q, K)
    const may = tensors.each(scores, (_, at) => Number(mask(Math.floor(at / K) % Q, at % K)));
    const { data } = trace(`${name}.mask`, may); // 1 where it may look
    const masked = tensors.each(scores, (score, at) => data[at] ? score : -Infinity);
    const weights = tensors.softmax(trace(`${name}.masked_scores`, masked)); // (H, Q, K)
    const columns = tensors.permute(v, [0, 2, 1]); // (H, E, K)
    const found = tensors.product(trace(`${name}.weights`, weights), columns); // (H, Q, E)
    const heads = tensors.permute(trace(`${name}.heads`, found), [1, 0, 2]); // (Q, H, E)
    return trace(`${name}.concat`, tensors.reshape(heads, [Q, H * E]));
  }

  /** @param {string} name @param {Tensor} x @param {Tensor} memory @param {Mask} mask
   * @param {Trace} trace */
  attention(name, x, memory, mask, trace) {
    const q = trace(`${name}.q`, this.split(this.linear(`${name}.q_proj`, x))); // (H, Q, E)
    const k = trace(`${name}.k`, this.split(this.linear(`${name}.k_proj`, memory))); // (H, K, E)
    const v = trace(`${name}.v`, this.split(this.linear(`${name}.v_proj`, memory))); // (H, K, E)
    const concat = this.look(name, q, k, v, mask, trace); // (Q, D)
    return trace(`${name}.out`, this.linear(`${name}.out_proj`, concat)); // (Q, D)
  }

  /** @param {string} name @param {Tensor} x @param {Trace} trace */
  feedForward(name, x, trace) {
    const pre = trace(`${name}.pre`, this.linear(`${name}.expand`, x)); // (N, F)
    const act = trace(`${name}.act`, tensors.relu(pre)); // (N, F)
    return trace(`${name}.out`, this.linear(`${name}.contract`, act)); // (N, D)
  }

  /** What a part found is added to x, then normed.
   * @param {string} name @param {Tensor} x @param {Tensor} out @param {Trace} trace */
  addAndNorm(name, x, out, trace) {
    const sum = trace(`${name}.sum`, tensors.add(x, out)); // (N, D)
    const [gamma, beta] = ["weight", "bias"].map((part) => this.weight(`${name}.norm.${part}`));
    return trace(`${name}.norm`, tensors.layerNorm(sum, gamma, beta));
  }

  /** The memory (S, D) of source ids, the end token included. @param {number[]} ids */
  encode(ids, trace = untraced, mask = everywhere) {
    let x = this.embed("encoder", ids, [...ids.keys()], trace); // (S, D)
    for (let layer = 0; layer < this.sizes.n_encoder_layers; layer += 1) {
      const name = `encoder.${layer}`;
      const looked = this.attention(`${name}.self_attn`, x, x, mask, trace);
      x = this.addAndNorm(`${name}.add1`, x, looked, trace);
      x = this.addAndNorm(`${name}.add2`, x, this.feedForward(`${name}.ffn`, x, trace), trace);
    }
    return trace("memory", x);
  }

  /** A layer of the decoder, which is told how it looks at the target and at the memory.
   * @param {string} name @param {Tensor} x @param {(x: Tensor) => Tensor} self
   * @param {(x: Tensor) => Tensor} cross @param {Trace} trace */
  decoderLayer(name, x, self, cross, trace) {
    x = this.addAndNorm(`${name}.add1`, x, self(x), trace);
    x = this.addAndNorm(`${name}.add2`, x, cross(x), trace);
    return this.addAndNorm(`${name}.add3`, x, this.feedForward(`${name}.ffn`, x, trace), trace);
  }

  /** All positions at once: the output vectors (T, D) of target ids, the begin token first.
   * @param {number[]} ids @param {Tensor} memory @param {Trace} trace @param {Mask} mask
   * @param {Mask} cross of the memory */
  decode(ids, memory, trace, mask, cross) {
    let x = this.embed("decoder", ids, [...ids.keys()], trace); // (T, D)
    for (let layer = 0; layer < this.sizes.n_decoder_layers; layer += 1) {
      const name = `decoder.${layer}`;
      x = this.decoderLayer(
        name,
        x,
        (x) => this.attention(`${name}.self_attn`, x, x, mask, trace),
        (x) => this.attention(`${name}.cross_attn`, x, memory, cross, trace),
        trace,
      );
    }
    return trace("output", x);
  }

  /** The probabilities (T, V) of the token after each target id. @param {number[]} ids
   * @param {Tensor} memory */
  teach(ids, memory, trace = untraced, mask = backwards, cross = everywhere) {
    const output = this.decode(ids, memory, trace, mask, cross); // (T, D)
    const logits = trace("logits", tensors.product(output, this.matrix)); // (T, V)
    const logProbs = trace("log_probs", tensors.logSoftmax(logits)); // (T, V)
    return trace("probs", tensors.each(logProbs, Math.exp));
  }
}

/** sin and cos of place / 10000^(2i/d), side by side, (N, D).
 * @param {number[]} places @param {number} width */
function sinusoids(places, width) {
  const table = tensors.zeros([places.length, width]);
  return tensors.each(table, (_, at) => {
    const channel = at % width, place = places[Math.floor(at / width)];
    const angle = place / 10000 ** ((channel - channel % 2) / width);
    return channel % 2 ? Math.cos(angle) : Math.sin(angle);
  });
}

/** The decoder one token a step. Keys and values of the memory are made once; those of the target are
 * kept, so that a step makes its own alone. */
export class CachedDecoder {
  /** @param {Transformer} model @param {Tensor} memory */
  constructor(model, memory) {
    this.model = model;
    this.names = Array.from({ length: model.sizes.n_decoder_layers }, (_, at) => `decoder.${at}`);
    this.position = 0;
    const make = (/** @type {string} */ name) => model.split(model.linear(name, memory));
    this.memory = this.names.map((name) => ({
      k: make(`${name}.cross_attn.k_proj`), // (H, S, E)
      v: make(`${name}.cross_attn.v_proj`), // (H, S, E)
    }));
    /** Of every layer and row, the keys and values of all positions so far, (P, D) each.
     * @type {{ k: Tensor, v: Tensor }[][]} */
    this.past = this.names.map(() => []);
  }

  /** Log-probabilities (R, V) after one more token in each row, which goes on from the row `parents`
   * names of the step before. @param {number[]} ids @param {number[]} parents */
  step(ids, parents) {
    const { model } = this;
    let x = model.embed("decoder", ids, ids.map(() => this.position)); // (R, D)
    this.names.forEach((name, layer) => {
      x = model.decoderLayer(
        name,
        x,
        (x) => this.lookBack(layer, x, parents),
        (x) => this.lookAtMemory(layer, x),
        untraced,
      );
    });
    this.position += 1;
    return tensors.logSoftmax(tensors.product(x, model.matrix)); // (R, V)
  }

  /** @param {number} layer @param {Tensor} x @param {number[]} parents */
  lookBack(layer, x, parents) {
    const { model } = this, name = `${this.names[layer]}.self_attn`;
    const [q, k, v] = ["q", "k", "v"].map((part) => model.linear(`${name}.${part}_proj`, x));
    const past = this.past[layer];
    const grown = (/** @type {"k" | "v"} */ part, /** @type {Tensor} */ all) =>
      parents.map((parent, at) => {
        const newest = tensors.row(all, at);
        return past[parent] ? tensors.stack([past[parent][part], newest]) : newest;
      });
    const [keys, values] = [grown("k", k), grown("v", v)];
    this.past[layer] = parents.map((_, at) => ({ k: keys[at], v: values[at] }));
    const heads = this.past[layer].map((own, at) =>
      model.look(name, model.split(tensors.row(q, at)), model.split(own.k), model.split(own.v))
    );
    return model.linear(`${name}.out_proj`, tensors.stack(heads));
  }

  /** @param {number} layer @param {Tensor} x */
  lookAtMemory(layer, x) {
    const { model } = this, name = `${this.names[layer]}.cross_attn`;
    const { k, v } = this.memory[layer], q = model.split(model.linear(`${name}.q_proj`, x));
    return model.linear(`${name}.out_proj`, model.look(name, q, k, v)); // (R, D)
  }
}
