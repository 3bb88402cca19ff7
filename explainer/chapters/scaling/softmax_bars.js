// Softmax rows as bars of length 1, one for every divisor, cut anew while d_k is dragged; below them the
// spread of the scores before and after the division.
import { clamp, crossed, decimal, Dot, fill, ground, html, Legend } from "../../drawings/parts.js";
import { offered, Path, PlayButton, Slider, softmax, spans, sum } from "../../drawings/parts.js";
import { svg, ticks, Words } from "../../drawings/parts.js";
/** @import { Divisor, Data, State, Recut, Spread } from "./types.d.ts" */

const TICK = 150; // ms of a width while it plays
const FULL = 120; // pixels of a gradient of 1, a quarter of which is the most
const DEAD = 2; // pixels; a shorter arrow is a dot
const LEAST = 4e-4; // of a weight that is seen

export const start = () => ({ at: 0 });
export const about = (/** @type {Data} */ { widths, keys }) => [widths, keys];

/** Frobenius norm of the softmax's Jacobian diag(w) - w w^T. @param {number[]} weights */
export function gradientOf(weights) {
  const squares = weights.map((w) => w * w);
  const own = sum(weights.map((w, at) => squares[at] * (1 - w) ** 2));
  const others = sum(squares) ** 2 - sum(squares.map((one) => one * one));
  return Math.sqrt(Math.max(0, own + others));
}

/** @param {Data} data @param {Divisor} divisor @param {number} at */
function cut({ scores, keys }, { by }, at) {
  const seen = scores?.[at].map((score) => (score ?? -Infinity) / by[at]) ?? keys.map(() => 0);
  const weights = softmax(seen);
  return { weights, slope: gradientOf(weights) };
}

export default function Recut(/** @type {Recut} */ drawing) {
  const { data, words, state: { at }, asks } = drawing;
  const { widths, keys, scores, divisors, spread, rows, pairs } = data;
  const [none, root] = ["none", "root"].map((id) => divisors.find((one) => one.id === id));
  const [last, told] = [widths.length - 1, `d_k = ${widths[at]}`];
  const slider = { label: words.width, max: last, value: at, told };
  const legend = ["before", "after", "theory", "score"];
  return html`
    <div role="group" aria-label=${rows ? words.name : words.own_name}>
      ${last > 0 && html`
        <div class="control">
          <div class="value">
            <span class="what">${words.width}</span><strong>${widths[at]}</strong>
          </div>
          <div class="slide" data-screen>
            ${Slider(drawing, slider, (at) => ({ at }))}
            <div class="marks" aria-hidden="true">
              ${widths.map((width, at) =>
                Number.isInteger(Math.log2(width)) &&
                html`<span style="left: ${100 * at / last}%">${width}</span>`
              )}
            </div>
          </div>
          ${PlayButton(drawing, words.play, widths.length, TICK)}
        </div>
      `}
      <div class="bars" role="group" aria-label=${words.bars}>${divisors.map(Bar)}</div>
      ${scores && html`<div class="by push">${words.push}</div>`}
      ${none?.largest && none.gradient && root?.largest && root.gradient && spread && html`
        <div class="caption" role="status">${fill(words.told, {
          ...{ d: widths[at], rows: rows ?? 0, sd: decimal(spread.sd[at], 1) },
          ...{ raw: decimal(none.largest[at]), raw_slope: decimal(none.gradient[at]) },
          ...{ root: decimal(root.largest[at]), root_slope: decimal(root.gradient[at]) },
        })}</div>
      `}
      ${spread && html`
        <div class="subtitle">${pairs ? fill(words.spread, { pairs }) : words.own_spread}</div>
        ${Legend(legend.map((mark) => ({ mark, words: words[mark] })))} ${Ridges(drawing, spread)}
      `}
    </div>
  `;

  /** A bar of length 1 cut by the weights, its largest weight and the size of the gradient. */
  function Bar(/** @type {Divisor} */ divisor, /** @type {number} */ line) {
    const { id, name, by } = divisor;
    const { weights, slope } = cut(data, divisor, at);
    const written = (/** @type {number} */ value) => (scores ? decimal(value) : "?");
    return html`
      <div class="row ${id}" aria-label=${asks && name} all=${offered(drawing, line)}>
        <span class="divisor">${name}</span>
        <span class="by">${id !== "none" && `= ÷ ${Number(by[at].toFixed(2))}`}</span>
        <span class="bar">
          ${weights.map((weight, key) =>
            weight > LEAST && html`
              <span class="part" style="${ground(weight)}; flex-grow: ${weight}">
                <b><span>${spans(keys[key])}</span></b><span>${written(weight)}</span>
              </span>
            `
          )}
        </span>
        <span class="label largest">${words.largest}</span>
        <span class="fact largest">${written(Math.max(...weights))}</span>
        <span class="label gradient">${words.gradient}</span>
        <span class="fact gradient">${written(slope)}</span>
        ${scores && html`
          <span class="pushes" aria-hidden="true">
            ${weights.filter((weight) => weight > LEAST).map((weight) => {
              // As long as its gradient w (1 - w), by which its own score moves it.
              const long = FULL * weight * (1 - weight);
              return html`
                <span style="flex-grow: ${weight}">
                  <i class="${long < DEAD && "dead"}" style="height: ${long.toFixed(1)}px"></i>
                </span>
              `;
            })}
          </span>
        `}
      </div>
    `;
  }
}

