// Numbers in words, by the same rules as `explainer/text/numbers.py`: a true minus sign, no minus
// zero, and nothing that is there is written as 0. One table tests both.

const MINUS = "\u2212";
const RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

const trueMinus = (/** @type {string} */ written) =>
  written.replace("-", MINUS).replace("Infinity", "\u221e");

export function decimal(/** @type {number} */ value, digits = 2) {
  const written = value.toFixed(digits);
  return trueMinus(Number(written) === 0 ? (0).toFixed(digits) : written);
}

/** With thousands apart, 12,000.50, or a power. @param {number} value @param {number} [digits] */
export function grouped(value, digits = 2) {
  if (Math.abs(value) >= 1e9) return power(value, 1);
  const [whole, rest] = decimal(value, digits).split(".");
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return rest === undefined ? apart : `${apart}.${rest}`;
}

/** With its sign: +0.3. @param {number} value @param {number} [digits] */
export function signed(value, digits = 2) {
  const written = decimal(value, digits);
  return value > 0 && Number(value.toFixed(digits)) !== 0 ? `+${written}` : written;
}

/** 8.4%; what is there but would be rounded to nothing is <0.1%. */
export function percent(/** @type {number} */ share, digits = 1) {
  const written = (100 * share).toFixed(digits);
  if (Number(written) !== 0) return `${trueMinus(written)}%`;
  return share > 0 ? `<${(10 ** -digits).toFixed(digits)}%` : `${(0).toFixed(digits)}%`;
}

/** Two figures for what has little room: 12%, 8.4%, <0.1%. @param {number} share */
export const shortPercent = (share) => percent(share, share < 0.0995 ? 1 : 0);

/** A very small or large number: 4 × 10⁻⁶. @param {number} value @param {number} [digits] */
export function power(value, digits = 0) {
  if (value === 0 || !Number.isFinite(value)) return decimal(value, 0);
  const [mantissa, exponent] = value.toExponential(digits).split("e");
  const raised = exponent.replace("+", "").replace("-", "\u207b")
    .replace(/\d/g, (digit) => RAISED[Number(digit)]);
  return Number(exponent) === 0 ? trueMinus(mantissa) : `${trueMinus(mantissa)} \u00d7 10${raised}`;
}

/** With so many decimals, or as a power where they would be 0 and it is not. */
export const exact = (/** @type {number} */ value, digits = 2) =>
  value && Math.abs(value) < 0.5 * 10 ** -digits ? power(value, 1) : decimal(value, digits);

/** What is written with decimals without zeros at its end. @param {string} written */
export const trimmed = (written) => written.replace(/\.?0+$/, "");

/** Letters of scripts that run from right to left, Hebrew to Arabic. */
export const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** So that it runs in its own direction and turns nothing else. @param {string} value */
const isolated = (value) => (RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value);

/** A sentence of the text catalogue with its {holes} filled. @type {Kit["fill"]} */
export const fill = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (_, hole) => isolated(String(values[hole])));
