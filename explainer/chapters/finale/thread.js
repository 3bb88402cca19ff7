// The way of one written token: a stop a part, on one line.
import { html, roving, spans, tab } from "../../drawings/parts.js";
/** @import { Data, State } from "./types.d.ts" */

export default function Thread(/** @type {Drawing<Data, State>} */ drawing) {
  const { data: { stops }, words, state, choose } = drawing;
  const now = stops.findIndex(({ part }) => part === state.part);
  return html`
    <div class="way" role="group" aria-label=${words.way}
      onkeydown=${roving((to) => choose({ part: stops[to].part }))}>
      ${stops.map(({ part, name, value }, at) =>
        html`
          <button type="button" class="stop ${at <= now && "gone"}" tabindex=${tab(at, now)}
            aria-pressed=${String(at === now)} onclick=${() => choose({ part })}>
            <span class="name">${name}</span><b class="value">${spans(value)}</b>
          </button>
        `
      )}
    </div>
  `;
}
