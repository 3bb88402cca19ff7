// Two lines from 0 to 1 cut into tokens: what the model said, and below it what temperature and
// filters made of that. Every token is tied to itself; a number falls on the lower line, and may be
// dragged to see what another one would draw.
import { decimal, fill, grouped, percent } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { clamp, sum } from "../../drawings/math.js";
import { Hatch } from "../../drawings/shade.js";
import { bare, tspans, wide } from "../../drawings/token.js";

/** Of each part the token, null where so many (`counts`) stand together; `ends` (N + 1) on the lower
 * line, `were` on the upper one. `mass` is what was cut, if anything was.
 * @typedef {{ tokens: (string | null)[], counts: number[], ends: number[], were: number[],
 *   uniform: number, mass: number, isCut: boolean, temperature: number }} Data */
/** `u` is the number while it is another one. @typedef {{ u: number | null, held: boolean }} State */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, State>} Lottery */
/** @typedef {{ token: string | null, label: string, low: number, high: number, from: number,
 *   to: number, count: number, isCut: boolean }} Part */

const BAND = 46;
const UPPER = { top: 18, height: 28 };
const TOP = UPPER.top + UPPER.height + 54; // of the lower line
const LEAD = 19; // pixels from one row of names below the line to the next
const ROWS = 2;
const FOOT = TOP + BAND + 26 + ROWS * LEAD;
const STEP = 0.01; // of a key
const LAST = 0.9999;

export const start = () => ({ u: null, held: false });
/** @param {Data} data */
export const about = (data) => JSON.stringify(data);

/** @param {Data} data @param {string} merged @returns {Part[]} */
function partsOf({ tokens, counts, ends, were }, merged) {
  return tokens.map((token, at) => {
    const [low, high, from, to] = [ends[at], ends[at + 1], were[at], were[at + 1]];
    const label = token ?? fill(merged, { count: grouped(counts[at], 0) });
    return { token, label, low, high, from, to, count: counts[at], isCut: high <= low };
  });
}

/** The part a number falls on. @param {Part[]} parts @param {number} uniform */
export function partAt(parts, uniform) {
  const left = parts.filter((part) => !part.isCut);
  return left.find((part) => uniform < part.high) ?? left[left.length - 1];
}

/** @param {Lottery} drawing */
export default function Lottery(drawing) {
  const { data, words, state, width, measure, set } = drawing;
  const uniform = state.u ?? data.uniform;
  const parts = partsOf(data, words.merged);
  const hit = partAt(parts, uniform);
  const merged = parts.filter((part) => part.token === null && !part.isCut);
  const x = (/** @type {number} */ share) => 1 + share * (width - 2);
  const told = (/** @type {string} */ sentence) =>
    fill(sentence, {
      uniform: decimal(uniform, 4),
      token: hit.label,
      low: decimal(hit.low, 4),
      high: decimal(hit.high, 4),
    });
  /** @param {PointerEvent} event */
  function take({ currentTarget, target, pointerId }) {
    if (!(/** @type {Element} */ (target)).closest(".grip")) return;
    /** @type {Element} */ (currentTarget).setPointerCapture(pointerId);
    set({ held: true });
  }
  /** @param {PointerEvent} event */
  function drag({ currentTarget, clientX }) {
    const { left } = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    set({ u: clamp((clientX - left - 1) / (width - 2), 0, LAST) });
  }
  const release = () => state.held && set(start());
  return html`
    <div class="place" onpointerdown=${take} onpointermove=${state.held && drag}
      onpointerup=${release} onpointercancel=${release}>
      <svg role="group" aria-label=${told(words.name)} width=${width} height=${FOOT}>
        ${Hatch()} ${CROWD}
        <text class="title" x=${x(0)} y=${UPPER.top - 6}>${before(data, words)}</text>
        ${parts.map((part) => Upper(part, part === hit, x, measure))}
        <text class="title" x=${x(0.5)} y=${FOOT - 6} text-anchor="middle">${after(
          data,
          words,
        )}</text>
        ${Line(parts, hit, uniform, x, measure)}
        ${[0, 1].map((end) =>
          svg`
            <text class="axis" x=${x(end)} y=${FOOT - 6} text-anchor=${end
              ? "end"
              : "start"}>${end}</text>
          `
        )}
        ${Grip(drawing, uniform, x(uniform))}
      </svg>
    </div>
    ${merged.length > 0 && html`
      <div class="legend"><span class="swatch"></span><span>${fill(words.rest, {
        count: grouped(sum(merged.map(({ count }) => count)), 0),
        share: percent(sum(merged.map(({ low, high }) => high - low))),
      })}</span></div>
    `}
    <div class="caption" aria-live="polite">${told(
      state.u === null ? words.picked : words.moved,
    )}</div>
  `;
}

const CROWD = svg`
  <defs>
    <pattern id="crowd" width="5" height="5" patternUnits="userSpaceOnUse">
      <rect class="ground" width="5" height="5" />
      <circle class="dot" cx="2.5" cy="2.5" r="1" />
    </pattern>
  </defs>
`;

/** @param {Data} data @param {Lottery["words"]} words */
const before = ({ mass }, words) =>
  mass ? fill(words.before_cut, { mass: percent(mass) }) : words.before;

/** What was done to the upper line, in a few words. @param {Data} data @param {Lottery["words"]} words */
function after({ temperature, isCut }, words) {
  if (temperature === 0) return words.after_zero;
  if (temperature === 1) return isCut ? words.after : words.after_same;
  return fill(isCut ? words.after_both : words.after_warm, { temperature });
}

