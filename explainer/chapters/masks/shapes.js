// Masks beside each other as shapes, below the batch they belong to; numbers only in the row that is
// pointed at.
import { arrows, crossed, fill, Hatched, html, Legend, range } from "../../drawings/parts.js";
import { roving, spans, sum, tab } from "../../drawings/parts.js";
import { Hatches, Names, sizes } from "./rows.js";
/** @import { ShapesData as Data, Shapes, Shape } from "./types.d.ts" */

const [ROOM, ROOMY] = [52, 24]; // pixels of a cell that a word fits into, and −∞: else once for all
const [WIDE, SMALL] = [860, 640]; // pixels: four beside each other; with names

/** @param {Data} data */
export const start = ({ fed }) => ({ sentence: 0, lit: [1, Math.floor(fed.length / 2)] });
export const about = (/** @type {Data} */ { sentences, source, fed }) => [sentences, source, fed];

/** @param {Data["masks"]} masks @param {Words} words @returns {Shape[]} */
function shapesOf({ padding, causal, both, cross }, words) {
  const marked = causal.map((row, q) => row.map((may, k) => Number(may !== both[q][k])));
  return [
    { id: "padding", line: words.padding_line, mask: padding, sides: ["source", "source"] },
    { id: "causal", line: words.causal_line, mask: causal, sides: ["fed", "fed"] },
    { id: "both", line: words.both_line, mask: both, marked, sides: ["fed", "fed"] },
    { id: "cross", line: words.cross_line, mask: cross, sides: ["fed", "source"] },
  ];
}

export default function Shapes(/** @type {Shapes} */ drawing) {
  const { data, words, state: { lit: [which, row] }, width } = drawing;
  const shapes = shapesOf(data.masks, words);
  const { id, mask, sides } = shapes[which];
  const free = sum(mask[row]);
  const hasMarked = shapes.some(({ marked }) => marked?.some((cells) => sum(cells)));
  const columns = width > WIDE ? 4 : 2;
  return html`
    ${Hatches()} ${Batch(drawing)}
    <div class="grids">
      ${shapes.map((shape, at) => Grid(drawing, shape, at, (width - 22 * (columns - 1)) / columns))}
    </div>
    <div class="caption" role="status">${fill(words.told, {
      ...{ name: words[id], row: data[sides[0]][row], free, hidden: mask[row].length - free },
    })}</div>
    ${Legend([
      { mark: "free", words: words.free },
      { mark: "closed", words: words.hidden, inside: Hatched() },
      ...(hasMarked ? [{ mark: "marked", words: words.differs }] : []),
    ])}
  `;
}

/** The sentences in one rectangle. Where a word has no room in its cell, the line above says it. */
function Batch(/** @type {Shapes} */ { data: { sentences }, words, state, width, choose }) {
  const count = Math.max(...sentences.map((tokens) => tokens.length));
  const isRoomy = (width - 40) / count >= ROOM;
  const pick = (/** @type {number} */ sentence) => choose({ sentence });
  return html`
    <div class="batch" role="radiogroup" aria-label=${words.batch} onkeydown=${roving(pick)}>
      ${sentences.map((tokens, at) =>
        html`
          <button type="button" class="sentence" role="radio" tabindex=${tab(at, state.sentence)}
            aria-checked=${String(at === state.sentence)} onclick=${() => pick(at)}
            aria-label="${fill(words.sentence, { number: at + 1 })}: ${tokens.join(" ")}">
            <span class="count">${at + 1}</span>
            <span class="body">
              ${!isRoomy &&
                html`<span class="words">${tokens.map((token) => [spans(token), " "])}</span>`}
              <span class="cells">${range(count).map((place) =>
                place < tokens.length
                  ? html`<span class="real">${isRoomy && spans(tokens[place])}</span>`
                  : html`<span class="pad">${Hatched()}</span>`
              )}</span>
            </span>
          </button>
        `
      )}
    </div>
  `;
}

/** One mask; its rows are pointed at by mouse and finger, or chosen by the arrow keys.
 * @param {Shapes} drawing @param {Shape} shape @param {number} which @param {number} wide */
function Grid({ data, words, state: { lit }, width, measure, set }, shape, which, wide) {
  const { id, line, mask, marked, sides } = shape;
  const [rows, keys] = sides.map((side) => data[side]);
  const longest = Math.max(...rows.map((token) => measure(token, 12.5, 600)));
  const left = width < SMALL ? 0 : Math.min(0.4 * wide, longest + 8);
  const cell = Math.min(30, (wide - left) / keys.length);
  const symbols = data.additive ? ["−∞", "0"] : ["0", "1"];
  const now = lit[0] === which ? lit[1] : -1;
  const go = (/** @type {number} */ row) => row !== now && set({ lit: [which, row] });
  const Cell = (/** @type {number} */ may, /** @type {number} */ q, /** @type {number} */ k) =>
    html`
      <i class="${may ? "free" : "closed"} ${marked?.[q][k] && "marked"}">${q === now &&
        (may || !data.additive || cell >= ROOMY || !k || mask[q][k - 1] > 0) && symbols[may]}</i>
    `;
  return html`
    <figure class="shape">
      <figcaption><strong>${words[id]}</strong><span class="line">${line}</span></figcaption>
      <div class="mask ${!left && "small"}" role="group" tabindex="0"
        aria-label="${words[id]}. ${line}"
        style=${sizes({ left, cell, row: Math.min(22, cell), count: keys.length })}
        onfocus=${() => now < 0 && go(0)} onkeydown=${arrows(Math.max(0, now), rows.length, go)}>
        ${left > 0 && Names(keys, () => sides[1], cell, measure)}
        <div class="rows">
          <div class="ground">${Hatched()}</div>
          ${rows.map((token, q) =>
            html`
              <div class="columns ${q === now && "on"}" onpointermove=${() => go(q)}
                onpointerdown=${() => go(q)}>
                <span class="side ${sides[0]}">${left > 0 && spans(token)}</span>
                ${mask[q].map((may, k) => Cell(may, q, k))}
              </div>
            `
          )}
        </div>
      </div>
    </figure>
  `;
}

/** Every cell of every mask. @param {Data} data */
export const numbers = (data) =>
  Object.fromEntries(
    shapesOf(data.masks, {}).map(({ id, mask, sides: [rows, keys] }) => [
      id,
      crossed(data[rows], data[keys], (query, key, q, k) => (
        { row: q + 1, query, column: k + 1, key, may_look: mask[q][k] === 1 }
      )),
    ]),
  );
