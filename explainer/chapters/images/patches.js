// Pictures in 7 x 7 patches of 4 x 4 pixels: what the drawings of the chapter share.
import { fill, html, range, raster, roving, svg, tab } from "../../drawings/parts.js";
/** @import { Picture, Sheet as SheetOf } from "./types.d.ts" */

const PATCH = 4;
export const GRID = 7;
export const [TOKENS, EVEN] = [GRID ** 2, GRID ** -2];

/** Patches by row and column, counted from 1. @param {string} words */
export const placesOf = (words) =>
  range(TOKENS).map((at) => fill(words, { row: Math.floor(at / GRID) + 1, column: at % GRID + 1 }));

/** Shades of what is more than an even share, up to `most`. @param {number[]} shares */
export const shades = (shares, most = Math.max(...shares)) =>
  shares.map((one) => most > EVEN ? Math.max(0, one - EVEN) / (most - EVEN) : 0);

/** Ink on paper, a patch alone or all of them: each in its own place, or in that of `places`; pale where
 * shades of the patches, 0..1, lie below it.
 * @param {Picture} picture @param {{ shades?: Numbers, pale?: number, places?: Numbers }} [more] */
export function Paper(picture, { shades, pale = 1, places } = {}) {
  const side = picture.length > 1 ? GRID * PATCH : PATCH;
  const cornerOf = (/** @type {number} */ at) => [at % GRID * PATCH, Math.floor(at / GRID) * PATCH];
  return html`
    <svg class="paper" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"
      aria-hidden="true">
      ${shades && svg`
        <g transform="scale(${PATCH})">
          ${raster(shades, GRID).map(({ share, d }) =>
            svg`<path d=${d} fill="var(--weight)" fill-opacity=${share} />`
          )}
        </g>
      `}
      ${picture.map((patch, at) => {
        const [x, y] = cornerOf(at), [toX, toY] = cornerOf(places?.[at] ?? at);
        return svg`
          <g transform="translate(${x} ${y})">
            <g class="moved" style="transform: translate(${toX - x}px, ${toY - y}px)">
              ${raster(patch, PATCH).map(({ share, d }) =>
                svg`<path d=${d} fill="var(--ink)" fill-opacity=${pale * share} />`
              )}
            </g>
          </g>
        `;
      })}
    </svg>
  `;
}

/** The picture with its patches as buttons. @param {SheetOf} sheet */
export const Sheet = ({ paper, name, place, chosen, on = chosen, choose, point, told }) =>
  html`
    <div class="sheet">
      ${paper}
      <div class="patches" role="group" aria-label=${name}
        onkeydown=${roving(choose, { columns: GRID })} onpointerleave=${() => point?.(null)}>
        ${placesOf(place).map((place, at) =>
          html`
            <button type="button" class="patch ${at === on && "on"}" tabindex=${tab(at, chosen)}
              title=${told?.(at, place) ?? place} aria-label=${place}
              aria-pressed=${String(at === chosen)} onclick=${() => choose(at)}
              onpointerenter=${({ pointerType }) =>
                pointerType === "mouse" && point?.(at)}></button>
          `
        )}
      </div>
    </div>
  `;
