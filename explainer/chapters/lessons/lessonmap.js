// Every lesson as a stop on the figure it is about; the ring round it is the way walked.
import { BOXES, Figure, HEIGHT, html, WIDTH } from "../../drawings/parts.js";
/** @import { Stop, State } from "./types.d.ts" */

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

export const start = () => /** @type {State} */ ({ over: null });

/** The lesson whose stop or card is pointed at. @param {any} _ @param {Event} event @param {State} state */
const pointed = (_, event, { over }) => {
  const [at] = /** @type {Element[]} */ (event.composedPath());
  const parts = (/** @type {string} */ id) => `[data-id=${id}], .st-key-lessons_${id}`;
  const found = Object.keys(STOPS).find((id) => at.closest?.(parts(id))) ?? null;
  return found === over ? null : { over: found };
};
export const hears = { pointerover: pointed, focusin: pointed };

/** A frame round the card of the lesson. @param {string | null} over */
function light(over) {
  for (const card of document.querySelectorAll(`[class*="st-key-lessons_"]`)) {
    const isLit = card.classList.contains(`st-key-lessons_${over}`);
    /** @type {HTMLElement} */ (card).style.outline = isLit ? "2px solid" : "";
  }
}

export default function LessonMap(/** @type {Drawing<{ stops: Stop[] }, State>} */ drawing) {
  const { data: { stops }, words, state: { over } } = drawing;
  return html`
    <div class="map" role="group" aria-label=${words.name} ref=${() => light(over)}>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
        ${Figure(null, Object.keys(BOXES))}
      </svg>
      ${stops.map((one) => one.id in STOPS && One(drawing, one))}
    </div>
  `;
}

/** @param {Drawing<{ stops: Stop[] }, State>} drawing @param {Stop} stop */
function One({ state, choose }, { id, number, share, is_next, told }) {
  const [x, y] = STOPS[id];
  const looks = [is_next && "next", id === state.over && "over"].filter(Boolean).join(" ");
  return html`
    <button type="button" class="stop ${looks}" aria-label=${told} data-id=${id}
      style="left: ${100 * x / WIDTH}%; top: ${100 * y / HEIGHT}%; --way-share: ${100 * share}%"
      onclick=${() => choose({ go: id })}>
      <span class="number">${number}</span>
    </button>
  `;
}
