// Lines as they were translated, one below the other; where the model wavered its tokens are deep in
// colour. A line is chosen by pointer or arrow keys.
import { fill, html, mean, percent, roving, tab } from "../../drawings/parts.js";
/** @import { Line, Data, Sureness } from "./types.d.ts" */

const DEEPEST = 50; // percent of the colour in the ground of a token without any probability
const MARK = "\u2581"; // begins a word
const [END, GLUE] = ["</s>", "\u2060"]; // stays on the line of the last word

export const about = (/** @type {Data} */ { lines }) => lines.map(({ number }) => number);

/** @param {Sureness} drawing */
export default function Sureness({ data: { lines }, words, state: { line: chosen }, choose }) {
  const stop = Math.max(0, lines.findIndex(({ number }) => number === chosen));
  const take = (/** @type {number} */ at) => choose({ line: lines[at].number });
  return html`
    <div role="group" aria-label=${fill(words.name, { lines: lines.length })}
      onkeydown=${roving(take)}>
      ${lines.map((line, at) =>
        html`
          <button type="button" class="line" tabindex=${tab(at, stop)}
            aria-pressed=${String(line.number === chosen)} onclick=${() => take(at)}>
            <span class="number">${line.number}</span><span class="source">${line.source}</span>
            <span class=${line.problem ? "problem" : "said"}>${line.problem || said(line)}</span>
            <span class="mean">${overall(line)}</span>
          </button>
        `
      )}
    </div>
    <div class="legend">
      <span>${words.sure}</span><i></i><span>${words.unsure}</span>
      <span class="right">${words.mean}</span>
    </div>
  `;
}

/** Tokens on a ground as deep as they were improbable; a word's first one stands apart. */
const said = (/** @type {Line} */ { tokens, log_probs }) =>
  tokens.map((token, at) => {
    const words = token.replace(MARK, "");
    const p = Math.min(1, Math.exp(log_probs[at]));
    const deep = Math.round((1 - p) * DEEPEST);
    return [
      token === END ? GLUE : at > 0 && words !== token && words && " ",
      html`
        <span class="token ${token === END && "end"} ${!words && "space"}"
          style="background: color-mix(in srgb, var(--target) ${deep}%, transparent)"
          title="${token} ${percent(p)}">${words || MARK}</span>
      `,
    ];
  });

/** How probable its tokens were on the whole. @param {Line} line */
const overall = ({ log_probs }) => log_probs.length > 0 && percent(Math.exp(mean(log_probs)), 0);

/** Every token with its probability. @param {Data} data */
export const numbers = ({ lines }) => ({
  tokens: lines.flatMap(({ number, tokens, log_probs }) =>
    tokens.map((token, at) => (
      { line: number, step: at + 1, token, probability: Math.min(1, Math.exp(log_probs[at])) }
    ))
  ),
});
