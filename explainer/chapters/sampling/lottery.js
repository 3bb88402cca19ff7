// Two lines from 0 to 1 cut into tokens, the most probable first: what the model said, and below it
// what temperature and filters made of that. Every token is tied to itself; a number falls on the lower
// line, and may be dragged to see what another one would draw. What the numbers of other seeds draw
// falls into a row.
import { bare, decimal, fill, FINE, grouped, html, Path } from "../../drawings/parts.js";
import { percent, PlayButton, shortPercent, Slider, spans, wide } from "../../drawings/parts.js";
/** @import { LotteryParts, Part, Data, State, Lottery } from "./types.d.ts" */

const STEP = 0.002; // of the number under the hand
const EACH = 200; // milliseconds from number to number

/** The line flows while the page's knob is held; the server is told where it is let go.
 * @param {() => Lottery} now @param {AbortSignal} signal */
export function lives(now, signal) {
  const seen = new MutationObserver(() => {
    const { data: { flow }, set } = now();
    const knob = document.querySelector(`.st-key-sampling_${flow?.knob} input[type=range]`);
    if (flow && knob) set({ held: { flow, at: Number(/** @type {any} */ (knob).value) } });
  });
  seen.observe(document.body, { subtree: true, attributeFilter: ["aria-valuetext"] });
  signal.addEventListener("abort", () => seen.disconnect());
  return () => {};
}
export const start = (/** @type {Data} */ { uniforms }) => ({ at: uniforms.length - 1, u: null });
export const about = (/** @type {Data} */ { written, uniforms }) => [written, uniforms];

const isLeft = (/** @type {Part} */ { low, high }) => high > low;

/** What is told, as it is where the knob is held. @param {Data} data @param {State} state
 * @returns {Data} */
export function heldData(data, { held }) {
  const { flow } = data;
  if (!flow || held?.flow !== flow || held.at === flow.now) return data;
  const stop = flow.stops[Math.round((held.at - flow.low) / flow.step)];
  let high = 0;
  const parts = data.parts.map((part, at) => (
    { ...part, left: stop.counts?.[at], low: high, high: high += stop.shares[at] }
  ));
  return { ...data, ...stop, parts, rare: { names: flow.names, drawn: stop.drawn } };
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
  const { mass, isCut, uniforms, parts, temperature, entropy, rare } = data;
  const draw = state.at < uniforms.length - 1 ? state.at : 0; // of this number
  const uniform = state.u ?? uniforms[draw];
  const hit = partAt(parts, uniform);
  const left = parts.filter(isLeft);
  const number = `left: ${100 * uniform}%`;
  const label = (/** @type {Part} */ { token, count, left = count }, line = "part") =>
    token ?? fill(words.merged, { count: grouped(line === "was" ? count : left, 0) });
  const hasRoom = (/** @type {Part} */ part, /** @type {number} */ share) =>
    wide(label(part), measure) + 8 < share * width;
  const kind = (/** @type {Part} */ part) =>
    !isLeft(part) ? "cut" : part.token === null ? "rest" : part === hit ? "drawn" : "";
  const named = (/** @type {number | undefined} */ name) => rare?.names[name ?? -1];
  const far = Math.round(uniform / STEP);
  const under = named(state.u === null ? rare?.drawn[draw] : rare?.under?.[far]);
  const picked = hit.token ?? under ?? label(hit);
  const isUnsaid = hit.token === null ? under : !hasRoom(hit, hit.high - hit.low);
  const u = decimal(uniform, 4);
  const told = fill(words.picked, { uniform: u, token: bare(picked) || picked });
  const values = { label: words.handle, max: 1 - STEP, step: STEP, value: uniform, told };
  const warm = isCut ? words.after_both : words.after_warm;
  const after = { 0: words.after_zero, 1: isCut ? words.after : words.after_same }[temperature];
  const again = fill(words.draw, { count: uniforms.length });
  const fall = (/** @type {Partial<State>} */ change) => set({ u: null, ...change });
  const text = data.written.join("").replaceAll("\u2581", " ").trim();
  const said = text ? fill(words.before, { text }) : words.before_first;
  const before = mass ? fill(words.before_cut, { said, mass: percent(mass) }) : said;
  const choices = { entropy: decimal(entropy), choices: grouped(Math.exp(entropy), 1) };
  return html`
    <div class="lines" role="group" aria-label=${told}>
      <div class="title">${before}</div>
      <div class="line above">${parts.map((part) => Box("was", part, part.from, part.to))}</div>
      <svg class="ties" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        ${parts.map((part) => {
          const { from, to, low, high } = part, end = Math.min(to, Math.max(from, 1 - mass));
          return Path(`tie ${kind(part)}`, `M${from} 0H${end}L${high} 1H${low}Z`, FINE);
        })}
      </svg>
      <div class="line below">
        ${left.map((part) => Box("part", part, part.low, part.high))}
        <i class="number" style=${number}></i>
        <span class="value ${uniform > 0.5 && "end"}" style=${number}>u = ${u}
          ${isUnsaid && html`→ <b>${written(picked)}</b>`}</span>
        <div class="slider">${Slider({ ...drawing, choose: set }, values, (u) => ({ u }))}</div>
      </div>
      <div class="axis">
        <span>0</span><span>${after ?? fill(warm, { temperature })}</span><span>1</span>
      </div>
    </div>
    <div class="fallen">
      ${PlayButton({ ...drawing, set: fall, choose: fall }, again, uniforms.length, EACH)}
      ${uniforms.slice(0, state.at + 1).map((one, at) => {
        const { token } = partAt(parts, one), name = token ?? named(rare?.drawn[at]) ?? words.rare;
        const kind = token === null ? "rest" : token === parts[0].token && "first";
        return html`<span class="fell ${kind}" title=${bare(name)}>${written(name)}</span>`;
      })}
    </div>
    <div class="caption" aria-live="polite">${told} ${fill(words.choices, choices)}</div>
  `;

  /** A name has room in its part or none there. @type {LotteryParts["Box"]} */
  function Box(line, part, from, to) {
    const gone = Math.max(0, 1 - (1 - mass - from) / (to - from)) || 0;
    const size = `left: min(${100 * from}%, 100% - 2px); width: ${100 * (to - from)}%`; // both edges
    const place = `${size}; --gone-part: ${100 * gone}%`;
    const told = shortPercent(to - from);
    const hasNumber =
      wide(label(part, line), measure) + measure(told, 12.5) + 20 < (to - from) * width;
    return html`
      <div class="${line} ${kind(part)}" style=${place}
        title="${bare(label(part, line))} ${percent(to - from)}">
        ${hasRoom(part, to - from) && html`
          <span class="name ${kind(part)}">${written(label(part, line))}</span>
          ${hasNumber && html`<span class="share ${kind(part)}">${told}</span>`}
        `}
      </div>
    `;
  }
}

/** The parts of both lines. @param {Data} data */
export const numbers = ({ parts }) => ({
  line: parts.map(({ token, count, low, high, from, to }) => ({
    ...{ token: token ?? "", tokens: count, from: low, to: high },
    ...{ chance: high - low, before: to - from },
  })),
});
