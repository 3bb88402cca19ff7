// What the right program writes, and its lines that a mistake takes away: who strikes them sees what is
// written without them, the values of both programs and the first that differs, and what both believe of
// every token. Or a guess strikes them: which value is the first to differ?
import { Code, decimal, fill, grouped, html, indentOf } from "../../drawings/parts.js";
import { shortPercent, spans } from "../../drawings/parts.js";
import { Mosaic, mostOf } from "./mosaic.js";
/** @import { Value, Step, Program, FaultyData as Data, FaultyState as State,
 * Faulty } from "./types.d.ts" */

const LARGE = [190, 118]; // pixels of the two pictures of a value
const SMALL = [52, 26];

export const start = () => ({ asks: false, shown: null });
export const about = (/** @type {Data} */ { lines }) => lines;

/** The value that differs first. @param {Step[]} steps */
const firstOf = (steps) =>
  Math.max(0, steps.findIndex(({ difference }) => difference !== null && difference > 0));

export default function Faulty(/** @type {Faulty} */ drawing) {
  const { data, words, state: { asks }, choose } = drawing;
  const [right, wrong] = data.programs;
  const strike = () => choose({ asks: !asks, shown: null });
  const losses = { right: decimal(right.loss), wrong: decimal(wrong.loss) };
  return html`
    <div class="two programs">
      ${Program(right, words, false)}
      ${asks ? html`<div class="program waits">${words.strike}</div>` : Program(wrong, words, true)}
    </div>
    <div class="two">
      <div>
        <div class="label">${words.difference}</div>
        <div class="code">${data.lines.map(Line)}</div>
      </div>
      <div><div class="label">${asks ? words.ask : words.first}</div> ${Steps(drawing)}</div>
    </div>
    ${!asks && html`
      <div class="label">${words.probability}</div>
      <div class="tokens" role="img" aria-label=${fill(words.name, losses)}>
        ${data.tokens.map((token, at) => Token(token, data.probs[at]))}
      </div>
    `}
  `;

  /** Of the right program with "-", which a press strikes; of the other one with "+". */
  function Line(/** @type {Data["lines"][number]} */ [sign, code]) {
    const indent = indentOf(code) + 2; // a line goes on further in than it begins
    const style = `padding-left: calc(14px + ${indent}ch); text-indent: -${indent}ch`;
    if (sign !== "-") {
      return html`<span class="line ${sign && "plus"}" style=${style}>${Code(code)}</span>`;
    }
    return html`
      <button type="button" class="line minus ${!asks && "struck"}" style=${style}
        aria-pressed=${String(!asks)} onclick=${strike}>${Code(code)}</button>
    `;
  }
}

/** The values one after the other, and the pressed one as both programs have it. */
function Steps(/** @type {Faulty} */ { data: { steps }, words, state, set, choose }) {
  const shown = state.shown ?? firstOf(steps);
  /** Both pictures are on one scale. @param {Step} step */
  const mostOfBoth = ({ right, wrong }) => Math.max(mostOf(right), wrong ? mostOf(wrong) : 0);
  return html`
    <div class="chain">
      ${steps.map((step, at) => {
        const [kind, sign, told] = state.asks ? ["", "?", false] : kindOf(step);
        return html`
          <button type="button" class="step ${kind}" title=${told}
            aria-pressed=${!state.asks && String(at === shown)}
            onclick=${() => state.asks ? choose({ asks: false, shown: at }) : set({ shown: at })}>
            <span class="value">${step.name}</span>
            ${Mosaic(step.right, SMALL, mostOfBoth(step))}
            <b class="sign">${sign}</b>
          </button>
        `;
      })}
    </div>
    <div class="pair" aria-live="polite">${!state.asks && Pair(steps[shown])}</div>
  `;

  /** Its class, its sign, and that in words. @param {Step} step */
  function kindOf({ difference }) {
    if (difference === null) return ["missing", "–", words.missing];
    if (difference === 0) return ["same", "=", words.same];
    return ["differs", "≠", fill(words.differs, { difference: decimal(difference, 3) })];
  }

  function Pair(/** @type {Step} */ step) {
    const picture = (/** @type {string} */ sign, /** @type {Value} */ value) =>
      html`<figcaption>${sign} ${step.name}</figcaption>${Mosaic(value, LARGE, mostOfBoth(step))}`;
    return html`
      <figure>${picture("✓", step.right)}</figure>
      ${step.wrong && html`<figure class="wrong">${picture("✗", step.wrong)}</figure>`}
      <div class="told">${kindOf(step)[2]}</div>
    `;
  }
}

/** @param {Program} program @param {Words} words @param {boolean} isWrong */
const Program = ({ name, written, loss, parameters }, words, isWrong) =>
  html`
    <div class="program ${isWrong && "wrong"}">
      <div class="name">${isWrong ? "✗" : "✓"} ${name}</div>
      <div class="written">${written}</div>
      <div class="facts">
        <span>${words.loss} <b>${decimal(loss, 3)}</b></span>
        <span>${words.parameters} <b>${grouped(parameters, 0)}</b></span>
      </div>
    </div>
  `;

const Token = (/** @type {string} */ token, /** @type {[number, number]} */ probs) =>
  html`
    <div class="token">
      ${probs.map((p) => html`<span class="bar"><i style="height: ${100 * p}%"></i></span>`)}
      ${probs.map((p) => html`<small>${shortPercent(p)}</small>`)}
      <span class="token">${spans(token)}</span>
    </div>
  `;

/** Of every token and value, once it was guessed. @param {Data} data @param {State} state */
export function numbers({ tokens, probs, steps }, { asks }) {
  if (asks) return {};
  const rows = tokens.map((token, at) => ({ token, right: probs[at][0], wrong: probs[at][1] }));
  const values = steps.map(({ name, difference }) => ({ value: name, difference }));
  return { probabilities: rows, values };
}
