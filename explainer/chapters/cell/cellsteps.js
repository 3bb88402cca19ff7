// One cell of an attention map from x and m to the sub-layer's output, in ten steps: played, or gone
// through by hand.
import { clamp, fill, Hatch, html, IconButton, isStill, SIDES } from "../../drawings/parts.js";
import { track } from "../../drawings/parts.js";
import { done, layout, STEP } from "./place.js";
import { Asked, Keys, softmax, Targets } from "./softmax.js";
import { gather, Matrices, score } from "./vectors.js";
/** @import { CellParts, Data, State, Cellsteps } from "./types.d.ts" */

/** What is drawn now: how far which step has come, what all stands for.
 * @typedef {ReturnType<typeof sceneOf>} Scene */

const HOLD = 1500; // that a step stands before the next one while it plays
const TAKES = 600; // ms of what moves in a step
let hasPlayed = false; // by itself: not again when it is drawn anew

/** The row that a guess is about. @param {Data} data */
export const about = ({ tokens, crumbs }) => [tokens, crumbs.slice(0, 4).map(({ at }) => at)];
export const start = (/** @type {Data} */ { at, plays }) => ({
  ...{ ...at, waits: plays && !isStill() && !hasPlayed, guess: null, seen: null, cursor: null },
});

function sceneOf(/** @type {Cellsteps} */ drawing) {
  const { data, words, width, state, asks, clock } = drawing;
  const stage = state.waits ? 0 : state.stage;
  const come = done(clock.toward([state.waits ? 0 : stage + 1], TAKES)[0]);
  const products = data.q.map((one, dim) => one * data.k[dim]);
  return {
    ...drawing,
    ...movesOf(drawing, stage),
    ...{ stage, come, products, tones: SIDES[data.kind] },
    guess: asks ? asks.options.indexOf(state.answer ?? NaN) : state.guess ?? -1, // -1 for none
    ...{ dot: data.dots[data.column], score: data.scores[data.column] },
    dim: state.seen ?? state.dim,
    name: fill(words.figure, { number: stage + 1, name: data.stages[stage].name }),
    place: layout(width, data, stage, come, Boolean(asks)),
  };
}

