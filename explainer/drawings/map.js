// A map of numbers: rows ask, columns answer, the shade is the number. One for all chapters.
//
// A map may have thousands of cells: all of one shade are one path. The keyboard goes through them
// as through a grid of which only the cell it is on is there (aria-activedescendant).
import { cellsOf, end, existing, ink, shades, walk } from "./map_cells.js";
import { html, svg } from "./html.js";
import { clamp } from "./math.js";
import { decimal, exact } from "./format.js";
import { HEAD, labelsOf, layout } from "./map_sides.js";
import { bare } from "./token.js";

/** There is no cell where a value is null; a side without names counts from 0. Weights are 0 to 1,
 * signed numbers even around 0 up to `limit`, where that is null up to the largest of them.
 * `digits` are those printed into the cells of a small map, `signs` words of each row for minus and
 * plus that stand there instead. Of a `blank` map no number is known.
 * @typedef {{ name: string, values: (number | null)[][], rows: string[] | null,
 *   keys: string[] | null, titles: { row: string, key: string, value: string },
 *   tones: { row: string, key: string }, kind: "weights" | "signed", limit: number | null,
 *   digits: number, signs?: string[][] | null, picks: boolean,
 *   blank?: boolean }} Data */
/** @typedef {readonly [number, number]} Cell */
/** `cell` is chosen, `at` where the keyboard is, `over` where the pointer is.
 * @typedef {{ cell: Cell | null, at: Cell | null, over: Cell | null, isKeyed: boolean }} State */
/** @typedef {import("./mount.js").Drawing<Data, State>} Map */

const FEW = { weights: 12, signed: 14 }; // columns up to which numbers are printed
const ROOM = { weights: 27, signed: 30 }; // pixels of a column that a number needs
const SIGN = 9; // that a sign needs
const FINE = 24; // rows or columns from which cells touch
const UNKNOWN = "?";
const GAP = 0.7; // pixels on each side of a cell
const SCALE = 220; // pixels of the legend
const STEPS = 44; // of it

/** @param {Data} data */
export const about = ({ rows, keys, values }) =>
  JSON.stringify([rows, keys, values.length, values[0].length]);

/** @returns {State} */
export const start = () => ({ cell: null, at: null, over: null, isKeyed: false });

/** @param {Cell | null} one @param {Cell | null} other */
const isSame = (one, other) => one?.[0] === other?.[0] && one?.[1] === other?.[1];

/** @param {Map} drawing */
export default function Map(drawing) {
  const { data, words, state, set, choose } = drawing;
  const place = layout(drawing);
  const at = state.at ?? state.cell ?? existing(data.values);
  const told = state.over ?? (state.isKeyed ? at : null);
  /** @param {Cell} cell */
  const pick = (cell) => data.picks && value(data, cell) !== null && choose({ cell });
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.altKey || event.metaKey) return;
    const isPress = event.key === "Enter" || event.key === " ";
    const to = isPress ? at : walk(data.values, at, event.key, event.ctrlKey);
    if (!to) return;
    event.preventDefault();
    set({ at: to, over: null, isKeyed: true });
    if (isPress) pick(to);
  };
  /** @param {PointerEvent} event */
  const cellAt = ({ clientX, clientY, currentTarget }) => {
    const box = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    const [rows, columns] = [data.values.length, data.values[0].length];
    return /** @type {const} */ ([
      clamp(Math.floor((clientY - box.top) / box.height * rows), 0, rows - 1),
      clamp(Math.floor((clientX - box.left) / box.width * columns), 0, columns - 1),
    ]);
  };
  /** @param {PointerEvent} event */
  const moved = (event) => {
    const cell = cellAt(event);
    const over = value(data, cell) === null ? null : cell;
    if (!isSame(over, state.over)) set({ over });
  };
  /** @param {PointerEvent} event */
  const clicked = (event) => {
    const cell = cellAt(event);
    set({ at: cell, isKeyed: false });
    pick(cell);
  };
  return html`
    <div class="grid ${data.kind}" role="grid" tabindex="0" aria-label=${data.name}
      aria-description=${data.picks ? words.how : words.look} aria-rowcount=${data.values.length}
      aria-colcount=${data.values[0].length} aria-activedescendant="cell-${at[0]}-${at[1]}"
      onkeydown=${pressed} onfocus=${(/** @type {FocusEvent} */ { currentTarget }) =>
        set({ isKeyed: /** @type {Element} */ (currentTarget).matches(":focus-visible") })}
      onblur=${() => set({ isKeyed: false })}>
      <svg aria-hidden="true" width=${place.width} height=${place.height}>
        ${labelsOf(drawing, place)} ${cells(drawing, place)}
        ${told && faded(data, place, told)}
        ${state.cell && value(data, state.cell) !== null && box(place, state.cell, "chosen")}
        ${!data.blank && scale(drawing, place)}
        <rect class=${data.picks ? "field picks" : "field"} x=${place.left} y=${place.top}
          width=${place.wide * data.values[0].length} height=${place.tall * data.values.length}
          onpointermove=${moved} onpointerleave=${() => state.over && set({ over: null })}
          onclick=${clicked} />
      </svg>
      <div role="row" aria-rowindex=${at[0] + 1}>
        <div role="gridcell" id="cell-${at[0]}-${at[1]}" aria-colindex=${at[1] + 1}
          aria-selected=${data.picks && String(isSame(at, state.cell))}
          aria-label=${linesOf(drawing, at).join("; ")} class=${state.isKeyed ? "at" : "away"}
          style="left: ${place.left + at[1] * place.wide}px; top: ${place.top +
            at[0] * place.tall}px; width: ${place.wide}px; height: ${place.tall}px"></div>
      </div>
      ${told && tooltip(drawing, place, told)}
    </div>
  `;
}

