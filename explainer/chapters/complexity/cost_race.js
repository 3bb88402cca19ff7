// Layers side by side: multiply-adds as bars, and time from left to right with a line for every token:
// a staircase where a token waits for the one before it, a block where all are computed at once.
import { clamp, grouped, html, range, Slider } from "../../drawings/parts.js";
/** @import { Data, State, Race } from "./types.d.ts" */

const LANE = 42; // pixels of the lane of a layer's time
const MOST = 16; // tokens that are drawn one by one; of more of them several together
const MILLION = 1e6;
const STAIR = 4; // pixels of a step of a staircase at least

/** Numbers of one column: as many decimals as its smallest needs. @param {number[]} values */
export function written(values) {
  const digits = clamp(1 - Math.floor(Math.log10(Math.min(...values))), 0, 3);
  return values.map((value) => grouped(value, digits));
}

export const about = (/** @type {Data} */ { lengths, widths }) => [lengths, widths];

export default function Race(/** @type {Race} */ drawing) {
  const { data: { layers, lengths, widths }, words, state } = drawing;
  const { n, d } = state;
  const multiplied = layers.map((one) => one.multiplied[d][n] / MILLION);
  const paths = layers.map((one) => one.path[n]);
  const times = layers.map((one) => one.ms[d][n]);
  const [counts, clocked] = [multiplied, times].map(written);
  const heads = [words.multiplied, words.path, words.time];
  return html`
    <div role="group" aria-label=${words.name}>
      <div class="controls">
        ${/** @type {const} */ ([["n", lengths], ["d", widths]]).map(([name, stops]) => {
          const [label, value, told] = [words[name], state[name], grouped(stops[state[name]], 0)];
          const values = { label, max: stops.length - 1, value, told };
          return html`
            <label class="control"><span>${label}</span> <strong>${told}</strong>
              ${Slider(drawing, values, (to) => ({ [name]: to }))}</label>
          `;
        })}
      </div>
      <div role="img" aria-label=${words.drawn}>
        <div class="runner heads">${heads.map((head) => html`<span>${head}</span>`)}</div>
        ${layers.map(({ name, tone, steps, told }, row) =>
          html`
            <div class="runner" style="color: var(--${tone})">
              <span class="name">${name}</span>
              <span class="step">${told[n]}</span>
              <span class="bar"><i style=${long(multiplied, row)}></i></span>
              <span class="value ${best(multiplied, row)}">${counts[row]}</span>
              <span class="path value ${best(paths, row)}">${grouped(paths[row], 0)}</span>
              <span class="lane">
                <svg style=${long(times, row)} viewBox="0 0 1 ${LANE}" preserveAspectRatio="none">
                  <path d=${lines(Math.min(lengths[n], MOST), steps[n] > 1)} />
                </svg>
              </span>
              <span class="value ${best(times, row)}">${clocked[row]} ms</span>
            </div>
          `
        )}
      </div>
    </div>
  `;
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
