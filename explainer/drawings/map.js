// A map of numbers: rows ask, columns answer, the shade is the number. One for all chapters.
//
// A map may have thousands of cells: all of one shade are one path. The keyboard goes through them
// as through a grid of which only the cell it is on is there (aria-activedescendant).
import { bare, Cells, cellsOf, cellUnder, decimal, end, exact, html } from "./parts.js";
import { inkOn, range, signedInkOn, spans, ticks, trimmed, walk } from "./parts.js";
/** @import { MapData as Data, Cell, MapDrawing as Map } from "./types.d.ts" */

const FEW = { weights: 12, signed: 14 }; // columns up to which numbers are printed
const ROOM = { weights: 27, signed: 30 }; // pixels of a column that a number needs
const SIGN = 9; // that a sign needs
const FINE = 24; // rows or columns from which cells touch
const UNKNOWN = "?";
const TICKS = 16; // numbers on a side without names, at most

/** @param {Data} data */
export const about = ({ rows, keys, values }) => [rows, keys, values.length, values[0].length];

/** @param {Data} data @param {Cell} cell */
const namesOf = ({ rows, keys }, [q, k]) => [rows?.[q] ?? String(q), keys?.[k] ?? String(k)];

/** What is said of a cell, line by line. @param {Map} drawing @param {Cell} cell */
function linesOf({ data, words }, cell) {
  const found = data.values[cell[0]][cell[1]];
  const [row, key] = namesOf(data, cell).map(bare);
  const { titles } = data;
  return [
    [titles.row, row],
    [titles.key, key],
    [titles.value, found === null ? words.hidden : data.blank ? UNKNOWN : exact(found, 3)],
  ].map((parts) => parts.filter(Boolean).join(": "));
}

/** Where a cell is in the field. @param {Cell} cell */
const area = ([q, k]) => `grid-area: ${q + 1} / ${k + 1} / ${q + 2} / ${k + 2}`;