/** @param {Data} data @param {Cell} cell */
const value = ({ values }, [q, k]) => values[q][k];

/** @param {Data} data @param {Cell} cell */
const namesOf = (
  { rows, keys },
  [q, k],
) => [rows ? rows[q] : String(q), keys ? keys[k] : String(k)];

/** What is said of a cell, line by line.
 * @param {Pick<Map, "data" | "words">} drawing @param {Cell} cell */
export function linesOf({ data, words }, cell) {
  const found = value(data, cell);
  const [row, key] = namesOf(data, cell).map(bare);
  const { titles } = data;
  return [
    [titles.row, row],
    [titles.key, key],
    [titles.value, found === null ? words.hidden : data.blank ? UNKNOWN : exact(found, 3)],
  ].map((parts) => parts.filter(Boolean).join(": "));
}

/** Shades, strokes where nothing is, numbers.
 * @param {Map} drawing @param {import("./map_sides.js").Place} place */
function cells({ data }, place) {
  const { left, top, wide, tall } = place;
  const { values, kind, digits, signs, blank } = data;
  const [rows, columns] = [values.length, values[0].length];
  /** @type {[number, number] | undefined} */
  const gaps = Math.max(rows, columns) > FINE ? undefined : [GAP / wide, GAP / tall];
  const few = kind === "weights" ? Math.max(rows, columns) : columns;
  const isPrinted = signs ? wide >= SIGN : few <= FEW[kind] && rows <= FINE && wide >= ROOM[kind];
  const limit = end(data);
  /** @param {number} number @param {number} q */
  const written = (number, q) =>
    blank ? UNKNOWN : signs ? signs[q][Number(number > 0)] : decimal(number, digits);
  const isWhole = values.every((row) => !row.includes(null));
  const none = isWhole ? [] : cellsOf(values).filter((cell) => value(data, cell) === null);
  const ground = gaps && cellsOf(values).filter((cell) => value(data, cell) !== null);
  return svg`
    <g transform="translate(${left} ${top}) scale(${wide} ${tall})"
      shape-rendering=${!gaps && "crispEdges"} class=${blank && "blank"}>
      ${ground &&
        svg`<path class="ground" d=${ground.map(([q, k]) => `M${k} ${q}h1v1h-1z`).join("")} />`}
      ${shades(data, gaps).map(([fill, d]) => svg`<path style="fill: ${fill}" d=${d} />`)}
    </g>
    ${none.length > 0 && svg`<path class="none" d=${strokes(none, place)} />`}
    ${isPrinted && cellsOf(values).map(([q, k]) => {
      const number = values[q][k];
      return number !== null && svg`
        <text class="number" style="fill: ${ink(kind, number / limit)}" x=${left + (k + 0.5) * wide}
          y=${top + (q + 0.5) * tall}>${written(number, q)}</text>
      `;
    })}
  `;
}

