// A training that one plays or drags: strings, ribbons and curves move in the browser alone.
import { bare, crossed, decimal, fill, FINE, grouped, html, Legend } from "../../drawings/parts.js";
import { moveTo, Path, percent, PlayButton, svg, track } from "../../drawings/parts.js";
/** @import { Data, Reel, ReelParts } from "./types.d.ts" */

const EVERY = 350; // milliseconds a state stands while it plays
const FAR = 4; // states of a page key

export const about = (/** @type {Data} */ { steps, queries }) => [steps, queries];

export default function Reel(/** @type {Reel} */ drawing) {
  const { data: { run, steps, curves, live }, words, state: { at } } = drawing;
  const said = fill(words.said, {
    ...{ run, step: grouped(steps[at], 0), tokens: percent(curves.tokens[at] ?? 0) },
    ...{ rows: percent(curves.rows[at] ?? 0, 0), loss: decimal(curves.loss[at] ?? 0, 3) },
  });
  return html`
    <div class="reel" role="group" aria-label=${words.name}>
      <div class="scene">${Strings(drawing)} ${Looks(drawing)}</div>
      <div class="bar">
        ${!live && PlayButton(drawing, words.play, steps.length, EVERY)}
        <div class="said" role="status">${said}</div>
      </div>
      ${Timeline(drawing, said)}
    </div>
  `;
}

const PAD = 0;
const [LEAST, MOST] = [0.04, 14]; // of a weight that is drawn, of a ribbon in pixels

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
        ${crossed(queries, keys, (query, key, row, column) => {
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
        })}
      </svg>
      ${Side(queries, 1)}
    </div>
  `;
}

const QUARTERS = [0, 0.25, 0.5, 0.75, 1]; // of all steps, which are written

/** What was measured, up to the state on screen. @param {Reel} drawing @param {string} told */
function Timeline(drawing, told) {
  const { data: { steps, until, curves, guess }, words, state: { at } } = drawing;
  const most = Math.max(0.1, ...[...curves.loss, ...curves.train].map((loss) => loss ?? 0));
  const left = (/** @type {number} */ step) => `left: ${100 * step / until}%`;
  const high = (/** @type {number} */ share) => `top: ${100 * (1 - share)}%`;
  const values = { label: words.slider, told, at, count: steps.length, far: FAR };
  return html`
    <div class="plot" all=${track({ ...values, go: (to) => moveTo(drawing, to) })}>
      ${Plot(["loss", "train"], 40, most, [[1, decimal(most, 1)], [0, "0"]], null)}
      ${Plot(["tokens", "rows"], 80, 1, [[1, "100%"], [0.5, "50%"], [0, "0%"]], guess)}
      ${QUARTERS.map((share) =>
        html`<span class="step" style=${left(share * until)}>${grouped(share * until, 0)}</span>`
      )}
      ${steps.map((step) => html`<i class="stop" style=${left(step)}></i>`)}
      <i class="knob" style=${left(steps[at])}></i>
    </div>
  `;

  /** So many pixels high, and where to guess would be. @type {ReelParts["Plot"]} */
  function Plot(shown, pixels, full, ticks, guess) {
    const known = guess === null ? [] : ["guess"];
    const share = percent(guess ?? 0, 0);
    return html`
      ${Legend([...shown, ...known].map((mark) => (
        { mark, words: fill(words[mark], { share }) }
      )))}
      <div class="part" style="height: ${pixels}px">
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
  const states = steps.map((step, state) => {
    const measured = Object.entries(curves).map(([name, values]) => [name, values[state]]);
    return { step, ...Object.fromEntries(measured) };
  });
  const looks = crossed(queries, keys, (query, key, q, k) => (
    { step: steps[at], query, key, weight: weights[at][q][k] }
  ));
  return { states, weights: looks };
}
