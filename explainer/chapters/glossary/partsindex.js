// The figure of the whole model as an index: a part is pressed, or its name beside it, and the parts
// of the term that is open, or pointed at in the list, are in full colour.
import { BOXES, Figure, HEIGHT, WIDTH } from "../../drawings/figure.js";
import { html, svg } from "../../drawings/html.js";
import { roving, tab } from "../../drawings/roving.js";

/** A part of the figure, or what stands outside of it, with how many terms it has; of every term of
 * the list the parts it lights; the sentence that is drawn, source and translation.
 * @typedef {{ places: { id: string, name: string, count: number }[], term: string,
 *   lights: Record<string, string[]>, sentence: string[],
 *   figure: import("../../drawings/figure.js").Numbers | null }} Data */
/** `part` has its terms listed ("" for none), `lit` and `term` are pointed at, `stop` is where the
 * arrow keys stand.
 * @typedef {{ part: string, lit: string | null, term: string, stop: number | null }} State */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, State>} PartsIndex */

/** On which side of the drawing a name stands, how high, and where the line to its part ends.
 * @type {Record<string, [keyof typeof START, number, number, number]>} */
const NAMES = {
  tokens: ["left", 6.5, -1, 5],
  embed: ["left", 20.2, -1, 14],
  encoder: ["left", 33.9, -1, 29.5],
  memory: ["left", 47.6, -1, 47.5],
  cross: ["left", 61.3, -1, 62],
  decoder: ["left", 75, -1, 76.5],
  mask: ["left", 88.7, -1, 89.5],
  positions: ["inside", 29, 215, 16],
  layers: ["inside", 42.5, 215, 31],
  heads: ["right", 10, 300, 10],
  output: ["right", 73.5, 306, 73.5],
  loop: ["right", 88.7, 311, 88.7],
};
const START = { left: -4.5, inside: 222, right: 316.5 }; // of that line
/** What a part is about, where it is not the source; the mask has no colour of its own.
 * @type {Record<string, string>} */
const INK = {
  cross: "weight",
  heads: "weight",
  decoder: "target",
  output: "target",
  loop: "target",
  mask: "",
};
/** @type {Record<string, number[]>} */
const PARTS = BOXES;

export const start = () => ({ part: "", lit: null, term: "", stop: null });
export const hears = {
  "explainer.term": (/** @type {string} */ term) => ({ term }),
};

/** @param {PartsIndex} drawing */
export default function PartsIndex(drawing) {
  const {
    data: { places, figure, lights, term, sentence },
    words,
    state,
    set,
  } = drawing;
  const lit = state.lit ? [state.lit] : lights[state.term] ?? lights[term] ?? [];
  const [inside, outside] = [true, false].map((is) =>
    places.filter(({ id }) => id in PARTS === is)
  );
  return html`
    <div class="stage" role="group" aria-label=${words.name}
      onkeydown=${roving((stop) => set({ stop }))}>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none"
        aria-hidden="true">
        ${Figure(figure, lit)} ${Frame(state.part)}
        ${inside.map(({ id }) => Leader(id))} ${inside.map(({ id }) => Hit(drawing, id))}
      </svg>
      <div class="sentence">
        ${sentence.map((said, side) =>
          html`<span class=${side ? "target" : "source"}>${said}</span>`
        )}
      </div>
      <div class="names">
        ${inside.map((place) => Name(drawing, place, lit))}
        <div class="outside">
          <span class="before">${words.outside}</span>
          ${outside.map((place) => Name(drawing, place, lit))}
        </div>
      </div>
    </div>
  `;
}

/** Around the part whose terms are listed, but not the loop, which runs round the others.
 * @param {string} part */
function Frame(part) {
  if (part === "loop" || !(part in PARTS)) return null;
  const [x, y, width, height] = PARTS[part];
  return svg`
    <rect class="here" x=${x} y=${y} width=${width}
      height=${height} rx="3" />
  `;
}

/** From a name to its part. @param {string} id */
function Leader(id) {
  const [side, y, toX, toY] = NAMES[id];
  return svg`
    <path class="leader" d="M${START[side]} ${y}L${toX} ${toY}"
      vector-effect="non-scaling-stroke" />
  `;
}

/** What the pointer meets of a part, above all that is drawn.
 * @param {PartsIndex} drawing @param {string} id */
function Hit(drawing, id) {
  const [x, y, width, height] = PARTS[id];
  const { press, point, leave } = hands(drawing, id);
  return svg`
    <rect class="hit" data-id=${id} x=${x} y=${y}
      width=${width} height=${height}
      onclick=${press} onmouseenter=${point} onmouseleave=${leave} />
  `;
}

/** @param {PartsIndex} drawing @param {Data["places"][0]} place @param {string[]} lit */
function Name(drawing, { id, name, count }, lit) {
  const { data: { places }, state: { part, stop } } = drawing;
  const at = places.findIndex((one) => one.id === id);
  const home = Math.max(0, places.findIndex((one) => one.id === part));
  const [side, y] = NAMES[id] ?? ["", 0];
  const tone = lit.includes(id) ? `lit ${INK[id] ?? "source"}` : "";
  const high = (100 * y) / HEIGHT;
  const stops = tab(at, stop ?? home);
  const { press, point, leave } = hands(drawing, id);
  return html`
    <button type="button" class="name ${side} ${tone}"
      style="top: ${high}%" data-id=${id}
      tabindex=${stops} aria-pressed=${String(id === part)} ref=${id === part &&
        inSight}
      onclick=${press} onmouseenter=${point} onmouseleave=${leave}
      onfocus=${point} onblur=${leave}>
      <span>${name}</span><span class="count">${count}</span>
    </button>
  `;
}

/** What a part and its name do. The server's answer to a press brings its terms.
 * @param {PartsIndex} drawing @param {string} id */
const hands = ({ set, choose }, id) => ({
  press: () => {
    set({ lit: null, stop: null });
    choose({ part: id });
  },
  point: () => set({ lit: id in PARTS ? id : null }),
  leave: () => set({ lit: null }),
});

/** In the middle of the row, where the names are one. @param {HTMLElement} name */
function inSight(name) {
  const row = /** @type {HTMLElement} */ (name.closest(".names"));
  row.scrollLeft = name.offsetLeft - 0.5 * (row.clientWidth - name.offsetWidth);
}
