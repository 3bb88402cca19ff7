// A map of numbers: rows ask, columns answer, the shade is the number. One for all chapters.
//
// A map may have thousands of cells: all of one shade are one path. The keyboard goes through them
// as through a grid of which only the cell it is on is there (aria-activedescendant).
import { cellsOf, cellUnder, end, existing, ink, shades, walk } from "./map_cells.js";
import { html, svg } from "./html.js";
import { Box, Path, Words } from "./marks.js";
import { range } from "./math.js";
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
 *   digits: number, signs?: string[][] | null, picks: boolean, head?: string, line?: string,
 *   blank?: boolean }} Data */
/** @typedef {readonly [number, number]} Cell */
/** `cell` is chosen, `at` where the keyboard is, `over` where the pointer is.
 * @typedef {{ cell: Cell | null, at: Cell | null, over: Cell | null, isKeyed: boolean }} State */
/** @typedef {Drawing<Data, State>} Map */

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

/** @param {Data} data @param {Cell} cell */
const namesOf = ({ rows, keys }, [q, k]) => [rows?.[q] ?? String(q), keys?.[k] ?? String(k)];

/** What is said of a cell, line by line.
 * @param {Pick<Map, "data" | "words">} drawing @param {Cell} cell */
export function linesOf({ data, words }, cell) {
  const found = data.values[cell[0]][cell[1]];
  const [row, key] = namesOf(data, cell).map(bare);
  const { titles } = data;
  return [
    [titles.row, row],
    [titles.key, key],
    [titles.value, found === null ? words.hidden : data.blank ? UNKNOWN : exact(found, 3)],
  ].map((parts) => parts.filter(Boolean).join(": "));
}

