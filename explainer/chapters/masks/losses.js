// Losses of two models or runs as bars on one axis, and what each writes when nobody feeds it the answer.
import { crossed, exact, html, offered } from "../../drawings/parts.js";
/** @import { LossesData as Data, Losses } from "./types.d.ts" */

const KINDS = ["right", "wrong"];
/** What the second bar may be beside the first, of which it is half. @type {[string, number][]} */
const GUESSES = [["guess_shorter", 25], ["guess_same", 50], ["guess_longer", 85]];

export default function Losses(/** @type {Losses} */ drawing) {
  const { data: { sides, targets }, words, asks, ghost } = drawing;
  const all = sides.flatMap(({ losses }) => losses ?? []);
  const most = asks ? 2 * (all[0] ?? 0.5) : Math.max(...all); // a first bar of half the length
  return html`
    <div class="grid" role="group" aria-label=${words.name}>
      <div class="corner"></div>
      ${sides.map(({ name, fact }, at) =>
        html`
          <div class="model">
            <strong class=${KINDS[at]}>${name}</strong><span class="fact">${fact}</span>
          </div>
        `
      )}
      ${targets.map(({ name, text }, line) =>
        html`
          <div class="label">
            <span class="what">${name}</span><span class="target">${text}</span>
          </div>
          ${sides.map(({ losses }, at) =>
            html`
              <div class="cell">
                ${at && asks ? Guesses(drawing) : Bar(losses?.[line], most, KINDS[at])}
                ${at > 0 && ghost && Guesses(drawing)}
              </div>
            `
          )}
        `
      )}
      <div class="label"><span class="what">${words.written}</span></div>
      ${sides.map(({ written }, at) =>
        html`<div class="written ${KINDS[at]}">${written || "…"}</div>`
      )}
    </div>
    ${sides[0].losses && html`<div class="unit">${words.unit}</div>`}
  `;
}

/** @param {number | undefined} loss @param {number} most @param {string} kind */
function Bar(loss, most, kind) {
  const length = Math.max(0.6, 100 * (loss ?? 0.5) / most);
  return html`
    <div class="track">
      <div class="length ${kind}" style="width: ${length}%"></div>
    </div>
    <span class="value ${kind}">${loss === undefined ? "?" : exact(loss, 3)}</span>
  `;
}

/** All that can be said; of what was said that alone. @param {Losses} drawing */
const Guesses = (drawing) =>
  html`
    <div class="guesses">
      ${GUESSES.map(([name, long], at) =>
        html`
          <div class="guess" style="width: ${long}%" all=${offered(drawing, at)}>
            ${drawing.words[name]}</div>
        `
      )}
    </div>
  `;

export const numbers = (/** @type {Data} */ { sides, targets }) => ({
  losses: crossed(sides, targets, ({ name, losses, written }, { text }, _, line) => (
    { model: name, target: text, loss: losses?.[line], written }
  )),
});
