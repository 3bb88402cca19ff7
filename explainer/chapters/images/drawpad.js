// A sheet of paper to draw a digit on, with a mouse, a pen or a finger: a finished stroke is told,
// nothing while it is drawn.
import { html, svg } from "../../drawings/html.js";
import { clamp } from "../../drawings/math.js";

/** How a drawing is written: two of `letters` a point of the `size` x `size` paper, strokes parted
 * by a sign, `most` letters in all.
 * @typedef {{ size: number, letters: string, parting: string, most: number }} Data */
/** The drawing, whether it is the reader's `own` (the first stroke on another begins a new one), and
 * the stroke under the pointer.
 * @typedef {{ written: string, own: boolean, stroke: Point[] | null }} State */
/** @typedef {[number, number]} Point */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, State>} DrawPad */

const PEN = 0.085; // of the width, about as thick as in the pictures the networks know
const NEAR = 2; // steps of the paper below which a move is none

export const start = () => ({ written: "", own: false, stroke: null });

/** @param {string} written @param {Data} data @returns {Point[][]} */
export function read(written, { letters, parting }) {
  const strokes = written ? written.split(parting) : [];
  return strokes.map((stroke) => {
    const places = [...stroke].map((letter) => letters.indexOf(letter));
    return Array.from(
      { length: places.length / 2 },
      (_, at) => [places[2 * at], places[2 * at + 1]],
    );
  });
}

/** @param {Point[][]} strokes @param {Data} data */
export const write = (strokes, { letters, parting }) =>
  strokes.map((stroke) => stroke.map(([x, y]) => letters[x] + letters[y]).join("")).join(parting);

/** @param {DrawPad} drawing */
export default function DrawPad(drawing) {
  const { data, words, state: { written, stroke }, choose } = drawing;
  const strokes = read(written, data);
  const isEmpty = strokes.length === 0;
  const keep = (/** @type {Point[][]} */ left) => choose({ written: write(left, data), own: true });
  const { down, move, up } = hands(drawing, strokes);
  return html`
    <div class="pad">
      <svg class="paper" viewBox="0 0 ${data.size} ${data.size}" role="img" aria-label=${words.name}
        onpointerdown=${down} onpointermove=${move} onpointerup=${up}
        onpointercancel=${up}>
        ${(stroke ? [...strokes, stroke] : strokes).map((points) =>
          svg`
            <path d="M${points.map(([x, y]) => `${x + 0.5} ${y + 0.5}`).join("L")}h0"
              stroke-width=${PEN * data.size} />
          `
        )}
      </svg>
      <div class="hint">${words.hint}</div>
      <div class="row" data-screen>
        <button type="button" class="undo" disabled=${isEmpty}
          onclick=${() => keep(strokes.slice(0, -1))}>${words.undo}</button>
        <button type="button" class="clear" disabled=${isEmpty}
          onclick=${() => keep([])}>${words.clear}</button>
      </div>
    </div>
  `;
}

/** @param {DrawPad} drawing @param {Point[][]} strokes */
function hands({ data, state: { own, stroke }, set, choose }, strokes) {
  const lengthOf = (/** @type {Point[]} */ more) => write([...strokes, more], data).length;
  return {
    down: (/** @type {PointerEvent} */ event) => {
      if (event.button) return;
      event.preventDefault();
      /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
      set({ ...(own ? {} : { written: "", own: true }), stroke: [pointAt(event, data.size)] });
    },
    move: (/** @type {PointerEvent} */ event) => {
      if (!stroke) return;
      const [[x, y], [a, b]] = [pointAt(event, data.size), stroke[stroke.length - 1]];
      const longer = /** @type {Point[]} */ ([...stroke, [x, y]]);
      const isFar = Math.abs(x - a) + Math.abs(y - b) >= NEAR;
      if (isFar && lengthOf(longer) <= data.most) set({ stroke: longer });
    },
    up: () => {
      if (!stroke) return;
      const all = lengthOf(stroke) > data.most ? strokes : [...strokes, stroke];
      set({ stroke: null });
      choose({ written: write(all, data), own: true });
    },
  };
}

/** The place of the paper under a pointer. @param {PointerEvent} event @param {number} size
 * @returns {Point} */
function pointAt({ currentTarget, clientX, clientY }, size) {
  const box = /** @type {Element} */ (currentTarget).getBoundingClientRect();
  const fit = (/** @type {number} */ share) => clamp(Math.floor(share * size), 0, size - 1);
  return [fit((clientX - box.left) / box.width), fit((clientY - box.top) / box.height)];
}
