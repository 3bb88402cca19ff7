// Small mathematics of the drawings. What needs the model comes from the server.

/** @param {readonly number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);

/** @param {readonly number[]} values */
export const mean = (values) => sum(values) / values.length;

/** The place of the largest value. @param {readonly number[]} values */
export const argmax = (values) => values.indexOf(Math.max(...values));

/** @param {readonly number[]} scores */
export function softmax(scores) {
  const largest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - largest));
  const total = sum(powers);
  return powers.map((power) => power / total);
}

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** Round steps of an axis from 0 to `most`, at most `count` of them: 1, 2 or 5 times a power of 10.
 * @param {number} most @param {number} count */
export function ticks(most, count) {
  const rough = most / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough * 0.999) ?? most;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, at) => at * step);
}

/** The whole numbers below `count`. @param {number} count */
export const range = (count) => Array.from({ length: count }, (_, at) => at);

/** @param {number} from @param {number} to @param {number} share */
export const mix = (from, to, share) => from + (to - from) * share;

/** From 0 to 1, slow at both ends. @param {number} share */
export const smooth = (share) => clamp(share, 0, 1) ** 2 * (3 - 2 * clamp(share, 0, 1));

/** The places, in one and in the other, of the longest run of words that both have in this order.
 * @param {readonly string[]} one @param {readonly string[]} other */
export function common(one, other) {
  const length = range(one.length + 1).map(() => Array(other.length + 1).fill(0));
  for (const i of range(one.length).reverse()) {
    for (const j of range(other.length).reverse()) {
      const best = Math.max(length[i][j + 1], length[i + 1][j]);
      length[i][j] = one[i] === other[j] ? length[i + 1][j + 1] + 1 : best;
    }
  }
  const pairs = [];
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    const isShared = one[i] === other[j];
    const isSkipped = !isShared && length[i][j + 1] >= length[i + 1][j];
    if (isShared) pairs.push([i, j]);
    if (isShared || isSkipped) j += 1;
    if (!isSkipped) i += 1;
  }
  return pairs;
}
