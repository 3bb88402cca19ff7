// The parts of the translator without a model; `tests/drawings/test_engine.py` has whole sentences.
import { close, equal } from "../drawn_test.js";
import { normalise, unmaskAddresses } from "./normalise.js";
import { search, top } from "./search.js";
import * as tensors from "./tensors.js";
import { EOS, Tokenizer } from "./tokenizer.js";
import { CachedDecoder, Transformer } from "./transformer.js";
import { load } from "./translator.js";
import { fetchModel, Problem, readTensors } from "./weights.js";

const text = new TextEncoder();

/** Numbers that look random and are the same each time. @param {number[]} shape */
const some = (shape) => tensors.each(tensors.zeros(shape), (_, at) => Math.sin(9.7 * at * at + 1));

Deno.test("a product is a sum of products for every row, output and head", () => {
  const x = some([2, 3, 5]), weight = some([2, 6, 5]), bias = some([6]);
  const out = tensors.product(x, weight, bias);
  equal(out.shape, [2, 3, 6]);
  for (let head = 0; head < 2; head += 1) {
    for (let n = 0; n < 3; n += 1) {
      for (let m = 0; m < 6; m += 1) {
        let sum = bias.data[m];
        for (let d = 0; d < 5; d += 1) {
          sum += x.data[(head * 3 + n) * 5 + d] * weight.data[(head * 6 + m) * 5 + d];
        }
        close(out.data[(head * 3 + n) * 6 + m], sum, 1e-6);
      }
    }
  }
});

Deno.test("shares sum to 1, a hidden score has none, and logarithms are theirs", () => {
  const scores = { shape: [1, 3], data: Float32Array.of(900, -Infinity, 901) };
  const shares = tensors.softmax(scores).data;
  close(shares[0] + shares[2], 1, 1e-7);
  equal(shares[1], 0);
  close(Math.log(shares[0]), tensors.logSoftmax(scores).data[0], 1e-6);
});

Deno.test("a step with kept keys and values gives what the whole pass gives", () => {
  const sizes = { d_model: 8, n_heads: 2, n_encoder_layers: 1, n_decoder_layers: 2 };
  const weights = new Map([["matrix", some([11, 8])]]);
  const part = (/** @type {string} */ name, /** @type {number[]} */ shape) =>
    weights.set(`${name}.weight`, some(shape)).set(`${name}.bias`, some(shape.slice(0, 1)));
  for (const layer of ["encoder.0", "decoder.0", "decoder.1"]) {
    for (const attention of ["self_attn", "cross_attn"]) {
      ["q", "k", "v", "out"].forEach((one) => part(`${layer}.${attention}.${one}_proj`, [8, 8]));
    }
    part(`${layer}.ffn.expand`, [12, 8]);
    part(`${layer}.ffn.contract`, [8, 12]);
    [1, 2, 3].forEach((add) => part(`${layer}.add${add}.norm`, [8]));
  }
  const kind = { max_positions: 9, norm: "post", positions: "sinusoidal", causal: true };
  const model = new Transformer({ ...sizes, ...kind }, weights);
  const memory = model.encode([5, 6, 7, EOS]);
  const decoder = new CachedDecoder(model, memory);
  decoder.step([2], [0]);
  decoder.step([8, 9], [0, 0]); // the row splits
  const found = decoder.step([10, 4], [1, 0]); // and changes places
  [[2, 9, 10], [2, 8, 4]].forEach((ids, at) => {
    const probs = model.teach(ids, memory, (_, value) => value);
    const [one, other] = [tensors.row(found, at).data, tensors.row(probs, 2).data];
    one.forEach((value, id) => close(Math.exp(value), other[id], 1e-6));
  });
});

/** A decoder that knows the tokens 3 (the end), 4 and 5, by what was written last.
 * @param {Record<number, number[]>} probs */
