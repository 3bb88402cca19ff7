// The right program and one with a mistake: the lines that differ, the values they make and the first
// of them that differs, both translations, and what both believe of every token. A guess may come
// first: what follows from the change is hidden until then.
import { Code, decimal, fill, grouped, html, indentOf } from "../../drawings/parts.js";
import { shortPercent, spans } from "../../drawings/parts.js";
import { Mosaic, mostOf } from "./mosaic.js";
/** @import { Value, Step, Program, FaultyData as Data, FaultyState as State,
 * Faulty } from "./types.d.ts" */

const LARGE = [190, 118]; // pixels of the two pictures of a value
const SMALL = [52, 26];
const NARROW = 420;

export const start = () => ({ asks: false, guess: null, shown: null });
export const about = (/** @type {Data} */ { lines }) => lines;

/** The value that differs first. @param {Step[]} steps */
const firstOf = (steps) =>
  Math.max(0, steps.findIndex(({ difference }) => difference !== null && difference > 0));

export default function Faulty(/** @type {Faulty} */ drawing) {
  const { data, words, state: { asks } } = drawing;
  const [right, wrong] = data.programs;
  const losses = { right: decimal(right.loss), wrong: decimal(wrong.loss) };
  return html`
    <div class="two">
      <div>
        ${Label(1, words.difference)}
        <div class="code">${data.lines.map(Line)}</div>
      </div>
      <div>${Label(2, asks ? words.ask : words.first)} ${Steps(drawing)}</div>
    </div>
    <div class="effect">
      ${Label(3, words.outcome)}
      <div class="two">${Program(right, words, false)} ${!asks && Program(wrong, words, true)}</div>
      ${!asks && html`
        <div class="label">${words.probability}</div>
        <div class="tokens" role="img" aria-label=${fill(words.name, losses)}>
          ${data.tokens.map((token, at) => Token(token, data.probs[at]))}
        </div>
      `}
    </div>
  `;
}

/** Cause, first difference and effect are counted. @param {number} number @param {string} said */
const Label = (number, said) =>
  html`<div class="label"><b class="count">${number}</b>${said}</div>`;

function Line(/** @type {Data["lines"][number]} */ [sign, code]) {
  const kind = sign === "-" ? "minus" : sign === "+" && "plus";
  const indent = indentOf(code) + 2; // a line goes on further in than it begins
  return html`
    <span class="line ${kind}" data-sign=${sign}
      style="padding-left: calc(30px + ${indent}ch); text-indent: -${indent}ch">${Code(code)}</span>
  `;
}

/** The values one after the other, and the pressed one as both programs have it. */
function Steps(/** @type {Faulty} */ { data: { steps }, words, state, width, set, choose }) {
  const first = firstOf(steps);
  const shown = state.shown ?? first;
  const [guess, name] = [state.guess ?? first, first].map((at) => steps[at].name);
  const isRight = guess === name;
  const reveal = (/** @type {number | null} */ guess) =>
    choose({ asks: false, guess, shown: null });
  /** Both pictures are on one scale. @param {Step} step */
  const mostOfBoth = ({ right, wrong }) => Math.max(mostOf(right), wrong ? mostOf(wrong) : 0);
  return html`
    <div class="chain">
      ${steps.map((step, at) => {
        const [kind, sign, told] = state.asks ? ["", "?", false] : kindOf(step);
        return html`
          <button type="button" class="step ${kind}" title=${told}
            aria-pressed=${!state.asks && String(at === shown)}
            onclick=${() => state.asks ? reveal(at) : set({ shown: at })}>
            <span class="value">${step.name}</span>
            ${Mosaic(step.right, SMALL, mostOfBoth(step))}
            <b class="sign">${sign}</b>
          </button>
        `;
      })}
    </div>
    <div class="pair" aria-live="polite">
      ${state.asks
        ? html`<button type="button" class="show" data-screen onclick=${() =>
          reveal(null)}>${words.show}</button>`
        : Pair(steps[shown])}
    </div>
    ${!state.asks && state.guess !== null && html`
      <div class="verdict ${!isRight && "wrong"}" role="status">${isRight
        ? `✓ ${words.guess_right}`
        : `✗ ${fill(words.guess_wrong, { guess, name })}`}</div>
    `}
  `;

  /** Its class, its sign, and that in words. @param {Step} step */
  function kindOf({ difference }) {
    if (difference === null) return ["missing", "–", words.missing];
    if (difference === 0) return ["same", "=", words.same];
    return ["differs", "≠", fill(words.differs, { difference: decimal(difference, 3) })];
  }

  function Pair(/** @type {Step} */ step) {
    const room = LARGE.map((most) => (width < NARROW ? 0.8 * most : most));
    const picture = (/** @type {string} */ sign, /** @type {Value} */ value) =>
      html`<figcaption>${sign} ${step.name}</figcaption>${Mosaic(value, room, mostOfBoth(step))}`;
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
