// The figure of the whole model as an index: a part is pressed, or its name beside it, and the parts
// of the term that is open, or pointed at in the list, are in full colour.
import { BOXES, Figure, FINE, HEIGHT, html, lookedAt, Path } from "../../drawings/parts.js";
import { placeOf, roving, tab, WIDTH } from "../../drawings/parts.js";
/** @import { Data, Parts } from "./types.d.ts" */

/** On which side of the drawing a name stands, how high, where the line to its part ends, and what the
 * part is about; the mask has no colour of its own.
 * @type {Record<string, [keyof typeof START, number, number, number, string]>} */
const NAMES = {
  tokens: ["left", 6.5, 6, 6.5, "source"],
  embed: ["left", 20.2, 6, 14, "source"],
  encoder: ["left", 33.9, 6, 29.5, "source"],
  memory: ["left", 47.6, 6, 47.5, "source"],
  cross: ["left", 61.3, 16, 60, "weight"],
  decoder: ["left", 75, 11, 76.5, "target"],
  mask: ["left", 88.7, 13, 88.7, ""],
  positions: ["inside", 29, 210, 16, "source"],
  layers: ["inside", 42.5, 210, 36, "source"],
  heads: ["right", 10, 280, 10, "weight"],
  output: ["right", 73.5, 306, 73.5, "target"],
  loop: ["right", 88.7, 311, 88.7, "target"],
};
const START = { left: -4.5, inside: 222, right: 316.5 }; // of that line

export const start = () => ({ part: "", lit: null, term: "", stop: null });
export const hears = { "explainer.term": (/** @type {string} */ term) => ({ term }) };

export default function PartsIndex(/** @type {Parts} */ { data, words, state, set, choose }) {
  const { places, figure, lights, term, sentence } = data;
  const { part, stop } = state;
  const lit = state.lit ? [state.lit] : lights[state.term] ?? lights[term] ?? [];
  const home = Math.max(0, places.findIndex(({ id }) => id === part));
  const inside = places.filter(({ id }) => id in BOXES);
  // The loop, which runs round the others, has no frame.
  const isFramed = part !== "loop" && part in BOXES;
  return html`
    <div class="stage" role="group" aria-label=${words.name}
      onkeydown=${roving((stop) => set({ stop }))}>
      <div class="field">
        <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
          ${Figure(figure, lit)} ${inside.map(({ id }) => Path("leader", leader(NAMES[id]), FINE))}
        </svg>
        ${isFramed && html`<i class="here" style=${placeOf(part)}></i>`} ${inside.map(({ id }) =>
          html`<span class="hit" data-id=${id} style=${placeOf(id)} all=${hands(id)}></span>`
        )}
      </div>
      <div class="sentence">
        <span class="source">${sentence[0]}</span><span class="target">${sentence[1]}</span>
      </div>
      <div class="names" data-scrolls>
        ${inside.map(Name)}
        <div class="outside">
          <span class="before">${words.outside}</span>
          ${places.filter(({ id }) => !(id in BOXES)).map(Name)}
        </div>
      </div>
    </div>
  `;

  /** What a part and its name do. The server's answer to a press brings its terms. */
  function hands(/** @type {string} */ id) {
    const onclick = () => {
      set({ lit: null, stop: null });
      choose({ part: id });
    };
    return { onclick, ...lookedAt(set, "lit", id in BOXES ? id : null) };
  }

  function Name(/** @type {Data["places"][0]} */ { id, name, count }) {
    const at = places.findIndex((one) => one.id === id);
    const [side, y, , , ink] = NAMES[id] ?? ["", 0, 0, 0, "source"];
    const tone = lit.includes(id) ? `lit ${ink}` : "";
    return html`
      <button type="button" class="name ${side} ${tone}" style="top: ${100 * y / HEIGHT}%"
        data-id=${id} tabindex=${tab(at, stop ?? home)} aria-pressed=${String(id === part)}
        data-at-hand=${id === part && id} all=${hands(id)}>
        <span>${name}</span><span class="count">${count}</span>
      </button>
    `;
  }
}

/** From a name to its part. @param {typeof NAMES[string]} name */
const leader = ([side, y, toX, toY]) => `M${START[side]} ${y}L${toX} ${toY}`;
