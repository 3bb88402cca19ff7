// A picture cut into patches to choose from, and the numbers of one; or beside it the picture whose
// patches stand in another order, with the same patch framed.
import { decimal, fill, html } from "../../drawings/parts.js";
import { Paper, placesOf, Sheet } from "./patches.js";

/** @import { PatchParts, PatchViewData as Data } from "./types.d.ts" */

const DARK = 0.55; // from so much ink on a number is written in the colour of paper

/** @param {Drawing<Data, { patch: number }>} drawing */
export default function PatchView({ data: { picture, order }, words, state: { patch }, choose }) {
  const own = (/** @type {number} */ to) => choose({ patch: to });
  const other = (/** @type {number} */ at) => own(order?.[at] ?? at);
  return html`
    <div class="views">
      ${Whole(picture, patch, order ? words.before : words.cut, own)}
      ${order
        ? Whole(order.map((at) => picture[at]), order.indexOf(patch), words.after, other)
        : Zoom()}
    </div>
  `;

  /** @type {PatchParts["Whole"]} */
  function Whole(picture, chosen, name, choose) {
    return html`
      <div class="whole">
        ${Sheet({ paper: Paper(picture), name, place: words.place, chosen, choose })}
        <div class="note">${name}</div>
      </div>
    `;
  }

  /** The chosen patch, large, with the number of every pixel. */
  function Zoom() {
    const pixels = picture[patch];
    const told = fill(words.zoom, { number: patch + 1, place: placesOf(words.place)[patch] });
    const said = pixels.map((ink) => decimal(ink)).join(" ");
    return html`
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
    `;
  }
}

/** Every pixel. @param {Data} data */
export const numbers = ({ picture }) => ({
  pixels: picture.flatMap((pixels, patch) =>
    pixels.map((ink, at) => ({ patch: patch + 1, pixel: at + 1, ink }))
  ),
});
