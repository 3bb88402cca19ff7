// Along a sentence every token stands under a die, as high as its surprise in bits; the die at hand is
// large on the left and can be rolled, the die of the whole sentence stands at the mean on the right.
// A die is dragged up and down to ask what another probability would do; that is told to nobody.
import { decimal, fill, grouped, percent } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { clamp, sum } from "../../drawings/math.js";
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
/** @typedef {import("../../drawings/mount.js").Drawing<Data, State>} OneDie */

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
  const lines = Array.from({ length: Math.floor(most / every) }, (_, at) => every * (at + 1));
  const y = (/** @type {number} */ bits) => BASE - TALL * Math.min(bits, most) / most;
  return { most, lines, y };
}

/** Widths of the columns: a sentence is seen at once or nearly so.
 * @param {string[]} tokens @param {number} room */
function widthsOf(tokens, room) {
  const sizes = (
    /** @type {number} */ least,
    /** @type {number} */ letter,
    /** @type {number} */ edge,
  ) => tokens.map((token) => Math.max(least, letter * [...bare(token)].length + edge));
  const wide = sizes(50, 9, 22);
  const widths = sum(wide) > room ? sizes(27, 7.2, 5) : wide;
  const spare = Math.max(0, room - sum(widths)) / widths.length;
  return widths.map((width) => width + Math.min(spare, 40));
}

/** @param {OneDie} drawing */
export default function OneDie(drawing) {
  const { data, words, state, width, set } = drawing;
  const { first } = data;
  const model = costs(data);
  const nats = state.tries ?? model;
  const scale = scaleOf(model);
  const shown = state.lit ?? state.at;
  const isNarrow = width < NARROW;
  const back = () => set({ tries: null });
  return html`
    <div class=${isNarrow && "narrow"}>
      <div class="top">
        <div class="own">${Own(drawing, shown, nats[shown], isNarrow ? 56 : 74)}</div>
        ${Walk(drawing, nats, scale, isNarrow ? width : width - OWN - ALL - GAP)}
        ${Whole(words, scale, mean(nats))}
      </div>
      <div class="caption">
        <span>${told(data, words, shown, nats)}</span>
        ${first.length > 0 && html`
          <button type="button" class="back" hidden=${!state.tries} onclick=${back}>${words
            .back}</button>
        `}
      </div>
    </div>
  `;
}

/** The large die: it is rolled by its real probability, and how often it hit is told once it lies.
 * @param {OneDie} drawing @param {number} shown @param {number} nats @param {number} radius */
function Own({ data, words, state, set, clock }, shown, nats, radius) {
  const faces = facesOf(nats);
  // Steps are even in bits; on the way are solids that are quickly made.
  const size = Math.log2(Math.min(faces, SETTLED));
  const [bits, turns] = clock.toward([size, state.turns], TURN * Math.sqrt(state.by));
  const isLying = turns === state.turns;
  const [hits, rolls] = isLying ? state.rolls : state.rolled;
  const token = bare(data.tokens[shown]);
  const can = data.first.length > 0;
  const line = rolls ? fill(words.rolled, { token: token, hits, rolls }) : words.roll;
  const roll = () => {
    const hit = Array.from({ length: ROLLS }, Math.random).filter((one) => one < Math.exp(-nats));
    const { rolls: [before, all] } = state;
    set({
      rolls: [before + hit.length, all + ROLLS],
      rolled: state.rolls,
      turns: state.turns + 3,
      by: 3,
    });
  };
  const half = radius + 3;
  return html`
    <button type="button" class="roll" disabled=${!can} aria-label="${token}: ${can
      ? words.roll
      : ""}"
      onclick=${roll}>
      <svg width=${2 * half} height=${2 * half} aria-hidden="true">
        ${Die(half, half, radius, bits === size ? faces : 2 ** bits, 2 * Math.PI * turns)}
      </svg>
    </button>
    <div class="count">${fill(words.faces, { faces: counted(faces) })}</div>
    <div class="below">${can && line}</div>
  `;
}

/** @param {OneDie} drawing @param {number[]} nats @param {ReturnType<typeof scaleOf>} scale
 * @param {number} room */
