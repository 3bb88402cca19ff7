// Along a sentence every token stands under a die, as high as its surprise in bits; the die at hand is
// large on the left and can be rolled, the die of the whole sentence stands at the mean on the right.
// A die is dragged up and down to ask what another probability would do; that is told to nobody.
import { bare, clamp, decimal, Dot, fill, grouped, html, mean } from "../../drawings/parts.js";
import { Path, percent, px, range, roving, spans, tab } from "../../drawings/parts.js";
/** @import { Data, OneDie } from "./types.d.ts" */

const TALL = 104; // pixels of the highest column, as in the style sheet
const ROLLS = 20;
const TURNS = 3; // of a die that is rolled
const TAKES = 590; // ms until it lies

const facesOf = (/** @type {number} */ nats) => Math.exp(nats);
const bitsOf = (/** @type {number} */ nats) => nats / Math.LN2;
const counted = (/** @type {number} */ faces) => faces < 99.95 ? decimal(faces) : grouped(faces, 0);

const NONE = /** @type {[number, number]} */ ([0, 0]);
export const start = () => ({ lit: null, tries: null, from: null, turns: 0, rolls: NONE });
export const about = (/** @type {Data} */ { tokens, nats }) => [tokens, nats];

/** A probability of 0 has no end; JSON has none either. @param {Data} data */
const costs = ({ nats }) => nats.map((one) => one ?? Infinity);

export default function OneDie(/** @type {OneDie} */ drawing) {
  const { data, words, state, set, choose, clock } = drawing;
  const { tokens, first } = data;
  const { at } = state;
  const model = costs(data);
  const nats = state.tries ?? model;
  const most = data.most ?? Math.max(2, ...model.filter(Number.isFinite).map(bitsOf));
  const every = Math.ceil(most / 5); // bits from one line of the axis to the next
  const high = (/** @type {number} */ bits) => `--column-share: ${Math.min(1, bits / most)}`;
  const shown = state.lit ?? at;
  const all = mean(nats);
  const can = first.length > 0;
  const tried = (/** @type {number} */ index, /** @type {number} */ by) => ({
    tries: nats.with(index, clamp(nats[index] + by, 0, most * Math.LN2)),
    ...{ rolls: NONE, lit: index },
  });
  const drop = () => set({ from: null });
  return html`
    <div class="top">
      <div class="own">${Own(facesOf(nats[shown]))}</div>
      <div class="walk" data-scrolls onpointerleave=${() => look(null)}>
        <div class="columns" role="group" aria-label=${can ? words.pair : words.rolls}
          onkeydown=${roving(press, { columns: 0, press })}>
          <div class="axis" aria-hidden="true">
            ${range(Math.floor(most / every)).map((at) => every * (at + 1)).map((bits) =>
              html`<i style=${high(bits)}><span>${grouped(2 ** bits, 0)}</span></i>`
            )}
            <i class="floor"></i><i class="level" style=${high(bitsOf(all))}></i>
            <span>${words.axis}</span>
          </div>
          ${tokens.map((_, index) => Column(index))}
        </div>
      </div>
      <div class="all">
        <i class="level" style=${high(bitsOf(all))}></i>
        <div class="plot" style=${high(bitsOf(all))}>${Die(facesOf(all))}<i></i></div>
        <div class="count">${fill(words.faces, { faces: counted(facesOf(all)) })}</div>
        <div>${words.mean}</div>
        <div>${fill(words.level, { bits: decimal(bitsOf(all)) })}</div>
      </div>
    </div>
    <div class="caption">
      <span>${told(shown, nats)}</span>
      ${can && html`
        <button type="button" class="back" hidden=${!state.tries}
          onclick=${() => set({ tries: null })}>${words.back}</button>
      `}
    </div>
  `;

  /** The large die: it is rolled by its real probability, and how often it hit is told once it lies. */
  function Own(/** @type {number} */ faces) {
    const size = Math.log2(Math.min(faces, MOST)); // steps are even in bits
    const [bits, turns] = clock.toward([size, state.turns], TAKES);
    const [hits, rolls] = state.rolls;
    const token = bare(tokens[shown]);
    const line = rolls ? fill(words.rolled, { token, hits, rolls }) : words.roll;
    return html`
      <button type="button" class="roll" disabled=${!can} onclick=${roll}
        aria-label="${token}: ${can && words.roll}">
        ${Die(bits === size ? faces : 2 ** bits, 2 * Math.PI * turns)}
      </button>
      <div class="count">${fill(words.faces, { faces: counted(faces) })}</div>
      <div class="below">${can && turns === state.turns && line}</div>
    `;
  }

  function roll() {
    const { rolls: [hits, rolls], turns } = state;
    const p = Math.exp(-nats[shown]);
    const more = range(ROLLS).filter(() => Math.random() < p).length;
    set({ rolls: [hits + more, rolls + ROLLS], turns: turns + TURNS });
  }

  /** A token with its die, its column and its faces. @param {number} index */
  function Column(index) {
    const isTried = nats[index] !== model[index];
    return html`
      <div class="token ${index === shown && "on"} ${isTried && "tried"}" role="button"
        data-at-hand=${index === at && at} tabindex=${tab(index, at)}
        aria-pressed=${String(index === at)} aria-label=${told(index, model)}
        style=${high(bitsOf(nats[index]))} onpointerenter=${({ pointerType, buttons }) =>
          pointerType === "mouse" && !buttons && look(index)}
        onclick=${() => press(index)} onkeydown=${can && ((event) => pull(event, index))}>
        <div class="plot ${can && "grip"}" all=${can && {
          onpointerdown(event) {
            event.currentTarget.setPointerCapture(event.pointerId);
            set({ from: event.clientY });
          },
          onpointermove({ clientY }) {
            if (state.from === null || clientY === state.from) return;
            const by = (state.from - clientY) * most * Math.LN2 / TALL;
            set({ from: clientY, ...tried(index, by) });
          },
          ...{ onpointerup: drop, onpointercancel: drop },
        }}>
          ${Die(facesOf(nats[index]))}<i class="bar"></i>
        </div>
        <span class="name">${spans(tokens[index])}</span>
        <span class="faces">${counted(facesOf(nats[index]))}</span>
      </div>
    `;
  }

  function told(/** @type {number} */ index, /** @type {number[]} */ costs) {
    const [whole, before] = [costs, model].map((all) => counted(facesOf(mean(all))));
    const [one, token] = [(whole === before ? model : costs)[index], bare(tokens[index])];
    const p = percent(Math.exp(-one));
    const values = { token, p, faces: counted(facesOf(one)), bits: decimal(bitsOf(one)) };
    if (whole !== before) return fill(words.tried, { ...values, whole, model: before });
    if (!can) return fill(words.told_roll, values);
    const [expected, q, rank] = first[index];
    return fill(words.told, { ...values, expected, q: percent(q), rank: grouped(rank, 0) });
  }

  function look(/** @type {number | null} */ lit) {
    set((lit ?? at) === shown ? { lit } : { lit, rolls: NONE });
  }

  function press(/** @type {number} */ to) {
    set(to === shown ? { lit: null } : { lit: null, rolls: NONE });
    choose({ at: to });
  }

  /** Sideways keys go to another token. */
  function pull(/** @type {Happening} */ { key }, /** @type {number} */ index) {
    const up = { ArrowUp: STEP, ArrowDown: -STEP }[key];
    if (up) set(tried(index, up));
  }
}

