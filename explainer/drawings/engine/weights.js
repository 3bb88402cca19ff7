// The files of a model as they lie on the server: fetched once, then kept by the browser.

/** @typedef {import("./tensors.js").Tensor} Tensor */
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {import("./transformer.js").Sizes} Sizes */
/** The parts of config.json that are read.
 * @typedef {{ name: string, model: Sizes, sha256: Record<string, string> }} Card */

const STORE = "models";

/** What the translator cannot take, or does not have. */
export class Problem extends Error {
  /** `reason` is the id of a sentence for the reader; `found` and `limit` are characters or tokens
   * where there are too many, else 0.
   * @param {"empty" | "no_known_tokens" | "too_long_text" | "too_long_tokens" | "no_weights" |
   *   "damaged_weights"} reason */
  constructor(reason, found = 0, limit = 0) {
    super(reason);
    this.reason = reason;
    this.found = found;
    this.limit = limit;
  }
}

/** The files of a model's folder, an absolute address that ends in a slash. Throws a Problem.
 * @param {string | URL} folder */
export async function fetchModel(folder) {
  /** @type {Card} */
  const card = await (await fetched(new URL("config.json", folder))).json();
  const [tokenizer, weights] = await Promise.all(
    ["tokenizer.model", "weights.safetensors"].map((name) => kept(folder, name, card.sha256[name])),
  );
  return { card, tokenizer, weights };
}

/** @param {URL} address */
async function fetched(address) {
  const answer = await fetch(address).catch(() => null); // also where a page is a file
  if (!answer?.ok) throw new Problem("no_weights");
  return answer;
}

/** A file from the browser's store, else from the server. The store knows it by its hash, so another
 * version takes its place. @param {string | URL} folder @param {string} name @param {string} hash
 * @returns {Promise<Bytes>} */
async function kept(folder, name, hash) {
  const address = new URL(`${name}?${hash}`, folder);
  const store = await globalThis.caches?.open(STORE).catch(() => undefined);
  const found = await store?.match(address);
  if (found) return new Uint8Array(await found.arrayBuffer());
  const bytes = new Uint8Array(await (await fetched(address)).arrayBuffer());
  if (!await isWhole(bytes, hash)) throw new Problem("damaged_weights");
  await store?.delete(address, { ignoreSearch: true });
  await store?.put(address, new Response(bytes)).catch(() => {}); // no room, or the page is a file
  return bytes;
}

/** Whether the bytes have this SHA-256, which a browser can tell on pages with https.
 * @param {Bytes} bytes @param {string} hash */
async function isWhole(bytes, hash) {
  const digest = await crypto.subtle?.digest("SHA-256", bytes);
  const hex = (/** @type {number} */ byte) => byte.toString(16).padStart(2, "0");
  return !digest || Array.from(new Uint8Array(digest), hex).join("") === hash;
}

/** Every tensor of a .safetensors file by its name: the length of a list in 8 bytes, the list as
 * JSON, the numbers, which are of half precision. @param {Bytes} bytes */
export function readTensors(bytes) {
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  /** @type {Record<string, { shape: number[], data_offsets: [number, number] }>} */
  const list = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  return new Map(
    Object.entries(list).map(([name, { shape, data_offsets: [start, end] }]) => {
      const halves = new Uint16Array(bytes.slice(8 + length + start, 8 + length + end).buffer);
      return [name, { shape, data: Float32Array.from(halves, (half) => HALVES[half]) }];
    }),
  );
}

/** The value of each of the 65536 half-precision numbers: a sign, 5 bits of exponent and 10 of
 * fraction. */
const HALVES = Float32Array.from({ length: 65536 }, (_, half) => {
  const exponent = half >> 10 & 31, fraction = half & 1023;
  const size = exponent ? 2 ** (exponent - 25) * (1024 + fraction) : 2 ** -24 * fraction;
  return half >> 15 ? -size : size;
});
