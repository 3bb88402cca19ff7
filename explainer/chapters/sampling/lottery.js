// Two lines from 0 to 1 cut into tokens: what the model said, and below it what temperature and
// filters made of that. Every token is tied to itself; a number falls on the lower line, and may be
// dragged to see what another one would draw.
import { decimal, fill, grouped, percent } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { clamp, sum } from "../../drawings/math.js";
import { Hatch } from "../../drawings/shade.js";
import { bare, tspans, wide } from "../../drawings/token.js";

/** A token, null where `count` of them stand together: its part of the lower line, nothing of what was
 * cut, and of the upper one.
 * @typedef {{ token: string | null, count: number, low: number, high: number, from: number,
 *   to: number }} Part */
/** `mass` is what was cut, if anything was. @typedef {{ parts: Part[], uniform: number, mass: number,
 *   isCut: boolean, temperature: number }} Data */
/** `u` is the number while it is another one.
 * @typedef {import("../../drawings/mount.js").Drawing<Data, { u: number | null }>} Lottery */

const [UPPER, THIN, BAND] = [18, 28, 46]; // where the upper line begins, heights of both
const TOP = UPPER + THIN + 54; // of the lower line
const [ROWS, LEAD] = [2, 19]; // of names below the line, pixels from one to the next
const FOOT = TOP + BAND + 26 + ROWS * LEAD;
const [STEP, LAST] = [0.01, 0.9999]; // of a key

export const start = () => ({ u: null });
export const about = JSON.stringify;

const isLeft = (/** @type {Part} */ { low, high }) => high > low;

/** The part a number falls on. @param {Part[]} parts @param {number} uniform */
export function partAt(parts, uniform) {
  const left = parts.filter(isLeft);
  return left.find(({ high }) => uniform < high) ?? left[left.length - 1];
}

/** A mark that stands alone is the token, and loud. @param {string} token */
const written = (token) => (bare(token) ? tspans(token) : token);

