// Along a sentence every token stands under a die, as high as its surprise in bits; the die at hand is
// large on the left and can be rolled, the die of the whole sentence stands at the mean on the right.
// A die is dragged up and down to ask what another probability would do; that is told to nobody.
import { decimal, fill, grouped, percent } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { Box, Line, Words } from "../../drawings/marks.js";
import { clamp, range, sum } from "../../drawings/math.js";
import { bare, tspans } from "../../drawings/token.js";
import { ASIDE, hands } from "./loaded_die_input.js";
import { Die, SETTLED } from "./solid.js";

/** What each token cost, null where it could not be, and of a model's tokens what it had expected
 * first: a token, its probability, and the rank of the token that came. Without these no die can be
 * dragged or rolled.
 * @typedef {{ tokens: string[], nats: (number | null)[], first: [string, number, number][] }} Data */
/** The token at rest, which the server keeps, and the one under the pointer; what the reader tried;
 * how often the die was turned, by how much last; rolls of it, and those before the last ones.
 * @typedef {{ at: number, lit: number | null, tries: number[] | null, from: number | null,
 *   turns: number, by: number, rolls: [number, number], rolled: [number, number] }} State */
/** @typedef {Drawing<Data, State>} OneDie */

const TALL = 104; // pixels of the highest column
const HEAD = 46; // above it, for its die
const FOOT = 46; // token and faces
const BASE = HEAD + TALL;
const NARROW = 700;
const [OWN, ALL, GAP] = [176, 132, 14]; // what stands beside the columns
const ROLLS = 20;
const TURN = 420; // ms of a turn of the die

const facesOf = (/** @type {number} */ nats) => Math.exp(nats);
const bitsOf = (/** @type {number} */ nats) => nats / Math.LN2;
const bitsIn = (/** @type {number} */ nats) => Number.isFinite(nats) ? decimal(bitsOf(nats)) : "∞";
const mean = (/** @type {number[]} */ all) => sum(all) / all.length;

/** @param {number} faces */
function counted(faces) {
  if (!Number.isFinite(faces)) return "∞";
  return faces < 99.95 ? decimal(faces, faces < 1.995 ? 2 : 1) : grouped(faces, 0);
}
/** @param {number} faces */
const exactly = (faces) => (faces < 99.95 ? decimal(faces) : counted(faces));

export const start = () => ASIDE;
/** @param {Data} data */
export const about = ({ tokens, nats }) => JSON.stringify([tokens, nats]);

/** A probability of 0 has no end; JSON has none either. @param {Data} data */
const costs = ({ nats }) => nats.map((one) => one ?? Infinity);

/** The axis of all columns: bits upwards, on each line what die that is. @param {number[]} nats */
function scaleOf(nats) {
  const most = Math.max(2, ...nats.filter(Number.isFinite).map(bitsOf));
  const every = Math.ceil(most / 5);
  const lines = range(Math.floor(most / every)).map((at) => every * (at + 1));
  const y = (/** @type {number} */ bits) => BASE - TALL * Math.min(bits, most) / most;
  return { most, lines, y };
}

/** Widths of the columns: a sentence is seen at once or nearly so.
 * @param {string[]} tokens @param {number} room */
function widthsOf(tokens, room) {
  /** @param {number} least @param {number} letter @param {number} edge */
  const sizes = (least, letter, edge) =>
    tokens.map((token) => Math.max(least, letter * [...bare(token)].length + edge));
  const wide = sizes(50, 9, 22);
  const widths = sum(wide) > room ? sizes(27, 7.2, 5) : wide;
  const spare = Math.max(0, room - sum(widths)) / widths.length;
  return widths.map((width) => width + Math.min(spare, 40));
}

