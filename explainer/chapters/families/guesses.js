// What a model takes a place for: a bar for each guess, and what all others have together.
import { bare, fill, html, percent, spans, sum } from "../../drawings/parts.js";

/** @import { Guesses, GuessesData as Data } from "./types.d.ts" */

/** @param {Guesses} drawing */
export default function Guesses({ data: { tokens, probs, right }, words }) {
  const rest = Math.max(0, 1 - sum(probs));
  const most = Math.max(rest, ...probs);
  const best = { best: bare(tokens[0]), p: percent(probs[0], 0) };
  return html`
    <ol class="list" aria-label=${fill(words.name, best)}>
      ${[...probs, rest].map((p, at) =>
        html`
          <li class="row ${at === right && "on"} ${at === probs.length && "rest"}">
            <span class="name">${spans(tokens[at] ?? words.others)}</span>
            <span class="track"><span class="bar" style="width: ${100 * p / most}%"></span></span>
            <span class="p">${percent(p)}</span>
          </li>
        `
      )}
    </ol>
  `;
}

/** The guesses as they stand. @param {Data} data */
export const numbers = ({ tokens, probs }) => ({
  guesses: tokens.map((token, at) => ({ token, p: probs[at] })),
});
