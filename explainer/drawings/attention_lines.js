// Attention weights as strands, from who asks on the right to what is looked at on the left; of several
// models side by side. A token that is pointed at is lit in all of them, a press holds it. The strands
// of a row arrive as a stack as high as its tile: together they are 1.
import { decimal, fill } from "./format.js";
import { html, svg } from "./html.js";
import { argmax } from "./math.js";
import { Box, Path, ribbon, Words } from "./marks.js";
import { roving, tab } from "./roving.js";
import { bare, fitted, spans, tspans } from "./token.js";

/** Who asks, with which weights it looks at the tokens that all share; what stands above.
 * @typedef {{ name: string, written: string, rows: string[], weights: number[][] }} Panel */
/** `lit` is the panel and the row that are held at first.
 * @typedef {{ panels: Panel[], keys: string[], lit: [number, number] }} Data */
/** @typedef {{ panel: number, side: "key" | "row", at: number }} Token */
/** @typedef {{ held: Token, over: Token | null }} State */
/** @typedef {Drawing<Data, State>} Strands */

const LEAST = 0.02; // thinner strands would be a fifth of a pixel: they are not drawn
const NUMBERED = 0.05;
const WIDEST = 15; // pixels at weight 1: of a tile
const ROOMY = 14; // tokens; more stand closer together
const TOP = 20;
const NUMBER = 34; // room for a weight between a key and its strand
const [NARROWEST, GAP] = [215, 28]; // pixels of a panel, and between two

/** @param {Data} data @returns {State} */
export const start = ({ lit: [panel, at] }) => ({ held: { panel, side: "row", at }, over: null });
/** @param {Data} data */
export const about = ({ keys, panels }) => JSON.stringify([keys, panels.map(({ rows }) => rows)]);

/** @param {Strands} drawing */
export default function Strands(drawing) {
  const { data: { panels }, width } = drawing;
  const fit = Math.max(1, Math.floor((width + GAP) / (NARROWEST + GAP)));
  const columns = Math.min(panels.length, fit);
  const wide = (width - GAP * (columns - 1)) / columns;
  return html`
    <div class="panels" style="grid-template-columns: repeat(${columns}, minmax(0, 1fr))">
      ${panels.map((_, index) => PanelOf(drawing, index, wide))}
    </div>
  `;
}

/** Where a token of any panel stands in this one: a row is the same token, else what looks at the same
 * place, -1 without any. @param {Panel[]} panels @param {Panel} panel @param {Token} token */
export function placeIn(panels, panel, { panel: index, side, at }) {
  const other = panels[index];
  if (side === "key" || panel === other) return at;
  const name = other.rows[at];
  const same = panel.rows.flatMap((one, row) => (one === name ? [row] : []));
  const nth = other.rows.slice(0, at).filter((one) => one === name).length;
  if (same.length) return same[Math.min(nth, same.length - 1)];
  const place = argmax(other.weights[at]);
  return panel.weights.findIndex((weights) => argmax(weights) === place);
}