const chain = (probs) => ({
  step: (/** @type {number[]} */ ids) => ({
    shape: [ids.length, 6],
    data: Float32Array.from(ids.flatMap((id) => [1, 1, 1, ...probs[id]].map(Math.log))),
  }),
});
const PROBS = { 2: [0, 0.6, 0.4], 4: [0.4, 0.3, 0.3], 5: [0.9, 0.05, 0.05] };
const options = { width: 2, alpha: 0, minLength: 0, maxLength: 4 };

Deno.test("a beam finds what greedy search passes by", () => {
  const [greedy, beam] = [1, 2].map((width) => search(chain(PROBS), { ...options, width }));
  equal(greedy.hypotheses.map(({ ids }) => ids), [[4, 3]]);
  equal(beam.hypotheses.map(({ ids }) => ids), [[5, 3], [4, 3]]);
  close(beam.hypotheses[0].score, Math.log(0.36), 1e-6);
  equal(beam.steps.length, 2);
});

Deno.test("an end too early is refused, and what the limit cuts off comes last", () => {
  const found = search(chain(PROBS), { ...options, minLength: 4 }).hypotheses;
  equal(found.map(({ ids, finished }) => [ids.length, finished]), [[4, true], [4, true]]);
  const endless = chain({ 2: [0.1, 0.8, 0.1], 4: [0.1, 0.8, 0.1], 5: [0.1, 0.8, 0.1] });
  equal(search(endless, { ...options, width: 1 }).hypotheses[0].finished, false);
});

Deno.test("of equal values the earlier is first", () => {
  equal(top(Float32Array.of(9, 1, 2, 2, 1), 3, 1).map(({ id }) => id), [2, 3, 1]);
});

/** A vocabulary as SentencePiece writes it. @param {Record<string, number>} scores */
function vocabulary(scores) {
  const entries = Object.entries({ "<pad>": 0, "<unk>": 0, "<s>": 0, "</s>": 0, ...scores });
  return Uint8Array.from(entries.flatMap(([token, score]) => {
    const letters = text.encode(token);
    const number = new Uint8Array(Float32Array.of(score).buffer);
    const entry = [10, letters.length, ...letters, 21, ...number, 24, 1];
    return [10, entry.length, ...entry];
  }));
}

Deno.test("the most probable segmentation wins, and unknown characters are one token", () => {
  const tokenizer = new Tokenizer(vocabulary({ "▁": -3, "▁a": -2, b: -2, "▁ab": -5, ba: -3.5 }));
  const found = tokenizer.encode("ab ☃☃ba");
  equal(found.tokens, ["▁a", "b", "▁", "☃☃", "ba", "</s>"]);
  equal(found.ids, [5, 6, 4, 1, 8, 3]);
  equal(found.spans, [[0, 1], [1, 2], [2, 3], [3, 5], [5, 7], [7, 7]]);
  equal(found.words, [0, 0, 1, 1, 1, -1]);
  equal(tokenizer.decode([2, 5, 6, 7, 3]), "ab ab");
});

Deno.test("a text is cleaned, and an address comes back", () => {
  const source = "Is “a.b@example.org” yours ?!";
  const { text, changes } = normalise(source);
  equal([text, changes], ['Is "Tom" yours?', ["addresses", "marks"]]);
  equal(unmaskAddresses("Gehört Tom dir, Tomate?", source), "Gehört a.b@example.org dir, Tomate?");
});

Deno.test("a word in capitals is read as the vocabulary has it", () => {
  const words = ["so", "don", "Tom", "it", "TV", "tv"];
  const { text, changes } = normalise(
    "please DON'T wake TOM: SO much TV, IT, NASA",
    (word) => words.includes(word),
  );
  equal([text, changes], ["please don't wake Tom: so much TV, IT, NASA", ["capitals"]]);
});

