// Attention weights as strands, from who asks on the right to what is looked at on the left; of several
// models side by side. A token that is pointed at is lit in all of them, a press holds it. The strands
// of a row arrive as a stack as high as its tile: together they are 1.
import { argmax, bare, decimal, fill, html, lookedAt, Path, ribbon, roving } from "./parts.js";
import { spans, tab } from "./parts.js";
/** @import { Panel, Strands, StrandsData as Data, Token } from "./types.d.ts" */

const LEAST = 0.02; // thinner strands would be a fifth of a pixel: they are not drawn
const NUMBERED = 0.05;
const WIDEST = 15; // pixels at weight 1: of a tile
const ROOMY = 14; // tokens; more stand closer together

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
      <div class="told">${litAt >= 0 && told()}</div>
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
    const stop = side === state.held.side ? Math.max(0, heldAt) : 0;
    return html`
      <div class="tokens" role="group" aria-label=${title} onkeydown=${roving(() => {})}>
        ${names.map((name, at) => {
          const token = { panel: index, side, at };
          const { held } = state;
          const isHeld = held.panel === index && held.side === side && held.at === at;
          const mark = `${side === lit.side && at === litAt && "lit"} ${isHeld && "held"}`;
          const { other, share } = partner(side, at);
          return html`
            <button type="button" class="token ${side} ${mark}" tabindex=${tab(at, stop)}
              aria-pressed=${String(isHeld)} aria-label="${bare(name)}: ${bare(other)} ${share}"
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
    weights.flatMap((row, q) =>
      row.map((weight, k) => ({ target: rows[q], source: keys[k], weight }))
    ),
  ]));
