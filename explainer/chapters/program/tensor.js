// The tensor of a line, large: a mosaic with the names of its rows and columns. Of a chosen cell the
// number is told below, and what of the values that the line reads it is made of.
import { decimal, exact, fill, grouped } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { Box, Path, Words } from "../../drawings/marks.js";
import { argmax, clamp, range } from "../../drawings/math.js";
import { inkOn, signedInkOn } from "../../drawings/shade.js";
import { fitted, tspans, wide } from "../../drawings/token.js";
import { mostOf, paths } from "./mosaic.js";

/** A value: letters and lengths of its axes, and the first numbers of the last two, whose entries are
 * called by the labels of these `names`, "" where they are counted.
 * @typedef {import("./mosaic.js").Value & { name: string, axes: [string, number][],
 *   names: [string, string] }} Tensor */
/** What the line reads, and what of it a cell is made of. @typedef {{ tensor: Tensor, part: string
 *   }} Source */
/** @typedef {[number, number]} Cell */
/** @typedef {{ data: { labels: Record<string, string[]> }, words: Record<string, string>,
 *   measure: Measure }} Around */

const ROOMY = 27; // pixels of a cell with a number in it
const SLANT = { angle: -46, high: 0.72, apart: 26 }; // of a name's length its height; closer ones stand upright
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {Tensor} tensor */
const isWhole = ({ numbers, isWeights }) =>
  !isWeights && numbers.every((number) => typeof number === "string" || Number.isInteger(number));
/** @param {Tensor} tensor @param {number | string} number @param {number} [digits] */
export function printed(tensor, number, digits = 2) {
  if (typeof number === "string") return number;
  return isWhole(tensor) ? exact(number, 0) : exact(number, digits);
}
/** @param {Around} around @param {Tensor} tensor @param {number} side @param {number} at */
const nameAt = ({ data: { labels } }, { names }, side, at) =>
  names[side] ? labels[names[side]][at] : String(at + 1);

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
export function largestOf({ numbers, size }) {
  const at = argmax(numbers.map((one) => typeof one === "number" ? Math.abs(one) : -1));
  return [Math.floor(at / size[1]), at % size[1]];
}

/** The row and the column of a source that a cell is made of, -1 for all; null where it has none.
 * @param {Source} source @param {Cell} cell @returns {Cell | null} */
export function reads({ tensor: { size }, part }, [row, column]) {
  const across = { row, row_of_column: column, cell: row }[part] ?? -1;
  const down = { column, cell: column }[part] ?? -1;
  return across >= size[0] || down >= size[1] || Math.max(across, down) < 0 ? null : [across, down];
}

/** A counted axis tells as many of its numbers as have room.
 * @param {number} at @param {boolean} isNamed @param {number} room @param {number} need */
const isTold = (at, isNamed, room, need) =>
  isNamed || room >= need || at === 0 || (at + 1) % (room * 5 >= need ? 5 : 10) === 0;

/** `cell` is at hand; `choose` one for good, `hover` one while the pointer is on it.
 * @param {Around} around @param {Tensor} tensor @param {{ width: number, height: number,
 *   cell: Cell | null, sources: Source[], choose: (cell: Cell | null) => void,
 *   hover: (cell: Cell | null) => void }} given */
