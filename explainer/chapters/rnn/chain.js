// The encoder reads token by token and writes over one state; the last one goes to the decoder.
// Steps still to come are empty. A press on a step goes there; play walks through all of them.
import { decimal, fill, grouped, percent } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { moveTo, PlayButton } from "../../drawings/play.js";
import { roving, tab } from "../../drawings/roving.js";
import { bandsOf, Over, Pipe, Step } from "./bands.js";

/** States (S, U) and (T, U) after every token, of `size` numbers those of `units`; `likeness` (S - 1)
 * are cosines of each with the one before, `probs` (T) those of the written tokens. `outcome` is what
 * was written by whom, each word with whether it is marked.
 * @typedef {{ source: string[], target: string[], encoder: number[][], decoder: number[][],
 *   units: number[], size: number, likeness: number[], probs: number[],
 *   outcome: { model: string, said: [string, boolean][] }[] }} Data */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, { at: number }>} Chain */

const BEAT = 650; // milliseconds of a step while it plays

/** @param {Data} data */
export const about = ({ source, target }) => JSON.stringify([source, target]);
/** @param {Data} data */
export const start = ({ source, target }) => ({ at: source.length + target.length - 1 });

/** @param {Chain} drawing */
export default function Chain(drawing) {
  const { data, words, state: { at: now }, width, measure } = drawing;
  const { source, target, encoder, decoder, units } = data;
  const read = source.length;
  const limit = Math.max(1, ...[...encoder, ...decoder].flat().map(Math.abs));
  const tokens = [...source, ...target];
  const at = bandsOf(Math.max(read, target.length), units.length, width);
  const isOn = now >= read - 1;
  const names = [words.encoder, words.decoder];
  const link = fill(words.link, { size: grouped(data.size, 0) });
  const go = (/** @type {number} */ to) => moveTo(drawing, to);
  return html`
    <div class="board">
      ${PlayButton(drawing, words.play, tokens.length, BEAT)}
      <div class="place" data-scrolls>
        <svg role="group" aria-label=${words.title} width=${at.width} height=${at.height}
          onkeydown=${roving(go, { press: go })}>
          ${at.tops.map((top, half) =>
            svg`
              <rect class="band ${half ? "target" : "source"}" x="0" y=${top} width=${at.width}
                height=${at.band} rx="12" />
            `
          )}
          <g class="link ${isOn && "on"}">${Pipe(at, read)}</g>
          ${tokens.map((token, step) => {
            const half = Number(step >= read);
            const index = step - half * read;
            const one = { half, index, token, state: [...encoder, ...decoder][step], units, limit };
            return svg`
              <g class="step ${half ? "target" : "source"} ${step === now && "at"} ${step > now &&
                "later"}"
                role="button" tabindex=${tab(step, now)} aria-pressed=${String(step === now)}
                data-at-hand=${step === now && `${step}`}
                aria-label="${token}. ${tell(data, words, step)}" onclick=${() => go(step)}>
                ${Step(at, one, measure)}
              </g>
            `;
          })}
        </svg>
      </div>
      ${Over(at, { names, link, read, isOn, width, measure })}
    </div>
    ${data.outcome.length > 0 && Outcome(data.outcome, words, now < tokens.length - 1)}
    <div class="legend">
      <span>−${decimal(limit, limit === 1 ? 0 : 2)}</span><i></i>
      <span>${decimal(limit, limit === 1 ? 0 : 2)} ${words.scale}</span>
    </div>
    <div class="caption" role="status">${tell(data, words, now)}</div>
  `;
}

/** What a step does, in a sentence. @param {Data} data @param {Chain["words"]} words
 * @param {number} at */
function tell({ source, target, size, likeness, probs }, words, at) {
  const [step, read] = [at + 1, source.length];
  if (step < read) {
    const kept = at ? decimal(likeness[at - 1]) : "";
    return fill(at ? words.reading : words.reading_first, { step, total: read, kept });
  }
  if (step === read) return fill(words.handed, { step, size: grouped(size, 0), total: read });
  const p = percent(probs[step - read - 1]);
  return fill(words.writing, { step, count: step - read, total: target.length, p });
}

/** What came through the link, and what somebody who looks back at the source wrote.
 * @param {Data["outcome"]} outcome @param {Chain["words"]} words @param {boolean} isToCome */
const Outcome = (outcome, words, isToCome) =>
  html`
    <div class="outcome ${isToCome && "to-come"}">
      ${outcome.map((one, at) =>
        html`
          <span class="who">${fill(at ? words.looks_back : words.through_one, {
            model: one.model,
          })}</span>
          <span class="said">${one.said.map(([word, isMarked]) => [
            isMarked ? html`<mark>${word}</mark>` : html`<span>${word}</span>`,
            " ",
          ])}</span>
        `
      )}
    </div>
  `;

/** The drawn numbers of every state. @param {Data} data */
export function numbers({ source, target, encoder, decoder, units }) {
  /** @param {string} half @param {string[]} tokens @param {number[][]} states */
  const rows = (half, tokens, states) =>
    tokens.map((token, at) => ({
      half,
      step: at + 1,
      token,
      ...Object.fromEntries(units.map((unit, place) => [`h_${unit}`, states[at][place]])),
    }));
  return [{
    name: "states",
    rows: [...rows("encoder", source, encoder), ...rows("decoder", target, decoder)],
  }];
}
