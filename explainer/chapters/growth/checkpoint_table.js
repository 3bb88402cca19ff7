// States of a training below each other: what each writes by itself, and every token of the finished
// translation filling up as it is learned. A row is chosen or played.
import { fill, html, moveTo, percent, PlayButton, roving, spans } from "../../drawings/parts.js";
import { tab } from "../../drawings/parts.js";
/** @import { FilmData as Data } from "./types.d.ts" */

const EVERY = 1100; // milliseconds a state stands while it plays

export const about = (/** @type {Data} */ { states, tokens }) => [states, tokens];

export default function Film(/** @type {Drawing<Data, { at: number }>} */ drawing) {
  const { data: { states, written, tokens, probs, right, source }, words, state: { at } } = drawing;
  const sentence = probs ? words.said : words.hidden;
  const said = states.map((state, row) =>
    fill(sentence, { state, written: written[row], right: right[row], size: tokens.length })
  );
  const go = (/** @type {number} */ to) => moveTo(drawing, to);
  return html`
    <div role="group" aria-label=${words.name}>
      <div class="list" onkeydown=${roving(go)}>
        <div class="head">
          <span></span><span class="written">${source}</span>
          ${probs && html`
            <span class="strip">
              ${tokens.map((token) => html`<span class="token">${spans(token)}</span>`)}
            </span>
          `}
        </div>
        ${states.map((state, row) =>
          html`
            <button type="button" class="row ${row === at && "on"}" tabindex=${tab(row, at)}
              aria-pressed=${String(row === at)} aria-label=${said[row]} onclick=${() => go(row)}>
              <span class="state">${state}</span><span class="written">${written[row]}</span>
              ${probs && html`<span class="strip">${probs[row].map(Cell)}</span>`}
            </button>
          `
        )}
      </div>
      <div class="foot">
        ${PlayButton(drawing, words.play, states.length, EVERY)}
        <div class="said" role="status">${said[at]}</div>
      </div>
    </div>
  `;
}

/** Filled from below as far as the token is probable. @param {number} p */
const Cell = (p) =>
  html`
    <span class="cell">
      <span class="full" style="height: ${(100 * p).toFixed(1)}%"></span>
      <span class="percent">${percent(p, 0).replace("%", "")}</span>
    </span>
  `;

/** What each state writes, and its probability of every token. @param {Data} data */
export function numbers({ states, written, tokens, probs }) {
  const rows = states.map((state, row) => {
    const each = probs?.[row].map((p, at) => [`${at + 1} ${tokens[at]}`, p]) ?? [];
    return { state, written: written[row], ...Object.fromEntries(each) };
  });
  return { states: rows };
}