export default function Cellsteps(/** @type {Cellsteps} */ drawing) {
  const scene = sceneOf(drawing);
  const { data, words, place, asks, stage, state, name, go, toggle, began } = scene;
  const [scored, gathered] = [score(scene), gather(scene)];
  /** From the guess to the answer: the softmax, cut before the reader's eyes. */
  const reveal = (/** @type {Happening} */ { currentTarget }) => {
    const steps = currentTarget.closest(".steps"); // the button goes
    go(STEP.softmax);
    steps.querySelector(".stages").focus({ preventScroll: true });
  };
  const keys = (/** @type {Happening} */ event) => {
    if (asks || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    if (target.closest("select")) return;
    if (event.key === "ArrowRight") go(stage + 1);
    else if (event.key === "ArrowLeft") go(stage - 1);
    else if (event.key === " " && !target.closest("button")) toggle();
    else return;
    event.preventDefault();
  };
  const { phone, lift } = place;
  const cut = phone && `clip-path: inset(${lift}px -9px -9px); margin-top: -${lift}px`;
  return html`
    <div class="steps ${phone && "phone"}" tabindex="-1" onkeydown=${keys}>
      ${Bar(scene)} ${!asks && Told(scene)}
      <div class="plot" style=${cut}>
        <svg class="canvas" role="group" aria-label=${name} width=${place.width}
          height=${Math.ceil(place.tall)}>
          <defs>${Matrices(data)}</defs>
          ${Hatch()}
          <g class="score" aria-hidden="true">${scored.made}</g>
          <g class="row" aria-hidden="true">${softmax(scene)}</g>
          <g class="gather" aria-hidden="true">${gathered.made}</g>
          <g class="lens" aria-hidden="true">${scored.lens} ${gathered.lens}</g>
          <g class="targets">${Targets(scene)}</g>
        </svg>
        ${Keys(scene, "name")} ${Keys(scene, "token")}
        ${state.waits && html`<i ref=${began}></i>`}
        ${Asked(scene, reveal)}
      </div>
      <div class="foot">
        <span class="signs">${words.signs}<b>−</b><i class="scale"></i><b>+</b></span>
        <span class="hint" data-screen>${!asks && words.hint}</span>
      </div>
    </div>
  `;
}

function Bar(/** @type {Scene} */ scene) {
  const { data, words, asks, stage, clock, go, toggle } = scene;
  const last = data.stages.length - 1;
  const icon = clock.plays ? "pause" : "play";
  return html`
    <div class="bar" data-screen inert=${Boolean(asks || data.blank)}>
      <div class="crumbs">${data.crumbs.map((_, at) => Crumb(scene, at))}</div>
      ${!asks && html`
        <div class="controls">
          ${IconButton(icon, words[icon], toggle)}
          ${IconButton("previous", words.previous, () => go(stage - 1), stage === 0)}
          ${IconButton("following", words.following, () => go(stage + 1), stage === last)}
          ${Rail(scene)}
        </div>
      `}
    </div>
  `;
}

/** What is chosen, and over it, unseen, the list to choose from. */
function Crumb(/** @type {Scene} */ { data: { crumbs }, pick }, /** @type {number} */ at) {
  const { name, label, shown, options, at: chosen } = crumbs[at];
  const sign = at === crumbs.length - 1 ? "×" : "›";
  return html`
    ${at > 0 && html`<span class="sign" aria-hidden="true">${sign}</span>`}
    <span class="crumb ${name}">
      <span class="shown">${shown}</span>
      <select aria-label=${label} title=${label}
        onchange=${({ target }) => pick({ [name]: Number(target.value) })}>
        ${options.map((option, at) =>
          html`<option value=${at} .selected=${at === chosen}>${option}</option>`
        )}
      </select>
    </span>
  `;
}

/** The steps as a slider; those that tell one beat of the story stand together. @param {Scene} scene */
function Rail(scene) {
  const { data: { stages, groups }, words, stage, name, go } = scene;
  let at = 0;
  const stops = stages.map(({ name }, at) => {
    const kind = at < stage ? "done" : at === stage ? "now" : "later";
    return html`<span class="stop ${kind}" title=${name} aria-hidden="true">${at + 1}</span>`;
  });
  const slider = { label: words.scrubber, told: name, at: stage, count: stages.length, far: 3, go };
  return html`
    <div class="stages" all=${track(slider)}>
      ${groups.map((count) => {
        const own = stops.slice(at, at += count);
        return html`<span class="group" style="flex-grow: ${count}">${own}</span>`;
      })}
    </div>
  `;
}

function Told(/** @type {Scene} */ { data, stage, clock, name }) {
  const { expression, result, line } = data.stages[stage];
  return html`
    <div class="told" aria-live=${clock.plays ? "off" : "polite"}>
      <div class="step">
        <div class="title">${name}</div>
        <div class="numbers">${expression}${result && [" = ", html`<b>${result}</b>`]}</div>
      </div>
      <div class="line">${line.split(/(W_[QKVO])/).map((part, at) =>
        at % 2 ? html`W<sub>${part[2]}</sub>` : part
      )}</div>
    </div>
  `;
}

/** From step to step: by hand, played, and by itself at first.
 * @param {Cellsteps} drawing @param {number} stage */
function movesOf({ data, state, clock, set, choose }, stage) {
  const last = data.stages.length - 1;
  /** On from a step, -1 before all, to `end`, where it rests. @param {number} at @param {number} end */
  const play = (at, end) => {
    const next = () => {
      at += 1;
      set({ stage: at, waits: false });
      if (at === end && at !== data.at.stage) choose({ stage: at });
      return at < end;
    };
    if (at + 1 < end) clock.play(next, (isStill() ? 0 : TAKES) + HOLD);
    next();
  };
  /** Another step, cell, head or dimension; ends what plays. @param {Partial<State>} change */
  const pick = (change) => {
    clock.stop();
    set({ waits: false });
    choose({ stage, ...change });
  };
  return {
    pick,
    go(/** @type {number} */ to) {
      const at = clamp(to, 0, last);
      if (at === stage && !clock.plays) set({ stage, waits: false });
      else pick({ stage: at });
    },
    toggle: () => clock.plays ? pick({}) : play(state.waits || stage === last ? -1 : stage, last),
    began() {
      if (!hasPlayed) play(-1, data.at.stage);
      hasPlayed = true;
    },
  };
}

/** What is shown so far: vectors, the row of keys, the outputs. */
export function numbers(/** @type {Data} */ data, /** @type {State} */ { stage }) {
  const counted = (/** @type {number[]} */ values) =>
    values.map((value, dim) => ({ dim: dim + 1, value }));
  const vectors = data.q.map((q, dim) => ({
    ...{ dim: dim + 1, q, k: data.k[dim] },
    ...(stage >= STEP.product && { product: q * data.k[dim] }),
  }));
  const row = data.tokens.map((token, column) => ({
    ...{ column: column + 1, token, dot: data.dots[column], scaled: data.scores[column] },
    masked: data.allowed[column] ? data.scores[column] : -Infinity,
    weight: data.weights[column],
  }));
  return {
    vectors,
    ...(stage >= STEP.softmax && { row }),
    ...(stage >= STEP.head && { head: counted(data.head_out) }),
    ...(stage >= STEP.out && { output: counted(data.out) }),
  };
}