const MOST = 60; // facets that are drawn; of more one dot is lit
const LIGHT = -2.2; // radians: from the upper left

/** A die of that many faces, whole ones. @param {number} faces @param {number} [angle] */
export function Die(faces, angle = 0) {
  const count = Math.max(1, Math.round(faces));
  const sides = Math.min(count, MOST);
  const facets = range(sides).map((at) => {
    const middle = 2 * Math.PI * at / sides - Math.PI / 2 + angle;
    const [from, to] = [-1, 1].map((side) => middle + side * Math.PI / sides)
      .map((one) => `${px(Math.cos(one))} ${px(Math.sin(one))}`);
    const isLit = at === 0 && count <= MOST;
    const shade = isLit ? 1 : 0.22 - 0.16 * Math.cos(middle - LIGHT);
    const edge = sides > 2 ? "L" : "A1 1 0 0 1 "; // a coin has two halves
    return Path(`facet ${isLit && "lit"}`, `M0 0L${from}${edge}${to}Z`, {
      "fill-opacity": shade.toFixed(2),
    });
  });
  return html`
    <svg class="die" viewBox="-1.05 -1.05 2.1 2.1" aria-hidden="true">
      ${Dot("ground", 0, 0, 0.8)} ${count > 1 ? facets : Dot("facet lit", 0, 0, 1)}
      ${count === 1 && Dot("glint", -0.35, -0.38, 0.16)}
      ${count > MOST && count < Infinity &&
        Dot("facet lit", 0, -0.5, Math.max(0.03, 2 / Math.sqrt(count)))}
    </svg>
  `;
}

const STEP = Math.LN2 / 4; // a key's

/** Every token with its numbers. @param {Data} data */
export const numbers = (data) => ({
  tokens: costs(data).map((nats, index) => ({
    ...{ place: index + 1, token: data.tokens[index], p: Math.exp(-nats) },
    ...{ nats, bits: bitsOf(nats), faces: facesOf(nats) },
  })),
});
