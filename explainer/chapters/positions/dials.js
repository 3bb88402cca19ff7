// Positions as clocks. What a token shows depends on where it stands, also between two places: while
// it is dragged its hands turn. What the model makes of an order comes once it has settled.
import { fill } from "../../drawings/format.js";
import { html, keyed, svg } from "../../drawings/html.js";
import { Column, tip } from "./dials_column.js";
import { layOut, px } from "./dials_layout.js";
import { Encoder, Hill, Places, Rail, Texts, turnOf } from "./dials_rows.js";
import { hands } from "./dials_hands.js";
import { numbers, sentence } from "./dials_tell.js";
import { partnerOf, same } from "./dials_order.js";
import { alike, angleOf, floorOf, moving, ratesOf } from "./turns.js";

export { numbers };

/** What the model makes of an order: of every place how far the encoder's output for its token
 * differs from that in the order as written, and both translations.
 * @typedef {{ order: number[], moved: number[], texts: string[] }} Outcome */
/** `pairs` of channels that are drawn as clocks, `gap` to the token that is dragged along (0: none),
 * whether positions are added at all.
 * @typedef {{ tokens: string[], d_model: number, pairs: number[], gap: number, on: boolean,
 *   outcome: Outcome | null }} Data */
/** A token in the hand: where it is, null until it moves.
 * @typedef {{ place: number | null, grip: number, left: number, top: number, isMine?: boolean,
 *   before: string }} Held */
/** The chosen token and the order of all, which the server keeps; what is in the hand, which clock is
 * pointed at, whether it was a pointer that took the token, and how far a long sentence is scrolled.
 * @typedef {{ at: number, order: number[], held: Held | null,
 *   pointed: { dial: number, token: number } | null, byHand: boolean, scrolled: number }} State */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, State>} Dials */

const GLIDE = 220; // ms until a token is where it belongs

export const start = () => ({ held: null, pointed: null, byHand: false, scrolled: 0 });
/** @param {Data} data */
export const about = ({ tokens, d_model }) => JSON.stringify([tokens, d_model]);

