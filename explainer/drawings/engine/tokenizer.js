// The unigram tokenizer: reads the vocabulary that SentencePiece wrote, cuts a text the most probable
// way and puts tokens together. `tokenizer/tokenizer.py` asks SentencePiece for the same.

export const [PAD, UNK, BOS, EOS] = [0, 1, 2, 3];
const SPECIALS = ["<pad>", "<unk>", "<s>", "</s>"];
const MARK = "▁"; // stands for the space before a word
const UNK_PENALTY = 10; // nats below the rarest token, for each unknown character
const [ENTRY, TOKEN, SCORE] = [1, 1, 2]; // numbers of fields in the file

/** A sentence in tokens, the end token last. `spans` are places in `text`, in characters; `words` the
 * number of the word that a token is of, -1 for the end.
 * @typedef {{ text: string, ids: number[], tokens: string[], spans: [number, number][],
 *   words: number[] }} Tokens */

/** The fields of a message of protocol buffers: each one's number, and its bytes or its value.
 * @param {Uint8Array} bytes @returns {Generator<[number, any]>} */
function* fields(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const whole = () => {
    let value = 0;
    for (let shift = 1;; shift *= 128) {
      const byte = view.getUint8(at++);
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = whole(), number = Math.floor(key / 8), kind = key % 8;
    if (kind === 0) yield [number, whole()];
    else if (kind === 5) yield [number, view.getFloat32((at += 4) - 4, true)];
    else {
      const length = kind === 1 ? 8 : whole();
      yield [number, bytes.subarray(at, at += length)];
    }
  }
}

export class Tokenizer {
  /** @param {Uint8Array} file tokenizer.model */
  constructor(file) {
    this.tokens = [...SPECIALS];
    /** @type {Map<string, { id: number, score: number }>} */
    this.known = new Map();
    this.longest = 1; // characters of a token
    this.unknown = Infinity; // score of an unknown character
    const entries = [...fields(file)].filter(([number]) => number === ENTRY);
    for (const [, bytes] of entries.slice(SPECIALS.length)) {
      const entry = new Map(fields(bytes)), score = entry.get(SCORE);
      const token = new TextDecoder().decode(entry.get(TOKEN));
      this.known.set(token, { id: this.tokens.push(token) - 1, score });
      this.longest = Math.max(this.longest, [...token].length);
      this.unknown = Math.min(this.unknown, score - UNK_PENALTY);
    }
  }

  /** A normalised text in tokens. @param {string} text @returns {Tokens} */
  encode(text) {
    const marked = (MARK + text.replaceAll(" ", MARK)).replace(/▁+$/, "");
    const ids = [];
    /** @type {string[]} */
    const tokens = [];
    for (const { id, token } of this.segment([...marked])) {
      if (id === UNK && ids.at(-1) === UNK) tokens.push(tokens.pop() + token); // a run is one token
      else ids.push(id), tokens.push(token);
    }
    let at = -1; // the first token begins with a mark that stands for no character
    const spans = tokens.map((token) => {
      const start = Math.max(0, at);
      return /** @type {[number, number]} */ ([start, at += [...token].length]);
    });
    const signs = [...text], length = signs.length;
    const spacesTo = (/** @type {number} */ end) =>
      signs.slice(0, end).filter((sign) => sign === " ").length;
    return {
      text,
      ids: [...ids, EOS],
      tokens: [...tokens, SPECIALS[EOS]],
      spans: [...spans, [length, length]],
      words: [...spans.map(([start]) => spacesTo(start + Number(signs[start] === " "))), -1],
    };
  }

  /** The most probable segmentation (Viterbi): the best way to each place is one of the best ways to
   * the places before it and a token. @param {string[]} signs */
  segment(signs) {
    const best = [{ score: 0, start: 0, id: UNK }];
    for (let start = 0; start < signs.length; start += 1) {
      const last = Math.min(signs.length, start + this.longest);
      for (let end = start + 1, token = ""; end <= last; end += 1) {
        token += signs[end - 1];
        const found = this.known.get(token);
        if (!found && end > start + 1) continue;
        const score = best[start].score + (found?.score ?? this.unknown);
        if (score > (best[end]?.score ?? -Infinity)) {
          best[end] = { score: Math.fround(score), start, id: found?.id ?? UNK };
        }
      }
    }
    const path = [];
    for (let end = signs.length; end > 0; end = best[end].start) {
      const { id, start } = best[end];
      path.unshift({ id, token: signs.slice(start, end).join("") });
    }
    return path;
  }

  /** The text of tokens; special ones are left out. @param {number[]} ids */
  decode(ids) {
    const kept = ids.filter((id) => id > EOS).map((id) => this.tokens[id]);
    return kept.join("").replaceAll(MARK, " ").trim();
  }
}

/** The word that each token is of: a mark begins one. Special tokens are of none, -1.
 * @param {string[]} tokens */
export function words(tokens) {
  let word = -1;
  return tokens.map((token) => {
    if (SPECIALS.includes(token)) return -1;
    return word += Number(token.startsWith(MARK) || word < 0);
  });
}
