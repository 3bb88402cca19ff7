// A drawing as the tokens that an encoder gets, with the numbers of one of them, and the word that a
// decoder writes of it, with what each letter looks at.
import { decimal, fill, html, keyed, percent } from "../../drawings/parts.js";
import { GRID, Paper, shades, Sheet, TOKENS } from "./patches.js";
/** @import { PatchViewData as Data } from "./types.d.ts" */

const [PALE, DARK] = [0.3, 0.55]; // ink: over weights; from which on numbers have the paper's colour
const [ROOMY, ROOM, TIGHT] = [640, [196, 24, TOKENS], [168, 14, Math.ceil(TOKENS / 2)]];
const [ZOOM, BELOW] = [138, 30]; // pixels: the side of the numbers, from the picture to the line

/** @param {Drawing<Data, { patch: number }>} drawing */
export default function PatchView({ data, words, state: { patch }, width, choose }) {
  const { picture, word } = data;
  const most = Math.max(...word.flatMap(({ looks }) => looks));
  const [side, gap, columns] = width > ROOMY ? ROOM : TIGHT;
  const [cell, beside, low] = [side / GRID, side + gap, side + BELOW];
  const [x, y] = [patch % GRID * cell + cell, Math.floor(patch / GRID) * cell + cell];
  const step = width / columns;
  const [to, end] = [(patch % columns + 0.5) * step, patch < columns ? low : low + step + 18];
  return html`
    <div class="views" style="column-gap: ${gap}px">
      <div style="width: ${side}px">
        <div class="title">${words.cut}</div>
        <div class="held">
          ${Sheet({
            ...{ paper: Paper(picture), name: words.cut, place: words.place, chosen: patch },
            choose: (to) => choose({ patch: to }),
          })}
          <svg class="thread" aria-hidden="true">
            <path d="M${x} ${y - cell}L${beside} 0M${x} ${y}L${beside} ${ZOOM}" />
            <path d="M${x} ${y}V${side}C${x} ${low} ${to} ${side} ${to} ${low}V${end}" />
          </svg>
        </div>
      </div>
      <div class="zoom">
        <div class="title">${fill(words.zoom, { number: patch + 1 })}</div>
        <div class="pixels">
          ${picture[patch].map((ink) =>
            html`
              <span class="pixel ${ink > DARK && "full"}" style="background: color-mix(in srgb,
                var(--ink) ${Math.round(100 * ink)}%, var(--page))">${decimal(ink)}</span>
            `
          )}
        </div>
      </div>
      <div class="word" role="group" aria-label=${words.writes}>
        <div class="title">${words.writes}</div>
        <div class="letters">
          ${word.map(({ letter, p, rival, looks }, at) =>
            keyed(
              `${at}${letter}`,
              html`
                <div class="letter" style="animation-delay: ${120 * at}ms">
                  ${Paper(picture, { shades: shades(looks, most), pale: PALE })}
                  <b>${letter}</b><span>${percent(p, 0)}</span>
                  <span class="rival">${rival && `${rival[0]} ${percent(rival[1], 0)}`}</span>
                </div>
              `,
            )
          )}
        </div>
        <div class="note">${word.length ? words.looks : words.empty}</div>
      </div>
    </div>
    <div class="strip" style="grid-template-columns: repeat(${columns}, minmax(0, 1fr))"
      role="img" aria-label=${words.note}>
      ${picture.map((one, at) =>
        html`<span class="token ${at === patch && "on"}">${Paper([one])}</span>`
      )}
    </div>
    <div class="note">${words.note}</div>
  `;
}

/** Every pixel, and every letter. @param {Data} data */
export const numbers = ({ picture, word }) => ({
  pixels: picture.flatMap((pixels, patch) =>
    pixels.map((ink, at) => ({ patch: patch + 1, pixel: at + 1, ink }))
  ),
  letters: word.map(({ letter, p }) => ({ letter, probability: p })),
});