/** @param {Dials} drawing */
export default function Dials(drawing) {
  const { data, words, state, width, measure, set, clock } = drawing;
  const { tokens, d_model, pairs, gap, on, outcome } = data;
  const { at: chosen, order, held, pointed } = state;
  const rates = ratesOf(d_model);
  const rows = moving(rates, tokens.length);
  const at = layOut(width, tokens.length, pairs.map((pair) => turnOf(rates[pair], words)), measure);
  const lowest = floorOf(rates, tokens.length);
  const other = partnerOf(order, chosen, gap);
  const inHand = held?.place ?? null;
  const goals = tokens.map((_, token) => {
    if (inHand !== null && token === chosen) return inHand;
    return inHand !== null && token === other ? inHand + gap : order.indexOf(token);
  });
  const isHeld = (/** @type {number} */ token) =>
    inHand !== null && (token === chosen || token === other);
  const x = clock.toward(goals, (token) => isHeld(token) ? 0 : GLIDE);
  const glow = (/** @type {number} */ similarity) =>
    (Math.max(lowest, similarity) - lowest) / (1 - lowest);
  const height = (/** @type {number} */ similarity) =>
    at.hill.y + at.hill.height * (1 - glow(similarity));
  const { take, drag, drop, keep, press } = hands(drawing, at);
  const whole = {
    at,
    rates,
    pairs,
    rows,
    on,
    word: words.place,
    measure,
    height,
    glow,
    take,
    press,
  };
  const point = (/** @type {number | null} */ dial, /** @type {number} */ token) =>
    set({ pointed: dial === null ? null : { dial, token } });
  const isTold = outcome !== null && same(outcome.order, order);
  const isWritten = same(order, [...tokens.keys()]);
  // What is held lies above what makes room.
  const layers = [...tokens.keys()].toSorted((a, b) => lift(a) - lift(b) || a - b);
  const seen = at.middle(order.indexOf(chosen));
  return html`
    <div class="frame ${on ? "" : "off"} ${state.byHand ? "by-hand" : ""}">
      <div class="scroll" onscroll=${(/** @type {Event} */ { currentTarget }) =>
        set({ scrolled: /** @type {Element} */ (currentTarget).scrollLeft })} data-scrolls>
        <svg width=${px(at.all)} height=${px(at.height)} role="group"
          aria-label=${fill(words.name, { count: tokens.length, dials: pairs.length })}
          onpointermove=${drag} onpointerup=${drop} onpointercancel=${drop} ontouchmove=${keep}>
          <defs>
            <linearGradient id="glow" x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" class="bright" /><stop offset="1" class="dark" />
            </linearGradient>
          </defs>
          ${!held && svg`
            <path data-at-hand=${px(seen)} d="M${px(seen - at.column - at.rail)} 0h${px(
              2 * at.column + at.rail,
            )}" />
          `}
          ${Places(at, x[chosen])}
          ${other !== null && svg`
            <path class="link" aria-hidden="true"
              d="M${px(at.middle(x[chosen]))} ${at.chip.y - 1}v-4H${px(at.middle(x[other]))}v4" />
          `}
          <path class="rule"
            d="M${at.rail} ${at.hill.y}H${px(at.right)}M${at.rail} ${at.hill.y +
              at.hill.height}H${px(at.right)}" />
          ${on && Hill(at, rates, x[chosen], height)}
          ${Encoder(at, isTold ? outcome.moved : null, isWritten ? words.waiting : "…", measure)}
          ${layers.map((token) =>
            keyed(
              token,
              Column({
                token,
                name: tokens[token],
                x: x[token],
                place: order.indexOf(token),
                isChosen: token === chosen,
                isAlone: token === chosen && other === null,
                since: token === other ? x[chosen] : null,
                similarity: alike(rates, x[token] - x[chosen]),
              }, { ...whole, point }),
            )
          )}
          ${on && pointed && legs(at, x[pointed.token], pointed.dial, whole)}
          ${Rail(at, { rates, pairs, rows }, words, lowest, state.scrolled)}
        </svg>
      </div>
      ${outcome && Texts(outcome.texts, words, isTold)}
      <div class="caption" aria-live="polite">${sentence(drawing, at, x[chosen])}</div>
      ${Legends(words)}
    </div>
  `;

  /** @param {number} token */
  function lift(token) {
    return token === chosen ? 2 : token === other ? 1 : 0;
  }
}

/** The clock that is pointed at: its sine is the leg across, its cosine the leg upwards, each in the
 * shade of its sign, and where they stand in the vector.
 * @param {import("./dials_layout.js").Room} at @param {number} place @param {number} dial
 * @param {{ rates: number[], pairs: number[], rows: number }} clocks */
function legs(at, place, dial, { rates, pairs, rows }) {
  const row = at.dials.find((one) => one.dial === dial);
  if (!row) return null;
  const angle = angleOf(rates[pairs[dial]], place);
  const [across, up] = tip(angle, 0.8 * at.radius);
  const [x, y] = [at.middle(place), row.y];
  const step = at.stripe.height / rows;
  const tone = (/** @type {number} */ value) => (value < 0 ? "low" : "high");
  return svg`
    <g class="legs" aria-hidden="true">
      <line class="leg ${tone(Math.sin(angle))}" x1=${px(x)} y1=${px(y)} x2=${px(x + across)}
        y2=${px(y)} />
      <line class="leg ${tone(Math.cos(angle))}" x1=${px(x + across)} y1=${px(y)}
        x2=${px(x + across)} y2=${px(y + up)} />
      ${pairs[dial] < rows && svg`
        <rect class="row" x=${px(x - at.stripe.width / 2 - 3)} width=${px(at.stripe.width + 6)}
          y=${px(at.stripe.y + pairs[dial] * step - 1.5)} height=${px(step + 3)} />
      `}
    </g>
  `;
}

/** @param {Record<string, string>} words */
const Legends = (words) =>
  html`
    <div class="legend">
      <span class="entry">
        <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
          <circle class="face" r="8" />
          <line class="hand" x2="4" y2="-5" />
          <circle class="tip" r="2" cx="4" cy="-5" />
        </svg>
        <span>${words.hand}</span>
      </span>
      <span class="entry"><i class="shades"></i><span>${words.scale}</span></span>
      <span class="entry keys">${words.keys}</span>
    </div>
  `;
