// Two lines from 0 to 1 cut into tokens: what the model said, and below it what temperature and
// filters made of that. Every token is tied to itself; a number falls on the lower line, and may be
// dragged to see what another one would draw.
import { bare, clamp, decimal, fill, FINE, grouped, html, Path } from "../../drawings/parts.js";
import { percent, shortPercent, spans, sum, wide } from "../../drawings/parts.js";
/** @import { LotteryParts, Part, Data, State, Lottery } from "./types.d.ts" */

const ROWS = 2; // of names below the line
const [STEP, LAST] = [0.01, 0.9999]; // of a key
const STOPS = 10; // of the knob, for one of temperature
const KNOB = ".st-key-sampling_temperature input[type=range]";

/** The line flows while the knob is held; the server is told where it is let go. */
export const hears = {
  pointermove(/** @type {unknown} */ _, /** @type {any} */ { buttons }, /** @type {State} */ now) {
    const knob = /** @type {HTMLInputElement | null} */ (buttons && document.querySelector(KNOB));
    const temperature = Number(knob?.value ?? NaN);
    return temperature >= 0 && temperature !== now.temperature ? { temperature } : null;
  },
};
export const about = (/** @type {object} */ data) => data;

const isLeft = (/** @type {Part} */ { low, high }) => high > low;

/** The parts as they are at the temperature of the knob that is held.
 * @param {Data} data @param {State} state */
export function partsAt({ parts, flow, temperature }, { temperature: held }) {
  const shares = held !== temperature && flow?.[Math.round(STOPS * (held ?? NaN))];
  if (!shares) return parts;
  let high = 0;
  return parts.map((part, at) => ({ ...part, low: high, high: high += shares[at] }));
}

/** The part a number falls on. @param {Part[]} parts @param {number} uniform */
export function partAt(parts, uniform) {
  const left = parts.filter(isLeft);
  return left.find(({ high }) => uniform < high) ?? left[left.length - 1];
}

/** A mark that stands alone is the token, and loud. @param {string} token */
const written = (token) => (bare(token) ? spans(token) : token);

