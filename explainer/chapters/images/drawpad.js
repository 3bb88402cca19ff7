// A sheet of paper to draw a digit on, with a mouse, a pen or a finger. What stands on it is told while
// a stroke is drawn, as often as it is answered, and at its end.
import { cellUnder, html, svg, TextButton } from "../../drawings/parts.js";
/** @import { DrawPadData as Data, DrawPadState as State } from "./types.d.ts" */

const PEN = 0.085; // of the width, about as thick as in the pictures the networks know
const NEAR = 2; // steps of the paper below which a move is none

export const start = () => ({ written: "", own: false, stroke: "", draft: "" });

/** @param {Drawing<Data, State>} drawing */
export default function DrawPad({ data, words, state, chosen, set, choose }) {
  const { size, letters, parting, most } = data;
  const { written, own, stroke, draft } = state;
  const strokes = written ? written.split(parting) : [];
  const isEmpty = !written && !stroke;
  const keep = (/** @type {string[]} */ left) => choose({ written: left.join(parting), own: true });
  const isFull = (/** @type {string} */ more) => [...strokes, more].join(parting).length > most;
  const up = () => {
    if (!stroke) return;
    set({ stroke: "" });
    keep(isFull(stroke) ? strokes : [...strokes, stroke]);
  };
  return html`
    <div class="pad">
      <svg class="paper" viewBox="0 0 ${size} ${size}" role="img" aria-label=${words.name}
        onpointerdown=${down} onpointermove=${move} onpointerup=${up}
        onpointercancel=${up}>
        ${[...strokes, stroke].map((one) =>
          one && svg`<path d="M${pointsOf(one).join("L")}h0" stroke-width=${PEN * size} />`
        )}
      </svg>
      <div class="hint">${words.hint}</div>
      <div class="row" data-screen>
        ${TextButton(words.undo, () => keep(strokes.slice(0, -1)), isEmpty)}
        ${TextButton(words.clear, () => keep([]), isEmpty)}
      </div>
    </div>
  `;

  /** The middles of the points of a stroke. @param {string} stroke */
  function pointsOf(stroke) {
    const pairs = stroke.match(/../g) ?? [];
    return pairs.map((pair) => [...pair].map((letter) => letters.indexOf(letter) + 0.5));
  }

  /** The place of the paper under a pointer. */
  function pointAt(/** @type {Happening} */ event) {
    const [down, across] = cellUnder(event, size, size);
    return letters[across] + letters[down];
  }

  function down(/** @type {Happening} */ event) {
    if (event.button) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    set({ written: own ? written : "", own: true, stroke: pointAt(event), draft: "" });
  }

  function move(/** @type {Happening} */ event) {
    if (!stroke) return;
    const longer = stroke + pointAt(event);
    const [[x, y], [a, b]] = pointsOf(longer).slice(-2);
    if (Math.abs(x - a) + Math.abs(y - b) < NEAR || isFull(longer)) return;
    set({ stroke: longer });
    if (!draft || draft === chosen?.written) choose({ draft: [...strokes, longer].join(parting) });
  }
}
