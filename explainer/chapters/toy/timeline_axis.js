// The curves of the training, one place a state: a slider lies over them and is dragged along.
import { decimal, fill, grouped, percent } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { clamp } from "../../drawings/math.js";
import { Slider } from "../../drawings/slider.js";

/** @typedef {import("./training_timeline.js").Reel} Reel */
/** @typedef {import("./training_timeline.js").Curve} Curve */

const [SHARES, LOSSES, GAP, FOOT, THUMB, LINE] = [84, 40, 12, 20, 16, 15]; // pixels
const EDGES = { wide: [64, 150], slim: [38, 12] };
const LOSS = SHARES + GAP; // where the losses begin
const BASE = LOSS + LOSSES;
/** Curves of one plot; the names at their ends stand between the bounds.
 * @type {{ curves: Curve[], bounds: [number, number] }[]} */
const PLOTS = [
  { curves: ["tokens", "rows"], bounds: [8, SHARES + 4] },
  { curves: ["loss", "train"], bounds: [LOSS + 8, BASE + 2] },
];

/** Names at the ends of curves, apart, and none below `most` or above `least`.
 * @template {{ y: number }} T @param {T[]} ends @param {[number, number]} bounds @returns {T[]} */
export function apart(ends, [least, most]) {
  let room = most;
  return ends.toSorted((one, other) => other.y - one.y).map((end, at, all) => {
    const y = Math.min(Math.max(end.y, least + LINE * (all.length - 1 - at)), room);
    room = y - LINE;
    return { ...end, y };
  });
}

/** @param {Reel} drawing @param {string} said @param {boolean} isSlim */
export function Timeline(drawing, said, isSlim) {
  const { data: { steps, curves, guess }, words, state: { at }, width } = drawing;
  const [left, edge] = isSlim ? EDGES.slim : EDGES.wide;
  const right = width - edge;
  const last = steps.length - 1;
  const x = (/** @type {number} */ state) => left + state * (right - left) / Math.max(1, last);
  const most = Math.max(0.1, ...[...curves.loss, ...curves.train].map((loss) => loss ?? 0));
  const share = (/** @type {number} */ value) => 4 + (1 - value) * (SHARES - 4);
  const loss = (/** @type {number} */ value) => LOSS + (1 - value / most) * LOSSES;
  const y = { tokens: share, rows: share, loss, train: loss };
  const pointsOf = (/** @type {Curve} */ curve) =>
    curves[curve].flatMap((value, state) => value === null ? [] : [[x(state), y[curve](value)]]);
  const every = Math.ceil(steps.length / Math.max(2, Math.floor((right - left) / 52)));
  const isWritten = (/** @type {number} */ state) =>
    state === last || state % every === 0 && last - state >= every;
  const grid = [share(0), share(0.5), share(1), BASE];
  const tick = (/** @type {number} */ down, /** @type {string} */ text) =>
    svg`<text class="tick" x=${left - 7} y=${down}>${text}</text>`;
  return html`
    <div class="plot">
      <svg width=${width} height=${BASE + FOOT} aria-hidden="true">
        <path class="grid" d=${grid.map((down) => `M${left} ${down}H${right}`).join("")} />
        ${[0, 0.5, 1].map((value) => tick(share(value) + 4, percent(value, 0)))}
        ${tick(loss(most) + 9, decimal(most, 1))} ${tick(loss(0) + 4, "0")}
        ${guess !== null && svg`
          <line class="guess" x1=${left} x2=${right} y1=${share(guess)} y2=${share(guess)} />
          <text class="guessed" x=${right - 4} y=${share(guess) - 4}>${fill(words.guess, {
            share: percent(guess, 0),
          })}</text>
        `}
        ${PLOTS.map((plot) => {
          const drawn = plot.curves.map((curve) => ({ curve, points: pointsOf(curve) }))
            .filter(({ points }) => points.length);
          const ends = drawn.map(({ curve, points }) => ({
            curve,
            y: points[points.length - 1][1] + 4,
          }));
          return svg`
            ${drawn.map(({ curve, points }) =>
              svg`
                <path class="curve ${curve}"
                  d="M${points.map((one) => one.map((to) => to.toFixed(1)).join(" ")).join("L")}" />
                ${points.map(([cx, cy]) =>
                  svg`<circle class="point ${curve}" cx=${cx} cy=${cy} r="2.4" />`
                )}
              `
            )}
            ${!isSlim &&
              apart(ends, plot.bounds).map(({ curve, y }) =>
                svg`<text class="end ${curve}" x=${right + 14} y=${y}>${words[curve]}</text>`
              )}
          `;
        })}
        ${steps.map((step, state) =>
          isWritten(state) &&
          svg`<text class="step" x=${x(state)} y=${BASE + 15}>${grouped(step, 0)}</text>`
        )}
        <g class="hand" transform="translate(${clamp(x(at), left, right)} 0)">
          <line y1="0" y2=${BASE} />
          <circle cy=${BASE} r="5" />
        </g>
      </svg>
      <div class="slider" style="left: ${left - THUMB / 2}px; width: ${x(last) - left +
        THUMB}px; height: ${BASE + 8}px">
        ${Slider(drawing, { label: words.slider, max: last, value: at, told: said }, (to) => ({
          at: to,
        }))}
      </div>
    </div>
  `;
}
