// One cell of an attention map from x and m to the sub-layer's output, in ten steps: played, or gone
// through by hand.
import { fill } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { isStill } from "../../drawings/play.js";
import { Hatch } from "../../drawings/shade.js";
import { SIDES } from "../../drawings/token.js";
import { Bar, began, go, hasPlayed, TAKES, toggle, Told } from "./head.js";
import { done, layout, STEP } from "./place.js";
import { Asked, Keys, softmax, Targets } from "./softmax.js";
import { gather, Matrices, score } from "./vectors.js";

/** A matrix of weights as whole numbers: so many times `unit`; at `full` its colour is full.
 * @typedef {{ rows: number[][], unit: number, full: number }} Matrix */
/** A part of the cell's address: what is chosen as a reader sees it, and the options.
 * @typedef {{ name: string, label: string, shown: string, options: string[], at: number }} Crumb */
/** The vectors of a cell and its row by the names of the trace; of q, k and v the `sums` without the
 * `biases`; `own` is this head's part of `out`. `stages` are told of in words and stand together in
 * `groups`. `plays` by itself when it is first seen, to the step that is shown. Of a `blank` one no
 * more is known than up to that step.
 * @typedef {{ at: { stage: number, dim: number }, plays: boolean, kind: keyof typeof SIDES,
 *   row: number, column: number, head: number, x: number[], memory: number[], q: number[],
 *   k: number[], dots: number[], scores: number[], allowed: boolean[], weights: number[],
 *   values: number[][], head_out: number[], concat: number[], out: number[], own: number[],
 *   W: Record<"q" | "k" | "v" | "o", Matrix>, sums: Record<string, number[]>,
 *   biases: Record<string, number[]>, map: number[][], tokens: string[], names: string[],
 *   crumbs: Crumb[], stages: { name: string, expression: string, result: string, line: string }[],
 *   groups: number[], blank?: boolean }} Data */
/** `from` is the step it comes from where it moves on by one, `waits` that nothing is drawn yet, `fresh`
 * that nobody has gone anywhere; `guess` the key that takes most, in the row `of`; `seen` the dimension
 * that is pointed at, `cursor` the cell of the map.
 * @typedef {{ stage: number, dim: number, from: number | null, waits: boolean, fresh: boolean,
 *   guess: { of: string, key: number } | null, seen: number | null,
 *   cursor: readonly [number, number] | null, answer?: number | null,
 *   kind?: number, layer?: number, head?: number, row?: number, col?: number }} State */
/** @typedef {Drawing<Data, State>} Cellsteps */
/** What is drawn now: how far which step has come, what all stands for.
 * @typedef {ReturnType<typeof sceneOf>} Scene */

/** The row that a guess is about. @param {Data} data */
const rowOf = ({ tokens, crumbs }) =>
  JSON.stringify([tokens, crumbs.slice(0, 4).map(({ at }) => at)]);

/** @param {Data} data @returns {State} */
export const start = (data) => ({
  ...data.at,
  ...{ from: null, waits: data.plays && !isStill() && !hasPlayed(rowOf(data)), fresh: data.plays },
  ...{ guess: null, seen: null, cursor: null },
});

/** @param {Cellsteps} drawing */
function sceneOf(drawing) {
  const { data, words, width, state, asks, clock, set, choose } = drawing;
  const stage = state.waits ? 0 : state.stage;
  const [come] = clock.toward(
    [state.waits ? 0 : stage + 1],
    state.from === stage - 1 ? TAKES[stage] : 0,
  );
  const products = data.q.map((one, dim) => one * data.k[dim]);
  const of = rowOf(data);
  const own = state.guess?.of === of ? state.guess.key : -1;
  /** Another cell, head or dimension. @param {Partial<State>} change */
  const pick = (change) => {
    clock.stop();
    set({ waits: false });
    choose({ stage, ...change });
  };
  return {
    ...drawing,
    ...{ stage, of, pick, products, tones: SIDES[data.kind] },
    guess: asks ? asks.options.indexOf(state.answer ?? NaN) : own, // -1 for none
    ...{ dot: data.dots[data.column], score: data.scores[data.column] },
    come: done(come),
    dim: state.seen ?? state.dim,
    name: fill(words.figure, { number: stage + 1, name: data.stages[stage].name }),
    place: layout(width, data, stage, Boolean(asks)),
  };
}

/** @param {Cellsteps} drawing */
export default function Cellsteps(drawing) {
  const scene = sceneOf(drawing);
  const { data, words, place, asks, stage, state, name } = scene;
  const [scored, gathered] = [score(scene), gather(scene)];
  /** From the guess to the answer: the softmax, cut before the reader's eyes.
   * @param {Happening} event */
  const reveal = ({ currentTarget }) => {
    const steps = currentTarget.closest(".steps"); // the button goes
    go({ ...scene, stage: Math.max(stage, STEP.mask) }, STEP.softmax);
    steps.querySelector(".stages").focus({ preventScroll: true });
  };
  /** @param {Happening} event */
  const keys = (event) => {
    if (asks || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    if (target.closest("select")) return;
    if (event.key === "ArrowRight") go(scene, stage + 1);
    else if (event.key === "ArrowLeft") go(scene, stage - 1);
    else if (event.key === " " && !target.closest("button")) toggle(scene);
    else return;
    event.preventDefault();
  };
  return html`
    <div class="steps ${place.phone && "phone"}" tabindex="-1" onkeydown=${keys}>
      ${Bar(scene)} ${!asks && Told(scene)}
      <div class="plot">
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
        ${state.waits && html`<i class="wait" data-waits .begin=${() => began(scene)}></i>`}
        ${Asked(scene, reveal)}
      </div>
      <div class="foot">
        <span class="signs">${words.signs}<b>−</b><i class="scale"></i><b>+</b></span>
        <span class="hint" data-screen>${!asks && words.hint}</span>
      </div>
    </div>
  `;
}

/** What is shown so far: vectors, the row of keys, the outputs.
 * @param {Data} data @param {State} state */
export function numbers(data, { stage }) {
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
  return [
    { name: "vectors", rows: vectors },
    { name: "row", rows: row, since: STEP.softmax },
    { name: "head", rows: counted(data.head_out), since: STEP.head },
    { name: "output", rows: counted(data.out), since: STEP.out },
  ].filter(({ since = 0 }) => stage >= since).map(({ name, rows }) => ({ name, rows }));
}