/** Three slanted lines in each cell where nothing is.
 * @param {Cell[]} none @param {import("./map_sides.js").Place} place */
function strokes(none, { left, top, wide, tall }) {
  const reach = 0.36 * Math.min(wide, tall);
  return none.map(([q, k]) => {
    const [x, y] = [left + (k + 0.5) * wide, top + (q + 0.5) * tall];
    const long = `l${2 * reach} ${-2 * reach}`;
    const short = `l${reach} ${-reach}`;
    return `M${x - reach} ${y + reach}${long}M${x - reach} ${y}${short}M${x} ${y + reach}${short}`;
  }).join("");
}

/** All but the row and the column of a cell.
 * @param {Data} data @param {import("./map_sides.js").Place} place @param {Cell} cell */
function faded({ values }, { left, top, wide, tall }, [q, k]) {
  const [right, bottom] = [left + wide * values[0].length, top + tall * values.length];
  const [x, y] = [left + wide * k, top + tall * q];
  const d = [[left, x], [x + wide, right]].map(([from, to]) =>
    [[top, y], [y + tall, bottom]].map(([over, under]) =>
      `M${from} ${over}H${to}V${under}H${from}z`
    ).join("")
  ).join("");
  return svg`<path class="faded" data-screen d=${d} />`;
}

/** @param {import("./map_sides.js").Place} place @param {Cell} cell @param {string} kind */
const box = ({ left, top, wide, tall }, [q, k], kind) =>
  svg`
    <rect class=${kind} x=${left + k * wide} y=${top + q * tall} width=${wide} height=${tall}
      rx="2" />
  `;

/** The legend. @param {Map} drawing @param {import("./map_sides.js").Place} place */
function scale({ data, width }, { left, top, tall }) {
  const limit = end(data);
  const long = Math.min(SCALE, width - left);
  const low = data.kind === "signed" ? -1 : 0;
  const y = top + tall * data.values.length + HEAD;
  const marks = low ? [-1, 0, 1] : [0, 0.25, 0.5, 0.75, 1];
  const step = long / STEPS;
  const shown = Array.from({ length: STEPS }, (_, at) => low + (1 - low) * (at + 0.5) / STEPS);
  return svg`
    <text class="what" x=${left} y=${y}>${data.titles.value}</text>
    <g transform="translate(${left} ${y + 7}) scale(${step} 9)" shape-rendering="crispEdges">
      ${shades({ ...data, values: [shown], limit: 1 }).map(([fill, d]) =>
        svg`<path style="fill: ${fill}" d=${d} />`
      )}
    </g>
    ${marks.map((mark) =>
      svg`<text class="tick" x=${left + long * (mark - low) / (1 - low)} y=${y + 30}>${
        decimal(mark * limit, 2).replace(/\.?0+$/, "")
      }</text>`
    )}
  `;
}

/** @param {Map} drawing @param {import("./map_sides.js").Place} place @param {Cell} cell */
function tooltip(drawing, { left, top, wide, tall, width }, cell) {
  const x = left + (cell[1] + 0.5) * wide;
  const isLeft = x > width / 2;
  return html`
    <div class="told" data-screen aria-hidden="true"
      style="${isLeft ? "right" : "left"}: ${(isLeft ? width - x : x) + wide / 2 +
        8}px; top: ${top + (cell[0] + 0.5) * tall}px">
      ${linesOf(drawing, cell).map((line) => html`<div>${line}</div>`)}
    </div>
  `;
}

/** The cells as they stand. @param {Data} data */
export function numbers(data) {
  const rows = cellsOf(data.values).map((cell) => {
    const [row, key] = namesOf(data, cell);
    return { q: cell[0], k: cell[1], row, key, value: value(data, cell) };
  });
  return [{ name: "cells", rows }];
}
