// Lines as they were translated, one below the other; where the model wavered its tokens are deep in
// colour. A line is chosen by pointer or arrow keys.
import { fill, percent } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { sum } from "../../drawings/math.js";
import { roving, tab } from "../../drawings/roving.js";

/** `problem` says why a line has no tokens.
 * @typedef {{ number: number, source: string, tokens: string[], log_probs: number[],
 *   problem: string }} Line */
/** @typedef {{ lines: Line[] }} Data */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, { line: number }>} Sureness
 *   `line` is the number of one, which need not be among these */

const DEEPEST = 50; // percent of the colour in the ground of a token without any probability
const MARK = "\u2581"; // begins a word
const [END, GLUE] = ["</s>", "\u2060"]; // stays on the line of the last word

/** @param {Data} data */
export const about = ({ lines }) => lines.map(({ number }) => number).join();

/** @param {Sureness} drawing */
export default function Sureness({ data: { lines }, words, state: { line: chosen }, choose }) {
  const stop = Math.max(0, lines.findIndex(({ number }) => number === chosen));
  const name = fill(words.name, { lines: lines.length });
  const take = (/** @type {number} */ at) => choose({ line: lines[at].number });
  return html`
    <div role="group" aria-label=${name} onkeydown=${roving(take)}>
      ${lines.map((line, at) =>
        html`
          <button type="button" class="line" tabindex=${tab(at, stop)}
            aria-pressed=${String(line.number === chosen)} onclick=${() => take(at)}>
            <span class="number">${line.number}</span><span class="source">${line.source}</span>
            <span class=${line.problem ? "problem" : "said"}>${line.problem || said(line)}</span>
            <span class="mean">${mean(line)}</span>
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

/** @param {number} logProb */
const probability = (logProb) => Math.min(1, Math.exp(logProb));

/** Tokens on a ground as deep as they were improbable; a word's first one stands apart.
 * @param {Line} line */
const said = ({ tokens, log_probs }) =>
  tokens.map((token, at) => {
    const words = token.replace(MARK, "");
    const p = probability(log_probs[at]);
    const ground = `color-mix(in srgb, var(--target) ${
      Math.round((1 - p) * DEEPEST)
    }%, transparent)`;
    const kind = `${token === END ? "end" : ""} ${words ? "" : "space"}`;
    return [
      token === END ? GLUE : at > 0 && token.startsWith(MARK) && " ",
      html`
        <span class="token ${kind}" style="background: ${ground}"
          title="${token} ${percent(p)}">${words || MARK}</span>
      `,
    ];
  });

/** How probable its tokens were on the whole. @param {Line} line */
const mean = ({ log_probs }) =>
  log_probs.length > 0 && percent(Math.exp(sum(log_probs) / log_probs.length), 0);

/** Every token with its probability. @param {Data} data */
export function numbers({ lines }) {
  const rows = lines.flatMap(({ number, tokens, log_probs }) =>
    tokens.map((token, at) => ({
      line: number,
      step: at + 1,
      token,
      probability: probability(log_probs[at]),
    }))
  );
  return [{ name: "tokens", rows }];
}
