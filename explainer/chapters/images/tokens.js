// All patches in a line, in the order in which a network gets them.
import { html } from "../../drawings/parts.js";
import { Paper, placesOf, TOKENS } from "./patches.js";
/** @import { Tokens } from "./types.d.ts" */

export default function Tokens(/** @type {Tokens} */ { data: { picture, patch }, words }) {
  const isNamed = (/** @type {number} */ at) => [0, patch, TOKENS - 1].includes(at);
  return html`
    <div class="strip" role="img" aria-label=${words.note}>
      ${placesOf(words.place).map((place, at) =>
        html`
          <span class="token ${at === patch && "on"}" title=${place}>
            ${Paper([picture[at]])}<span>${isNamed(at) ? at + 1 : "\u00a0"}</span>
          </span>
        `
      )}
    </div>
    <div class="note">${words.note}</div>
  `;
}
