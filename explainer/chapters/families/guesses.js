// What a model takes a place for: a bar for each guess, and what all others have together.
import { fill, percent } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { sum } from "../../drawings/math.js";
import { bare, spans } from "../../drawings/token.js";

/** `right` is the place of the right guess, null if it is not among them.
 * @typedef {{ tokens: string[], probs: number[], right: number | null }} Data */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, object>} Guesses */

/** @param {Data} data @param {string} others */
const bars = ({ tokens, probs, right }, others) => [
  ...tokens.map((name, at) => ({ name, p: probs[at], kind: at === right ? "row on" : "row" })),
  { name: others, p: Math.max(0, 1 - sum(probs)), kind: "row rest" },
];

/** @param {Guesses} drawing */
export default function Guesses({ data, words }) {
  const all = bars(data, words.others);
  const most = Math.max(...all.map(({ p }) => p));
  return html`
    <ol class="list" aria-label=${fill(words.name, {
      best: bare(data.tokens[0]),
      p: percent(data.probs[0], 0),
    })}>
      ${all.map(({ name, p, kind }) =>
        html`
          <li class=${kind}>
            <span class="name">${spans(name)}</span>
            <span class="track"><span class="bar" style="width: ${100 * p / most}%"></span></span>
            <span class="p">${percent(p)}</span>
          </li>
        `
      )}
    </ol>
  `;
}

/** The guesses as they stand. @param {Data} data */
export const numbers = ({ tokens, probs }) => [
  { name: "guesses", rows: tokens.map((token, at) => ({ token, p: probs[at] })) },
];