function Walk(drawing, nats, scale, room) {
  const { data: { tokens, first }, words, width } = drawing;
  const isNarrow = width < NARROW;
  const gutter = isNarrow ? 26 : 44;
  const widths = widthsOf(tokens, room - gutter - 2);
  const end = gutter + sum(widths);
  const radius = Math.min(21, Math.min(...widths) / 2 - 1);
  const left = (/** @type {number} */ index) => gutter + sum(widths.slice(0, index));
  const level = scale.y(bitsOf(mean(nats)));
  const { at } = drawing.state;
  const { look, press, grip } = hands(drawing, nats, scale.most, TALL);
  return html`
    <div class="walk scroll" onpointerleave=${() => look(null)} data-scrolls>
      <svg width=${end} height=${BASE + FOOT} role="group"
        aria-label=${first.length ? words.pair : words.rolls}>
        <path data-at-hand=${String(at)} d="M${left(at) - 20} 0h${widths[at] + 40}" />
        ${scale.lines.map((bits) =>
          svg`
            <line class="guide" x1=${gutter - 6} x2=${end} y1=${scale.y(bits)} y2=${scale.y(
              bits,
            )} />
            <text class="axis" x=${gutter - 9} y=${scale.y(bits) + 4}>${grouped(
              2 ** bits,
              0,
            )}</text>
          `
        )}
        ${!isNarrow && svg`<text class="axis" x=${gutter - 9} y=${BASE + 39}>${words.axis}</text>`}
        <line class="floor" x1=${gutter - 6} x2=${end} y1=${BASE} y2=${BASE} />
        <line class="level" x1=${gutter - 6} x2=${end} y1=${level} y2=${level} />
        ${tokens.map((_, index) => column(index, left(index), widths[index]))}
      </svg>
    </div>
  `;

  /** A token with its die, its column and its faces.
   * @param {number} index @param {number} x @param {number} wide */
  function column(index, x, wide) {
    const { data, state } = drawing;
    const middle = x + wide / 2;
    const y = scale.y(bitsOf(nats[index]));
    const thick = Math.min(30, wide - 10);
    const isOn = index === (state.lit ?? at);
    const isTried = nats[index] !== costs(data)[index];
    return svg`
      <g class="token ${isOn ? "on" : ""} ${isTried ? "tried" : ""}" role="button"
        tabindex=${index === at ? 0 : -1} aria-pressed=${String(index === at)}
        aria-label=${told(data, words, index, costs(data))}
        onpointerenter=${(/** @type {PointerEvent} */ event) =>
          event.pointerType === "mouse" && !event.buttons && look(index)}
        onclick=${() => press(index)} onkeydown=${(/** @type {KeyboardEvent} */ event) =>
          press(index, event)}>
        <rect class="hit" x=${x + 1} y="1" width=${wide - 2} height=${BASE + FOOT - 2} rx="8" />
        <g class=${first.length > 0 && "grip"} onpointerdown=${grip.take}
          onpointermove=${(/** @type {PointerEvent} */ event) => grip.drag(event, index)}
          onpointerup=${grip.drop} onpointercancel=${grip.drop}>
          <rect class="bar" x=${middle - thick / 2} y=${y} width=${thick}
            height=${Math.max(BASE - y, 0.5)} />
          ${Die(middle, y - radius - 1, radius, facesOf(nats[index]))}
        </g>
        <text class="token" x=${middle} y=${BASE + 20}>${tspans(tokens[index])}</text>
        <text class="faces" x=${middle} y=${BASE + 39}>${counted(facesOf(nats[index]))}</text>
      </g>
    `;
  }
}

/** The die of the whole sentence, on the level of the mean.
 * @param {OneDie["words"]} words @param {ReturnType<typeof scaleOf>} scale @param {number} nats */
function Whole(words, scale, nats) {
  const bits = bitsOf(nats);
  const level = scale.y(bits);
  const middle = ALL / 2;
  return html`
    <div class="all">
      <svg width=${ALL} height=${BASE + FOOT} aria-hidden="true">
        <line class="level" x1="0" x2=${ALL} y1=${level} y2=${level} />
        ${Die(middle, clamp(level, 48, BASE - 18) - 24, 23, facesOf(nats))}
        <text class="count" x=${middle} y=${BASE + 4}>${fill(words.faces, {
          faces: exactly(facesOf(nats)),
        })}</text>
        <text class="below" x=${middle} y=${BASE + 23}>${words.mean}</text>
        <text class="below" x=${middle} y=${BASE + 41}>${fill(words.level, {
          bits: Number.isFinite(bits) ? decimal(bits) : "∞",
        })}</text>
      </svg>
    </div>
  `;
}

/** @param {Data} data @param {OneDie["words"]} words @param {number} index @param {number[]} nats */
function told(data, words, index, nats) {
  const one = nats[index];
  const model = costs(data);
  const values = {
    token: bare(data.tokens[index]),
    p: percent(Math.exp(-one)),
    faces: counted(facesOf(one)),
    bits: Number.isFinite(one) ? decimal(bitsOf(one)) : "∞",
  };
  if (one !== model[index]) {
    const [whole, before] = [nats, model].map((all) => exactly(facesOf(mean(all))));
    return fill(words.tried, { ...values, whole, model: before });
  }
  if (!data.first.length) return fill(words.told_roll, values);
  const [expected, q, rank] = data.first[index];
  return fill(words.told, { ...values, expected, q: percent(q), rank: grouped(rank, 0) });
}

/** Every token with its numbers. @param {Data} data */
export function numbers(data) {
  const rows = costs(data).map((nats, index) => ({
    place: index + 1,
    token: data.tokens[index],
    p: Math.exp(-nats),
    nats,
    bits: bitsOf(nats),
    faces: facesOf(nats),
  }));
  return [{ name: "tokens", rows }];
}