/** @param {OneDie} drawing */
export default function OneDie(drawing) {
  const { data, words, state, width, set, clock } = drawing;
  const { tokens, first } = data;
  const { at } = state;
  const model = costs(data);
  const nats = state.tries ?? model;
  const scale = scaleOf(model);
  const shown = state.lit ?? at;
  const isNarrow = width < NARROW;
  const all = mean(nats);
  const level = scale.y(bitsOf(all));
  const { look, press, grip } = hands(drawing, nats, scale.most, TALL);
  return html`
    <div class=${isNarrow && "narrow"}>
      <div class="top">
        <div class="own">${Own(facesOf(nats[shown]), isNarrow ? 56 : 74)}</div>
        ${Walk(isNarrow ? width : width - OWN - ALL - GAP, isNarrow ? 26 : 44)} ${Whole()}
      </div>
      <div class="caption">
        <span>${told(shown, nats)}</span>
        ${first.length > 0 && html`
          <button type="button" class="back" hidden=${!state.tries}
            onclick=${() => set({ tries: null })}>${words.back}</button>
        `}
      </div>
    </div>
  `;

  /** The large die: it is rolled by its real probability, and how often it hit is told once it lies.
   * @param {number} faces @param {number} radius */
  function Own(faces, radius) {
    // Steps are even in bits; on the way are solids that are quickly made.
    const size = Math.log2(Math.min(faces, SETTLED));
    const [bits, turns] = clock.toward([size, state.turns], TURN * Math.sqrt(state.by));
    const [hits, rolls] = turns === state.turns ? state.rolls : state.rolled;
    const token = bare(tokens[shown]);
    const can = first.length > 0;
    const line = rolls ? fill(words.rolled, { token, hits, rolls }) : words.roll;
    const half = radius + 3;
    return html`
      <button type="button" class="roll" disabled=${!can} onclick=${roll}
        aria-label="${token}: ${can && words.roll}">
        <svg width=${2 * half} height=${2 * half} aria-hidden="true">
          ${Die(half, half, radius, bits === size ? faces : 2 ** bits, 2 * Math.PI * turns)}
        </svg>
      </button>
      <div class="count">${fill(words.faces, { faces: counted(faces) })}</div>
      <div class="below">${can && line}</div>
    `;
  }

  function roll() {
    const { rolls: [hits, rolls], turns } = state;
    const p = Math.exp(-nats[shown]);
    const more = range(ROLLS).filter(() => Math.random() < p).length;
    const rolled = { rolls: /** @type {[number, number]} */ ([hits + more, rolls + ROLLS]) };
    set({ ...rolled, rolled: state.rolls, turns: turns + 3, by: 3 });
  }

  /** @param {number} room @param {number} gutter */
  function Walk(room, gutter) {
    const widths = widthsOf(tokens, room - gutter - 2);
    const end = gutter + sum(widths);
    const radius = Math.min(21, Math.min(...widths) / 2 - 1);
    const left = (/** @type {number} */ index) => gutter + sum(widths.slice(0, index));
    const across = (/** @type {string} */ kind, /** @type {number} */ y) =>
      Line(kind, gutter - 6, y, end, y);
    return html`
      <div class="walk scroll" onpointerleave=${() => look(null)} data-scrolls>
        <svg width=${end} height=${BASE + FOOT} role="group"
          aria-label=${first.length ? words.pair : words.rolls}>
          <path data-at-hand=${String(at)} d="M${left(at) - 20} 0h${widths[at] + 40}" />
          ${scale.lines.map((bits) => [
            across("guide", scale.y(bits)),
            Words("axis", gutter - 9, scale.y(bits) + 4, grouped(2 ** bits, 0)),
          ])}
          ${!isNarrow && Words("axis", gutter - 9, BASE + 39, words.axis)}
          ${across("floor", BASE)} ${across("level", level)}
          ${tokens.map((_, index) => Column(index, left(index), widths[index], radius))}
        </svg>
      </div>
    `;
  }

  /** A token with its die, its column and its faces.
   * @param {number} index @param {number} x @param {number} wide @param {number} radius */
  function Column(index, x, wide, radius) {
    const [middle, thick] = [x + wide / 2, Math.min(30, wide - 10)];
    const [y, faces] = [scale.y(bitsOf(nats[index])), facesOf(nats[index])];
    return svg`
      <g class="token ${index === shown && "on"} ${nats[index] !== model[index] && "tried"}"
        role="button" tabindex=${index === at ? 0 : -1} aria-pressed=${String(index === at)}
        aria-label=${told(index, model)}
        onpointerenter=${({ pointerType, buttons }) =>
          pointerType === "mouse" && !buttons && look(index)}
        onclick=${() => press(index)} onkeydown=${(event) => press(index, event)}>
        ${Box("hit", x + 1, 1, wide - 2, BASE + FOOT - 2, { rx: 8 })}
        <g class=${first.length > 0 && "grip"} onpointerdown=${grip.take}
          onpointermove=${(event) => grip.drag(event, index)}
          onpointerup=${grip.drop} onpointercancel=${grip.drop}>
          ${Box("bar", middle - thick / 2, y, thick, Math.max(BASE - y, 0.5))}
          ${Die(middle, y - radius - 1, radius, faces)}
        </g>
        ${Words("name", middle, BASE + 20, tspans(tokens[index]))}
        ${Words("faces", middle, BASE + 39, counted(faces))}
      </g>
    `;
  }

  /** The die of the whole sentence, on the level of the mean. */
  function Whole() {
    const [middle, faces] = [ALL / 2, facesOf(all)];
    return html`
      <div class="all">
        <svg width=${ALL} height=${BASE + FOOT} aria-hidden="true">
          ${Line("level", 0, level, ALL, level)}
          ${Die(middle, clamp(level, 48, BASE - 18) - 24, 23, faces)}
          ${Words("count", middle, BASE + 4, fill(words.faces, { faces: exactly(faces) }))}
          ${Words("below", middle, BASE + 23, words.mean)}
          ${Words("below", middle, BASE + 41, fill(words.level, { bits: bitsIn(all) }))}
        </svg>
      </div>
    `;
  }

  /** @param {number} index @param {number[]} costs */
  function told(index, costs) {
    const [one, token] = [costs[index], bare(tokens[index])];
    const p = percent(Math.exp(-one));
    const values = { token, p, faces: counted(facesOf(one)), bits: bitsIn(one) };
    if (one !== model[index]) {
      const [whole, before] = [costs, model].map((all) => exactly(facesOf(mean(all))));
      return fill(words.tried, { ...values, whole, model: before });
    }
    if (!first.length) return fill(words.told_roll, values);
    const [expected, q, rank] = first[index];
    return fill(words.told, { ...values, expected, q: percent(q), rank: grouped(rank, 0) });
  }
}

/** Every token with its numbers. @param {Data} data */
export function numbers(data) {
  const rows = costs(data).map((nats, index) => ({
    ...{ place: index + 1, token: data.tokens[index], p: Math.exp(-nats) },
    ...{ nats, bits: bitsOf(nats), faces: facesOf(nats) },
  }));
  return [{ name: "tokens", rows }];
}
