// The translations of a beam search in their order. The length penalty is dragged: the stored sums are
// ranked anew without a word to the server.
import { decimal, differing, fill, html, lookedAt, Slider } from "../../drawings/parts.js";
/** @import { TreeParts, End, Tree } from "./types.d.ts" */

export const MARKS = /** @type {Words} */ ({ finished: "✓", cut: "⊣", stopped: "…", lead: "±" });
const LISTED = 6;

/** Wu et al. 2016, equation 14. @param {number} length @param {number} alpha */
export const penalty = (length, alpha) => ((5 + length) / 6) ** alpha;
/** @param {Pick<End, "total" | "length">} end @param {number} alpha */
export const scoreOf = ({ total, length }, alpha) => total / penalty(length, alpha);

/** Best first: what is finished, by score, of equal ones the shorter. @type {TreeParts["ranked"]} */
export const ranked = (ends, alpha) =>
  ends.toSorted((a, b) =>
    Number(b.finished) - Number(a.finished) || scoreOf(b, alpha) - scoreOf(a, alpha) ||
    a.length - b.length
  );

/** How many hypotheses the search keeps: another width is another search. @param {Tree} drawing */
export const Widths = ({ data: { widths }, words, state: { width }, choose }) =>
  html`
    <div class="widths" role="group" aria-label=${words.width} title=${words.width_help}>
      <span>${words.width}</span>
      ${widths.map((one) =>
        html`
          <button type="button" class="play" aria-pressed=${String(one === width)}
            onclick=${() => choose({ width: one })}>${one}</button>
        `
      )}
    </div>
  `;

/** The slider with a mark wherever another translation wins. @param {Tree} drawing */
export function Penalty(drawing) {
  const { data: { most, jumps }, words, state: { alpha } } = drawing;
  const told = alpha.toFixed(alpha * 10 % 1 ? 2 : 1);
  const values = { label: words.alpha, max: most, step: 0.1, value: alpha, told };
  return html`
    <label class="penalty">
      <span>${words.alpha} <b class="value">${told}</b></span>
      <span class="track">
        ${jumps.map((one) => {
          const at = `--jump-at: ${one / most}`;
          return html`<span class="jump" style=${at}>${one.toFixed(2)} <i>${words.jump}</i></span>`;
        })}
        ${Slider(drawing, values, (alpha) => ({ alpha }))}
      </span>
    </label>
  `;
}

/** Pointing at a line shows its path. @param {Tree} drawing @param {End[]} order */
export function Ranking({ words, state: { alpha }, set }, order) {
  return html`
    <ol class="ranking" aria-label=${words.ranking}>
      ${order.slice(0, LISTED).map(Line)}
      ${order.length > LISTED && html`
        <li class="more">${fill(words.more, { count: order.length - LISTED })}</li>
      `}
    </ol>
  `;

  /** A translation whose words are marked where the best, or of that the second, has others. */
  function Line(/** @type {End} */ end, /** @type {number} */ place) {
    const { node, total, length, words: said, finished } = end;
    const other = order[place ? 0 : 1]?.words ?? said;
    const score = decimal(scoreOf(end, alpha));
    return html`
      <li class=${!place && "first"} all=${lookedAt(set, "over", node)}>
        <span class="place">${finished ? place + 1 : MARKS.cut}</span>
        <span class="words">${differing(other, said)}</span>
        <span class="count">${fill(words.count, { count: length })}</span>
        <span class="sum">
          ${decimal(total)} ÷ ${penalty(length, alpha).toFixed(2)} ≈ <b>${score}</b>
        </span>
      </li>
    `;
  }
}
