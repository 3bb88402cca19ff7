// The triangle with its edge, and the row that is written alone.
import { fill } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { clamp } from "../../drawings/math.js";
import { moveTo } from "../../drawings/play.js";
import { roving, tab } from "../../drawings/roving.js";
import { Hatch } from "../../drawings/shade.js";
import { columnNames } from "./grid.js";
import { Cells, RowName, Wanted, weightsOf } from "./rows.js";

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

/** The staircase between what may be seen and what may not.
 * @param {Places} at @param {number} top @param {number} edge */
function stairs(at, top, edge) {
  const x = (/** @type {number} */ key) => at.left + Math.min(at.count, key) * at.cell;
  const steps = Array.from(
    { length: at.count },
    (_, row) => `H${x(row + edge + 1)}V${top + (row + 1) * at.row}`,
  );
  return `M${x(edge + 1)} ${top - 3}${steps.join("")}`;
}

/** The cells that open or close where the edge goes, in turn of two kinds, so that one that is lit
 * again begins anew. @param {Triangle["state"]} state @param {number} to */
const litBy = ({ edge, lit }, to) => ({
  low: Math.min(edge, to),
  high: Math.max(edge, to),
  turn: 1 - lit.turn,
});

/** Training: all rows at once. Rows are chosen by press and arrow keys, the edge by dragging anywhere
 * and by arrow keys on its handle. @param {Triangle} drawing @param {Places} at */
export function TrianglePanel(drawing, at) {
  const { data: { fed, wanted, scores, edges, probs }, words, state, set, choose } = drawing;
  const { edge, lit, drag } = state;
  const row = state.hover ?? state.at;
  const kind = () => "target";
  const { height: top, shown } = columnNames(fed, { ...at, kind, size: 13 });
  const held = drag?.moved ? drag.held : heldRow(at.count, edge, state.at);
  const key = Math.min(at.count, held + edge + 1);
  const aside = key < at.count ? ASIDE : 0; // beside the last column there are words
  const handle = [at.left + key * at.cell + aside, top + (held + 0.5) * at.row];
  const litAs = (/** @type {number} */ far) =>
    far > lit.low && far <= lit.high ? `lit${lit.turn}` : "";
  const go = (/** @type {number} */ to) => {
    set({ hover: null }); // a pointer that rests on another row does not hide what keys choose
    moveTo(drawing, to);
  };
  return svg`
    <svg class="panel ${drag?.moved && "dragging"}" role="group" aria-label=${words.name}
      width=${at.width} height=${top + at.count * at.row + 14}
      onpointerdown=${down} onpointermove=${move} onpointerup=${up}
      onpointercancel=${up}
      onpointerleave=${() => !drag && state.hover !== null && set({ hover: null })}>
      ${Hatch()} ${shown}
      <rect class="band" x="0" y=${top + row * at.row} width=${at.width} height=${at.row} rx="4" />
      <g role="radiogroup" aria-label=${words.rows} onkeydown=${roving(go, { press: go })}>
        ${fed.map(Row)}
      </g>
      <rect class="frame" x=${at.left} y=${top + row * at.row} height=${at.row} rx="4"
        width=${Math.min(at.count, row + edge + 1) * at.cell} />
      <path class="edge" d=${stairs(at, top, edge)} />
      <g class="handle" role="slider" tabindex="0" aria-label=${words.edge} aria-valuemin="0"
        aria-valuemax=${edges.at(-1)} aria-valuenow=${edge} onkeydown=${press}
        aria-valuetext=${edge ? fill(words.edge_open, { edge }) : words.edge_closed}
        transform="translate(${handle[0]} ${handle[1]})">
        <circle class="hit" r="17" />
        <circle class="knob" r="11" />
        <path class="arrows" d="M-3.2 -3.6L-6.8 0L-3.2 3.6M3.2 -3.6L6.8 0L3.2 3.6" />
      </g>
    </svg>
  `;

  /** @param {string} token @param {number} index */
  function Row(token, index) {
    const y = top + index * at.row;
    const isChosen = index === row;
    const number = index + 1;
    return svg`
      <g class="query" role="radio" data-row=${index} tabindex=${tab(index, state.at)}
        aria-checked=${String(isChosen)}
        aria-label=${fill(words.row, { number, fed: token, wanted: wanted[index] })}>
        <rect class="hit" x="0" y=${y} width=${at.width} height=${at.row} />
        ${RowName(at, y, token)}
        ${Cells(at, y, {
          row: index,
          weights: weightsOf(scores[index], index + edge + 1),
          last: index + edge,
          isChosen,
          lit: litAs,
        })}
        ${Wanted(at, y, wanted[index], probs?.[edges.indexOf(edge)][index], isChosen)}
      </g>
    `;
  }

  /** @param {PointerEvent} event */
  function rowAt({ target }) {
    const found = /** @type {Element} */ (target).closest("[data-row]");
    return found ? Number(found.getAttribute("data-row")) : null;
  }

  /** @param {PointerEvent} event */
  function down(event) {
    const pressed = rowAt(event);
    set({ drag: { x: event.clientX, edge, row: pressed, held: pressed ?? held, moved: false } });
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!drag) {
      const hover = event.pointerType === "mouse" ? rowAt(event) : null;
      if (hover !== state.hover) set({ hover });
      return;
    }
    const far = event.clientX - drag.x;
    if (!drag.moved && Math.abs(far) < FAR) return;
    if (!drag.moved) {
      /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    }
    const to = kept(edges, drag.edge + Math.round(far / at.cell));
    set({
      drag: { ...drag, moved: true },
      hover: null,
      ...(to !== edge && { edge: to, lit: litBy(state, to) }),
    });
  }

  /** @param {PointerEvent} event */
  function up(event) {
    set({ drag: null });
    if (drag?.moved) {
      if (edge !== drag.edge) choose({ edge });
    } else if (drag?.row != null && event.type === "pointerup") go(drag.row);
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const now = edges.indexOf(edge);
    const to = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      Home: 0,
      End: edges.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = edges[clamp(to, 0, edges.length - 1)];
    if (next === edge) return;
    set({ lit: litBy(state, next) });
    choose({ edge: next });
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
      ${fed.slice(0, row + 1).map((token, index) => {
        const isNow = index === row;
        if (at.isNarrow && !isNow) return null;
        const y = at.isNarrow ? top : top + index * at.row;
        const weights = weightsOf(scores[index].slice(0, index + 1), index + 1);
        return svg`
          <g class=${isNow ? "now" : "before"}>
            ${isNow && svg`
              <rect class="band" x="0" y=${y} width=${at.width} height=${at.row} rx="4" />
            `}
            ${RowName(at, y, token)}
            ${Cells(at, y, { row: index, weights, last: index, isChosen: isNow })}
            ${Wanted(at, y, wanted[index], steps?.[index], isNow)}
            ${isNow && svg`
              <rect class="frame" x=${at.left} y=${y} width=${number * at.cell} height=${at
                .row} rx="4" />
            `}
          </g>
        `;
      })}
      ${free > 0 && svg`
        <rect class="nothing" x=${left} y=${under + 2} width=${wide} height=${free * at.row -
          3} rx="6" />
        ${free * at.row > 26 && svg`
          <text class="not-yet" x=${left + wide / 2} y=${under + free * at.row / 2 + 5}>${words
            .not_yet}</text>
        `}
      `}
    </svg>
  `;
}
