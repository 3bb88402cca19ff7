// Left the held-out strings and what the toy makes of them, right one of them as a head reads it.
import { decimal } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { bare } from "../../drawings/token.js";

/** @typedef {import("./training_timeline.js").Reel} Reel */

const PAD = 0;
const [LEAST, MOST] = [0.04, 14]; // of a weight that is drawn, of a ribbon in pixels

/** Tiles of what is written, a wrong one with a cross besides its colour. @param {Reel} drawing */
export function Strings({ data: { sources, wanted, written, names }, words, state: { at } }) {
  return html`
    <div class="strings">
      <div class="line head">
        <span class="source">${words.source}</span> <span class="written">${words.written}</span>
      </div>
      ${sources.map((source, row) =>
        html`
          <div class="line">
            <span class="source">${source}</span>
            <span class="tiles">${wanted[row].map((one, place) =>
              tile(one, written[at][row][place] ?? PAD)
            )}</span>
          </div>
        `
      )}
    </div>
  `;

  /** @param {number} one that is wanted @param {number} token */
  function tile(one, token) {
    if (token === PAD && one === PAD) return html`<span class="tile empty"></span>`;
    const word = token === PAD ? "" : bare(names[token]);
    const told = `${words.wanted}: ${one === PAD ? "–" : names[one]}`;
    return token === one
      ? html`<span class="tile right" title=${told}>${word}</span>`
      : html`<span class="tile wrong" title=${told}>✗${word}</span>`;
  }
}

/** Keys above, queries below, a ribbon between as wide as the weight. @param {Reel} drawing */
export function Looks({ data, words, state: { at } }) {
  const { keys, queries, sides, tones, weights } = data;
  const middle = (/** @type {number} */ place, /** @type {string[]} */ all) =>
    100 * (place + 0.5) / all.length;
  const Side = (/** @type {string[]} */ tokens, /** @type {number} */ side) =>
    html`
      <div class="side" style="color: var(--${tones[side]}_text)">
        <span>${sides[side]}</span>
        <div class="chips">${tokens.map((token) => html`<span>${bare(token) || "␣"}</span>`)}</div>
      </div>
    `;
  return html`
    <div class="looks" role="img" aria-label=${words.looks}>
      ${Side(keys, 0)}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none">
        ${queries.map((query, row) =>
          keys.map((key, column) => {
            const weight = weights[at][row][column];
            const [from, to] = [middle(column, keys), middle(row, queries)];
            const wide = weight < LEAST ? 0 : Math.max(0.6, weight * MOST);
            return svg`
              <path class="ribbon" style="stroke-width: ${wide}px; opacity: ${0.25 + 0.6 * weight}"
                vector-effect="non-scaling-stroke"
                d="M${from} 0C${from} 48 ${to} 52 ${to} 100">
                <title>${query} → ${key}: ${decimal(weight)}</title>
              </path>
            `;
          })
        )}
      </svg>
      ${Side(queries, 1)}
    </div>
  `;
}
