// Layers side by side: multiply-adds as bars, and time from left to right with a line for every token:
// a staircase where a token waits for the one before it, a block where all are computed at once.
import { fill, grouped, html, power, range, Slider } from "../../drawings/parts.js";
/** @import { Data, State, Race } from "./types.d.ts" */

const LANE = 42; // pixels of the lane of a layer's time
const MOST = 16; // tokens that are drawn one by one; of more of them several together
const STAIR = 4; // pixels of a step of a staircase at least

const counted = (/** @type {number} */ value) => grouped(value, 0);
const short = (/** @type {number} */ value) => value < 1e6 ? counted(value) : power(value, 1);

function milliseconds(/** @type {number} */ value) {
  if (value >= 100) return counted(value);
  return value >= 10 ? value.toFixed(1) : value.toPrecision(2);
}

export const about = (/** @type {Data} */ { lengths, widths }) => [lengths, widths];

export default function Race(/** @type {Race} */ drawing) {
  const { data: { layers, lengths, widths }, words, state } = drawing;
  const { n, d } = state;
  const multiplied = layers.map((one) => one.multiplied[d][n]);
  const times = layers.map((one) => one.ms[d][n]);
  return html`
    <div role="group" aria-label=${words.name}>
      <div class="controls">${Control("n", lengths)} ${Control("d", widths)}</div>
      <div role="img" aria-label=${words.drawn}>
        <div class="runner heads"><span>${words.multiplied}</span><span>${words.time}</span></div>
        ${layers.map(({ name, tone, steps }, row) =>
          html`
            <div class="runner" style="color: var(--${tone})">
              <span class="name">${name}</span>
              <span class="step">${steps[n] === 1
                ? words.once
                : fill(words.steps, { n: counted(steps[n]) })}</span>
              <span class="bar"><i style=${long(multiplied, row)}></i></span>
              <span class="value ${best(multiplied, row)}">${short(multiplied[row])}</span>
              <span class="lane">
                <svg style=${long(times, row)} viewBox="0 0 1 ${LANE}" preserveAspectRatio="none">
                  <path d=${lines(Math.min(lengths[n], MOST), steps[n] > 1)} />
                </svg>
              </span>
              <span class="value ${best(times, row)}">${milliseconds(times[row])} ms</span>
            </div>
          `
        )}
      </div>
    </div>
  `;

  function Control(/** @type {"n" | "d"} */ name, /** @type {number[]} */ stops) {
    const told = counted(stops[state[name]]);
    const values = { label: words[name], max: stops.length - 1, value: state[name], told };
    return html`
      <label class="control">
        <span>${words[name]}</span> <strong>${told}</strong>
        ${Slider(drawing, values, (to) => ({ [name]: to }))}
      </label>
    `;
  }
}

/** @param {number[]} all @param {number} row */
const long = (all, row) => `width: ${100 * all[row] / Math.max(...all)}%`;
/** @param {number[]} all @param {number} row */
const best = (all, row) => all[row] === Math.min(...all) && "best";

/** A line for each of so many tokens, from where its computing begins to where it ends, 0..1. */
export function lines(/** @type {number} */ rows, /** @type {boolean} */ isStair) {
  const high = LANE / rows;
  const tall = isStair ? Math.max(high, STAIR) : high - 0.6;
  const wide = isStair ? 1 / rows : 1;
  return range(rows).map((row) => {
    const top = Math.min(row * high, LANE - tall);
    return `M${isStair ? row * wide : 0} ${top}h${wide}v${tall}h${-wide}z`;
  }).join("");
}

/** Every layer at the length and the width that are chosen. @param {Data} data @param {State} state */
export const numbers = ({ layers, lengths, widths }, { n, d }) => ({
  layers: layers.map(({ name, multiplied, ms, steps, path }) => ({
    ...{ layer: name, n: lengths[n], d: widths[d], multiply_adds: multiplied[d][n] },
    ...{ ms: ms[d][n], sequential_steps: steps[n], longest_path: path[n] },
  })),
});
