// The scores before and after the division on one axis: the division is a squeeze. Both are as high as
// their own peak, so that width alone tells.
import { decimal, fill } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { clamp, ticks } from "../../drawings/math.js";

/** Of all scores at every width their deviation and a histogram over `sides` deviations of the theory,
 * in units of its peak; the axis ends at `reach`.
 * @typedef {{ reach: number, sides: number, sd: number[], heights: number[][] }} Spread */

const [RAIL, NARROW] = [128, 640]; // pixels at the left for names; narrower, they stand above
const [RIDGE, BRACKET, AXIS] = [74, 24, 26];

/** @param {import("./softmax_bars.js").Recut} drawing @param {Spread} spread */
export function Ridges(drawing, { reach, sides, sd, heights }) {
  const { data: { widths, scores }, words, state: { at }, width } = drawing;
  const isNarrow = width < NARROW;
  const [left, lift, right] = [isNarrow ? 0 : RAIL, isNarrow ? 20 : 0, width - 8];
  const block = RIDGE + BRACKET + 22 + lift;
  const root = Math.sqrt(widths[at]);
  const x = (/** @type {number} */ value) =>
    (left + right) / 2 + (right - left) * clamp(value / reach, -1, 1) / 2;
  const isThere = (/** @type {number} */ value) => Math.abs(value) <= reach;
  return svg`
    <svg class="ridges" width=${width} height=${2 * block + AXIS} role="img" aria-label=${words
      .ridges}>
      ${ticks(reach, 5).flatMap((tick) => (tick ? [-tick, tick] : [0])).map((tick) =>
        svg`
          <path class="grid ${!tick && "zero"}" d="M${x(tick)} 0v${2 * block}" />
          <text class="tick" x=${x(tick)} y=${2 * block + 15}>${decimal(tick, 0)}</text>
        `
      )}
      <path class="grid zero" d="M${left} ${2 * block}H${right}" />
      ${Ridge("before", 1, lift + RIDGE + 6)} ${Ridge("after", root, lift + RIDGE + 6 + block)}
    </svg>
  `;

  /** @param {"before" | "after"} side @param {number} by @param {number} base */
  function Ridge(side, by, base) {
    const y = (/** @type {number} */ height) => (base - RIDGE * height).toFixed(1);
    const [edge, most] = [sides * root / by, Math.max(1, ...heights[at])];
    const bins = heights[at].map((height, bin) => {
      const end = edge * (2 * (bin + 1) / heights[at].length - 1);
      return `V${y(height / most)}H${x(end).toFixed(1)}`;
    });
    const curve = Array.from({ length: 81 }, (_, step) => (step - 40) / 10)
      .filter((deviations) => isThere(deviations * root / by))
      .map((deviations) => `${x(deviations * root / by)} ${y(Math.exp(-(deviations ** 2) / 2))}`);
    const [low, high] = [x(-sd[at] / by), x(sd[at] / by)];
    const told = fill(side === "before" ? words.sd_before : words.sd_after, {
      sd: decimal(sd[at] / by),
      d: widths[at],
      theory: decimal(root),
    });
    return svg`
      <text class="divisor" y=${base -
        (isNarrow ? RIDGE + 10 : RIDGE / 2)}>${words[side === "before" ? "raw" : "scaled"]}</text>
      <path class="area ${side}" d="M${x(-edge)} ${base}${bins.join("")}V${base}Z" />
      <path class="theory" d="M${curve.join("L")}" />
      <path class="base" d="M${left} ${base}H${right}" />
      ${(scores?.[at] ?? []).map((score) =>
        score !== null && isThere(score / by) &&
        svg`<circle class="score" cx=${x(score / by)} cy=${base} r="4" />`
      )}
      <path class="bracket" d="M${low} ${base + 5}v8m0 -4H${high}m0 -4v8" />
      <text class="sd" x=${(left + right) / 2} y=${base + BRACKET + 6}>${told}</text>
    `;
  }
}