/** A .safetensors file with half-precision numbers. @param {number[]} halves */
function weightsFile(halves) {
  const list = text.encode(
    JSON.stringify({
      one: { dtype: "F16", shape: [halves.length], data_offsets: [0, 2 * halves.length] },
    }),
  );
  const length = new Uint8Array(BigUint64Array.of(BigInt(list.length)).buffer);
  return Uint8Array.of(...length, ...list, ...new Uint8Array(Uint16Array.from(halves).buffer));
}

Deno.test("half precision: zero, the smallest, one, minus two and the largest", () => {
  const found = readTensors(weightsFile([0, 1, 0x3c00, 0xc000, 0x7bff])).get("one");
  equal([...found?.data ?? []], [0, 2 ** -24, 1, -2, 65504]);
});

/** A server with these files, and what was asked of it. @param {Record<string, Uint8Array<ArrayBuffer>>} files */
async function served(files) {
  const bytes = { ...files };
  const sha256 = Object.fromEntries(
    await Promise.all(
      Object.entries(files).map(async ([name, file]) => {
        const digest = await crypto.subtle.digest("SHA-256", file);
        return [name, new Uint8Array(digest).toHex()];
      }),
    ),
  );
  bytes["config.json"] = text.encode(JSON.stringify({ name: "one", model: {}, sha256 }));
  /** @type {string[]} */
  const asked = [];
  globalThis.fetch = (address) => {
    const name = new URL(String(address)).pathname.slice(1);
    asked.push(name);
    const status = name in bytes ? 200 : 404;
    return Promise.resolve(new Response(bytes[name], { status }));
  };
  return { bytes, asked };
}

/** A browser's store. @param {Map<string, Response>} kept */
const storeOf = (kept) => /** @type {any} */ ({
  open: () =>
    Promise.resolve({
      match: (/** @type {URL} */ { href }) => Promise.resolve(kept.get(href)?.clone()),
      put: (/** @type {URL} */ { href }, /** @type {Response} */ answer) =>
        Promise.resolve(kept.set(href, answer)),
      delete: (/** @type {URL} */ { pathname }) =>
        Promise.resolve(
          [...kept.keys()].filter((key) => new URL(key).pathname === pathname)
            .forEach((key) => kept.delete(key)),
        ),
    }),
});

/** A test whose pages are `served` and kept in `caches`. @param {string} name
 * @param {any} caches @param {() => Promise<void>} test */
const withStore = (name, caches, test) =>
  Deno.test(name, async () => {
    const own = { fetch: globalThis.fetch, caches: globalThis.caches };
    try {
      Object.defineProperty(globalThis, "caches", { value: caches, configurable: true });
      await test();
    } finally {
      globalThis.fetch = own.fetch;
      Object.defineProperty(globalThis, "caches", { value: own.caches, configurable: true });
    }
  });

const kept = new Map();
withStore(
  "a model is fetched once, and a new version replaces the old",
  storeOf(kept),
  async () => {
    const files = { "tokenizer.model": Uint8Array.of(1), "weights.safetensors": Uint8Array.of(2) };
    const { asked } = await served(files);
    await fetchModel("http://localhost/");
    const again = await fetchModel("http://localhost/");
    equal(asked.toSorted(), ["config.json", "config.json", ...Object.keys(files)]);
    equal([...again.weights, again.card.name], [2, "one"]);
    await served({ ...files, "weights.safetensors": Uint8Array.of(3) });
    equal([...(await fetchModel("http://localhost/")).weights], [3]);
    equal(kept.size, 2);
  },
);

/** Why a model cannot be loaded. */
const reason = () =>
  load("http://localhost/").then(() => "", (error) => error instanceof Problem && error.reason);

withStore("without weights, or with damaged ones, there is a reason", undefined, async () => {
  const { bytes } = await served({ "tokenizer.model": Uint8Array.of(1) });
  equal(await reason(), "no_weights");
  bytes["tokenizer.model"] = bytes["weights.safetensors"] = Uint8Array.of(9);
  equal(await reason(), "damaged_weights");
  globalThis.fetch = () => Promise.reject(new TypeError());
  equal(await reason(), "no_weights");
});
