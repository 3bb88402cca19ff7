// Two lines from 0 to 1 cut into tokens, the most probable first: what the model said, and below it
// what temperature and filters made of that. Every token is tied to itself; a number falls on the lower
// line, and may be dragged to see what another one would draw. What the numbers of other seeds draw
// falls into a row.
import { bare, decimal, fill, FINE, grouped, html, Path } from "../../drawings/parts.js";
import { percent, PlayButton, shortPercent, Slider, spans, wide } from "../../drawings/parts.js";
/** @import { LotteryParts, Part, Data, State, Lottery } from "./types.d.ts" */

const [STEP, LAST] = [0.0001, 0.9999]; // of the number
const STOPS = 10; // of the knob, for one of temperature
const EACH = 200; // milliseconds from number to number
const KNOB = ".st-key-sampling_temperature input[type=range]";

/** The line flows while the knob is held; the server is told where it is let go. */
export const hears = {
  pointermove(/** @type {unknown} */ _, /** @type {any} */ { buttons }, /** @type {State} */ now) {
    const knob = /** @type {HTMLInputElement | null} */ (buttons && document.querySelector(KNOB));
    const temperature = Number(knob?.value ?? NaN);
    return temperature >= 0 && temperature !== now.temperature ? { temperature } : null;
  },
};
export const start = (/** @type {Data} */ { uniforms }) => ({ at: uniforms.length - 1, u: null });
export const about = (/** @type {Data} */ { written, uniforms }) => [written, uniforms];

const isLeft = (/** @type {Part} */ { low, high }) => high > low;

/** What is told, as it is at the temperature of the knob that is held.
 * @param {Data} data @param {State} state @returns {Data} */
export function heldData(data, { temperature = NaN }) {
  const stop = temperature !== data.temperature && data.flow?.[Math.round(STOPS * temperature)];
  if (!stop) return data;
  let high = 0;
  const parts = data.parts.map((part, at) => (
    { ...part, low: high, high: high += stop.shares[at] }
  ));
  return { ...data, parts, temperature, entropy: stop.entropy };
}

/** The part a number falls on. @param {Part[]} parts @param {number} uniform */
export function partAt(parts, uniform) {
  const left = parts.filter(isLeft);
  return left.find(({ high }) => uniform < high) ?? left[left.length - 1];
}

/** A mark that stands alone is the token, and loud. @param {string} token */
const written = (token) => (bare(token) ? spans(token) : token);

/** @param {Lottery} drawing */
export default function Lottery(drawing) {
  const { words, state, width, measure, set } = drawing;
  const data = heldData(drawing.data, state);
  const { written: tokens, mass, isCut, uniforms, parts, temperature, entropy } = data;
  const uniform = state.u ?? uniforms[state.at < uniforms.length - 1 ? state.at : 0];
  const hit = partAt(parts, uniform);
  const left = parts.filter(isLeft);
  const number = `left: ${100 * uniform}%`;
  const label = (/** @type {Part} */ { token, count }) =>
    token ?? fill(words.merged, { count: grouped(count, 0) });
  const kind = (/** @type {Part} */ part) =>
    !isLeft(part) ? "cut" : part.token === null ? "rest" : part === hit ? "drawn" : "";
  const [u, low, high] = [uniform, hit.low, hit.high].map((value) => decimal(value, 4));
  const told = fill(words.picked, { uniform: u, token: bare(label(hit)) || label(hit), low, high });
  const values = { label: words.handle, max: LAST, step: STEP, value: uniform, told };
  const warm = isCut ? words.after_both : words.after_warm;
  const after = { 0: words.after_zero, 1: isCut ? words.after : words.after_same }[temperature];
  const fall = (/** @type {Partial<State>} */ change) => set({ u: null, ...change });
  const draw = fill(words.draw, { count: uniforms.length });
  const before = mass ? fill(words.before_cut, { mass: percent(mass) }) : words.before;
  const text = tokens.join("").replaceAll("\u2581", " ").trim();
  const soFar = tokens.length ? fill(words.so_far, { tokens: text }) : words.nothing_yet;
  const choices = { entropy: decimal(entropy), choices: grouped(Math.exp(entropy), 1) };
  return html`
    <div class="written">${soFar}</div>
    <div class="lines" role="group" aria-label=${told}>
      <div class="title">${before}</div>
      <div class="line above">${parts.map((part) => Box("was", part, part.from, part.to))}</div>
      <svg class="ties" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        ${parts.map((part) =>
          Path(`tie ${kind(part)}`, `M${part.from} 0H${part.to}L${part.high} 1H${part.low}Z`, FINE)
        )}
      </svg>
      <div class="line below">
        ${left.map((part) => Box("part", part, part.low, part.high))}
        <i class="number" style=${number}></i>
        <i class="pin" style=${number}></i>
        <span class="value ${uniform > 0.5 && "end"}" style=${number}>u = ${u}
          ${!hasRoom(hit, hit.high - hit.low) && html`→ <b>${written(label(hit))}</b>`}</span>
        <div class="slider">${Slider({ ...drawing, choose: set }, values, (u) => ({ u }))}</div>
      </div>
      <div class="axis">
        <span>0</span><span>${after ?? fill(warm, { temperature })}</span><span>1</span>
      </div>
    </div>
    <div class="fallen">
      ${PlayButton({ ...drawing, set: fall, choose: fall }, draw, uniforms.length, EACH)}
      ${uniforms.slice(0, state.at + 1).map((one) => partAt(parts, one)).map(({ token }) =>
        html`<span class="fell ${token === null && "rest"}">${written(token ?? words.rare)}</span>`
      )}
    </div>
    <div class="caption" aria-live="polite">${told} ${fill(words.choices, choices)}</div>
  `;

  /** A name has room in its part or none there. @type {LotteryParts["Box"]} */
  function Box(line, part, from, to) {
    const place = `left: ${100 * from}%; width: ${100 * (to - from)}%`;
    const told = shortPercent(to - from);
    const hasNumber = wide(label(part), measure) + measure(told, 12.5) + 20 < (to - from) * width;
    return html`
      <div class="${line} ${kind(part)}" style=${place}
        title="${bare(label(part))} ${percent(to - from)}">
        ${hasRoom(part, to - from) && html`
          <span class="name ${kind(part)}">${written(label(part))}</span>
          ${hasNumber && html`<span class="share ${kind(part)}">${told}</span>`}
        `}
      </div>
    `;
  }

  function hasRoom(/** @type {Part} */ part, /** @type {number} */ share) {
    return wide(label(part), measure) + 8 < share * width;
  }
}

/** The parts of both lines. @param {Data} data */
export const numbers = ({ parts }) => ({
  line: parts.map(({ token, count, low, high, from, to }) => ({
    ...{ token: token ?? "", tokens: count, from: low, to: high },
    ...{ chance: high - low, before: to - from },
  })),
});