/** A part of the model's own line, and the tie from it to the line below.
 * @param {Part} part @param {boolean} isHit @param {(share: number) => number} x
 * @param {Lottery["measure"]} measure */
function Upper({ token, label, low, high, from, to, isCut }, isHit, x, measure) {
  const { top, height } = UPPER;
  const [left, right] = [x(from), x(to)];
  const kind = isCut ? "cut" : isHit ? "drawn" : token === null && "rest";
  return svg`
    <path class="tie ${kind}"
      d="M${left} ${top + height}H${right}L${x(high)} ${TOP}H${x(low)}Z" />
    <rect class="was ${kind}" x=${left} y=${top} width=${right - left} height=${height}>
      <title>${bare(label)} ${percent(to - from)}</title>
    </rect>
    ${token !== null && wide(token, measure, 13) + 8 < right - left && svg`
      <text class=${isCut ? "cut-name" : `name small ${isHit ? "on" : ""}`} x=${(left + right) / 2}
        y=${top + height / 2 + 5}>${written(token)}</text>
    `}
  `;
}

/** A mark that stands alone is the token, and loud. @param {string} token */
const written = (token) => (bare(token) ? tspans(token) : token);

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

/** The lower line; names that do not fit inside stand below, each with a line to its part.
 * @param {Part[]} parts @param {Part} hit @param {number} uniform @param {(share: number) => number} x
 * @param {Lottery["measure"]} measure */
function Line(parts, hit, uniform, x, measure) {
  const left = parts.filter(({ isCut }) => !isCut);
  const named = left.filter((part) => part.token !== null || part === hit).map((part) => {
    const long = wide(part.label, measure);
    return { part, wide: long, at: inside(x(part.low), x(part.high), long, x(uniform)) };
  });
  // The one that is drawn is named first, whatever else has to go without a name.
  const waiting = named.filter(({ at }) => at === null)
    .toSorted((a, b) => Number(b.part === hit) - Number(a.part === hit));
  const placed = leaders(waiting, x);
  return svg`
    ${left.map((part) =>
      svg`
        <rect class="part ${part === hit ? "drawn" : part.token === null && "rest"}" x=${x(
          part.low,
        )}
          y=${TOP} width=${x(part.high) - x(part.low)} height=${BAND}>
          <title>${bare(part.label)} ${percent(part.high - part.low)}</title>
        </rect>
      `
    )}
    ${named.map(({ part, at }) =>
      at !== null && svg`
        <text class="name ${part === hit && "on"}" x=${at} y=${TOP + BAND / 2 + 5}>${written(
          part.label,
        )}</text>
      `
    )}
    ${placed.map(({ middle, at, y }) =>
      svg`
        <path class="leader" d="M${middle} ${TOP + BAND}V${TOP + BAND + 5}L${at} ${y - 12}" />
      `
    )}
    ${placed.map(({ part, at, y }) =>
      svg`
        <text class="name out ${part === hit && "hit"}" x=${at} y=${y}>${written(part.label)}</text>
      `
    )}
  `;
}

/** Where names stand below the line: no line crosses a name, and some have no room.
 * @param {{ part: Part, wide: number }[]} waiting @param {(share: number) => number} x */
function leaders(waiting, x) {
  const rows = Array.from({ length: ROWS }, () => /** @type {[number, number][]} */ ([]));
  return waiting.flatMap(({ part, wide }) => {
    const middle = x((part.low + part.high) / 2);
    const at = clamp(middle, wide / 2 + 2, x(1) - wide / 2 - 1);
    const row = rows.findIndex((taken) =>
      taken.every(([from, to]) => at + wide / 2 + 8 < from || at - wide / 2 - 8 > to)
    );
    if (row < 0) return [];
    rows[row].push([at - wide / 2, at + wide / 2]);
    return [{ part, middle, at, y: TOP + BAND + 22 + row * LEAD }];
  });
}

/** The number: a line through the band and a handle above it.
 * @param {Lottery} drawing @param {number} uniform @param {number} x */
function Grip({ words, width, set }, uniform, x) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.key === "Escape") set(start());
    else {
      const to =
        { ArrowLeft: uniform - STEP, ArrowRight: uniform + STEP, Home: 0, End: LAST }[event.key];
      if (to === undefined) return;
      set({ u: clamp(to, 0, LAST) });
    }
    event.preventDefault();
  }
  const isRight = x > width - 90;
  return svg`
    <line class="number" x1=${x} x2=${x} y1=${TOP - 6} y2=${TOP + BAND} />
    <g class="grip" role="slider" tabindex="0" aria-label=${words.handle} aria-valuemin="0"
      aria-valuemax="1" aria-valuenow=${uniform.toFixed(4)} onkeydown=${press}>
      <rect class="reach" x=${x - 20} y=${TOP - 34} width="40" height=${BAND + 34} />
      <path class="pin" d="M${x - 8} ${TOP - 17}h16l-8 14z" />
      <text class="value" x=${x + (isRight ? -12 : 12)} y=${TOP - 6}
        text-anchor=${isRight ? "end" : "start"}>u = ${decimal(uniform, 4)}</text>
    </g>
  `;
}

/** The parts of both lines. @param {Data} data */
export function numbers(data) {
  const rows = partsOf(data, "{count}").map(({ token, low, high, from, to, count }) => ({
    token: token ?? "",
    tokens: token === null ? count : 1,
    from: low,
    to: high,
    chance: high - low,
    before: to - from,
  }));
  return [{ name: "line", rows }];
}
