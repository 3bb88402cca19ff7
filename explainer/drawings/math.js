// Small mathematics of the drawings. What needs the model comes from the server.

/** @param {Numbers} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);

export const mean = (/** @type {Numbers} */ values) => sum(values) / values.length;

/** The place of the largest value. @param {Numbers} values */
export const argmax = (values) => values.indexOf(Math.max(...values));

export function softmax(/** @type {Numbers} */ scores) {
  const largest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - largest));
  const total = sum(powers);
  return powers.map((power) => power / total);
}

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** Round steps of an axis from 0 to `most`, at most `count` of them: 1, 2 or 5 times a power of 10. */
export function ticks(/** @type {number} */ most, /** @type {number} */ count) {
  const rough = most / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough * 0.999) ?? most;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, at) => at * step);
}

/** The whole numbers below `count`. @param {number} count */
export const range = (count) => Array.from({ length: count }, (_, at) => at);

/** What is made of every row with every column, row by row. @type {Kit["crossed"]} */
export const crossed = (rows, columns, made) =>
  rows.flatMap((row, q) => columns.map((column, k) => made(row, column, q, k)));

/** @type {WeakMap<object, Map<string, { of: unknown, made: any }>>} */
const MADE = new WeakMap();

/** What was made of an object under a name, until it is of something else. @type {Kit["once"]} */
export const once = (data, name, of, make) => {
  const kept = MADE.get(data) ?? new Map();
  MADE.set(data, kept);
  if (kept.get(name)?.of !== of) kept.set(name, { of, made: make() });
  return kept.get(name).made;
};

/** @param {number} from @param {number} to @param {number} share */
export const mix = (from, to, share) => from + (to - from) * share;

/** From 0 to 1, slow at both ends. @param {number} share */
export const smooth = (share) => clamp(share, 0, 1) ** 2 * (3 - 2 * clamp(share, 0, 1));

/** Both texts as one line of words, each "kept", "new" or "lost", by the longest run of words that both
 * have in this order. */
export function compared(/** @type {string} */ before, /** @type {string} */ after) {
  const [old, now] = [before, after].map((text) => text.split(/\s+/));
  // Of the words from here on, how many both have.
  const both = range(old.length + 1).map(() => Array(now.length + 1).fill(0));
  for (const i of range(old.length).reverse()) {
    for (const j of range(now.length).reverse()) {
      const best = Math.max(both[i][j + 1], both[i + 1][j]);
      both[i][j] = old[i] === now[j] ? both[i + 1][j + 1] + 1 : best;
    }
  }
  const line = [];
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    const isKept = old[i] === now[j];
    const isLess = j === now.length || both[i + 1]?.[j] >= both[i][j + 1];
    const isLost = !isKept && i < old.length && isLess;
    line.push(isLost ? [old[i], "lost"] : [now[j], isKept ? "kept" : "new"]);
    if (isKept || isLost) i += 1;
    if (!isLost) j += 1;
  }
  return line;
}
