// Attention weights as strands between the source and what is written, of one model or of one among
// several: where another is chosen, the strands turn into its own. Those of a row arrive as a stack as
// wide as its tile, together 1; row -1 lights all rows. Tokens stand in lines, or else in columns.
import { argmax, bare, crossed, decimal, fill, html, keyed } from "./parts.js";
import { lookedAt, Path, ribbon, roving, spans, tab } from "./parts.js";
/** @import { Panel, Strands, StrandsData as Data, Token } from "./types.d.ts" */

const LEAST = 0.02; // thinner strands would be a fifth of a pixel: they are not drawn
const NUMBERED = 0.05;
const WIDEST = 15; // pixels at weight 1: of a tile
const ROOM = 46; // pixels a token needs in a line
const RAIL = 92; // pixels of the names of the lines
const DEEP = 132; // pixels from line to line
const SMALL = 1000; // units of the length of a small picture

export const start = (/** @type {Data} */ { lit }) => ({ panel: 0, row: lit });
/** @param {Data} data */
export const about = ({ keys, panels }) => [keys, panels.map(({ rows }) => rows)];

export default function Strands(/** @type {Strands} */ drawing) {
  const { data: { panels, keys, glosses }, words, state, set, choose, width } = drawing;
  const { name, rows, weights, scores } = panels[state.panel];
  const held = state.key ?? { side: "row", at: state.row };
  const lit = state.over ?? held;
  const isRow = lit.side === "row";
  const shares = isRow ? weights[lit.at] ?? [] : weights.map((row) => row[lit.at]);
  const scored = scores && isRow ? lit.at < 0 ? scores : [scores[lit.at]] : [];
  const most = Math.max(rows.length, keys.length);
  const isDown = width >= ROOM * most + RAIL;
  const long = isDown ? width - RAIL : most * 24;
  const alt = [name, fill(words.lines, { rows: rows.length })].filter(Boolean).join(": ");
  return html`
    ${panels.length > 1 && html`
      <div class="models" role="radiogroup" aria-label=${words.models}
        onkeydown=${roving((panel) => choose({ panel }))}>${panels.map(Model)}</div>
    `}
    <div class="strands ${isDown ? "lines" : "columns"}" role="group" aria-label=${alt}
      style="--strands-long: ${long}px; --score-of: ${scored.length}">
      ${Tokens("key", keys, words.looks)}
      <div class="field">${Field(panels[state.panel], long, isDown ? DEEP : 100, isDown)}</div>
      ${Tokens("row", rows, words.asks)}
    </div>
  `;

  /** Of a model that can be chosen its strands in small. @param {Panel} panel @param {number} at */
  function Model(panel, at) {
    return html`
      <button type="button" class="model" role="radio" aria-checked=${String(at === state.panel)}
        tabindex=${tab(at, state.panel)} onclick=${() => choose({ panel: at })}>
        <span class="name">${panel.name}</span><span class="form">${panel.form}</span>
        ${Field(panel, SMALL, DEEP, true)}
      </button>
    `;
  }

  /** @param {Panel} panel @param {number} long @param {number} deep @param {boolean} isDown */
  function Field({ rows, weights }, long, deep, isDown) {
    const strands = weights.flatMap((row, q) => {
      let end = (q + 0.5) / rows.length * long - WIDEST / 2;
      return row.map((weight, k) => {
        const thick = WIDEST * weight;
        const from = (k + 0.5) / keys.length * long - thick / 2;
        const d = ribbon(from, thick, 0, end, thick, deep, isDown);
        end += thick;
        const isLit = lit.at < 0 || (isRow ? q : k) === lit.at;
        return weight >= LEAST && keyed(`${q} ${k}`, Path(isLit ? "line lit" : "line", d));
      }).filter((strand) => strand !== false);
    });
    const [across, down] = isDown ? [long, deep] : [deep, long];
    return html`
      <svg viewBox="0 0 ${across} ${down}" preserveAspectRatio="none" aria-hidden="true">
        ${strands}
      </svg>
    `;
  }

  /** @param {Token["side"]} side @param {string[]} names @param {string} title */
  function Tokens(side, names, title) {
    const isKey = side === "key";
    return html`
      <div class="tokens ${side}s" role="group" aria-label=${title} onkeydown=${roving(() => {})}>
        <div class="rail" aria-hidden="true">
          ${isKey && scores && html`<span class="score">${isRow && words.score}</span>`}
          <span class="words">${title}</span>
          <span class="share">${side !== lit.side && lit.at >= 0 && words.weight}</span>
        </div>
        ${names.map((name, at) => {
          const all = isKey ? weights.map((row) => row[at]) : weights[at];
          const other = (isKey ? rows : keys)[argmax(all)];
          const share = side !== lit.side && shares[at] >= NUMBERED && decimal(shares[at]);
          return html`
            <button type="button" class="token ${lit.side === side && lit.at === at && "lit"}"
              aria-pressed=${String(held.side === side && held.at === at)}
              tabindex=${tab(at, side === held.side ? Math.max(held.at, 0) : 0)}
              aria-label="${bare(name)}: ${bare(other)} ${decimal(Math.max(...all))}"
              all=${lookedAt(set, "over", { side, at })}
              onclick=${() => isKey ? set({ key: { side, at } }) : choose({ row: at, key: null })}>
              ${isKey && scores && Score(at)}
              <span class="words">
                ${isKey && glosses && html`<span class="gloss">${glosses[at]}</span>`}${spans(name)}
              </span>
              <span class="share">${share}</span>
            </button>
          `;
        })}
      </div>
    `;
  }

  /** What a source token scores for each row that is lit, as bars from 0. @param {number} at */
  function Score(at) {
    const bars = scored.map((row, q) => {
      const [low, high] = [Math.min(0, ...row), Math.max(0, ...row)];
      const [from, far] = [Math.min(0, row[at]) - low, Math.abs(row[at])];
      const style = `--score-from: ${from / (high - low)}; --score-far: ${far / (high - low)}`;
      return html`<i style="${style}; --score-at: ${(q + 0.5) / scored.length}"></i>`;
    });
    return html`<span class="score">${bars.length === 1 && decimal(scored[0][at])}${bars}</span>`;
  }
}

/** Every weight of every panel. @param {Data} data */
export const numbers = ({ panels, keys }) =>
  Object.fromEntries(panels.map(({ name, rows, weights }) => [
    name,
    crossed(rows, keys, (target, source, q, k) => ({ target, source, weight: weights[q][k] })),
  ]));
