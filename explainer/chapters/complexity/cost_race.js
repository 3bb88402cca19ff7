// Layers side by side: multiply-adds as bars, and time from left to right with a line for every token:
// a staircase where a token waits for the one before it, a block where all are computed at once.
import { fill, grouped } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { Slider } from "../../drawings/slider.js";

/** A layer: at every width and length its multiply-adds and milliseconds; at every length the steps
 * that must follow each other and the longest path.
 * @typedef {{ kind: "attention" | "recurrent" | "convolution" | "restricted", name: string,
 *   tone: string, multiplied: number[][], ms: number[][], steps: number[], path: number[] }} Layer */
/** @typedef {{ layers: Layer[], lengths: number[], widths: number[] }} Data */
/** Places in `lengths` and `widths`. @typedef {{ n: number, d: number }} State */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, State>} Race */
/** From where on and how far something is drawn. @typedef {{ x: number, wide: number }} Room */

const SLIM = 640;
const LINE = { wide: 60, slim: 96 };
const BAR = 22; // pixels of a bar of multiply-adds
const LANE = 42; // of the lane of a layer's time
const MOST = 16; // tokens that are drawn one by one; of more of them several together
const STAIR = 4; // pixels of a step of a staircase at least
const GLIDE = 200; // ms from one length to the next
const DOTS = [0, 1, 2, 3, 4]; // tokens of a pattern

const counted = (/** @type {number} */ value) => grouped(value, 0);

/** @param {number} value */
function milliseconds(value) {
  if (value >= 100) return counted(value);
  return value >= 10 ? value.toFixed(1) : value.toPrecision(2);
}

/** @param {Data} data */
export const about = ({ lengths, widths }) => JSON.stringify([lengths, widths]);

/** Rooms of the bars of multiply-adds and of the lanes of time. @param {number} width @returns {Room[]} */
function rooms(width) {
  if (width < SLIM) return [{ x: 0, wide: width - 112 }, { x: 0, wide: width - 72 }];
  const rail = 236;
  const bars = (width - rail) * 0.24;
  const x = rail + bars + 118;
  return [{ x: rail, wide: bars }, { x, wide: width - x - 72 }];
}

/** @param {Race} drawing */
export default function Race(drawing) {
  const { data: { layers, lengths, widths }, words, state: { n, d }, width, clock } = drawing;
  const isSlim = width < SLIM;
  const [bars, lanes] = rooms(width);
  const [line, top] = isSlim ? [LINE.slim, 4] : [LINE.wide, 26];
  const multiplied = layers.map((one) => one.multiplied[d][n]);
  const times = layers.map((one) => one.ms[d][n]);
  const shares = clock.toward(
    [multiplied, times].flatMap((all) => all.map((one) => one / Math.max(...all))),
    GLIDE,
  );
  /** @param {"n" | "d"} name @param {number[]} stops */
  const control = (name, stops) => {
    const told = counted(stops[drawing.state[name]]);
    const values = { label: words[name], max: stops.length - 1, value: drawing.state[name], told };
    return html`
      <label class="control">
        <span>${words[name]}</span> <strong>${told}</strong>
        ${Slider(drawing, values, (to) => ({ [name]: to }))}
      </label>
    `;
  };
  return html`
    <div role="group" aria-label=${words.name}>
      <div class="controls">${control("n", lengths)} ${control("d", widths)}</div>
      <svg width=${width} height=${top + layers.length * line} role="img" aria-label=${words.drawn}>
        ${!isSlim && svg`
          <text class="head" x=${bars.x} y="14">${words.multiplied}</text>
          <text class="head" x=${lanes.x} y="14">${words.time}</text>
        `}
        ${layers.map((layer, row) => Runner(layer, top + row * line, row))}
      </svg>
    </div>
  `;

  /** @param {Layer} layer @param {number} y @param {number} row */
  function Runner({ kind, name, tone, steps }, y, row) {
    const [bar, lane] = isSlim ? [y + 20, y + 46] : [y + (LANE - BAR) / 2, y];
    const long = Math.max(1.5, bars.wide * shares[row]);
    const time = Math.max(1.5, lanes.wide * shares[layers.length + row]);
    const value = (/** @type {number[]} */ all) =>
      all[row] === Math.min(...all) ? "value best" : "value";
    return svg`
      <g style="color: var(--${tone})">
        <text class="name" x=${isSlim ? 0 : 80} y=${y + (isSlim ? 14 : 17)}>${name}</text>
        <text class="step ${isSlim ? "end" : ""}" x=${isSlim ? width : 80} y=${y +
          (isSlim ? 14 : 35)}>${steps[n] === 1
          ? words.once
          : fill(words.steps, { n: counted(steps[n]) })}</text>
        ${!isSlim && pattern(kind, y + 6)}
        <rect class="ground" x=${bars.x} y=${bar} width=${bars.wide} height=${BAR} rx="4" />
        <rect x=${bars.x} y=${bar} width=${long} height=${BAR} rx=${Math.min(4, long / 2)} />
        <text class=${value(multiplied)} x=${bars.x + bars.wide + 8} y=${bar + BAR / 2 +
          5}>${counted(multiplied[row])}</text>
        <rect class="ground" x=${lanes.x} y=${lane} width=${lanes.wide} height=${LANE} rx="4" />
        <path d=${lines(lanes.x, lane, time, Math.min(lengths[n], MOST), steps[n] > 1)} />
        <text class=${value(times)} x=${lanes.x + lanes.wide + 8} y=${lane + LANE / 2 +
          5}>${milliseconds(times[row])} ms</text>
      </g>
    `;
  }
}

