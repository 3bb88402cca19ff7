// Left the held-out strings and what the toy makes of them, right one of them as a head reads it.
import { decimal } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { bare } from "../../drawings/token.js";

/** @typedef {import("./training_timeline.js").Data} Data */

const PAD = 0;
const LOOK = { height: 216, chip: 24, side: 22, least: 0.04, thick: 15 };

/** Tiles of what is written, a wrong one with a cross besides its colour.
 * @param {Data} data @param {Record<string, string>} words @param {number} at */
export function Strings({ sources, wanted, written, names }, words, at) {
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
    const isEmpty = token === PAD && one === PAD;
    const word = token === PAD ? "" : bare(names[token]);
    const kind = isEmpty ? "empty" : token === one ? "right" : "wrong";
    const told = `${words.wanted}: ${one === PAD ? "–" : names[one]}`;
    return html`<span class="tile ${kind}" title=${!isEmpty && told}>${
      token === one ? "" : "✗"
    }${word}</span>`;
  }
}

/** Keys above, queries below, a ribbon between as wide as the weight.
 * @param {Data} data @param {string} name @param {number} at @param {number} width
 * @param {import("../../drawings/mount.js").Measure} measure */
export function Looks({ keys, queries, sides, tones, weights }, name, at, width, measure) {
  const { height, chip, side, least, thick: most } = LOOK;
  const [top, bottom] = [side + chip, height - side - chip];
  const middle = (/** @type {number} */ place, /** @type {number} */ count) =>
    (place + 0.5) * width / count;
  const thick = Math.min(most, width / Math.max(keys.length, queries.length) - 8);
  /** @param {string[]} tokens @param {number} y */
  const chips = (tokens, y) => {
    const wide = width / tokens.length - 4;
    return tokens.map((token, place) => {
      const word = bare(token) || "␣";
      const x = middle(place, tokens.length);
      const size = Math.max(9, Math.min(13, 13 * wide / measure(word, 13, 650)));
      return svg`
        <rect class="chip" x=${x - wide / 2} y=${y} width=${wide} height=${chip} rx="6" />
        <text class="token" x=${x} y=${y + 16.5} style="font-size: ${size}px">${word}</text>
      `;
    });
  };
  const ribbons = queries.map((query, row) =>
    keys.map((key, column) => {
      const weight = weights[at][row][column];
      const [from, to] = [middle(column, keys.length), middle(row, queries.length)];
      const wide = weight < least ? 0 : Math.max(0.6, weight * thick);
      return svg`
        <path class="ribbon" style="stroke-width: ${wide}px; opacity: ${0.25 + 0.6 * weight}"
          d="M${from} ${top - 4}C${from} ${top + 56} ${to} ${bottom - 56} ${to} ${bottom}">
          <title>${query} → ${key}: ${decimal(weight)}</title>
        </path>
      `;
    })
  );
  return html`
    <svg class="looks" width=${width} height=${height} role="img" aria-label=${name}>
      ${ribbons}
      <g style="color: var(--${tones[0]}_text)">
        <text class="side" y="12">${sides[0]}</text>
        ${chips(keys, side - 4)}
      </g>
      <g style="color: var(--${tones[1]}_text)">
        <text class="side" y=${height - 4}>${sides[1]}</text>
        ${chips(queries, bottom)}
      </g>
    </svg>
  `;
}
