// The browser's translator beside Python's, which sends on standard input, for each sentence, the
// length of a description, the description, and the numbers it lists. Says what is not the same.
import { load } from "../../explainer/drawings/engine/translator.js";
import { Problem } from "../../explainer/drawings/engine/weights.js";

const WITHIN = 1e-4;

/** @typedef {import("../../explainer/drawings/engine/translator.js").Translator} Translator */
/** @typedef {ReturnType<Translator["translate"]>} Translation */
/** @type {Record<string, Translator>} */
const translators = {};
/** @type {string[]} */
const wrong = [];
/** @type {Record<string, number>} */
const largest = {}; // difference of each kind of tensor

/** What is no tensor of the trace, as rows of numbers.
 * @type {Record<string, (translation: Translation) => number[]>} */
const NUMBERS = {
  "top_probs": ({ proposals }) => proposals.flatMap(({ best }) => best.map(({ prob }) => prob)),
  "predicted_probs": ({ proposals }) => proposals.map(({ prob }) => prob),
  "scores": ({ hypotheses }) => hypotheses.map(({ score }) => score),
  "totals": ({ steps }) => steps.flatMap(({ paths }) => paths.map(({ total }) => total)),
  "top_log_probs": ({ steps }) =>
    steps.flatMap(({ tops }) => tops.flatMap((top) => top.map(({ value }) => value))),
};

/** @param {string} where @param {any} found @param {any} wanted */
function same(where, found, wanted) {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(value));
  if (one !== other) wrong.push(`${where}: found ${one}, wanted ${other}`);
}

/** @param {string} where @param {ArrayLike<number>} found @param {ArrayLike<number>} wanted */
function apart(where, found, wanted) {
  let most = found.length === wanted.length ? 0 : Infinity;
  for (let at = 0; at < wanted.length; at += 1) {
    const difference = found[at] === wanted[at] ? 0 : Math.abs(found[at] - wanted[at]);
    if (!(difference <= most)) most = difference;
  }
  if (!(most <= WITHIN)) wrong.push(`${where}: ${most} apart`);
  return most;
}

/** The next bytes; null at the end. @param {number} size */
async function take(size) {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size;) {
    const count = await Deno.stdin.read(bytes.subarray(at));
    if (count === null) return null;
    at += count;
  }
  return bytes;
}

/** @param {Translator} translator @param {string} text */
function read(translator, text) {
  try {
    return translator.read(text);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return { reason: problem.reason, found: problem.found, limit: problem.limit };
  }
}

/** @param {Translation} found */
const plain = (found) => ({
  text: found.text,
  fed: found.fed,
  fedTokens: found.fedTokens,
  predicted: found.predicted,
  predictedTokens: found.predictedTokens,
  predictedWords: found.predictedWords,
  hypotheses: found.hypotheses.map(({ ids, finished }) => ({ ids, finished })),
  hypothesisTexts: found.hypothesisTexts,
  ranks: found.proposals.map(({ rank }) => rank),
});

/** @param {string} where @param {Translation} found @param {[string, number[]][]} arrays */
async function compareNumbers(where, found, arrays) {
  const names = arrays.map(([name]) => name).filter((name) => !(name in NUMBERS));
  same(`${where} names`, [...found.trace.keys()], names);
  for (const [name, shape] of arrays) {
    const bytes = await take(4 * shape.reduce((size, axis) => size * axis, 1));
    const tensor = found.trace.get(name);
    if (tensor) same(`${where} shape of ${name}`, tensor.shape, shape);
    const numbers = tensor?.data ?? NUMBERS[name]?.(found) ?? [];
    const most = apart(`${where} ${name}`, numbers, new Float32Array(bytes?.buffer ?? []));
    const kind = name.replace(/^\w+\.\d+\./, "");
    largest[kind] = Math.max(largest[kind] ?? 0, most);
  }
}

for (let size; (size = await take(4));) {
  const description = await take(new DataView(size.buffer).getUint32(0, true));
  const { folder, text, wanted, searches } = JSON.parse(
    new TextDecoder().decode(description ?? size),
  );
  const translator = translators[folder] ??= await load(folder);
  const where = `${translator.name} ${JSON.stringify(text)}`;
  same(where, read(translator, text), wanted);
  for (const { options, result, arrays } of searches) {
    const found = translator.translate(text, options);
    same(`${where} ${options.method}`, plain(found), result);
    await compareNumbers(`${where} ${options.method}`, found, arrays);
  }
}
console.log([...wrong.slice(0, 20), JSON.stringify(largest)].join("\n"));
Deno.exit(Number(wrong.length > 0));
