// The chosen row from score to weight: a number a key, then one bar of length 1 that is cut anew.
import { decimal } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { Box, Words } from "../../drawings/marks.js";
import { sum } from "../../drawings/math.js";
import { inkOn, shade } from "../../drawings/shade.js";
import { fitted, tspans, wide } from "../../drawings/token.js";

const LABELS = 88;
const LINE = 21;
const NUMBER = 34; // pixels of a weight behind a name

/** @param {{ tokens: string[], scores: number[], row: number, last: number, weights: number[] }} one
 * @param {Record<string, string>} words @param {number} width
 * @param {Measure} measure */
export function Strip({ tokens, scores, row, last, weights }, words, width, measure) {
  const isWide = (width - LABELS) / tokens.length >= 34;
  const left = isWide ? LABELS : 0;
  const [all, cell] = [width - left, (width - left) / tokens.length];
  const top = isWide ? 3 * LINE : 18;
  const named = tokens.map((token) => tspans(fitted(token, cell - 3, measure, 12.5, 600)));
  /** @type {[string, string, unknown[]][]} */
  const lines = [
    [words.key, "name", named],
    [words.score, "", scores.map((score) => decimal(score, 1))],
    [words.mask, "", scores.map((_, key) => (key <= last ? "0" : "−∞"))],
  ];
  return svg`
    <svg class="strip" role="img" aria-label=${words.bar} width=${width} height=${top + 34}>
      ${isWide && lines.map(([name, kind, said], line) => [
        Words("label", 0, line * LINE + 15, name),
        said.map((number, key) => {
          const mark = key > last ? "off" : key > row ? "future" : "";
          const x = left + (key + 0.5) * cell;
          return Words(`digit ${kind} ${mark}`, x, line * LINE + 15, number);
        }),
      ])}
      ${Words("label", 0, isWide ? top + 21 : 12, words.bar)}
      ${weights.map((weight, key) => {
        const [x, long] = [left + sum(weights.slice(0, key)) * all, weight * all];
        const bare = wide(tokens[key], measure, 13, 600);
        const name = bare <= long - 4 && tspans(tokens[key]);
        const number = (!name || bare + NUMBER < long) && ` ${weight.toFixed(2)}`;
        const kind = key > row ? "part future" : "part";
        return long > 0.4 && [
          Box(kind, x + 0.5, top + 2, Math.max(0.4, long - 1), 29, {
            ...{ rx: Math.min(4, long / 3), style: `fill: ${shade(weight)}` },
          }),
          long > NUMBER && Words("part-name", x + long / 2, top + 21, [name, number], {
            style: `fill: ${inkOn(weight)}`,
          }),
        ];
      })}
    </svg>
  `;
}
