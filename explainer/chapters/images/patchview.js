// A picture cut into patches to choose from, and the numbers of one.
import { decimal, fill, html } from "../../drawings/parts.js";
import { Paper, placesOf, Sheet } from "./patches.js";
/** @import { PatchViewData as Data } from "./types.d.ts" */

const DARK = 0.55; // from so much ink on a number is written in the colour of paper

/** @param {Drawing<Data, { patch: number }>} drawing */
export default function PatchView({ data: { picture }, words, state: { patch }, choose }) {
  const pixels = picture[patch];
  const told = fill(words.zoom, { number: patch + 1, place: placesOf(words.place)[patch] });
  const said = pixels.map((ink) => decimal(ink)).join(" ");
  return html`
    <div class="views">
      <div class="whole">
        ${Sheet({
          ...{ paper: Paper(picture), name: words.cut, place: words.place, chosen: patch },
          choose: (to) => choose({ patch: to }),
        })}
        <div class="note">${words.cut}</div>
      </div>
      <div class="zoom">
        <div class="pixels" role="img" aria-label="${told}: ${said}">
          ${pixels.map((ink) =>
            html`
              <span class="pixel ${ink > DARK && "full"}" style="background: color-mix(in srgb,
                var(--ink) ${Math.round(100 * ink)}%, var(--page))">${decimal(ink)}</span>
            `
          )}
        </div>
        <div class="note">${told}</div>
      </div>
    </div>
  `;
}

/** Every pixel. @param {Data} data */
export const numbers = ({ picture }) => ({
  pixels: picture.flatMap((pixels, patch) =>
    pixels.map((ink, at) => ({ patch: patch + 1, pixel: at + 1, ink }))
  ),
});
