// Swatches and what they stand for.
import { html } from "./html.js";

export const Legend = (/** @type {LegendEntry[]} */ entries) =>
  html`
    <div class="legend">
      ${entries.map(({ mark, words, inside }) =>
        html`
          <span class="entry"><i class="swatch ${mark}">${inside}</i><span>${words}</span></span>
        `
      )}
    </div>
  `;

/** The ground of what is hidden, into a swatch or another box; an <svg>, to be in a saved picture. */
export const Hatched = () =>
  html`
    <svg class="ground" width="100%" height="100%" aria-hidden="true">
      <rect class="hatched" width="100%" height="100%" />
    </svg>
  `;
