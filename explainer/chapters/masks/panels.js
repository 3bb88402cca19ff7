// The triangle with its edge, and the row that is written alone.
import { fill } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { Box, Path, Words } from "../../drawings/marks.js";
import { range } from "../../drawings/math.js";
import { moveTo } from "../../drawings/play.js";
import { arrows, roving, tab } from "../../drawings/roving.js";
import { Hatch } from "../../drawings/shade.js";
import { columnNames } from "./grid.js";
import { Row, weightsOf } from "./rows.js";

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
  const { height: top, shown } = columnNames(fed, { ...at, kind: () => "target", size: 13 });
  const held = drag?.moved ? drag.held : heldRow(at.count, edge, state.at);
  const key = Math.min(at.count, held + edge + 1);
  const aside = key < at.count ? ASIDE : 0; // beside the last column there are words
  const handle = [at.left + key * at.cell + aside, top + (held + 0.5) * at.row];
  // The staircase between what may be seen and what may not.
  const stair = (/** @type {number} */ row) =>
    at.left + Math.min(at.count, row + edge + 1) * at.cell;
  const stairs = range(at.count).map((row) => `H${stair(row)}V${top + (row + 1) * at.row}`);
  const go = (/** @type {number} */ to) => {
    set({ hover: null }); // a pointer that rests on another row does not hide what keys choose
    moveTo(drawing, to);
  };
  /** The cells that open or close, in turn of two kinds, so that one lit again begins anew.
   * @param {number} to */
  const litBy = (to) => (
    { low: Math.min(edge, to), high: Math.max(edge, to), turn: 1 - lit.turn }
  );
  return svg`
    <svg class="panel ${drag?.moved && "dragging"}" role="group" aria-label=${words.name}
      width=${at.width} height=${top + at.count * at.row + 14}
      onpointerdown=${down} onpointermove=${move} onpointerup=${up}
      onpointercancel=${up}
      onpointerleave=${() => !drag && hover !== null && set({ hover: null })}>
      ${Hatch()} ${shown}
      ${Box("band", 0, top + row * at.row, at.width, at.row, { rx: 4 })}
      <g role="radiogroup" aria-label=${words.rows} onkeydown=${roving(go, { press: go })}>
        ${fed.map((name, row) => RowOf(name, row))}
      </g>
      ${Box("frame", at.left, top + row * at.row, stair(row) - at.left, at.row, { rx: 4 })}
      ${Path("edge", `M${stair(0)} ${top - 3}${stairs.join("")}`)}
      <g class="handle" role="slider" tabindex="0" aria-label=${words.edge} aria-valuemin="0"
        aria-valuemax=${edges.at(-1)} aria-valuenow=${edge}
        onkeydown=${arrows(edges.indexOf(edge), edges.length, press, -1)}
        aria-valuetext=${edge ? fill(words.edge_open, { edge }) : words.edge_closed}
        transform="translate(${handle[0]} ${handle[1]})">
        <circle class="hit" r="17" />
        <circle class="knob" r="11" />
        <path class="arrows" d="M-3.2 -3.6L-6.8 0L-3.2 3.6M3.2 -3.6L6.8 0L3.2 3.6" />
      </g>
    </svg>
  `;

  /** @param {string} name @param {number} index */
  function RowOf(name, index) {
    const y = top + index * at.row;
    const isChosen = index === row;
    const values = { number: index + 1, fed: name, wanted: wanted[index] };
    return svg`
      <g class="query" role="radio" data-row=${index} tabindex=${tab(index, state.at)}
        aria-checked=${String(isChosen)} aria-label=${fill(words.row, values)}>
        ${Box("hit", 0, y, at.width, at.row)}
        ${Row(at, y, {
          ...{ row: index, name, last: index + edge, isChosen, wanted: wanted[index] },
          weights: weightsOf(scores[index], index + edge + 1),
          lit: (far) => (far > lit.low && far <= lit.high ? `lit${lit.turn}` : ""),
          p: probs?.[edges.indexOf(edge)][index],
        })}
      </g>
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
  const kind = (/** @type {number} */ key) => (key > row ? "target later" : "target");
  const names = at.isNarrow
    ? { height: 4, shown: null }
    : columnNames(fed, { ...at, kind, size: 13 });
  const top = names.height;
  const free = at.isNarrow ? 0 : at.count - 1 - row;
  const [under, left] = [top + (row + 1) * at.row, at.left + 0.75];
  const wide = at.count * at.cell - 1.5;
  const number = row + 1;
  return svg`
    <svg class="panel single" role="img" width=${at.width}
      height=${top + (at.isNarrow ? 1 : at.count) * at.row + 14}
      aria-label=${fill(words.row, { number, fed: fed[row], wanted: wanted[row] })}>
      ${names.shown}
      ${fed.slice(0, row + 1).map((name, index) => {
        const isChosen = index === row;
        if (at.isNarrow && !isChosen) return null;
        const y = at.isNarrow ? top : top + index * at.row;
        const weights = weightsOf(scores[index].slice(0, index + 1), index + 1);
        return svg`
          <g class=${isChosen ? "now" : "before"}>
            ${isChosen && Box("band", 0, y, at.width, at.row, { rx: 4 })}
            ${Row(at, y, {
              ...{ row: index, name, weights, last: index, isChosen, wanted: wanted[index] },
              p: steps?.[index],
            })}
            ${isChosen && Box("frame", at.left, y, number * at.cell, at.row, { rx: 4 })}
          </g>
        `;
      })}
      ${free > 0 && [
        Box("nothing", left, under + 2, wide, free * at.row - 3, { rx: 6 }),
        free * at.row > 26 &&
        Words("not-yet", left + wide / 2, under + free * at.row / 2 + 5, words.not_yet),
      ]}
    </svg>
  `;
}