const [RAIL, NARROW] = [128, 640]; // pixels at the left for names; narrower, they stand above
const [RIDGE, BRACKET, AXIS] = [74, 24, 26];

function Ridges(/** @type {Recut} */ drawing, /** @type {Spread} */ { reach, sides, sd, heights }) {
  const { data: { widths, scores }, words, state: { at }, width } = drawing;
  const isNarrow = width < NARROW;
  const [left, lift, right] = [isNarrow ? 0 : RAIL, isNarrow ? 20 : 0, width - 8];
  const block = RIDGE + BRACKET + 22 + lift;
  const root = Math.sqrt(widths[at]);
  const x = (/** @type {number} */ value) =>
    (left + right) / 2 + (right - left) * clamp(value / reach, -1, 1) / 2;
  const isThere = (/** @type {number} */ value) => Math.abs(value) <= reach;
  return svg`
    <svg class="ridges" width=${width} height=${2 * block + AXIS} role="img"
      aria-label=${words.ridges}>
      ${ticks(reach, 5).flatMap((tick) => (tick ? [-tick, tick] : [0])).map((tick) => [
        Path(tick ? "grid" : "grid zero", `M${x(tick)} 0v${2 * block}`),
        Words("tick", x(tick), 2 * block + 15, decimal(tick, 0)),
      ])}
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
    const name = side === "before" ? words.raw : words.scaled;
    const sentence = side === "before" ? words.sd_before : words.sd_after;
    const values = { sd: decimal(sd[at] / by), d: widths[at], theory: decimal(root) };
    return svg`
      ${Words("divisor", 0, base - (isNarrow ? RIDGE + 10 : RIDGE / 2), name)}
      <path class="area ${side}" d="M${x(-edge)} ${base}${bins.join("")}V${base}Z" />
      <path class="theory" d="M${curve.join("L")}" />
      <path class="base" d="M${left} ${base}H${right}" />
      ${(scores?.[at] ?? []).map((score) =>
        score !== null && isThere(score / by) && Dot("score", x(score / by), base, 4)
      )}
      <path class="bracket" d="M${low} ${base + 5}v8m0 -4H${high}m0 -4v8" />
      ${Words("sd", (left + right) / 2, base + BRACKET + 6, fill(sentence, values))}
    `;
  }
}

export function numbers(/** @type {Data} */ data, /** @type {State} */ { at }) {
  const { widths, keys, scores, divisors, spread } = data;
  const cuts = divisors.map((divisor) => cut(data, divisor, at));
  const rows = crossed(divisors, keys, ({ name, by }, key, line, k) => ({
    ...{ d_k: widths[at], divisor: name, by: by[at], gradient: cuts[line].slope },
    ...{ key, score: scores?.[at][k], weight: cuts[line].weights[k] },
  }));
  const spreads = spread?.sd.map((deviation, at) => (
    { d_k: widths[at], deviation, theory: Math.sqrt(widths[at]) }
  ));
  return { rows, ...(spreads && { spread: spreads }) };
}
