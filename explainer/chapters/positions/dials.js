// Positions as clocks. What a token shows depends on where it stands, also between two places: while
// it is dragged its hands turn. What the model makes of an order comes once it has settled.
import { decimal, fill, html, keyed, Path, px } from "../../drawings/parts.js";
import { hands, partnerOf, same } from "./dials_hands.js";
import { layOut } from "./dials_layout.js";
import { Column, rowsOf, spoken, Texts, turnOf } from "./dials_parts.js";
import { alike, angleOf, degrees, floorOf, moving, ratesOf, vectorOf } from "./turns.js";
/** @import { Data, State, Dials } from "./types.d.ts" */

/** @typedef {ReturnType<typeof sceneOf>} Scene */

const GLIDE = 220; // ms until a token is where it belongs

export const start = () => ({ held: null, pointed: null, byHand: false });
export const about = (/** @type {Data} */ { tokens, d_model }) => [tokens, d_model];

/** What all parts of the drawing share. @param {Dials} drawing */
function sceneOf(drawing) {
  const { data, words, state, width, measure, set, clock } = drawing;
  const { tokens, d_model, pairs, gap } = data;
  const { at: chosen, order, held } = state;
  const rates = ratesOf(d_model);
  const at = layOut(width, tokens.length, pairs.map((pair) => turnOf(rates[pair], words)), measure);
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
    ...{ ...drawing, at, rates, lowest, chosen, other, glow, rows: moving(rates, tokens.length) },
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
  const { tokens, pairs, on, outcome } = data;
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
        ${rows.rail} ${rows.question}
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
          ${Path("rule", rules.join(""))} ${on && rows.hill} ${rows.encoder}
          ${layers.map((token) => keyed(token, Column(scene, token)))}
          ${on && rows.legs}
        </svg>
      </div>
      ${outcome && Texts(outcome.texts, words, same(outcome.order, order))}
      <div class="caption" aria-live="polite">${sentence(scene)}</div>
      ${Legends(words)}
    </div>
  `;
}

const Legends = (/** @type {Words} */ words) =>
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

/** The line below the drawing: the clock that is pointed at, the turn between two tokens, or the
 * clocks of the chosen one. @param {Scene} scene */
function sentence({ data, words, state, at, rates, chosen, other, x }) {
  const { tokens, gap, on } = data;
  const { order, held, pointed } = state;
  if (!on) return words.off;
  if (pointed) {
    const place = order.indexOf(pointed.token);
    const pair = data.pairs[pointed.dial];
    const angle = angleOf(rates[pair], place);
    return fill(words.dial, {
      ...{ token: spoken(tokens[pointed.token]), place, sine: 2 * pair, cosine: 2 * pair + 1 },
      ...{ angle: degrees(angle), sin: decimal(Math.sin(angle), 3) },
      cos: decimal(Math.cos(angle), 3),
    });
  }
  const place = order.indexOf(chosen);
  const token = spoken(tokens[chosen]);
  const angles = (/** @type {number} */ places) =>
    at.dials.map(({ dial }) => degrees(angleOf(rates[data.pairs[dial]], places))).join(" · ");
  if (other !== null) {
    const two = { token, other: spoken(tokens[other]), place, next: place + gap };
    return fill(words.two, { ...two, angles: angles(gap) });
  }
  const here = held ? Number(x[chosen].toFixed(1)) : place; // between two places while it is dragged
  const near = [...order.keys()].filter((one) => one !== place)
    .map((one) => ({ one, value: alike(rates, one - here) }));
  const most = Math.max(...near.map(({ value }) => value));
  return fill(words.one, {
    ...{ token, place: here, angles: angles(held ? x[chosen] : place) },
    near: near.filter(({ value }) => value > most - 5e-4).map(({ one }) => one).join(", "),
    value: decimal(most),
  });
}

/** Angles of the clocks, whole vectors, similarities and the encoder's answer.
 * @param {Data} data @param {State} state */
export function numbers({ tokens, d_model, pairs, outcome }, { at, order }) {
  const rates = ratesOf(d_model);
  const told = outcome && same(outcome.order, order) ? outcome.moved : null;
  const rows = order.map((token, place) => ({
    place,
    token: tokens[token],
    ...Object.fromEntries(pairs.map((pair) => [`angle_${pair}`, angleOf(rates[pair], place)])),
    similarity: alike(rates, place - order.indexOf(at)),
    ...(told && { moved: told[place] }),
  }));
  const vectors = order.map((token, place) => ({
    place,
    token: tokens[token],
    ...Object.fromEntries(vectorOf(rates, place).map((value, channel) => [`c${channel}`, value])),
  }));
  return { clocks: rows, vectors };
}
