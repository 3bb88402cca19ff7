// The chosen row from score to weight: a number a key, then one bar of length 1 that is cut anew.
import { decimal } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { sum } from "../../drawings/math.js";
import { inkOn, shade } from "../../drawings/shade.js";
import { fitted, tspans, wide } from "../../drawings/token.js";

const LABELS = 88;
const LINE = 21;
const NUMBER = 34; // pixels of a weight behind a name

/** @param {{ tokens: string[], scores: number[], row: number, last: number, weights: number[] }} one
 * @param {Record<string, string>} words @param {number} width
 * @param {import("../../drawings/mount.js").Measure} measure */
export function Strip({ tokens, scores, row, last, weights }, words, width, measure) {
  const isWide = (width - LABELS) / tokens.length >= 34;
  const left = isWide ? LABELS : 0;
  const cell = (width - left) / tokens.length;
  const top = isWide ? 3 * LINE : 18;
  const lines = [
    { name: words.key, kind: "name", said: tokens.map(named) },
    { name: words.score, kind: "", said: scores.map((score) => decimal(score, 1)) },
    { name: words.mask, kind: "", said: scores.map((_, key) => (key <= last ? "0" : "−∞")) },
  ];
  return svg`
    <svg class="strip" role="img" aria-label=${words.bar} width=${width} height=${top + 34}>
      ${isWide && lines.map(({ name, kind, said }, line) =>
        svg`
          <text class="label" x="0" y=${line * LINE + 15}>${name}</text>
          ${said.map((number, key) =>
            svg`
              <text class="digit ${kind} ${key > last ? "off" : key > row && "future"}"
                x=${left + (key + 0.5) * cell} y=${line * LINE + 15}>${number}</text>
            `
          )}
        `
      )}
      <text class="label" x="0" y=${isWide ? top + 21 : 12}>${words.bar}</text>
      ${weights.map(Part)}
    </svg>
  `;

  /** @param {string} token */
  function named(token) {
    return tspans(fitted(token, cell - 3, measure, 12.5, 600));
  }

  /** @param {number} weight @param {number} key */
  function Part(weight, key) {
    const [x, long] = [left + sum(weights.slice(0, key)) * (width - left), weight * (width - left)];
    const bare = wide(tokens[key], measure, 13, 600);
    const name = bare > long - 4 ? [] : tspans(tokens[key]);
    const number = bare > long - 4 || bare + NUMBER < long ? ` ${weight.toFixed(2)}` : "";
    return long > 0.4 && svg`
      <rect class="part ${key > row && "future"}" x=${x + 0.5} y=${top + 2}
        width=${Math.max(0.4, long - 1)} height="29" rx=${Math.min(4, long / 3)}
        style="fill: ${shade(weight)}" />
      ${long > NUMBER && svg`
        <text class="part-name" x=${x + long / 2} y=${top + 21}
          style="fill: ${inkOn(weight)}">${name}${number}</text>
      `}
    `;
  }
}
