// Every lesson as a stop on the figure it is about; the ring round it is the way walked.
import { BOXES, Figure, HEIGHT, html, WIDTH } from "../../drawings/parts.js";
/** @import { Stop, State } from "./types.d.ts" */

/** Middles, in units of the figure. The way through all of it begins at the memory, training at what
 * comes out, and the score under what is written. @type {Record<string, [number, number]>} */
const STOPS = {
  flow: [107, 47],
  tokens: [26, 5],
  positions: [200, 8],
  cell: [150, 62],
  masks: [74, 89],
  heads: [268, 9],
  layers: [200, 34],
  search: [286, 72],
  training: [232, 76],
  bleu: [262, 93],
};

export const start = () => /** @type {State} */ ({ over: null });

export default function LessonMap(/** @type {Drawing<{ stops: Stop[] }, State>} */ drawing) {
  const { data: { stops }, words, state: { over } } = drawing;
  const told = stops.find(({ id }) => id === over) ?? stops.find(({ is_next }) => is_next);
  return html`
    <div class="map" role="group" aria-label=${words.name}>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
        ${Figure(null, Object.keys(BOXES))}
      </svg>
      ${stops.map((one) => one.id in STOPS && One(drawing, one))}
    </div>
    <div class="told" aria-hidden="true">${told?.told}</div>
  `;
}

/** @param {Drawing<{ stops: Stop[] }, State>} drawing @param {Stop} stop */
function One({ set, choose }, { id, number, share, is_next, told }) {
  const [x, y] = STOPS[id];
  const look = () => set({ over: id });
  return html`
    <button type="button" class="stop ${is_next && "next"}" aria-label=${told} data-id=${id}
      style="left: ${100 * x / WIDTH}%; top: ${100 * y / HEIGHT}%; --way-share: ${100 * share}%"
      onclick=${() => choose({ go: id })} onpointerenter=${look} onfocus=${look}>
      <span class="number">${number}</span>
    </button>
  `;
}
