// The encoder reads token by token and writes over one state; the last one goes to the decoder.
// Steps still to come are empty. A press on a step goes there; play walks through all of them. At the pipe
// stand two translations as far as they are written: words that only attention finds drop out of it.
import { clamp, decimal, fill, grouped, html, moveTo, Path } from "../../drawings/parts.js";
import { percent, PlayButton, roving, signedShade, spans, tab } from "../../drawings/parts.js";
/** @import { Data, Chain } from "./types.d.ts" */

const BEAT = 650; // milliseconds of a step while it plays
const [PAD, LEAST, MOST] = [8, 31, 150]; // pixels beside the steps and of one; below the least they scroll
const [TINY, SMALL] = [46, 76]; // steps with small names
const BOX = 62; // pixels of a state, at most
const MARK = "\u2581"; // begins a word

export const about = (/** @type {Data} */ { source, target }) => [source, target];
/** @param {Data} data */
export const start = ({ source, target }) => ({ at: source.length + target.length - 1 });

export default function Chain(/** @type {Chain} */ drawing) {
  const { data, words, state: { at: now }, width } = drawing;
  const { source, target, encoder, decoder, units, size, outcome } = data;
  const [read, tokens] = [source.length, [...source, ...target]];
  const states = [...encoder, ...decoder];
  const limit = Math.max(1, ...states.flat().map(Math.abs));
  const step = clamp((width - 2 * PAD) / Math.max(read, target.length), LEAST, MOST);
  const [from, to] = [0, read - 1].map((index) => PAD + (index + 0.5) * step);
  const box = Math.min(BOX, step - 18);
  const pass = Path("", `M${box - step + 3} 0H-4M-9 -4L-3 0L-9 4`);
  const go = (/** @type {number} */ at) => moveTo(drawing, at);
  const isOver = now === tokens.length - 1; // the other translation may have more words
  const count = tokens.slice(read, now + 1).filter((token) => token.startsWith(MARK)).length;
  const begun = outcome.map(({ said }) => said.slice(0, isOver ? said.length : count));
  const written = begun.map((said) => said.map(([word]) => word).join(" "));
  const lost = begun.flatMap((said) => said.filter(([, isMarked]) => isMarked));
  const fallen = lost.map(([word]) => html`<i class="lost">${word}</i>`);
  const whose = [words.through_one, words.looks_back];
  return html`
    <div class="board">
      ${PlayButton(drawing, words.play, tokens.length, BEAT)}
      <div class="place" data-scrolls>
        <div class="halves ${step < TINY ? "tiny" : step < SMALL && "small"}" role="group"
          aria-label=${words.title} style="--step-width: ${step}px; --box-width: ${box}px"
          onkeydown=${roving(go, { press: go })}>
          <div class="half source">
            <div class="name">${words.encoder}</div>
            <div class="steps">${tokens.map((token, at) => at < read && Step(token, at))}</div>
          </div>
          <div class="half target">
            <div class="name">${words.decoder}</div>
            <div class="steps">${tokens.map((token, at) => at >= read && Step(token, at))}</div>
          </div>
          <div class="link ${now >= read - 1 && "on"}">
            <svg width="1" height="1" aria-hidden="true">
              ${Path(
                "pipe",
                `M${to} -6V12Q${to} 20 ${to - 8} 20H${from + 8}Q${from} 20 ${from} 28`,
              )}
            </svg>
            <i class="down" style="left: ${from}px"></i>
            <div class="through" style="left: ${from}px; width: ${to - from}px">
              <div class="plate">${fill(words.link, { size: grouped(size, 0) })}</div>
            </div>
            ${outcome.length > 0 && html`
              <div class="lanes" style="margin-left: ${from + 20}px; width: ${width - from - 36}px">
                ${outcome.map(({ model }, at) =>
                  html`
                    <span class="who">${fill(whose[at], { model })}</span>
                    <span class="said">${written[at]} ${!at && fallen}</span>
                  `
                )}
              </div>
            `}
          </div>
        </div>
      </div>
    </div>
    <div class="legend">
      <span>−${decimal(limit, limit === 1 ? 0 : 2)}</span><i></i>
      <span>${decimal(limit, limit === 1 ? 0 : 2)} ${words.scale}</span>
    </div>
    <div class="caption" role="status">${tell(data, words, now)}</div>
  `;

  /** The token that is read or written, the state after it, the arrow from the one before. */
  function Step(/** @type {string} */ token, /** @type {number} */ at) {
    return html`
      <div class="step ${at > now && "later"}" role="button" aria-pressed=${String(at === now)}
        tabindex=${tab(at, now)} data-at-hand=${at === now && at} onclick=${() => go(at)}
        aria-label="${token}. ${tell(data, words, at)}">
        <span class="chip">${spans(token)}</span>
        <svg class="flow" width="10" height="14">${Path("", "M5 1v9m-4 -4l4 4l4 -4")}</svg>
        <span class="state">
          ${at > 0 && at !== read && html`<svg class="pass" width="1" height="1">${pass}</svg>`}
          ${states[at].map((value, row) =>
            html`
              <i style="background: ${signedShade(value / limit)}"
                title="${units[row]}: ${decimal(value)}"></i>
            `
          )}
        </span>
      </div>
    `;
  }
}

/** What a step does, in a sentence. @param {Data} data @param {Words} words @param {number} at */
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

/** The drawn numbers of every state. @param {Data} data */
export const numbers = ({ source, target, encoder, decoder, units }) => ({
  states: [...source, ...target].map((token, at) => {
    const far = at - source.length;
    const [half, step] = far < 0 ? ["encoder", at] : ["decoder", far];
    const drawn = units.map((unit, row) => [`h_${unit}`, [...encoder, ...decoder][at][row]]);
    return { half, step: step + 1, token, ...Object.fromEntries(drawn) };
  }),
});