/** A line for each of so many tokens, from where its computing begins to where it ends.
 * @param {number} x @param {number} y @param {number} long @param {number} rows
 * @param {boolean} isStair */
export function lines(x, y, long, rows, isStair) {
  const high = LANE / rows;
  const tall = isStair ? Math.max(high, STAIR) : high - 0.6;
  const px = (/** @type {number} */ value) => value.toFixed(2);
  return Array.from({ length: rows }, (_, row) => {
    const [from, wide] = isStair ? [long * row / rows, long / rows] : [0, long];
    const top = y + Math.min(row * high, LANE - tall);
    return `M${px(x + from)} ${px(top)}h${px(wide)}v${px(tall)}h${px(-wide)}z`;
  }).join("");
}

/** Who a token is computed from, five of them. @param {Layer["kind"]} kind @param {number} y */
function pattern(kind, y) {
  const x = (/** @type {number} */ token) => 5 + 13 * token;
  const tie = (/** @type {number} */ from, /** @type {number} */ to) =>
    `M${x(from)} ${y + 26}L${x(to)} ${y + 4}`;
  const ties = {
    attention: DOTS.map((from) => tie(from, 4)).join(""),
    recurrent: DOTS.map((token) => tie(token, token)).join("") + `M${x(0)} ${y + 4}H${x(4)}`,
    convolution: [2, 3, 4].map((from) => tie(from, 3)).join(""),
    restricted: [2, 3, 4].map((from) => tie(from, 3)).join(""),
  };
  return svg`
    <path class="tie" d=${ties[kind]} />
    ${DOTS.map((token) =>
      [4, 26].map((level) => svg`<circle cx=${x(token)} cy=${y + level} r="3" />`)
    )}
  `;
}

/** Every layer at the length and the width that are chosen. @param {Data} data @param {State} state */
export function numbers({ layers, lengths, widths }, { n, d }) {
  const rows = layers.map(({ name, multiplied, ms, steps, path }) => ({
    layer: name,
    n: lengths[n],
    d: widths[d],
    multiply_adds: multiplied[d][n],
    ms: ms[d][n],
    sequential_steps: steps[n],
    longest_path: path[n],
  }));
  return [{ name: "layers", rows }];
}