/** @param {Map} drawing */
export default function Map(drawing) {
  const { data, words, state, set, choose } = drawing;
  const { values, kind, picks, blank } = data;
  const [count, columns] = [values.length, values[0].length];
  const place = layout(drawing);
  const { left, top, wide, tall, width } = place;
  const [right, bottom] = [left + wide * columns, top + tall * count];
  const at = state.at ?? state.cell ?? existing(values);
  const told = state.over ?? (state.isKeyed ? at : null);
  const limit = end(data);
  const isThere = (/** @type {Cell} */ [q, k]) => values[q][k] !== null;
  const cornerOf = (/** @type {Cell} */ [q, k]) => ({ x: left + wide * k, y: top + tall * q });
  const middleOf = (/** @type {Cell} */ [q, k]) => (
    { x: left + (k + 0.5) * wide, y: top + (q + 0.5) * tall }
  );
  const pick = (/** @type {Cell} */ cell) => picks && isThere(cell) && choose({ cell });
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.altKey || event.metaKey) return;
    const isPress = event.key === "Enter" || event.key === " ";
    const to = isPress ? at : walk(values, at, event.key, event.ctrlKey);
    if (!to) return;
    event.preventDefault();
    set({ at: to, over: null, isKeyed: true });
    if (isPress) pick(to);
  };
  const [here, chosen] = [cornerOf(at), cornerOf(state.cell ?? at)];
  return html`
    ${data.head && html`<p><strong>${data.head}</strong></p>`}
    ${data.line && html`<p>${data.line}</p>`}
    <div class="grid ${kind}" role="grid" tabindex="0" aria-label=${data.name}
      aria-description=${picks ? words.how : words.look} aria-rowcount=${count}
      aria-colcount=${columns} aria-activedescendant="cell-${at[0]}-${at[1]}"
      onkeydown=${pressed}
      onfocus=${({ currentTarget }) => set({ isKeyed: currentTarget.matches(":focus-visible") })}
      onblur=${() => set({ isKeyed: false })}>
      <svg aria-hidden="true" width=${width} height=${place.height}>
        ${labelsOf(drawing, place)} ${cells()} ${told && faded(cornerOf(told))}
        ${state.cell && isThere(state.cell) &&
          Box("chosen", chosen.x, chosen.y, wide, tall, { rx: 2 })}
        ${!blank && scale()}
        ${Box(picks ? "field picks" : "field", left, top, right - left, bottom - top, {
          onpointerleave: () => state.over && set({ over: null }),
          onpointermove(event) {
            const cell = cellUnder(event, count, columns);
            const over = isThere(cell) ? cell : null;
            if (String(over) !== String(state.over)) set({ over });
          },
          onclick(event) {
            const cell = cellUnder(event, count, columns);
            set({ at: cell, isKeyed: false });
            pick(cell);
          },
        })}
      </svg>
      <div role="row" aria-rowindex=${at[0] + 1}>
        <div role="gridcell" id="cell-${at[0]}-${at[1]}" aria-colindex=${at[1] + 1}
          aria-selected=${picks && String(String(at) === String(state.cell))}
          aria-label=${linesOf(drawing, at).join("; ")} class=${state.isKeyed ? "at" : "away"}
          style="left: ${here.x}px; top: ${here.y}px; width: ${wide}px; height: ${tall}px"></div>
      </div>
      ${told && tooltip(told)}
    </div>
  `;

  /** Shades, strokes where nothing is, numbers. */
  function cells() {
    const { digits, signs } = data;
    /** @type {[number, number] | undefined} */
    const gaps = Math.max(count, columns) > FINE ? undefined : [GAP / wide, GAP / tall];
    const few = kind === "weights" ? Math.max(count, columns) : columns;
    const hasRoom = few <= FEW[kind] && count <= FINE && wide >= ROOM[kind];
    const isPrinted = signs ? wide >= SIGN : hasRoom;
    const written = (/** @type {number} */ number, /** @type {number} */ q) =>
      blank ? UNKNOWN : signs ? signs[q][Number(number > 0)] : decimal(number, digits);
    const isWhole = values.every((row) => !row.includes(null));
    const all = gaps || !isWhole || isPrinted ? cellsOf(values) : [];
    const there = isWhole ? all : all.filter(isThere);
    const none = isWhole ? [] : all.filter((cell) => !isThere(cell));
    return svg`
      <g transform="translate(${left} ${top}) scale(${wide} ${tall})"
        shape-rendering=${!gaps && "crispEdges"} class=${blank && "blank"}>
        ${gaps && Path("ground", there.map(([q, k]) => `M${k} ${q}h1v1h-1z`).join(""))}
        ${shades(data, gaps).map(([fill, d]) => Path("", d, { style: `fill: ${fill}` }))}
      </g>
      ${none.length > 0 && Path("none", none.map(strokes).join(""))}
      ${isPrinted && there.map(([q, k]) => {
        const number = Number(values[q][k]);
        const [{ x, y }, style] = [middleOf([q, k]), `fill: ${ink(kind, number / limit)}`];
        return Words("number", x, y, written(number, q), { style });
      })}
    `;
  }

  /** Three slanted lines where nothing is. @param {Cell} cell */
  function strokes(cell) {
    const reach = 0.36 * Math.min(wide, tall);
    const { x, y } = middleOf(cell);
    const [long, short] = [2, 1].map((times) => `l${times * reach} ${-times * reach}`);
    return `M${x - reach} ${y + reach}${long}M${x - reach} ${y}${short}M${x} ${y + reach}${short}`;
  }

  /** All but the row and the column of a cell. @param {{ x: number, y: number }} corner */
  function faded({ x, y }) {
    const d = [[left, x], [x + wide, right]].flatMap(([from, to]) =>
      [[top, y], [y + tall, bottom]].map(([over, under]) =>
        `M${from} ${over}H${to}V${under}H${from}z`
      )
    ).join("");
    return Path("faded", d, { "data-screen": true });
  }

  /** The legend. */
  function scale() {
    const long = Math.min(SCALE, width - left);
    const low = kind === "signed" ? -1 : 0;
    const y = bottom + HEAD;
    const marks = low ? [-1, 0, 1] : [0, 0.25, 0.5, 0.75, 1];
    const shown = range(STEPS).map((at) => low + (1 - low) * (at + 0.5) / STEPS);
    const size = `translate(${left} ${y + 7}) scale(${long / STEPS} 9)`;
    return svg`
      ${Words("what", left, y, data.titles.value)}
      <g transform=${size} shape-rendering="crispEdges">
        ${shades({ ...data, values: [shown], limit: 1 }).map(([fill, d]) =>
          Path("", d, { style: `fill: ${fill}` })
        )}
      </g>
      ${marks.map((mark) => {
        const said = decimal(mark * limit, 2).replace(/\.?0+$/, "");
        return Words("tick", left + long * (mark - low) / (1 - low), y + 30, said);
      })}
    `;
  }

  /** @param {Cell} cell */
  function tooltip(cell) {
    const { x, y } = middleOf(cell);
    const [side, far] = x > width / 2 ? ["right", width - x] : ["left", x];
    return html`
      <div class="told" data-screen aria-hidden="true"
        style="${side}: ${far + wide / 2 + 8}px; top: ${y}px">
        ${linesOf(drawing, cell).map((line) => html`<div>${line}</div>`)}
      </div>
    `;
  }
}

/** The cells as they stand. @param {Data} data */
export function numbers(data) {
  const rows = cellsOf(data.values).map(([q, k]) => {
    const [row, key] = namesOf(data, [q, k]);
    return { q, k, row, key, value: data.values[q][k] };
  });
  return [{ name: "cells", rows }];
}
