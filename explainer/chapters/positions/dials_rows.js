// The rows that belong to no token: places, names, the hill of similarities, and what the encoder
// makes of the order.
import { decimal, fill, grouped } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { Box, Line, Path, px, Words } from "../../drawings/marks.js";
import { range } from "../../drawings/math.js";
import { tip } from "./dials_column.js";
import { same } from "./dials_order.js";
import { alike, angleOf, TURN } from "./turns.js";

const FINE = 8; // points of the hill from one place to the next

/** @param {import("./dials.js").Scene} scene */
export function rowsOf(scene) {
  const { data, words, state, at, rates, rows, lowest, chosen } = scene;
  const { isWide, isScrolled, stripe, hill } = at;
  const { pairs, outcome, tokens } = data;
  const [own, base] = [scene.x[chosen], hill.y + hill.height];
  const moved = outcome && same(outcome.order, state.order) ? outcome.moved : null;
  return { places: Places(), hill: Hill(), encoder: Encoder(), legs: Legs(), rail: Rail() };

  /** Numbers of the places, that of the chosen token in bold. */
  function Places() {
    return svg`
      <g class="places" aria-hidden="true">
        ${range(at.count).map((place) =>
          Words(Math.abs(own - place) < 0.5 && "on", px(at.middle(place)), 13, place)
        )}
      </g>
    `;
  }

  /** How alike a place in the sentence is to the chosen one, which may lie between two. */
  function Hill() {
    const points = range((at.count - 1) * FINE + 1).map((index) => {
      const place = index / FINE;
      return `${px(at.middle(place))} ${px(scene.height(alike(rates, place - own)))}`;
    }).join("L");
    const [first, last] = [0, at.count - 1].map((place) => px(at.middle(place)));
    return [
      Path("hill", `M${first} ${base}L${points}L${last} ${base}Z`, { fill: "url(#glow)" }),
      Path("crest", `M${points}`),
    ];
  }

  /** Bars of how far the encoder's outputs differ. */
  function Encoder() {
    const base = at.encoder.y + at.encoder.height;
    const wide = Math.min(34, at.column - 8);
    const most = Math.max(1, ...(moved ?? []));
    return svg`
      <g class="encoder" aria-hidden="true">
        ${Path("rule", `M${at.rail} ${base}H${px(at.right)}`)}
        ${moved?.map((value, place) => {
          const [middle, high] = [at.middle(place), value / most * at.encoder.height];
          return [
            Box("bar", px(middle - wide / 2), px(base - high), px(wide), px(high), { rx: 2 }),
            Words("value", px(middle), base + 16, decimal(value)),
          ];
        })}
      </g>
    `;
  }

  /** The clock that is pointed at: its sine is the leg across, its cosine the leg upwards, each in the
   * shade of its sign, and where they stand in the vector. */
  function Legs() {
    const { dial, token } = state.pointed ?? { dial: -1, token: 0 };
    const row = at.dials.find((one) => one.dial === dial);
    if (!row) return null;
    const angle = angleOf(rates[pairs[dial]], scene.x[token]);
    const [across, up] = tip(angle, 0.8 * at.radius);
    const [x, y, step] = [at.middle(scene.x[token]), row.y, stripe.height / rows];
    const [left, top] = [stripe.width / 2, stripe.y + pairs[dial] * step];
    const tone = (/** @type {number} */ value) => (value < 0 ? "leg low" : "leg high");
    return svg`
      <g class="legs" aria-hidden="true">
        ${Line(tone(Math.sin(angle)), px(x), px(y), px(x + across), px(y))}
        ${Line(tone(Math.cos(angle)), px(x + across), px(y), px(x + across), px(y + up))}
        ${pairs[dial] < rows &&
          Box("row", px(x - left - 3), px(top - 1.5), px(2 * left + 6), px(step + 3))}
      </g>
    `;
  }

  /** Names of the rows: in the rail, or above each row on a narrow screen; they stay when it scrolls. */
  function Rail() {
    /** @param {number} y @param {number} title @param {string} first @param {string} second */
    const name = (y, title, first, second) =>
      html`
        <div class="row" style="top: ${isWide
          ? y - 13
          : title}px"><b>${first}</b> <span>${second}</span></div>
      `;
    const tick = (/** @type {number} */ y, /** @type {unknown} */ said) =>
      isWide && html`<span class="tick" style="top: ${y}px">${said}</span>`;
    const size = fill(words.stripe_size, { shown: 2 * rows, width: 2 * rates.length });
    const waiting = same(state.order, [...tokens.keys()]) ? words.waiting : "…";
    return html`
      <div class="rail ${isWide ? "wide" : "narrow"} ${isScrolled && "cover"}" aria-hidden="true"
        style="--high: ${at.height}px; width: ${isWide ? at.rail : at.width}px">
        ${isWide && name(13, 0, "", words.place)}
        ${at.dials.map(({ dial, y, title }) => {
          const pair = pairs[dial];
          const channels = fill(words.pair, { sine: 2 * pair, cosine: 2 * pair + 1 });
          return name(y - 3, title, turnOf(rates[pair], words), isWide ? channels : "");
        })}
        ${name(stripe.y + 14, stripe.title, words.stripe, size)}
        ${name(hill.y + 16, hill.title, words.similar, words.similar_by)}
        ${name(at.encoder.y + 10, at.encoder.title, words.encoder, words.encoder_by)}
        ${tick(hill.y, 1)} ${tick(base, decimal(lowest, 1))}
        ${at.dials.map(({ dial }) => pairs[dial]).filter((pair) => pair < rows).map((pair) =>
          tick(stripe.y + (pair + 0.5) / rows * stripe.height, 2 * pair) // its first channel
        )}
        ${!moved && html`
          <div class="waiting" style="left: ${at.rail + 4}px; width: ${at.width - at.rail - 8}px;
            top: ${at.encoder.y}px; height: ${at.encoder.height}px">${waiting}</div>
        `}
      </div>
    `;
  }
}

/** Both translations, and whether they are the same. @param {string[]} texts @param {Record<string, string>} words
 * @param {boolean} isTold whether they are those of the order that is shown */
export const Texts = ([first, second], words, isTold) =>
  html`
    <div class="texts ${isTold ? "" : "stale"}">
      <div class="text">
        <span class="name">${words.first}</span> <span class="said">${first}</span>
      </div>
      <div class="text">
        <span class="name">${words.second}</span> <span class="said">${second}</span>
        ${first === second
          ? html`<span class="same">✓ ${words.same}</span>`
          : html`<span class="different">≠ ${words.different}</span>`}
      </div>
    </div>
  `;

/** How many places a turn takes, in words. @param {number} rate @param {Record<string, string>} words */
export const turnOf = (rate, words) =>
  fill(words.turn, { places: grouped(TURN / rate, TURN / rate < 100 ? 1 : 0) });