export default function Map(/** @type {Map} */ drawing) {
  const { data, words, state, width, measure, set, choose } = drawing;
  const { values, rows, keys, titles, tones, kind, picks, blank, signs } = data;
  const [count, columns] = [values.length, values[0].length];
  const widest = (/** @type {string[] | null} */ names) =>
    Math.max(...(names ?? ["00"]).map((name) => measure(name, 12.5, 600)));
  const wide = (width - Math.min(Math.max(120, 0.3 * width), widest(rows)) - 26) / columns;
  const isThere = (/** @type {Cell} */ [q, k]) => values[q][k] !== null;
  const at = state.at ?? state.cell ?? cellsOf(values).find(isThere) ?? [0, 0];
  const told = state.over ?? (state.isKeyed ? at : null);
  const isRight = told && (columns - told[1]) * wide < width / 2;
  const limit = end(data);
  const isFine = Math.max(count, columns) > FINE;
  const few = kind === "weights" ? Math.max(count, columns) : columns;
  const isPrinted = signs ? wide >= SIGN : few <= FEW[kind] && count <= FINE && wide >= ROOM[kind];
  const pick = (/** @type {Cell} */ cell) => picks && isThere(cell) && choose({ cell });
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.metaKey) return;
    const isPress = event.key === "Enter" || event.key === " ";
    const to = isPress ? at : walk(values, at, event.key, event.ctrlKey);
    if (!to) return;
    event.preventDefault();
    set({ at: to, over: undefined, isKeyed: true });
    if (isPress) pick(to);
  };
  return html`
    ${data.head && html`<p><strong>${data.head}</strong></p>`}
    ${data.line && html`<p>${data.line}</p>`}
    <div class="grid ${kind} ${blank && "blank"}" role="grid" tabindex="0" aria-label=${data.name}
      aria-description=${picks ? words.how : words.look} aria-rowcount=${count}
      aria-colcount=${columns} aria-activedescendant="cell-${at[0]}-${at[1]}"
      style="--row-count: ${count}; --column-count: ${columns}" onkeydown=${pressed}
      onfocus=${({ currentTarget }) => set({ isKeyed: currentTarget.matches(":focus-visible") })}
      onblur=${() => set({ isKeyed: false })}>
      <span class="title key ${tones.key}" aria-hidden="true">${titles.key}</span>
      <span class="title row ${tones.row}" aria-hidden="true">${titles.row}</span>
      ${Side("keys", keys, columns)} ${Side("rows", rows, count)}
      <div class="field ${picks && "picks"}"
        onpointerleave=${() => state.over && set({ over: undefined })}
        onpointermove=${(event) => {
          const cell = cellUnder(event, count, columns);
          const over = isThere(cell) ? cell : undefined;
          if (String(over) !== String(state.over)) set({ over });
        }} onclick=${(event) => {
          const cell = cellUnder(event, count, columns);
          set({ at: cell, isKeyed: false });
          pick(cell);
        }}>
        <svg viewBox="0 0 ${columns} ${count}" preserveAspectRatio="none" aria-hidden="true"
          shape-rendering=${isFine && "crispEdges"}>
          ${Cells(data, !isFine)}
        </svg>
        ${isPrinted && cellsOf(values).filter(isThere).map(Printed)}
        ${told && html`
          <i class="faded" data-screen style="--told-row: ${told[0]}; --told-key: ${told[1]}"></i>
        `}
        ${state.cell && isThere(state.cell) &&
          html`<div class="chosen" style=${area(state.cell)}></div>`}
        <div role="row" aria-rowindex=${at[0] + 1}>
          <div role="gridcell" id="cell-${at[0]}-${at[1]}" aria-colindex=${at[1] + 1}
            aria-selected=${picks && String(String(at) === String(state.cell))} style=${area(at)}
            aria-label=${linesOf(drawing, at).join("; ")} class=${state.isKeyed && "at"}></div>
        </div>
        ${told && html`
          <div class="told ${isRight && "left"}" data-screen aria-hidden="true" style=${area(told)}>
            ${linesOf(drawing, told).map((line) => html`<div>${line}</div>`)}
          </div>
        `}
      </div>
      ${!blank && html`
        <div class="scale" aria-hidden="true">
          <div>${titles.value}</div>
          <div class="shades"></div>
          <div class="ticks">
            ${(kind === "weights" ? [0, 0.5, 1] : [-limit, 0, limit]).map((end) =>
              html`<span>${trimmed(decimal(end))}</span>`
            )}
          </div>
        </div>
      `}
    </div>
  `;

  /** The names of rows or columns; of columns without room they run upwards.
   * @param {"rows" | "keys"} side @param {string[] | null} names @param {number} all */
  function Side(side, names, all) {
    const kind = names ? tones[side === "rows" ? "row" : "key"] : "count";
    const isUp = side === "keys" && names && widest(names) > wide;
    return html`
      <div class="${side} ${kind} ${isUp && "up"}" aria-hidden="true">
        ${(names ? range(all) : ticks(all - 1, TICKS).filter(Number.isInteger)).map((at) =>
          html`<span style="--side-place: ${at + 1}">${names ? spans(names[at]) : at}</span>`
        )}
      </div>
    `;
  }

  function Printed(/** @type {Cell} */ [q, k]) {
    const number = Number(values[q][k]);
    const known = signs?.[q][Number(number > 0)] ?? decimal(number, data.digits);
    const ink = (kind === "weights" ? inkOn : signedInkOn)(number / limit);
    const said = blank ? UNKNOWN : known;
    return html`<span class="number" style="${area([q, k])}; color: ${ink}">${said}</span>`;
  }
}

/** The cells as they stand. @param {Data} data */
export const numbers = (data) => ({
  cells: cellsOf(data.values).map(([q, k]) => {
    const [row, key] = namesOf(data, [q, k]);
    return { q, k, row, key, value: data.values[q][k] };
  }),
});
