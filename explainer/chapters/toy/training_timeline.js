// A training that one plays or drags: ribbons, strings and curves move in the browser alone.
import { bare, crossed, decimal, fill, FINE, grouped, html, Legend } from "../../drawings/parts.js";
import { moveTo, Path, percent, PlayButton, track } from "../../drawings/parts.js";
/** @import { Data, Reel, ReelParts } from "./types.d.ts" */

const LASTS = 5600; // milliseconds from the first state to the last while it plays
const FAR = 4; // states of a page key

export const about = (/** @type {Data} */ { steps, queries }) => [steps, queries];

export default function Reel(/** @type {Reel} */ drawing) {
  const { data: { run, steps, curves, live }, words, state: { at } } = drawing;
  const rows = percent(curves.rows[at] ?? 0, 0);
  const said = fill(words.said, { step: grouped(steps[at], 0), rows });
  return html`
    <div class="reel" role="group" aria-label=${words.name}>
      <div class="scene">${Looks(drawing)} ${Strings(drawing)}</div>
      <div class="bar">
        ${!live && PlayButton(drawing, words.play, steps.length, LASTS / steps.length)}
        <div class="said" role="status">${run} ${said}</div>
      </div>
      ${Timeline(drawing, said)}
    </div>
  `;
}

const PAD = 0;

/** Tiles of what is written, a wrong one crossed out. @param {Reel} drawing */
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
            <span class="tiles">${wanted[row].map((one, place) => {
              const token = written[at][row][place] ?? PAD;
              const told = `${words.wanted}: ${one === PAD ? "–" : names[one]}`;
              const kind = token !== one ? "wrong" : one === PAD ? "empty" : "right";
              const word = token === PAD ? "" : bare(names[token]);
              return html`<span class="tile ${kind}" title=${told}>${word}</span>`;
            })}</span>
          </div>
        `
      )}
    </div>
  `;
}

const [LARGE, SMALL] = [14, 4]; // pixels of a weight of 1: in the figure, in a frame of the film
const SQUARE = { viewBox: "0 0 1 1", preserveAspectRatio: "none" };

/** From keys above to queries below, as wide as the weight. @type {ReelParts["Ribbons"]} */
const Ribbons = ({ keys, queries, weights }, state, full) =>
  crossed(queries, keys, (_query, _key, row, column) => {
    const weight = weights[state][row][column];
    if (full === SMALL && weight * full < 0.4) return null; // too thin to be seen
    const [from, to] = [(column + 0.5) / keys.length, (row + 0.5) / queries.length];
    const style = `stroke-width: ${full * weight}px; opacity: ${0.85 * Math.sqrt(weight)}`;
    return Path("ribbon", `M${from} 0C${from} 0.48 ${to} 0.52 ${to} 1`, { ...FINE, style });
  });

/** The head's own row of tokens on both sides of its ribbons. @param {Reel} drawing */
function Looks({ data, words, state: { at } }) {
  const { keys, queries, sides, tones } = data;
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
      <svg all=${SQUARE}>${Ribbons(data, at, LARGE)}</svg>
      ${Side(queries, 1)}
    </div>
  `;
}

/** What was measured, up to the state on screen. @param {Reel} drawing @param {string} told */
function Timeline(drawing, told) {
  const { data, data: { steps, until, curves, guess, frames }, words, state: { at } } = drawing;
  const most = Math.max(0.1, ...[...curves.loss, ...curves.train].map((loss) => loss ?? 0));
  const left = (/** @type {number} */ step) => `left: ${100 * step / until}%`;
  const high = (/** @type {number} */ share) => `top: ${100 * (1 - share)}%`;
  const values = { label: words.slider, told, at, count: steps.length, far: FAR };
  return html`
    <div class="plot" all=${track({ ...values, go: (to) => moveTo(drawing, to) })}>
      <div class="legend">${words.film}</div>
      <div class="film">
        ${frames.map((state) =>
          html`
            <svg class="frame" style=${left(steps[state])} all=${SQUARE}>
              ${state <= at && Ribbons(data, state, SMALL)}
            </svg>
          `
        )}
      </div>
      ${Plot(["tokens", "rows"], 1, [[1, "100%"], [0.5, "50%"], [0, "0%"]], guess)}
      ${Plot(["loss", "train"], most, [[1, decimal(most, 1)], [0, "0"]], null)}
      ${[0, 0.25, 0.5, 0.75, 1].map((share) =>
        html`<span class="step" style=${left(share * until)}>${grouped(share * until, 0)}</span>`
      )}
      ${steps.map((step) => html`<i class="stop" style=${left(step)}></i>`)}
      <i class="knob" style=${left(steps[at])}></i>
    </div>
  `;

  /** Where to `guess` would be is a line, too. @type {ReelParts["Plot"]} */
  function Plot(shown, full, ticks, guess) {
    const marks = guess === null ? shown : [...shown, "guess"];
    const share = percent(guess ?? 0, 0);
    return html`
      ${Legend(marks.map((mark) => ({ mark, words: fill(words[mark], { share }) })))}
      <div class="part">
        ${ticks.map(([share, text]) =>
          html`<i class="grid" style=${high(share)}><span class="tick">${text}</span></i>`
        )}
        ${guess !== null && html`<i class="grid guess" style=${high(guess)}></i>`}
        <svg viewBox="0 0 ${until} 1" preserveAspectRatio="none">
          ${shown.map((curve) => {
            const points = curves[curve].slice(0, at + 1).flatMap((value, state) =>
              value === null ? [] : [`${steps[state]} ${1 - value / full}`]
            );
            return points.length > 0 && Path(`curve ${curve}`, `M${points.join("L")}h0`, FINE);
          })}
        </svg>
        <i class="hand" style=${left(steps[at])}></i>
      </div>
    `;
  }
}

/** The curves, and where the head looks. @param {Data} data @param {{ at: number }} state */
export function numbers({ steps, curves, queries, keys, weights }, { at }) {
  const states = steps.map((step, state) => (
    { step, ...Object.fromEntries(Object.entries(curves).map(([name, all]) => [name, all[state]])) }
  ));
  const looks = crossed(queries, keys, (query, key, row, column) => {
    return { step: steps[at], query, key, weight: weights[at][row][column] };
  });
  return { states, weights: looks };
}
