// States of a training below each other: what each writes by itself, and every token of the finished
// translation filling up as it is learned, beside them how words gather. A row is chosen or played.
import { decimal, fill, html, moveTo, percent, PlayButton, roving } from "../../drawings/parts.js";
import { spans, tab } from "../../drawings/parts.js";
import { Constellation } from "./constellation.js";
/** @import { FilmData as Data, Film } from "./types.d.ts" */

const EVERY = 1100; // milliseconds a state stands while it plays
const SLIM = 860; // pixels; below, words gather under the table
const BESIDE = 0.31; // of the width, where they do so beside it

export const start = () => ({ lit: null });
export const about = (/** @type {Data} */ { states, tokens }) => [states, tokens];

export default function CheckpointTable(/** @type {Film} */ drawing) {
  const { data, words, state: { at }, width } = drawing;
  const { states, written, tokens, probs, right, source, losses, drift } = data;
  const sky = drift && (width < SLIM ? width : Math.floor(BESIDE * width));
  const sentence = probs ? words.said : words.hidden;
  const said = states.map((state, row) =>
    fill(sentence, { state, written: written[row], right: right[row], size: tokens.length })
  );
  const go = (/** @type {number} */ to) => moveTo(drawing, to);
  return html`
    <div class="both" role="group" aria-label=${words.name} style="--sky-width: ${sky ?? 0}px">
      <div class="list" onkeydown=${roving(go)}>
        <div class="head">
          <span>${losses.length > 0 && words.loss}</span><span class="written">${source}</span>
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
              <span class="state">${state}
                ${losses.length > 0 && html`
                  <span class="course">
                    <i style="--loss-share: ${losses[row] / Math.max(...losses)}"></i>
                    ${decimal(losses[row])}
                  </span>
                `}
              </span>
              <span class="written">${written[row]}</span>
              ${probs && html`<span class="strip">${probs[row].map(Cell)}</span>`}
            </button>
          `
        )}
      </div>
      ${drift && sky && Constellation(drawing, drift, sky)}
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

/** What each state writes, its loss and its probability of every token, and where every word lies.
 * @param {Data} data */
export function numbers({ states, written, tokens, probs, losses, drift }) {
  const rows = states.map((state, row) => {
    const each = probs?.[row].map((p, at) => [`${at + 1} ${tokens[at]}`, p]) ?? [];
    return { state, written: written[row], loss: losses[row], ...Object.fromEntries(each) };
  });
  const words = drift?.groups.flatMap(({ name: group, tokens, places }) =>
    tokens.flatMap((word, index) =>
      places[index].map(([x, y], at) => ({ group, word, state: states[at], x, y }))
    )
  );
  const alike = drift?.within.map((within, at) => (
    { state: states[at], within, across: drift.across[at] }
  ));
  return { states: rows, words: words ?? [], likeness: alike ?? [] };
}
