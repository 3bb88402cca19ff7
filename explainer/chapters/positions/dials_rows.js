// The rows that belong to no token: places, names, the hill of similarities, and what the encoder
// makes of the order.
import { decimal, fill, grouped } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { px } from "./dials_layout.js";
import { alike, TURN } from "./turns.js";

/** @typedef {import("./dials_layout.js").Room} Room */
/** @typedef {Record<string, string>} Words */

const FINE = 8; // points of the hill from one place to the next

/** Numbers of the places, that of the chosen token in bold. @param {Room} at @param {number} own */
export const Places = (at, own) =>
  svg`
    <g class="places" aria-hidden="true">
      ${Array.from({ length: at.count }, (_, place) =>
        svg`
          <text class=${Math.abs(own - place) < 0.5 && "on"} x=${px(at.middle(place))}
            y="13">${place}</text>
        `)}
    </g>
  `;

/** How alike a place in the sentence is to the chosen one, which may lie between two.
 * @param {Room} at @param {number[]} rates @param {number} own
 * @param {(similarity: number) => number} height */
export function Hill(at, rates, own, height) {
  const points = Array.from({ length: (at.count - 1) * FINE + 1 }, (_, index) => {
    const place = index / FINE;
    return `${px(at.middle(place))} ${px(height(alike(rates, place - own)))}`;
  }).join("L");
  const base = at.hill.y + at.hill.height;
  return svg`
    <path class="hill" fill="url(#glow)"
      d="M${px(at.middle(0))} ${base}L${points}L${px(at.middle(at.count - 1))} ${base}Z" />
    <path class="crest" d="M${points}" />
  `;
}

/** Bars of how far the encoder's outputs differ; without an answer the reason there is none.
 * @param {Room} at @param {number[] | null} moved @param {string} waiting
 * @param {import("../../drawings/mount.js").Measure} measure */
export function Encoder(at, moved, waiting, measure) {
  const base = at.encoder.y + at.encoder.height;
  const wide = Math.min(34, at.column - 8);
  const most = Math.max(1, ...(moved ?? []));
  return svg`
    <g class="encoder" aria-hidden="true">
      <path class="rule" d="M${at.rail} ${base}H${px(at.right)}" />
      ${moved?.map((value, place) => {
        const high = value / most * at.encoder.height;
        const middle = at.middle(place);
        return svg`
          <rect class="bar" x=${px(middle - wide / 2)} y=${px(base - high)} width=${px(wide)}
            height=${px(high)} rx="2" />
          <text class="value" x=${px(middle)} y=${base + 16}>${decimal(value)}</text>
        `;
      })}
      ${!moved && lines(waiting, at.width - at.rail - 8, measure).map((line, index, all) =>
        svg`
          <text class="waiting" x=${px(at.rail + 4)}
            y=${base - 9 - 16 * (all.length - 1 - index)}>${line}</text>
        `
      )}
    </g>
  `;
}

/** In two lines where one has no room. @param {string} text @param {number} room
 * @param {import("../../drawings/mount.js").Measure} measure */
function lines(text, room, measure) {
  if (measure(text, 12.5, 400) <= room) return [text];
  const middle = text.lastIndexOf(" ", text.length * 0.6);
  return [text.slice(0, middle), text.slice(middle + 1)];
}

/** Both translations, and whether they are the same. @param {string[]} texts @param {Words} words
 * @param {boolean} isTold whether they are those of the order that is shown */
export function Texts([first, second], words, isTold) {
  const isSame = first === second;
  return html`
    <div class="texts ${isTold ? "" : "stale"}">
      <div class="text">
        <span class="name">${words.first}</span> <span class="said">${first}</span>
      </div>
      <div class="text">
        <span class="name">${words.second}</span> <span class="said">${second}</span>
        <span class=${isSame ? "same" : "different"}>${isSame
          ? `✓ ${words.same}`
          : `≠ ${words.different}`}</span>
      </div>
    </div>
  `;
}

/** How many places a turn takes, in words. @param {number} rate @param {Words} words */
export const turnOf = (rate, words) =>
  fill(words.turn, { places: grouped(TURN / rate, TURN / rate < 100 ? 1 : 0) });

/** Names of the rows: in the rail, or above each row on a narrow screen; they stay when it scrolls.
 * @param {Room} at @param {{ rates: number[], pairs: number[], rows: number }} clocks
 * @param {Words} words @param {number} lowest @param {number} scrolled */
export function Rail(at, { rates, pairs, rows }, words, lowest, scrolled) {
  const name = (
    /** @type {number} */ y,
    /** @type {number} */ title,
    /** @type {string} */ first,
    second = "",
  ) =>
    svg`
      <text class="first" x="0" y=${px(at.isWide ? y : title + 12)}>${at.isWide || !second
        ? first
        : `${first} · ${second}`}</text>
      ${at.isWide && svg`<text class="second" x="0" y=${px(y + 15)}>${second}</text>`}
    `;
  const notch = (/** @type {number} */ y) =>
    `M${at.rail - 5} ${px(y)}h${px(at.middle(0) - at.rail - at.stripe.width / 2)}`;
  const marks = at.dials.map(({ dial }) => pairs[dial]).filter((pair) => pair < rows).map((
    pair,
  ) => ({
    channel: 2 * pair, // the clock's first one
    y: at.stripe.y + (pair + 0.5) / rows * at.stripe.height,
  }));
  return svg`
    <g class="rail" aria-hidden="true" transform="translate(${scrolled} 0)">
      ${at.isWide && at.isScrolled &&
        svg`<rect class="cover" width=${at.rail - 4} height=${at.height} />`}
      ${at.isWide && svg`<text class="second" x="0" y="13">${words.place}</text>`}
      ${at.dials.map(({ dial, y, title }) => {
        const pair = pairs[dial];
        const channels = fill(words.pair, { sine: 2 * pair, cosine: 2 * pair + 1 });
        return name(y - 3, title, turnOf(rates[pair], words), at.isWide ? channels : "");
      })}
      ${name(
        at.stripe.y + 14,
        at.stripe.title,
        words.stripe,
        fill(words.stripe_size, { shown: 2 * rows, width: 2 * rates.length }),
      )}
      ${name(at.hill.y + 16, at.hill.title, words.similar, words.similar_by)}
      ${name(at.encoder.y + 10, at.encoder.title, words.encoder, words.encoder_by)}
      ${at.isWide && svg`
        <g class="scale">
          <text x=${at.rail - 8} y=${at.hill.y + 4}>1</text>
          <text x=${at.rail - 8} y=${at.hill.y + at.hill.height + 4}>${decimal(lowest, 1)}</text>
          ${marks.map(({ channel, y }) =>
            svg`
              <text x=${at.rail - 8} y=${px(y + 4)}>${channel}</text>
              ${!at.isScrolled && svg`<path class="notch" d=${notch(y)} />`}
            `
          )}
        </g>
      `}
    </g>
  `;
}
