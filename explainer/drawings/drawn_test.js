// What the tests of drawings share. They run without a browser.
import { INSIDE_TAG, isNothing, isTemplate, written } from "./html.js";
import { Clock } from "./play.js";

/** @param {unknown} found @param {unknown} wanted */
export function equal(found, wanted) {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(value, null, 1));
  if (one !== other) throw new Error(`found ${one}, wanted ${other}`);
}

/** @param {number} found @param {number} wanted @param {number} [within] */
export function close(found, wanted, within = 1e-9) {
  if (!(Math.abs(found - wanted) <= within)) throw new Error(`found ${found}, wanted ${wanted}`);
}

/** A drawing as markup, in a room of `width` pixels where each letter is 0.6 of its size wide; words
 * are their own names. What it chooses lands in `chosen`.
 * @param {DrawingModule} module @param {object} data @param {object} [state]
 * @param {number} [width] @param {any} [asks] @param {any} [ghost] */
export function drawn(module, data, state = {}, width = 1000, asks, ghost) {
  /** @type {object[]} */
  const chosen = [];
  const words = new Proxy({}, { get: (_, name) => String(name) });
  const values = { ...module.start?.(data), ...state };
  const measure = (/** @type {string} */ text, size = 14) => 0.6 * size * text.length;
  const choose = (/** @type {object} */ change) => chosen.push(change);
  const clock = new Clock(() => {}, () => true);
  const hands = { measure, set() {}, choose, clock, asks, ghost };
  const template = module.default({ data, words, state: values, width, ...hands });
  return { template, chosen, markup: markup(template).replace(/\s+/g, " ") };
}

/** A template as markup, without listeners and properties.
 * @param {unknown} value @returns {string} */
export function markup(value) {
  if (Array.isArray(value)) return value.map(markup).join("");
  if (isNothing(value)) return "";
  if (!isTemplate(value)) return escaped(String(value));
  const { strings, values } = value;
  return strings.reduce((before, next, index) => {
    const hole = values[index - 1];
    const [whole, name] = /\s+([\w.:-]+)=$/.exec(before) ?? [];
    if (!INSIDE_TAG.test(before)) return before + markup(hole) + next;
    if (!whole) return before + escaped(written(hole)) + next;
    const all = Object.entries(name === "all" ? hole ?? {} : { [name]: hole });
    const attributes = all.filter(([each, one]) =>
      !isNothing(one) && typeof one !== "function" && !each.startsWith(".")
    ).map(([each, one]) => ` ${each}="${one === true ? "" : escaped(String(one))}"`);
    return before.slice(0, -whole.length) + attributes.join("") + next;
  }).trim();
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