/** @param {Lottery} drawing */
export default function Lottery({ data, words, state, width, measure, set }) {
  const { written: tokens, mass, isCut } = data;
  const parts = partsAt(data, state);
  const temperature = parts === data.parts ? data.temperature : state.temperature ?? 1;
  const uniform = state.u ?? data.uniform;
  const hit = partAt(parts, uniform);
  const left = parts.filter(isLeft);
  const rest = left.filter(({ token }) => token === null);
  const number = `left: ${100 * uniform}%`;
  const label = (/** @type {Part} */ { token, count }) =>
    token ?? fill(words.merged, { count: grouped(count, 0) });
  const kind = (/** @type {Part} */ part) =>
    !isLeft(part) ? "cut" : part === hit ? "drawn" : part.token === null ? "rest" : "";
  const told = (/** @type {string} */ sentence) => {
    const [u, low, high] = [uniform, hit.low, hit.high].map((value) => decimal(value, 4));
    return fill(sentence, { uniform: u, token: label(hit), low, high });
  };
  const same = isCut ? words.after : words.after_same;
  const warm = fill(isCut ? words.after_both : words.after_warm, { temperature });
  const sentence = uniform === data.uniform ? words.picked : words.moved;
  const after = { 0: words.after_zero, 1: same }[temperature] ?? warm;
  function drag(/** @type {Happening} */ { type, currentTarget, pointerId, clientX }) {
    if (type === "pointerdown") currentTarget.setPointerCapture(pointerId);
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { left, width } = currentTarget.parentNode.getBoundingClientRect();
    set({ u: clamp((clientX - left) / width, 0, LAST) });
  }
  function press(/** @type {KeyboardEvent} */ event) {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP, Home: -1, End: 1, Escape: null }[event.key];
    if (by === undefined) return;
    set({ u: by && clamp(uniform + by, 0, LAST) });
    event.preventDefault();
  }
  return html`
    <div class="written">${tokens.length
      ? fill(words.so_far, { tokens: tokens.join(" ") })
      : words.nothing_yet}</div>
    <div class="lines" role="group" aria-label=${told(words.name)}>
      <div class="title">${mass
        ? fill(words.before_cut, { mass: percent(mass) })
        : words.before}</div>
      <div class="line above">${parts.map((part) => Box("was", part, part.from, part.to))}</div>
      <svg class="ties" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        ${parts.map((part) =>
          Path(`tie ${kind(part)}`, `M${part.from} 0H${part.to}L${part.high} 1H${part.low}Z`, FINE)
        )}
      </svg>
      <div class="line below">
        ${left.map((part) => Box("part", part, part.low, part.high))} ${outside().map(Outside)}
        <i class="number" style=${number}></i>
        <div class="grip" role="slider" tabindex="0" aria-label=${words.handle} aria-valuemin="0"
          aria-valuemax="1" aria-valuenow=${uniform.toFixed(4)} style=${number} onkeydown=${press}
          onpointerdown=${drag} onpointermove=${drag} onlostpointercapture=${() =>
            set({ u: null })}>
          <i class="pin"></i>
          <span class="value ${uniform > 1 - 90 / width && "end"}">u = ${decimal(uniform, 4)}</span>
        </div>
      </div>
      <div class="axis"><span>0</span><span>${after}</span><span>1</span></div>
    </div>
    ${rest.length > 0 && html`
      <div class="legend"><span class="swatch"></span><span>${fill(words.rest, {
        count: grouped(sum(rest.map(({ count }) => count)), 0),
        share: percent(sum(rest.map(({ low, high }) => high - low))),
      })}</span></div>
    `}
    <div class="caption" aria-live="polite">${told(sentence)}</div>
  `;

  /** A name has room in its part or none there. @type {LotteryParts["Box"]} */
  function Box(line, part, from, to) {
    const place = `left: ${100 * from}%; width: ${100 * (to - from)}%`;
    const isNamed = part.token !== null || part === hit && line === "part";
    const told = shortPercent(to - from);
    const hasNumber = wide(label(part), measure) + measure(told, 12) + 20 < (to - from) * width;
    return html`
      <div class="${line} ${kind(part)}" style=${place}
        title="${bare(label(part))} ${percent(to - from)}">
        ${isNamed && hasRoom(part, to - from) && html`
          <span class="name ${kind(part)}">${written(label(part))}</span>
          ${hasNumber && html`<span class="share ${kind(part)}">${told}</span>`}
        `}
      </div>
    `;
  }

  function hasRoom(/** @type {Part} */ part, /** @type {number} */ share) {
    return wide(label(part), measure) + 8 < share * width;
  }

  /** Names without room in the lower line stand below it, each under its part; some have no room there.
   * The one that is drawn is named first. */
  function outside() {
    const rows = Array.from({ length: ROWS }, () => /** @type {[number, number][]} */ ([]));
    return left.filter((part) =>
      (part.token !== null || part === hit) && !hasRoom(part, part.high - part.low)
    ).toSorted((a, b) => Number(b === hit) - Number(a === hit)).flatMap((part) => {
      const [long, middle] = [wide(label(part), measure) / width, (part.low + part.high) / 2];
      const at = clamp(middle, long / 2, 1 - long / 2);
      const [begin, end] = [at - long / 2 - 4 / width, at + long / 2 + 4 / width];
      const row = rows.findIndex((taken) => taken.every(([a, b]) => end < a || begin > b));
      if (row < 0) return [];
      rows[row].push([begin, end]);
      return [{ part, middle, at, row }];
    });
  }

  function Outside(/** @type {ReturnType<typeof outside>[number]} */ { part, middle, at, row }) {
    return html`
      <i class="leader row${row}" style="left: ${100 * middle}%"></i>
      <span class="name out row${row} ${kind(part)}" style="left: ${100 * at}%">${written(
        label(part),
      )}</span>
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
