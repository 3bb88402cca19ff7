// A training that one plays or drags: strings, ribbons and curves move in the browser alone.
import { bare, decimal, fill, FINE, grouped, html, Legend, Path } from "../../drawings/parts.js";
import { percent, PlayButton, Slider, svg } from "../../drawings/parts.js";
/** @import { Curve, Data, Reel } from "./types.d.ts" */

const EVERY = 700; // milliseconds a state stands while it plays

export const about = (/** @type {Data} */ { steps, queries }) => [steps, queries];

export default function Reel(/** @type {Reel} */ drawing) {
  const { data: { run, steps, curves, live }, words, state: { at } } = drawing;
  const said = fill(words.said, {
    ...{ run, step: grouped(steps[at], 0), tokens: percent(curves.tokens[at] ?? 0) },
    ...{ rows: percent(curves.rows[at] ?? 0, 0), loss: decimal(curves.loss[at] ?? 0, 3) },
  });
  return html`
    <div role="group" aria-label=${words.name}>
      <div class="bar">
        ${!live && PlayButton(drawing, words.play, steps.length, EVERY)}
        <div class="said" role="status">${said}</div>
      </div>
      <div class="scene">${Strings(drawing)} ${Looks(drawing)}</div>
      ${Timeline(drawing, said)}
    </div>
  `;
}

const PAD = 0;
const [LEAST, MOST] = [0.04, 14]; // of a weight that is drawn, of a ribbon in pixels

/** Tiles of what is written, a wrong one with a cross besides its colour. @param {Reel} drawing */
function Strings({ data: { sources, wanted, written, names }, words, state: { at } }) {
  return html`
    <div class="strings">
      <div class="line head">
        <span class="source">${words.source}</span> <span class="written">${words.written}</span>
      </div>
      ${sources.map((source, row) =>
        html`
          <div class="line">
            <span class="source">${source}</span>
            <span class="tiles">${wanted[row].map((one, place) =>
              tile(one, written[at][row][place] ?? PAD)
            )}</span>
          </div>
        `
      )}
    </div>
  `;

  /** @param {number} one that is wanted @param {number} token */
  function tile(one, token) {
    if (token === PAD && one === PAD) return html`<span class="tile empty"></span>`;
    const word = token === PAD ? "" : bare(names[token]);
    const told = `${words.wanted}: ${one === PAD ? "–" : names[one]}`;
    return token === one
      ? html`<span class="tile right" title=${told}>${word}</span>`
      : html`<span class="tile wrong" title=${told}>✗${word}</span>`;
  }
}

/** Keys above, queries below, a ribbon between as wide as the weight. @param {Reel} drawing */
function Looks({ data, words, state: { at } }) {
  const { keys, queries, sides, tones, weights } = data;
  const middle = (/** @type {number} */ place, /** @type {string[]} */ all) =>
    100 * (place + 0.5) / all.length;
  const Side = (/** @type {string[]} */ tokens, /** @type {number} */ side) =>
    html`
      <div class="side" style="color: var(--${tones[side]}_text)">
        <span>${sides[side]}</span>
        <div class="chips">${tokens.map((token) => html`<span>${bare(token) || "␣"}</span>`)}</div>
      </div>
    `;
  return html`
    <div class="looks" role="img" aria-label=${words.looks}>
      ${Side(keys, 0)}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none">
        ${queries.map((query, row) =>
          keys.map((key, column) => {
            const weight = weights[at][row][column];
            const [from, to] = [middle(column, keys), middle(row, queries)];
            const wide = weight < LEAST ? 0 : Math.max(0.6, weight * MOST);
            return svg`
              <path class="ribbon" style="stroke-width: ${wide}px; opacity: ${0.25 + 0.6 * weight}"
                vector-effect="non-scaling-stroke"
                d="M${from} 0C${from} 48 ${to} 52 ${to} 100">
                <title>${query} → ${key}: ${decimal(weight)}</title>
              </path>
            `;
          })
        )}
      </svg>
      ${Side(queries, 1)}
    </div>
  `;
}

const [BESIDE, STEP] = [76, 52]; // pixels beside the curves, and of a written step
/** Curves of one plot, its pixels. @type {{ curves: Curve[], high: number }[]} */
const PLOTS = [{ curves: ["tokens", "rows"], high: 80 }, { curves: ["loss", "train"], high: 40 }];

function Timeline(/** @type {Reel} */ drawing, /** @type {string} */ told) {
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
        ${ticks.map(([share, text]) => [
          html`<i class="grid" style=${high(share)}></i>`,
          html`<span class="tick" style=${high(share)}>${text}</span>`,
        ])}
        ${full === 1 && guess !== null && html`
          <span class="guess" style=${high(guess)}>
            ${fill(words.guess, { share: percent(guess, 0) })}
          </span>
        `}
        <svg viewBox="0 0 ${Math.max(1, last)} 1" preserveAspectRatio="none">
          ${drawn.map(({ curve, points }) =>
            Path(`curve ${curve}`, `M${points.map(([x, y]) => `${x} ${1 - y}`).join("L")}`, FINE)
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

/** The curves, and where the head looks. @param {Data} data @param {{ at: number }} state */
export function numbers({ steps, curves, queries, keys, weights }, { at }) {
  const states = steps.map((step, state) => {
    const measured = Object.entries(curves).map(([name, values]) => [name, values[state]]);
    return { step, ...Object.fromEntries(measured) };
  });
  const looks = queries.flatMap((query, row) =>
    keys.map((key, column) => ({ step: steps[at], query, key, weight: weights[at][row][column] }))
  );
  return { states, weights: looks };
}
