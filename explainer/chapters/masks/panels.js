// The triangle with its edge, and the row that is written alone.
import { fill } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { Hatched } from "../../drawings/legend.js";
import { moveTo } from "../../drawings/play.js";
import { arrows, roving, tab } from "../../drawings/roving.js";
import { Names, Row, sizes, weightsOf } from "./rows.js";

/** @typedef {import("./triangle.js").Triangle} Triangle */
/** @typedef {import("./rows.js").Places} Places */
/** A pointer that is down: where, on which row, on the handle's row, and whether it has moved.
 * @typedef {{ x: number, edge: number, row: number | null, held: number, moved: boolean }} Drag */

const ASIDE = 8; // pixels: the handle lies on what is hidden, beside the numbers of what is seen
const FAR = 6; // pixels a pointer moves that drags

/** The edge there is that is nearest. @param {number[]} edges @param {number} wish */
export const kept = (edges, wish) =>
  edges.reduce((best, one) => (Math.abs(one - wish) < Math.abs(best - wish) ? one : best));

/** The row whose edge has the handle: in the middle, but not the chosen one, whose answer it would
 * hide. @param {number} count @param {number} edge @param {number} chosen */
export function heldRow(count, edge, chosen) {
  const steps = count - 1 - edge;
  const middle = Math.floor((steps || count) / 2);
  if (middle !== chosen || count === 1) return middle;
  return middle < (steps || count - 1) ? middle + 1 : middle - 1;
}

/** Training: all rows at once. Rows are chosen by press and arrow keys, the edge by dragging anywhere
 * and by arrow keys on its handle. @param {Triangle} drawing @param {Places} at */
export function TrianglePanel(drawing, at) {
  const { data: { fed, wanted, scores, edges, probs }, words, state, set, choose } = drawing;
  const { edge, lit, drag, hover } = state;
  const row = hover ?? state.at;
  const held = drag?.moved ? drag.held : heldRow(at.count, edge, state.at);
  const key = Math.min(at.count, held + edge + 1);
  const aside = key < at.count ? ASIDE : 0; // beside the last column there are words
  const handle = `left: ${at.left + key * at.cell + aside}px; top: ${(held + 0.5) * at.row}px`;
  const go = (/** @type {number} */ to) => {
    set({ hover: null }); // a pointer that rests on another row does not hide what keys choose
    moveTo(drawing, to);
  };
  /** The cells that open or close, in turn of two kinds, so that one lit again begins anew.
   * @param {number} to */
  const litBy = (to) => (
    { low: Math.min(edge, to), high: Math.max(edge, to), turn: 1 - lit.turn }
  );
  return html`
    <div class="panel ${drag?.moved && "dragging"}" role="group" aria-label=${words.name}
      style=${sizes(at)} onpointerdown=${down} onpointermove=${move} onpointerup=${up}
      onpointercancel=${up} onpointerleave=${() => !drag && hover !== null && set({ hover: null })}>
      ${Names(fed, () => "target", at.cell, at.measure)}
      <div class="rows">
        <div class="ground">${Hatched()}</div>
        <div role="radiogroup" aria-label=${words.rows} onkeydown=${roving(go, { press: go })}>
          ${fed.map(RowOf)}
        </div>
        <div class="handle" role="slider" tabindex="0" aria-label=${words.edge} aria-valuemin="0"
          aria-valuemax=${edges.at(-1)} aria-valuenow=${edge} style=${handle}
          onkeydown=${arrows(edges.indexOf(edge), edges.length, press, -1)}
          aria-valuetext=${edge ? fill(words.edge_open, { edge }) : words.edge_closed}>↔</div>
      </div>
    </div>
  `;

  /** @param {string} name @param {number} index */
  function RowOf(name, index) {
    const isChosen = index === row;
    const values = { number: index + 1, fed: name, wanted: wanted[index] };
    return html`
      <div class="columns query" role="radio" data-row=${index} tabindex=${tab(index, state.at)}
        aria-checked=${String(isChosen)} aria-label=${fill(words.row, values)}>
        ${Row(at, {
          ...{ row: index, name, last: index + edge, isChosen, wanted: wanted[index] },
          weights: weightsOf(scores[index], index + edge + 1),
          lit: (far) => (far > lit.low && far <= lit.high ? `lit${lit.turn}` : ""),
          p: probs?.[edges.indexOf(edge)][index],
        })}
      </div>
    `;
  }

  /** @param {Happening} event */
  function rowAt({ target }) {
    const found = target.closest("[data-row]");
    return found ? Number(found.getAttribute("data-row")) : null;
  }

  /** @param {Happening} event */
  function down(event) {
    const pressed = rowAt(event);
    set({ drag: { x: event.clientX, edge, row: pressed, held: pressed ?? held, moved: false } });
  }

  /** @param {Happening} event */
  function move(event) {
    if (!drag) {
      const over = event.pointerType === "mouse" ? rowAt(event) : null;
      if (over !== hover) set({ hover: over });
      return;
    }
    const far = event.clientX - drag.x;
    if (!drag.moved && Math.abs(far) < FAR) return;
    if (!drag.moved) event.currentTarget.setPointerCapture(event.pointerId);
    const to = kept(edges, drag.edge + Math.round(far / at.cell));
    set({ drag: { ...drag, moved: true }, hover: null });
    if (to !== edge) set({ edge: to, lit: litBy(to) });
  }

  /** @param {Happening} event */
  function up(event) {
    set({ drag: null });
    if (drag?.moved) {
      if (edge !== drag.edge) choose({ edge });
    } else if (drag?.row != null && event.type === "pointerup") go(drag.row);
  }

  /** @param {number} at */
  function press(at) {
    if (edges[at] === edge) return;
    set({ lit: litBy(edges[at]) });
    choose({ edge: edges[at] });
  }
}

/** Translation: the rows written so far; what comes later is not hidden, it is not there.
 * @param {Triangle} drawing @param {Places} at */
export function RowPanel({ data: { fed, wanted, scores, steps }, words, state }, at) {
  const row = state.hover ?? state.at;
  const free = at.isNarrow ? 0 : at.count - 1 - row;
  const later = (/** @type {number} */ key) => (key > row ? "target later" : "target");
  const label = fill(words.row, { number: row + 1, fed: fed[row], wanted: wanted[row] });
  return html`
    <div class="panel single" role="img" aria-label=${label} style=${sizes(at)}>
      ${!at.isNarrow && Names(fed, later, at.cell, at.measure)}
      ${fed.slice(at.isNarrow ? row : 0, row + 1).map((name, above, { length }) => {
        const index = row + 1 - length + above;
        const weights = weightsOf(scores[index].slice(0, index + 1), index + 1);
        return html`
          <div class="columns ${index === row ? "now" : "before"}">
            ${Row(at, {
              ...{ row: index, name, weights, last: index, isChosen: index === row },
              ...{ wanted: wanted[index], p: steps?.[index] },
            })}
          </div>
        `;
      })}
      ${free > 0 && html`
        <div class="nothing" style="height: ${free * at.row - 4}px">${free * at.row > 26 &&
          words.not_yet}</div>
      `}
    </div>
  `;
}
