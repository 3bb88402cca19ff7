// The chosen row from score to weight: a number a key, then one bar of length 1 that is cut anew.
import { decimal } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { inkOn, shade } from "../../drawings/shade.js";
import { spans } from "../../drawings/token.js";

const ROOM = 34; // pixels of a column that a number needs, and of a part with its weight

/** @param {{ tokens: string[], scores: number[], row: number, last: number, weights: number[] }} one
 * @param {Record<string, string>} words @param {number} width */
export function Strip({ tokens, scores, row, last, weights }, words, width) {
  const kind = (/** @type {number} */ key) => (key > last ? "off" : key > row ? "future" : "");
  /** @type {[string, unknown[]][]} */
  const lines = [
    [words.key, tokens.map(spans)],
    [words.score, scores.map((score) => decimal(score, 1))],
    [words.mask, scores.map((_, key) => (key <= last ? "0" : "−∞"))],
  ];
  return html`
    <div class="strip" role="img" aria-label=${words.bar} style="--count: ${tokens.length}">
      ${width / (tokens.length + 2) >= ROOM && lines.map(([name, said]) => [
        html`<span class="label">${name}</span>`,
        said.map((one, key) => html`<span class="digit ${kind(key)}">${one}</span>`),
      ])}
      <span class="label">${words.bar}</span>
      <div class="bar">
        ${weights.map((weight, key) =>
          html`
            <span class="part ${kind(key)}"
              style="flex-grow: ${weight}; background: ${shade(weight)}; color: ${inkOn(
                weight,
              )}">${weight * width > 1.3 * ROOM &&
                [weight.toFixed(2), " ", spans(tokens[key])]}</span>
          `
        )}
      </div>
    </div>
  `;
}
