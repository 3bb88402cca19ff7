// Attention weights as strands, from who asks on the right to what is looked at on the left; of several
// models side by side. A token that is pointed at is lit in all of them, a press holds it. The strands
// of a row arrive as a stack as high as its tile: together they are 1.
import { argmax, bare, crossed, decimal, fill, html, lookedAt, Path, ribbon } from "./parts.js";
import { roving, spans, tab } from "./parts.js";
/** @import { Panel, Strands, StrandsData as Data, Token } from "./types.d.ts" */

const LEAST = 0.02; // thinner strands would be a fifth of a pixel: they are not drawn
const NUMBERED = 0.05;
const WIDEST = 15; // pixels at weight 1: of a tile
const ROOMY = 12; // tokens; more stand closer together

/** @param {Data} data */
export const start = ({ lit: [panel, at] }) => ({ held: { panel, side: "row", at }, over: null });
/** @param {Data} data */
export const about = ({ keys, panels }) => [keys, panels.map(({ rows }) => rows)];

export default function Strands(/** @type {Strands} */ drawing) {
  const panels = drawing.data.panels.map((_, at) => PanelOf(drawing, at));
  return html`<div class="panels">${panels}</div>`;
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

/** @param {Strands} drawing @param {number} index */
function PanelOf({ data: { panels, keys }, words, state, set }, index) {
  const panel = panels[index];
  const { name, written, rows, weights } = panel;
  const lit = state.over ?? state.held;
  const [litAt, heldAt] = [lit, state.held].map((token) => placeIn(panels, panel, token));
  const isRow = lit.side === "row";
  const most = Math.max(rows.length, keys.length);
  const height = most * (most <= ROOMY ? 30 : 24);
  /** @param {number} at @param {string[]} names */
  const y = (at, names) => (at + 0.5) / names.length * height;
  const strands = weights.flatMap((row, q) => {
    let end = y(q, rows) - WIDEST / 2;
    return row.map((weight, k) => {
      const [from, to, long] = [y(k, keys), end, WIDEST * weight];
      end += long;
      const d = ribbon(from - long / 2, long, 0, to, long, 100);
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
      <div class="told">${litAt >= 0 && told(lit.side, litAt)}</div>
      <div class="strands" role="group" aria-label=${alt} style="--strands-height: ${height}px">
        <span class="column">${words.looks}</span><span class="column">${words.asks}</span>
        ${Column("key", keys, words.looks)}
        <div class="field ${isRow ? "from" : "to"}" aria-hidden="true">
          <svg viewBox="0 0 100 ${height}" preserveAspectRatio="none">
            ${strands.map(({ isLit, d }) => Path(isLit ? "line lit" : "line", d))}
          </svg>
          ${strands.filter(({ isLit, weight }) => isLit && weight >= NUMBERED).map((one) => {
            const top = `top: ${isRow ? one.from : one.middle}px`;
            return html`<span class="number" style=${top}>${decimal(one.weight)}</span>`;
          })}
        </div>
        ${Column("row", rows, words.asks)}
      </div>
    </div>
  `;

  /** A token, its strongest partner, and how strong. @param {Token["side"]} side @param {number} at */
  function told(side, at) {
    const isRow = side === "row";
    const all = isRow ? weights[at] : weights.map((row) => row[at]);
    const best = argmax(all);
    const [name, other] = isRow ? [rows[at], keys[best]] : [keys[at], rows[best]];
    return `${bare(name)}: ${bare(other)} ${decimal(all[best])}`;
  }

  /** @param {Token["side"]} side @param {string[]} names @param {string} title */
  function Column(side, names, title) {
    const stop = side === state.held.side ? Math.max(0, heldAt) : 0;
    return html`
      <div class="tokens" role="group" aria-label=${title} onkeydown=${roving(() => {})}>
        ${names.map((name, at) => {
          const token = { panel: index, side, at };
          const { held } = state;
          const isHeld = held.panel === index && held.side === side && held.at === at;
          const mark = `${side === lit.side && at === litAt && "lit"} ${isHeld && "held"}`;
          return html`
            <button type="button" class="token ${side} ${mark}" tabindex=${tab(at, stop)}
              aria-pressed=${String(isHeld)} aria-label=${told(side, at)}
              all=${lookedAt(set, "over", token)} onclick=${() => set({ held: token })}>
              <span class="words">${spans(name)}</span>
            </button>
          `;
        })}
      </div>
    `;
  }
}

/** Every weight of every panel. @param {Data} data */
export const numbers = ({ panels, keys }) =>
  Object.fromEntries(panels.map(({ name, rows, weights }) => [
    name,
    crossed(rows, keys, (target, source, q, k) => ({ target, source, weight: weights[q][k] })),
  ]));
