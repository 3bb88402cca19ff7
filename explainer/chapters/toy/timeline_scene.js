// Left the held-out strings and what the toy makes of them, right one of them as a head reads it.
import { decimal } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { bare } from "../../drawings/token.js";

/** @typedef {import("./training_timeline.js").Reel} Reel */

const PAD = 0;
const [HEIGHT, CHIP, SIDE] = [216, 24, 22];
const [LEAST, MOST] = [0.04, 15]; // of a weight that is drawn, of a ribbon in pixels
const [SLIM, GAP] = [640, 32]; // between strings and ribbons

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
export function Looks({ data, words, state: { at }, width: room, measure }) {
  const { keys, queries, sides, tones, weights } = data;
  const width = room < SLIM ? room : (room - GAP) * 0.4;
  const [top, bottom] = [SIDE + CHIP, HEIGHT - SIDE - CHIP];
  const middle = (/** @type {number} */ place, /** @type {string[]} */ all) =>
    (place + 0.5) * width / all.length;
  const thick = Math.min(MOST, width / Math.max(keys.length, queries.length) - 8);
  return html`
    <svg class="looks" width=${width} height=${HEIGHT} role="img" aria-label=${words.looks}>
      ${queries.map((query, row) =>
        keys.map((key, column) => {
          const weight = weights[at][row][column];
          const [from, to] = [middle(column, keys), middle(row, queries)];
          const wide = weight < LEAST ? 0 : Math.max(0.6, weight * thick);
          return svg`
            <path class="ribbon" style="stroke-width: ${wide}px; opacity: ${0.25 + 0.6 * weight}"
              d="M${from} ${top - 4}C${from} ${top + 56} ${to} ${bottom - 56} ${to} ${bottom}">
              <title>${query} → ${key}: ${decimal(weight)}</title>
            </path>
          `;
        })
      )}
      ${Side(keys, 0, SIDE - 4, 12)} ${Side(queries, 1, bottom, HEIGHT - 4)}
    </svg>
  `;

  /** @param {string[]} tokens @param {number} side @param {number} y @param {number} below */
  function Side(tokens, side, y, below) {
    const wide = width / tokens.length - 4;
    return svg`
      <g style="color: var(--${tones[side]}_text)">
        <text class="side" y=${below}>${sides[side]}</text>
        ${tokens.map((token, place) => {
          const [word, x] = [bare(token) || "␣", middle(place, tokens)];
          const size = Math.max(9, Math.min(13, 13 * wide / measure(word, 13, 650)));
          return svg`
            <rect class="chip" x=${x - wide / 2} y=${y} width=${wide} height=${CHIP} rx="6" />
            <text class="token" x=${x} y=${y + 16.5} style="font-size: ${size}px">${word}</text>
          `;
        })}
      </g>
    `;
  }
}
