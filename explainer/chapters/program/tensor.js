// The tensor of a line, large: a mosaic with the names of its rows and columns. The number of a chosen
// cell is told below.
import { argmax, cellUnder, clamp, decimal, fill, grouped, html } from "../../drawings/parts.js";
import { inkOn, range, signedInkOn, spans, walk } from "../../drawings/parts.js";
import { digitsOf, Mosaic, mostOf, printed, sizesOf } from "./mosaic.js";
/** @import { TensorParts, Large, Tensor, Source, Cell, Around } from "./types.d.ts" */

const ROOMY = 27; // pixels of a cell with a number in it
const ASIDE = { named: 122, counted: 52 }; // pixels at most of what stands at the left of it
const [ABOVE, LEVEL] = [110, 60]; // and above it where names stand upright: where columns are narrower

/** The letters of the axes with their lengths, or the lengths alone. @param {Tensor} tensor */
export const Axes = ({ axes }) =>
  html`
    <span class="axes">
      ${axes.map(([letter, length]) =>
        html`<span class="axis">${letter && html`<i>${letter}</i>`}${grouped(length, 0)}</span>`
      )}
    </span>
  `;

/** Where a tensor's largest number stands. @param {Tensor} tensor @returns {Cell} */
export function largestOf(tensor) {
  const [at, columns] = [argmax(sizesOf(tensor)), tensor.size[1]];
  return [Math.floor(at / columns), at % columns];
}

/** The row and the column of a source that a cell is made of, -1 for all; null where it has none.
 * @param {Source} source @param {Cell} cell @returns {Cell | null} */
export function reads({ tensor: { size }, part }, [row, column]) {
  const across = { row, row_of_column: column, cell: row }[part] ?? -1;
  const down = { column, cell: column }[part] ?? -1;
  return across >= size[0] || down >= size[1] || Math.max(across, down) < 0 ? null : [across, down];
}

/** A counted axis tells as many of its numbers as have room. @type {TensorParts["isTold"]} */
const isTold = (at, isNamed, room, need) =>
  isNamed || room >= need || at === 0 || (at + 1) % (room * 5 >= need ? 5 : 10) === 0;

/** @param {Around} around @param {Tensor} tensor @param {Large} given */
export function Large({ data: { labels }, words }, tensor, { width, height, cell, choose, hover }) {
  const { names, numbers, axes, isWeights, size: [rows, columns] } = tensor;
  const head = html`
    <div class="head"><b class=${isWeights && "weights"}>${tensor.name}</b>${Axes(tensor)}</div>
  `;
  if (numbers.length === 1) {
    return html`<div>${head}<div class="single">${printed(tensor, numbers[0], 4)}</div></div>`;
  }
  const name = (/** @type {number} */ side, /** @type {number} */ at) =>
    names[side] ? labels[names[side]][at] : String(at + 1);
  const isNamed = names.map(Boolean);
  const left = isNamed[0] ? ASIDE.named : ASIDE.counted;
  const across = clamp((width - left) / columns, 1, rows === 1 ? 64 : 40);
  const isUpright = isNamed[1] && across < LEVEL;
  const down = clamp((height - (isUpright ? ABOVE : 40)) / rows, 7, rows === 1 ? 40 : 30);
  const told = numbers.slice(0, 3).map((number) => printed(tensor, number)).join(", ");
  const lengths = axes.map(([, length]) => length);
  const [rowAxis, columnAxis] = ["", "", ...axes.map(([letter]) => letter)].slice(-2);
  const most = mostOf(tensor);
  const cells = range(rows).map(() => range(columns));
  const pressed = (/** @type {Happening} */ event) => {
    const to = walk(cells, cell, event.key, event.ctrlKey);
    if (!to) return;
    event.preventDefault();
    choose(to);
  };
  return html`
    <div>
      ${head}
      <div class="tensor ${isUpright && "upright"}"
        style="--across: ${across}px; --down: ${down}px">
        <div class="letter across">${columnAxis}</div>
        <div class="names across">${range(columns).map((at) =>
          html`<span>${isTold(at, isNamed[1], across, 18) && spans(name(1, at))}</span>`
        )}</div>
        <div class="letter">${rowAxis}</div>
        <div class="names">${range(rows).map((at) =>
          html`<span>${isTold(at, isNamed[0] && down >= 10, down, 12) && spans(name(0, at))}</span>`
        )}</div>
        <div class="field" tabindex="0" role="application"
          style="width: ${across * columns}px; height: ${down * rows}px"
          aria-label="${tensor.name} (${lengths}): ${told}" onkeydown=${pressed}
          onpointermove=${(event) => hover(cellUnder(event, rows, columns))}
          onpointerleave=${() => hover(null)}
          onclick=${(event) => choose(cellUnder(event, rows, columns))}>
          ${Mosaic(tensor, [1, 1])} ${Numbers()}
          <i class="chosen" style="left: ${cell[1] * across}px; top: ${cell[0] * down}px"></i>
        </div>
      </div>
      <div class="foot">
        <span>${fill(words.drawn, { rows, columns })}</span>
        <span class="scale">
          <span>${isWeights ? 0 : printed(tensor, -most)}</span>
          <i class=${isWeights ? "weights" : "signed"}></i>
          <span>${isWeights ? 1 : printed(tensor, most)}</span>
        </span>
      </div>
      <div class="told">
        ${name(0, cell[0])} · ${name(1, cell[1])}:
        <b>${printed(tensor, numbers[cell[0] * columns + cell[1]], 4)}</b>
      </div>
    </div>
  `;

  /** Where there is room for them. */
  function Numbers() {
    const [ink, digits] = [isWeights ? inkOn : signedInkOn, digitsOf(tensor, most >= 10 ? 1 : 2)];
    return across >= ROOMY && down >= 14 && html`
      <div class="numbers" style="grid-template-columns: repeat(${columns}, 1fr)">
        ${numbers.map((number) => {
          const said = typeof number === "string" ? number : decimal(number, digits);
          return html`<span style="color: ${ink(Number(number) / most || 0)}">${said}</span>`;
        })}
      </div>
    `;
  }
}
