// Text in, translation out, in the browser: what `engine/translator.py` does on the server, without a
// page: it may as well run in a worker, while the page goes on drawing.
//
//   const { load } = await import("./engine/translator.js");
//   const translator = await load(new URL("ko-en/", document.baseURI)); // weights are kept
//   const { text, source, trace } = translator.translate(typed, { method: "beam", width: 4 });
//
// The import itself fails in a browser that is too old (SyntaxError) and on a page that was opened as a
// file (TypeError). Where a model or a sentence is not to be had, the other two throw a `Problem`
// (`weights.js`): its `reason` is the id of a sentence for the reader. What was typed is the page's own.
import { normalise, unmaskAddresses } from "./normalise.js";
import { search, top } from "./search.js";
import { row } from "./tensors.js";
import { BOS, EOS, Tokenizer, UNK, words } from "./tokenizer.js";
import { CachedDecoder, Transformer } from "./transformer.js";
import { fetchModel, Problem, readTensors } from "./weights.js";

/** @typedef {{ method?: "greedy" | "beam", width?: number, alpha?: number, minLength?: number }}
 *   Options */

const [MAX_RAW, MAX_CHARS, MAX_SOURCE_TOKENS] = [10_000, 200, 64];
export const MAX_STEPS = 96;
const TOP = 10; // tokens told of each step

/** The model of a folder, an absolute address that ends in a slash. @param {string | URL} folder */
export async function load(folder) {
  const { card, tokenizer, weights } = await fetchModel(folder);
  return new Translator(card, tokenizer, weights);
}

export class Translator {
  /** @param {import("./weights.js").Card} card @param {Uint8Array} tokenizer
   * @param {import("./weights.js").Bytes} weights */
  constructor(card, tokenizer, weights) {
    this.name = card.name;
    this.tokenizer = new Tokenizer(tokenizer);
    this.model = new Transformer(card.model, readTensors(weights));
  }

  /** @param {string} text */
  clean(text) {
    return normalise(text, (word) => this.tokenizer.known.has(`▁${word}`));
  }

  /** Cleans a sentence and cuts it into tokens. @param {string} text */
  read(text) {
    const raw = [...text].length;
    if (raw > MAX_RAW) throw new Problem("too_long_text", raw, MAX_CHARS);
    const { text: clean, changes } = this.clean(text);
    if (!clean) throw new Problem("empty");
    const length = [...clean].length;
    if (length > MAX_CHARS) throw new Problem("too_long_text", length, MAX_CHARS);
    // Twice, as on the server: what stands beside a name for an address may change with it.
    const source = this.tokenizer.encode(this.clean(clean).text), { ids, tokens } = source;
    const most = Math.min(MAX_SOURCE_TOKENS, this.model.sizes.max_positions);
    if (ids.length > most) throw new Problem("too_long_tokens", ids.length, most);
    const unknown = [...new Set(tokens.filter((_, at) => ids[at] === UNK))];
    if (ids.every((id, at) => id === UNK || id === EOS || tokens[at] === "▁")) {
      throw new Problem("no_known_tokens");
    }
    return { source, changes, unknown };
  }

  /** Translates a sentence, then runs the winner once more, all positions at once, for the trace.
   * @param {string} text @param {Options} [options] */
  translate(text, { method = "beam", width = 4, alpha = 0.6, minLength = 0 } = {}) {
    const { source, changes, unknown } = this.read(text);
    /** @type {Map<string, import("./tensors.js").Tensor>} */
    const tensors = new Map();
    /** @type {import("./transformer.js").Trace} */
    const trace = (name, value) => {
      tensors.set(name, value);
      return value;
    };
    const memory = this.model.encode(source.ids, trace);
    const maxLength = Math.min(MAX_STEPS, this.model.sizes.max_positions);
    const options = { width: method === "beam" ? width : 1, alpha, minLength, maxLength };
    const { hypotheses, steps } = search(new CachedDecoder(this.model, memory), options);
    const predicted = hypotheses[0].ids, fed = [BOS, ...predicted.slice(0, -1)];
    const probs = this.model.teach(fed, memory, trace);
    return {
      model: this.name,
      original: text,
      source,
      changes,
      unknown, // characters without a token
      text: this.written(predicted, text),
      fed, // what the decoder read
      fedTokens: this.tokensOf(fed),
      predicted, // what it wrote after each of them
      predictedTokens: this.tokensOf(predicted),
      predictedWords: words(this.tokensOf(predicted)),
      hypotheses,
      hypothesisTexts: hypotheses.map(({ ids }) => this.written(ids, text)),
      steps,
      proposals: predicted.map((id, at) => this.proposals(row(probs, at).data, id)),
      trace: tensors,
    };
  }

  /** The most probable tokens of a step, and where the one that was written stood, from 1.
   * @param {Float32Array} probs @param {number} written */
  proposals(probs, written) {
    const best = top(probs, TOP).map(({ id, value }) => ({
      id,
      token: this.tokenizer.tokens[id],
      prob: value,
    }));
    const prob = probs[written];
    return { best, prob, rank: 1 + probs.filter((other) => other > prob).length };
  }

  /** @param {number[]} ids */
  tokensOf(ids) {
    return ids.map((id) => this.tokenizer.tokens[id]);
  }

  /** Tokens as text, with the addresses of the source. @param {number[]} ids @param {string} source */
  written(ids, source) {
    return unmaskAddresses(this.tokenizer.decode(ids), source);
  }
}
