// The curves of the training, one place a state: a slider lies over them and is dragged along.
import { decimal, fill, grouped, percent } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { Legend } from "../../drawings/legend.js";
import { Slider } from "../../drawings/slider.js";

/** @typedef {import("./training_timeline.js").Curve} Curve */

const [BESIDE, STEP] = [76, 52]; // pixels beside the curves, and of a written step
/** Curves of one plot, its pixels. @type {{ curves: Curve[], high: number }[]} */
const PLOTS = [{ curves: ["tokens", "rows"], high: 80 }, { curves: ["loss", "train"], high: 40 }];

/** @param {import("./training_timeline.js").Reel} drawing @param {string} told */
export function Timeline(drawing, told) {
  const { data: { steps, curves, guess }, words, state: { at }, width } = drawing;
  const last = steps.length - 1;
  const every = Math.ceil(steps.length / Math.max(2, Math.floor((width - BESIDE) / STEP)));
  const most = Math.max(0.1, ...[...curves.loss, ...curves.train].map((loss) => loss ?? 0));
  const left = (/** @type {number} */ state) => `left: ${100 * state / Math.max(1, last)}%`;
  const high = (/** @type {number} */ share) => `top: ${100 * (1 - share)}%`;
  return html`
    <div class="plot">
      <div class="both" aria-hidden="true">
        ${Plot(PLOTS[0], 1, [[1, "100%"], [0.5, "50%"], [0, "0%"]])}
        ${Plot(PLOTS[1], most, [[1, decimal(most, 1)], [0, "0"]])}
        ${steps.map((step, state) =>
          (state === last || state % every === 0 && last - state >= every) &&
          html`<span class="step" style=${left(state)}>${grouped(step, 0)}</span>`
        )}
        <i class="hand" style=${left(at)}></i><i class="knob" style=${left(at)}></i>
      </div>
      <div class="slider">
        ${Slider(drawing, { label: words.slider, max: last, value: at, told }, (at) => ({ at }))}
      </div>
    </div>
    ${Legend(PLOTS.flatMap(({ curves }) => curves).map((mark) => ({ mark, words: words[mark] })))}
  `;

  /** @param {typeof PLOTS[0]} plot @param {number} full @param {[number, string][]} ticks */
  function Plot(plot, full, ticks) {
    const drawn = plot.curves.map((curve) => ({
      curve,
      points: curves[curve].flatMap((value, state) =>
        value === null ? [] : [[state, value / full]]
      ),
    })).filter(({ points }) => points.length);
    return html`
      <div class="part" style="height: ${plot.high}px">
        ${ticks.map(([share, text]) =>
          html`<i class="grid" style=${high(share)}></i><span class="tick" style=${
            high(share)
          }>${text}</span>`
        )}
        ${full === 1 && guess !== null && html`
          <span class="guess" style=${high(guess)}>${fill(words.guess, {
            share: percent(guess, 0),
          })}</span>
        `}
        <svg viewBox="0 0 ${Math.max(1, last)} 1" preserveAspectRatio="none">
          ${drawn.map(({ curve, points }) =>
            svg`
              <path class="curve ${curve}" vector-effect="non-scaling-stroke"
                d="M${points.map(([x, share]) => `${x} ${1 - share}`).join("L")}" />
            `
          )}
        </svg>
        ${drawn.map(({ curve, points }) =>
          points.map(([state, share]) =>
            html`<i class="point ${curve}" style="${left(state)}; ${high(share)}"></i>`
          )
        )}
      </div>
    `;
  }
}
