// Text normalisation by the rules of `tokenizer/normalise.py` and `tokenizer/addresses.py`. Both
// languages have the same Unicode classes but for characters newer than the server's Python.

const SPACE = /\p{White_Space}/u;
const SEPARATORS = "\x1c\x1d\x1e\x1f"; // which Python counts among the spaces
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const INVISIBLE = /[\p{C}\ufe00-\ufe0f]/u;
/** @type {[string, string][]} */
const PLAIN = [
  ["\u2018\u2019\u201a\u201b\u2039\u203a\u02bc\u2032\u00b4`", "'"],
  ["\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u300c\u300d\u300e\u300f", '"'],
  ["\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212", "-"],
  ...Object.entries({
    "\u3002": ".",
    "\u3001": ",",
    "\u2026": "...",
    "\u301c": "~",
    "\u2047": "?",
  }),
];
const PLAIN_OF = new Map(PLAIN.flatMap(([signs, sign]) => [...signs].map((one) => [one, sign])));

const TAG = /<\/?[A-Za-z][A-Za-z0-9]*(?:\s[^<>]*)?\/?>/g;
const EMPHASIS =
  /(?<![\p{L}\p{N}_*])(\*{1,3})(?=[^\s*])(.{1,200}?)(?<=[^\s*])\1(?![\p{L}\p{N}_*]*\*)/gu;
/** Doubled marks, misplaced spaces. @type {[RegExp, string][]} */
const SIMPLER = [
  [/[!?]*\?[!?]*/g, "?"],
  [/!+/g, "!"],
  [/\.{2,}/g, "..."],
  [/,+/g, ","],
  [/~+/g, "~"],
  [/([\u1100-\u11ff])\1+/g, "$1$1"],
  [/(?<=[\p{L}\p{N}_]) +([?!,.]+)(?=\s|$)/gu, "$1"],
  [/(?<=[\p{L}\p{Nl}\p{No}]),(?=[\p{L}\p{Nl}\p{No}])/gu, ", "],
];
const LETTER = /\p{L}/u;
const WORD = /[\p{L}\p{Nl}\p{No}]{2,}/gu;
const LOUD = /(?<![A-Za-zÀ-ÖØ-öø-ÿ])([A-ZÀ-ÖØ-Þ]{2,})(?![A-Za-zÀ-ÖØ-öø-ÿ])('[A-Z]+)?/gu;
const ACRONYMS = "AM ARM ID IT LA MO PA PM SA UN US WHO".split(" ");
const PRONOUN = /(?<![\p{L}\p{N}_])i(?![\p{L}\p{N}_])/gu;
const CHANGES = [
  ...["control", "direction", "nfd", "nfkc", "addresses", "tags", "marks", "capitals", "spaces"],
];

const ADDRESS = new RegExp(
  "(?:https?://|www\\.)[!-~]+" +
    "|(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+" +
    "|(?<![\\p{Nd}-])(?:\\+\\p{Nd}{1,3}-\\p{Nd}{1,3}|0\\p{Nd}{1,3})-\\p{Nd}{3,4}-\\p{Nd}{4}(?![\\p{Nd}-])",
  "gu",
);
const AROUND = /[.,;:!?'")\]}>*]+$/;
const NAMES = [["Tom", "톰"], ["Mary", "메리", "Maria", "Marie"]];

/** Addresses of a text, and the spellings of the name that stands for each.
 * @param {string} text @returns {[string, string[]][]} */
function placeholders(text) {
  const found = new Set(text.match(ADDRESS)?.map((address) => address.replace(AROUND, "")));
  const free = NAMES.filter((forms) => !forms.some((form) => text.includes(form)));
  return [...found].slice(0, free.length).map((address, at) => [address, free[at]]);
}

/** @param {string} text */
function maskAddresses(text) {
  const isKorean = /[\uac00-\ud7a3]/.test(text);
  return placeholders(text).reduce(
    (masked, [address, forms]) => masked.replaceAll(address, forms[Number(isKorean)]),
    text,
  );
}

/** The translation with the addresses of its source in place of their names.
 * @param {string} translation @param {string} source */
export function unmaskAddresses(translation, source) {
  return placeholders(source.normalize("NFKC")).reduce((text, [address, forms]) => {
    const spelled = forms.map((form) => /[a-z]/.test(form) ? `\\b${form}\\b` : form);
    return text.split(new RegExp(spelled.join("|"))).join(address);
  }, translation);
}

/** @param {string} text */
const plain = (text) => Array.from(text, (sign) => PLAIN_OF.get(sign) ?? sign).join("");

/** @param {string} text */
const withoutTags = (text) => text.replace(TAG, " ").replace(EMPHASIS, "$2");

/** @param {string} text */
const singleMarks = (text) =>
  SIMPLER.reduce((simple, [pattern, sign]) => simple.replace(pattern, sign), plain(text));

/** A sentence all in capitals in small letters but for its first. @param {string} text */
function withoutCapitals(text) {
  const letters = [...text].filter((sign) => LETTER.test(sign));
  const isLoud = letters.length > 0 && letters.every((letter) => /\p{Uppercase}/u.test(letter));
  if (!isLoud || (text.match(WORD)?.length ?? 0) < 2) return text;
  const small = text.toLowerCase().normalize("NFKC");
  return small.replace(LETTER, (letter) => letter.toUpperCase()).replace(PRONOUN, "I");
}

/** Words in capitals as the vocabulary has them.
 * @param {string} text @param {(word: string) => boolean} isWord */
const withoutLoudWords = (text, isWord) =>
  text.replace(LOUD, (all, word, ending = "") => {
    if (ACRONYMS.includes(word) || isWord(word)) return all;
    const small = word.toLowerCase();
    const known = [small, word[0] + small.slice(1)].find(isWord);
    return known ? known + ending.toLowerCase() : all;
  });

/** @type {[string, (text: string, isWord: (word: string) => boolean) => string][]} */
const STEPS = [
  ["nfd", (text) => text.normalize("NFC")],
  ["marks", plain],
  ["nfkc", (text) => text.normalize("NFKC")],
  ["addresses", maskAddresses],
  ["tags", withoutTags],
  ["marks", singleMarks],
  ["capitals", withoutCapitals],
  ["spaces", (text) => text.split(" ").filter(Boolean).join(" ")],
  ["capitals", withoutLoudWords],
];

/** The text as the model reads it, and the ids of what was changed.
 * @param {string} text @param {(word: string) => boolean} [isWord] whether it is one token */
export function normalise(text, isWord = () => false) {
  const changes = new Set();
  let clean = "";
  for (const sign of text) {
    if (SPACE.test(sign) || SEPARATORS.includes(sign)) clean += " ";
    else if (DIRECTION.test(sign)) changes.add("direction");
    else if (INVISIBLE.test(sign)) changes.add("control");
    else clean += sign;
  }
  for (const [change, step] of STEPS) {
    const after = step(clean, isWord);
    if (after !== clean) changes.add(change);
    clean = after;
  }
  return { text: clean, changes: CHANGES.filter((change) => changes.has(change)) };
}