/** @param {Lottery} drawing */
export default function Lottery({ data, words, state, width, measure, set }) {
  const { parts, mass, isCut, temperature } = data;
  const uniform = state.u ?? data.uniform;
  const hit = partAt(parts, uniform);
  const left = parts.filter(isLeft);
  const rest = left.filter(({ token }) => token === null);
  const x = (/** @type {number} */ share) => 1 + share * (width - 2);
  const number = x(uniform);
  const isRight = number > width - 90;
  /** @param {Part} part */
  const label = ({ token, count }) => token ?? fill(words.merged, { count: grouped(count, 0) });
  const kind = (/** @type {Part} */ part) =>
    !isLeft(part) ? "cut" : part === hit ? "drawn" : part.token === null && "rest";
  const told = (/** @type {string} */ sentence) => {
    const [u, low, high] = [uniform, hit.low, hit.high].map((value) => decimal(value, 4));
    return fill(sentence, { uniform: u, token: label(hit), low, high });
  };
  const same = isCut ? words.after : words.after_same;
  const warm = fill(isCut ? words.after_both : words.after_warm, { temperature });
  const after = { 0: words.after_zero, 1: same }[temperature] ?? warm;
  /** @param {PointerEvent & { currentTarget: SVGElement }} event */
  function drag({ type, currentTarget, pointerId, clientX }) {
    if (type === "pointerdown") currentTarget.setPointerCapture(pointerId);
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { left } = /** @type {Element} */ (currentTarget.parentNode).getBoundingClientRect();
    set({ u: clamp((clientX - left - 1) / (width - 2), 0, LAST) });
  }
  /** @param {KeyboardEvent} event */
  function press(event) {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP, Home: -1, End: 1, Escape: null }[event.key];
    if (by === undefined) return;
    set({ u: by && clamp(uniform + by, 0, LAST) });
    event.preventDefault();
  }
  return html`
    <svg role="group" aria-label=${told(words.name)} width=${width} height=${FOOT}>
      ${Hatch()} ${CROWD}
      <text class="title" x="1" y=${UPPER - 6}>${mass
        ? fill(words.before_cut, { mass: percent(mass) })
        : words.before}</text>
      ${parts.map(Upper)}
      <text class="title middle" x=${x(0.5)} y=${FOOT - 6}>${after}</text>
      ${left.map((part) => Box("part", part, TOP, BAND, part.low, part.high))} ${Names()}
      <text class="axis" x="1" y=${FOOT - 6}>0</text>
      <text class="axis end" x=${x(1)} y=${FOOT - 6}>1</text>
      <line class="number" x1=${number} x2=${number} y1=${TOP - 6} y2=${TOP + BAND} />
      <g class="grip" role="slider" tabindex="0" aria-label=${words.handle} aria-valuemin="0"
        aria-valuemax="1" aria-valuenow=${uniform.toFixed(4)} onkeydown=${press}
        onpointerdown=${drag} onpointermove=${drag} onlostpointercapture=${() => set(start())}>
        <rect class="reach" x=${number - 20} y=${TOP - 34} width="40" height=${BAND + 34} />
        <path class="pin" d="M${number - 8} ${TOP - 17}h16l-8 14z" />
        <text class="value ${isRight && "end"}" x=${number} dx=${isRight ? -12 : 12} y=${TOP -
          6}>u = ${decimal(uniform, 4)}</text>
      </g>
    </svg>
    ${rest.length > 0 && html`
      <div class="legend"><span class="swatch"></span><span>${fill(words.rest, {
        count: grouped(sum(rest.map(({ count }) => count)), 0),
        share: percent(sum(rest.map(({ low, high }) => high - low))),
      })}</span></div>
    `}
    <div class="caption" aria-live="polite">${told(
      state.u === null ? words.picked : words.moved,
    )}</div>
  `;

  /** A part of the model's own line, and the tie from it to the line below. @param {Part} part */
  function Upper(part) {
    const { token, low, high } = part;
    const [from, to] = [x(part.from), x(part.to)];
    return svg`
      <path class="tie ${kind(part)}"
        d="M${from} ${UPPER + THIN}H${to}L${x(high)} ${TOP}H${x(low)}Z" />
      ${Box("was", part, UPPER, THIN, part.from, part.to)}
      ${token !== null && wide(token, measure, 13) + 8 < to - from && svg`
        <text class="name small ${kind(part)}" x=${(from + to) / 2} y=${UPPER + THIN / 2 +
          5}>${written(token)}</text>
      `}
    `;
  }

  /** @param {string} line @param {Part} part @param {number} y @param {number} height
   * @param {number} from @param {number} to */
  function Box(line, part, y, height, from, to) {
    return svg`
      <rect class="${line} ${kind(part)}" x=${x(from)} y=${y} width=${x(to) - x(from)}
        height=${height}>
        <title>${bare(label(part))} ${percent(to - from)}</title>
      </rect>
    `;
  }

  /** Names that do not fit inside the lower line stand below it, each with a line to its part that
   * crosses no name; some have no room. The one that is drawn is named first. */
  function Names() {
    const rows = Array.from({ length: ROWS }, () => /** @type {[number, number][]} */ ([]));
    const named = left.filter((part) => part.token !== null || part === hit)
      .toSorted((a, b) => Number(b === hit) - Number(a === hit));
    const placed = named.flatMap((part) => {
      const [long, from, to] = [wide(label(part), measure), x(part.low), x(part.high)];
      const middle = (from + to) / 2;
      const within = inside(from, to, long, number);
      if (within !== null) return [{ part, at: within, y: TOP + BAND / 2 + 5, middle: 0 }];
      const at = clamp(middle, long / 2 + 2, x(1) - long / 2 - 1);
      const [begin, end] = [at - long / 2, at + long / 2];
      const row = rows.findIndex((taken) => taken.every(([a, b]) => end + 8 < a || begin - 8 > b));
      if (row < 0) return [];
      rows[row].push([begin, end]);
      return [{ part, at, y: TOP + BAND + 22 + row * LEAD, middle }];
    });
    return svg`
      ${placed.map(({ at, y, middle }) =>
        middle > 0 && svg`
          <path class="leader" d="M${middle} ${TOP + BAND}V${TOP + BAND + 5}L${at} ${y - 12}" />
        `
      )}
      ${placed.map(({ part, at, y, middle }) =>
        svg`
          <text class="name ${middle > 0 && "out"} ${kind(part)}" x=${at} y=${y}>${written(
            label(part),
          )}</text>
        `
      )}
    `;
  }
}

const CROWD = svg`
  <defs>
    <pattern id="crowd" width="5" height="5" patternUnits="userSpaceOnUse">
      <rect class="ground" width="5" height="5" />
      <circle class="dot" cx="2.5" cy="2.5" r="1" />
    </pattern>
  </defs>
`;

/** The middle of a free place for a name of this width inside, or null: never under the number.
 * @param {number} left @param {number} right @param {number} wide @param {number} number */
function inside(left, right, wide, number) {
  const middle = (left + right) / 2;
  const fits = right - left >= wide + 8;
  if (number < left || number > right) return fits ? middle : null;
  if (fits && Math.abs(number - middle) > wide / 2 + 5) return middle;
  const [from, to] = number - left > right - number ? [left, number] : [number, right];
  return to - from >= wide + 10 ? (from + to) / 2 : null;
}

/** The parts of both lines. @param {Data} data */
export const numbers = ({ parts }) => [{
  name: "line",
  rows: parts.map(({ token, count, low, high, from, to }) => (
    {
      token: token ?? "",
      tokens: count,
      from: low,
      to: high,
      chance: high - low,
      before: to - from,
    }
  )),
}];
