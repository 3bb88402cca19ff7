// Positions as clocks. What a token shows depends on where it stands, also between two places: while
// it is dragged its hands turn. What the model makes of an order comes once it has settled.
import { bare, decimal, fill, html, keyed, Path, px } from "../../drawings/parts.js";
import { hands, partnerOf } from "./dials_hands.js";
import { layOut } from "./dials_layout.js";
import { Column, rowsOf, turnOf } from "./dials_parts.js";
import { alike, angleOf, degrees, floorOf, moving, ratesOf } from "./turns.js";
/** @import { Data, State, Dials } from "./types.d.ts" */

/** @typedef {ReturnType<typeof sceneOf>} Scene */

const GLIDE = 220; // ms until a token is where it belongs

export const start = () => ({ held: null, pointed: null, byHand: false });
export const about = (/** @type {Data} */ { tokens, d_model }) => [tokens, d_model];

/** What all parts of the drawing share. @param {Dials} drawing */
function sceneOf(drawing) {
  const { data, words, state, width, measure, set, clock } = drawing;
  const { tokens, d_model, pairs, gap, outcome } = data;
  const { at: chosen, order, held } = state;
  const rates = ratesOf(d_model);
  const isWritten = String(order) === String([...tokens.keys()]);
  const answers = (outcome?.texts ?? [data.needs]).map((one) =>
    `${words.second} ${one} ≠ ${words.different}`
  );
  const names = pairs.map((pair) => turnOf(rates[pair], words));
  const at = layOut({ width, measure }, tokens.length, names, isWritten ? null : answers);
  const lowest = floorOf(rates, tokens.length);
  const other = partnerOf(order, chosen, gap);
  const inHand = held?.place ?? null;
  const isHeld = (/** @type {number} */ token) =>
    inHand !== null && (token === chosen || token === other);
  const goals = tokens.map((_, token) =>
    isHeld(token) ? Number(inHand) + (token === chosen ? 0 : gap) : order.indexOf(token)
  );
  const glow = (/** @type {number} */ value) => (Math.max(lowest, value) - lowest) / (1 - lowest);
  return {
    ...{ ...drawing, at, rates, chosen, other, glow, isWritten },
    rows: moving(rates, tokens.length),
    x: clock.toward(goals, (token) => isHeld(token) ? 0 : GLIDE),
    height: (/** @type {number} */ value) => at.hill.y + at.hill.height * (1 - glow(value)),
    hands: hands(drawing, at),
    point: (/** @type {number | null} */ dial, /** @type {number} */ token) =>
      set({ pointed: dial === null ? null : { dial, token } }),
  };
}

export default function Dials(/** @type {Dials} */ drawing) {
  const scene = sceneOf(drawing);
  const { data, words, state, at, x, chosen, other } = scene;
  const { tokens, pairs, on } = data;
  const { order, held } = state;
  const { drag, drop, keep } = scene.hands;
  const rows = rowsOf(scene);
  // What is held lies above what makes room.
  const lift = (/** @type {number} */ token) => (token === chosen ? 2 : token === other ? 1 : 0);
  const layers = [...tokens.keys()].toSorted((a, b) => lift(a) - lift(b) || a - b);
  const seen = at.middle(order.indexOf(chosen));
  const around = `M${px(seen - at.column - at.rail)} 0h${px(2 * at.column + at.rail)}`;
  const [from, to] = [chosen, other ?? chosen].map((token) => px(at.middle(x[token])));
  const link = `M${from} ${at.chip.y - 1}v-5H${to}v5`;
  const rules = [at.hill.y, at.hill.y + at.hill.height].map((y) =>
    `M${at.rail} ${y}H${px(at.right)}`
  );
  return html`
    <div class="frame ${on ? "" : "off"} ${state.byHand ? "by-hand" : ""}">
      <div class="scroll" data-scrolls>
        ${rows.rail} ${rows.answer}
        <svg width=${px(at.all)} height=${px(at.height)} role="group"
          aria-label=${fill(words.name, { count: tokens.length, dials: pairs.length })}
          onpointermove=${drag} onpointerup=${drop} onpointercancel=${drop} ontouchmove=${keep}>
          <defs>
            <linearGradient id="glow" x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" class="bright" /><stop offset="1" class="dark" />
            </linearGradient>
          </defs>
          ${!held && Path("", around, { "data-at-hand": px(seen) })}
          ${rows.places}
          ${other !== null && Path("link", link, { "aria-hidden": "true" })}
          ${Path("rule", rules.join(""))} ${on && rows.hill} ${!scene.isWritten && rows.encoder}
          ${layers.map((token) => keyed(token, Column(scene, token)))}
          ${on && rows.legs}
        </svg>
      </div>
      <div class="below">
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
        <div class="caption" aria-live="polite">${told(scene)}</div>
      </div>
    </div>
  `;
}

/** Of a clock that is pointed at, over the legend. @param {Scene} scene */
function told({ data: { tokens, pairs, on }, words, state: { order, pointed }, rates }) {
  if (!on || !pointed) return "";
  const [place, pair] = [order.indexOf(pointed.token), pairs[pointed.dial]];
  const [name, angle] = [tokens[pointed.token], angleOf(rates[pair], place)];
  return fill(words.dial, {
    ...{ token: bare(name) || name, place, sine: 2 * pair, cosine: 2 * pair + 1 },
    ...{ angle: degrees(angle), sin: decimal(Math.sin(angle), 3) },
    cos: decimal(Math.cos(angle), 3),
  });
}

/** Angles of the clocks, similarities and the encoder's answer.
 * @param {Data} data @param {State} state */
export function numbers({ tokens, d_model, pairs, outcome }, { at, order }) {
  const rates = ratesOf(d_model);
  const told = String(outcome?.order) === String(order) ? outcome?.moved : null;
  const rows = order.map((token, place) => ({
    place,
    token: tokens[token],
    ...Object.fromEntries(pairs.map((pair) => [`angle_${pair}`, angleOf(rates[pair], place)])),
    similarity: alike(rates, place - order.indexOf(at)),
    ...(told && { moved: told[place] }),
  }));
  return { clocks: rows };
}
