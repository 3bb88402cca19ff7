// Every lesson as a stop on the figure it is about; the ring round it is the way walked.
import { BOXES, Figure, HEIGHT, WIDTH } from "../../drawings/figure.js";
import { html, svg } from "../../drawings/html.js";
import { pressed } from "../../drawings/roving.js";

/** A lesson: `share` of its steps are answered; `told` says all of it in words.
 * @typedef {{ id: string, number: number, share: number, is_next: boolean, told: string }} Stop */
/** `over` was pointed at last. @typedef {{ over: string | null, go?: string }} State */

/** Middles, in units of the figure. The way through all of it begins at the memory, training at what
 * comes out, and the score under what is written.
 * @type {Record<string, [number, number]>} */
const STOPS = {
  flow: [107, 47],
  tokens: [26, 5],
  positions: [200, 13],
  cell: [150, 62],
  masks: [74, 89],
  heads: [268, 9],
  layers: [200, 31],
  search: [286, 72],
  training: [232, 76],
  bleu: [262, 93],
};
const [SIZE, HIT] = [6.2, 10];

export const numbers = null;
/** @returns {State} */
export const start = () => ({ over: null });

/** @param {Drawing<{ stops: Stop[] }, State>} drawing */
export default function LessonMap(drawing) {
  const { data: { stops }, words, state: { over } } = drawing;
  const told = stops.find(({ id }) => id === over) ?? stops.find(({ is_next }) => is_next);
  return html`
    <svg role="group" aria-label=${words.name} viewBox="0 0 ${WIDTH} ${HEIGHT}">
      <g aria-hidden="true">${Figure(null, Object.keys(BOXES))}</g>
      ${stops.map((one) => one.id in STOPS && One(drawing, one))}
    </svg>
    <div class="told" aria-hidden="true">${told?.told}</div>
  `;
}

/** @param {Drawing<{ stops: Stop[] }, State>} drawing @param {Stop} stop */
function One({ set, choose }, { id, number, share, is_next, told }) {
  const [x, y] = STOPS[id];
  const round = 2 * Math.PI * SIZE;
  const press = () => choose({ go: id });
  const look = () => set({ over: id });
  return svg`
    <g class="stop ${is_next && "next"}" role="button" tabindex="0" aria-label=${told} data-id=${id}
      onclick=${press} onkeydown=${pressed(press)} onpointerenter=${look} onfocus=${look}>
      <circle class="hit" cx=${x} cy=${y} r=${HIT} />
      <circle class="disc" cx=${x} cy=${y} r=${SIZE} />
      ${share > 0 && svg`
        <circle class="way" cx=${x} cy=${y} r=${SIZE}
          transform="rotate(-90 ${x} ${y})"
          stroke-dasharray="${round * share} ${round}" />
      `}
      <text class="number" x=${x} y=${y + 2.5}>${number}</text>
    </g>
  `;
}