/** @param {Strands} drawing @param {number} index @param {number} wide */
function PanelOf({ data: { panels, keys }, words, state, set, measure }, index, wide) {
  const panel = panels[index];
  const { name, written, rows, weights } = panel;
  const lit = state.over ?? state.held;
  const [litAt, heldAt] = [lit, state.held].map((token) => placeIn(panels, panel, token));
  const isRow = lit.side === "row";
  /** @param {string[]} names */
  const room = (names) => Math.min(wide * 0.34, Math.max(...names.map((one) => measure(one))) + 22);
  const [left, right] = [room(keys) + NUMBER, wide - room(rows)];
  const most = Math.max(rows.length, keys.length);
  const height = most * (most <= ROOMY ? 30 : 24);
  /** @param {number} at @param {string[]} names */
  const y = (at, names) => TOP + (at + 0.5) / names.length * height;
  const strands = weights.flatMap((row, q) => {
    let end = y(q, rows) - WIDEST / 2;
    return row.map((weight, k) => {
      const [from, to, long] = [y(k, keys), end, WIDEST * weight];
      end += long;
      const d = ribbon(from - long / 2, long, left, to, long, right);
      return { weight, isLit: (isRow ? q : k) === litAt, from, middle: to + long / 2, d };
    }).filter(({ weight }) => weight >= LEAST);
  });
  const alt = [name, fill(words.lines, { rows: rows.length })].filter(Boolean).join(": ");
  return html`
    <div class="panel">
      <div class="head">
        ${name && html`<div class="name">${name}</div>`}
        ${written && html`<div class="written">${written}</div>`}
      </div>
      <div class="told">${litAt >= 0 && told()}</div>
      <svg width=${wide} height=${TOP + height} role="group" aria-label=${alt}>
        ${Words("column keys", 0, 12, words.looks)} ${Words("column rows", wide, 12, words.asks)}
        ${strands.map(({ isLit, d }) => Path(isLit ? "line lit" : "line", d))}
        ${rows.map((_, q) => Box("tile", right, y(q, rows) - WIDEST / 2, 4, WIDEST, { rx: 1.5 }))}
        ${Column("key", keys, words.looks)} ${Column("row", rows, words.asks)}
        <g aria-hidden="true">
          ${strands.filter(({ isLit, weight }) => isLit && weight >= NUMBERED).map((one) => {
            const x = isRow ? left - 6 : right - 0.05 * (right - left);
            return Words("number", x, (isRow ? one.from : one.middle) + 5, decimal(one.weight));
          })}
        </g>
      </svg>
    </div>
  `;

  /** A token's strongest partner, and how strong. @param {Token["side"]} side @param {number} at */
  function partner(side, at) {
    const all = side === "row" ? weights[at] : weights.map((row) => row[at]);
    const best = argmax(all);
    return { other: (side === "row" ? keys : rows)[best], share: decimal(all[best]) };
  }

  function told() {
    const { other, share } = partner(lit.side, litAt);
    const [row, key] = isRow ? [rows[litAt], other] : [other, keys[litAt]];
    return html`
      <span class="rows">${spans(row)}</span><span class="sign"> ${isRow ? "←" : "→"} </span><span
        class="keys">${spans(key)}</span><span class="share"> ${share}</span>
    `;
  }

  /** @param {Token["side"]} side @param {string[]} names @param {string} title */
  function Column(side, names, title) {
    const [x, edge, room] = side === "key"
      ? [0, left - NUMBER - 11, left - 4]
      : [right + 4, right + 11, wide - right - 4];
    const stop = side === state.held.side ? Math.max(0, heldAt) : 0;
    const words = room - 12 - (side === "key" ? NUMBER : 0);
    return svg`
      <g role="group" aria-label=${title} onkeydown=${roving(() => {}, {
        press: (at) => set({ held: { panel: index, side, at } }),
      })}>
        ${names.map((name, at) => {
          const token = { panel: index, side, at };
          const { held } = state;
          const isHeld = held.panel === index && held.side === side && held.at === at;
          const mark = `${side === lit.side && at === litAt ? "lit" : ""} ${isHeld ? "held" : ""}`;
          const { other, share } = partner(side, at);
          const [over, out] = [token, null].map((over) => () => set({ over }));
          const said = tspans(fitted(name, words, measure));
          return svg`
            <g class="token ${side} ${mark}" role="button" tabindex=${tab(at, stop)}
              aria-pressed=${String(isHeld)} aria-label="${bare(name)}: ${bare(other)} ${share}"
              onpointerenter=${over} onpointerleave=${out} onfocus=${over} onblur=${out}
              onclick=${() => set({ held: token })}>
              ${Box("hit", x, y(at, names) - 12, room, 24, { rx: 6 })}
              ${Words("words", edge, y(at, names) + 5, said)}
            </g>
          `;
        })}
      </g>
    `;
  }
}

/** Every weight of every panel. @param {Data} data */
export const numbers = ({ panels, keys }) =>
  panels.map(({ name, rows, weights }) => ({
    name,
    rows: weights.flatMap((row, q) =>
      row.map((weight, k) => ({ target: rows[q], source: keys[k], weight }))
    ),
  }));
