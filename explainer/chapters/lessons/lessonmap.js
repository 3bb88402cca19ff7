// Every lesson as a stop on the figure it is about; the ring round it is the way walked.
import { BOXES, Figure, HEIGHT, html, WIDTH } from "../../drawings/parts.js";
/** @import { Stop } from "./types.d.ts" */

/** Middles, in units of the figure. The way through all of it begins at the memory, training at the
 * probabilities, and the score at what is written. @type {Record<string, [number, number]>} */
const STOPS = {
  flow: [107, 47],
  tokens: [26, 5],
  positions: [200, 8],
  cell: [150, 62],
  masks: [74, 89],
  heads: [268, 9],
  layers: [200, 34],
  search: [250, 64],
  training: [276, 80],
  bleu: [116, 77],
};

/** @param {Drawing<{ stops: Stop[] }, {}>} drawing */
export default function LessonMap({ data, words, choose }) {
  return html`
    <div class="map" role="group" aria-label=${words.name}>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
        ${Figure(null, Object.keys(BOXES))}
      </svg>
      ${data.stops.map((one) => one.id in STOPS && One(one, () => choose({ go: one.id })))}
    </div>
  `;
}

/** @param {Stop} stop @param {() => void} go */
function One({ id, number, share, is_next, told }, go) {
  const [x, y] = STOPS[id];
  return html`
    <button type="button" class="stop ${is_next && "next"}" aria-label=${told} data-id=${id}
      style="left: ${100 * x / WIDTH}%; top: ${100 * y / HEIGHT}%; --way-share: ${100 * share}%"
      onclick=${go}>
      <span class="number">${number}</span>
    </button>
  `;
}