export function Large(around, tensor, { width, height, cell, sources, choose, hover }) {
  const { words, measure } = around;
  const { numbers, axes, isWeights, size: [rows, columns] } = tensor;
  const head = html`
    <div class="head"><b class=${isWeights && "weights"}>${tensor.name}</b>${Axes(tensor)}</div>
  `;
  if (numbers.length === 1) {
    return html`<div>${head}<div class="single">${printed(tensor, numbers[0], 4)}</div></div>`;
  }
  const name = (/** @type {number} */ side, /** @type {number} */ at) =>
    nameAt(around, tensor, side, at);
  const isNamed = tensor.names.map(Boolean);
  const [longest, highest] = [rows, columns].map((count, side) =>
    Math.max(...range(count).map((at) => wide(name(side, at), measure, 12, 600)))
  );
  const left = Math.min(96, longest) + 26;
  const room = (width - left - (isNamed[1] ? 12 : 4)) / columns;
  const across = clamp(room, 1, rows === 1 ? 64 : 40);
  const isSlanted = isNamed[1] && Math.min(84, highest) > across - 3;
  const isUpright = across < SLANT.apart;
  const above = isSlanted ? Math.min(84, highest) * (isUpright ? 1 : SLANT.high) + 8 : 16;
  const top = 18 + above;
  const down = clamp((height - top - 4) / rows, 7, rows === 1 ? 40 : 30);
  const told = numbers.slice(0, 3).map((number) => printed(tensor, number)).join(", ");
  const lengths = axes.map(([, length]) => length);
  const most = mostOf(tensor);
  const [y, x] = [top + (cell?.[0] ?? 0) * down, left + (cell?.[1] ?? 0) * across];
  /** @param {Happening} event @returns {Cell | null} */
  const under = ({ clientX, clientY, currentTarget }) => {
    const box = currentTarget.getBoundingClientRect();
    const [row, column] = [(clientY - box.top - top) / down, (clientX - box.left - left) / across]
      .map(Math.floor);
    return row >= 0 && row < rows && column >= 0 && column < columns ? [row, column] : null;
  };
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const [row, column] = cell ? [cell[0] + step[0], cell[1] + step[1]] : [0, 0];
    choose([clamp(row, 0, rows - 1), clamp(column, 0, columns - 1)]);
  };
  const made = cell && sources.flatMap((source) => {
    const lit = reads(source, cell);
    const [row, column] = lit ?? [0, 0];
    const names = [row < 0 ? ":" : nameAt(around, source.tensor, 0, row)];
    if (column >= 0) names.push(nameAt(around, source.tensor, 1, column));
    return lit ? [`${source.tensor.name}[${names.join(", ")}]`] : [];
  });
  return html`
    <div>
      ${head}
      <svg width=${Math.ceil(Math.min(width, left + columns * across + (isSlanted ? 30 : 4)))}
        height=${Math.ceil(top + rows * down + 2)} tabindex="0" role="application"
        aria-label="${tensor.name} (${lengths.join(", ")}): ${told}" onkeydown=${pressed}
        onpointermove=${(event) => hover(under(event))}
        onpointerleave=${() => hover(null)}
        onclick=${(event) => choose(under(event))}>
        ${Names()} ${Cells()} ${cell && Box("chosen", x - 0.5, y - 0.5, across, down)}
      </svg>
      <div class="foot">
        <span>${drawn()}</span>
        <span class="scale">
          <span>${isWeights ? 0 : printed(tensor, -most)}</span>
          <i class=${isWeights ? "weights" : "signed"}></i>
          <span>${isWeights ? 1 : printed(tensor, most)}</span>
        </span>
      </div>
      <div class="told">
        ${cell && html`
          ${name(0, cell[0])} · ${name(1, cell[1])}:
          <b>${printed(tensor, numbers[cell[0] * columns + cell[1]], 4)}</b>
          ${made && made.length > 0 && html`<span>← ${made.join(", ")}</span>`}
        `}
      </div>
    </div>
  `;

  /** How much of it is drawn. */
  function drawn() {
    const [high, long] = [1, 1, ...lengths].slice(-2);
    if (rows === high && columns === long && axes.length <= 3) return words.all_drawn;
    return fill(axes.length <= 2 ? words.corner_drawn : words.part_drawn, { rows, columns });
  }

  function Names() {
    const [rowAxis, columnAxis] = ["", "", ...axes.map(([letter]) => letter)].slice(-2);
    return [
      Words("letter", 6, top + rows * down / 2 + 4, rowAxis),
      Words("letter middle", left + columns * across / 2, 12, columnAxis),
      range(rows).map((row) => {
        const said = tspans(fitted(name(0, row), left - 20, measure, 12, 600));
        const isSaid = isTold(row, isNamed[0] && down >= 10, down, 12);
        return isSaid && Words("end", left - 6, top + (row + 0.5) * down + 4, said);
      }),
      range(columns).map((column) => {
        const x = left + (column + 0.5) * across + (isSlanted && isUpright ? 4 : 0);
        const turn = isSlanted && `rotate(${isUpright ? -90 : SLANT.angle} ${x} ${top - 6})`;
        const said = tspans(name(1, column));
        return isTold(column, isNamed[1], across, 18) &&
          Words(!isSlanted && "middle", x, top - 6, said, { transform: turn });
      }),
    ];
  }

  function Cells() {
    const gap = down > 12 ? 1.5 : 0.5;
    const [ink, digits] = [isWeights ? inkOn : signedInkOn, most >= 10 ? 1 : 2];
    const part = [across, down].map((side) => Math.max(0.5, side - gap) / side);
    const whole = isWhole(tensor);
    return svg`
      <g class="cells">
        <g transform="translate(${left} ${top}) scale(${across} ${down})">
          ${paths(tensor, most, part).map(({ fill, d }) => Path("", d, { style: `fill: ${fill}` }))}
        </g>
      </g>
      ${across >= ROOMY && down >= 14 && numbers.map((number, at) => {
        const x = left + (at % columns + 0.5) * across - gap / 2;
        const y = top + (Math.floor(at / columns) + 0.5) * down + 4;
        const style = `fill: ${ink(Number(number) / (most || 1) || 0)}`;
        const said = typeof number === "string" ? number : decimal(number, whole ? 0 : digits);
        return Words("number", x, y, said, { style });
      })}
    `;
  }
}
