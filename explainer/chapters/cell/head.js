// Above the drawing: which cell it is, play and steps, and what the step does in words; how it goes from
// step to step: by hand, played, and by itself when it is first seen.
import { html } from "../../drawings/html.js";
import { clamp } from "../../drawings/math.js";
import { isStill } from "../../drawings/play.js";
import { IconButton, track } from "../../drawings/stepper.js";

/** @typedef {import("./cellsteps.js").Scene} Scene */

const FIRST = 900; // ms from being seen to the first move
const HOLD = 1500; // that a step stands before the next one while it plays
/** That it takes what moves in each step. */
export const TAKES = [1700, 1300, 2200, 1100, 900, 2200, 1000, 1700, 1000, 1500];
/** @type {Set<string>} */
const PLAYED = new Set(); // rows that have played by themselves: not again when drawn anew

/** @param {Scene} scene */
export function Bar(scene) {
  const { data, words, asks, stage, clock } = scene;
  const last = data.stages.length - 1;
  const icon = clock.plays && !scene.state.waits ? "pause" : "play";
  return html`
    <div class="bar" data-screen inert=${Boolean(asks || data.blank)}>
      <div class="crumbs">${data.crumbs.map((_, at) => Crumb(scene, at))}</div>
      ${!asks && html`
        <div class="controls">
          ${IconButton(icon, words[icon], () => toggle(scene))}
          ${IconButton("previous", words.previous, () => go(scene, stage - 1), stage === 0)}
          ${IconButton("following", words.following, () => go(scene, stage + 1), stage === last)}
          ${Rail(scene)}
        </div>
      `}
    </div>
  `;
}

/** What is chosen, and over it, unseen, the list to choose from. @param {Scene} scene
 * @param {number} at */
function Crumb({ data: { crumbs }, pick }, at) {
  const { name, label, shown, options, at: chosen } = crumbs[at];
  return html`
    ${at > 0 && html`
      <span class="sign" aria-hidden="true">${at === crumbs.length - 1 ? "×" : "›"}</span>
    `}
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
  const { data: { stages, groups }, words, stage, name } = scene;
  let at = 0;
  const stops = stages.map(({ name }, at) => {
    const kind = at < stage ? "done" : at === stage ? "now" : "later";
    return html`<span class="stop ${kind}" title=${name} aria-hidden="true">${at + 1}</span>`;
  });
  const slider = { label: words.scrubber, told: name, at: stage, count: stages.length, far: 3 };
  return html`
    <div class="stages" all=${track({ ...slider, go: (to) => go(scene, to) })}>
      ${groups.map((count) => {
        const own = stops.slice(at, at += count);
        const isOn = stage < at && stage >= at - count;
        return html`<span class="group ${isOn && "on"}" style="flex-grow: ${count}">${own}</span>`;
      })}
    </div>
  `;
}

/** @param {Scene} scene */
export function Told({ data, stage, clock, name }) {
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

/** @param {string} row */
export const hasPlayed = (row) => PLAYED.has(row);

/** The next step moves into place, any other is there at once.
 * @param {Scene} scene @param {number} stage @param {Scene["choose"]} act */
function show({ stage: before, set, clock }, stage, act) {
  clock.ways = []; // what still moves has come
  set({ from: stage === before + 1 ? before : null, waits: false, fresh: false });
  act({ stage });
}

/** Ends what plays. @param {Scene} scene @param {number} to */
export function go(scene, to) {
  const { data, stage, clock, set, choose } = scene;
  const at = clamp(to, 0, data.stages.length - 1);
  const act = at === stage && !clock.plays ? set : choose;
  clock.stop();
  show(scene, at, act);
}

/** On from `at`, where it rests, to `end`. @param {Scene} scene @param {number} at
 * @param {number} end */
function onward(scene, at, end) {
  const takes = isStill() ? 0 : TAKES[at];
  scene.clock.play(() => next(scene, at, end), takes + HOLD);
}

/** @param {Scene} scene @param {number} at @param {number} end */
function next(scene, at, end) {
  const [{ data, set, choose }, to] = [scene, at + 1];
  if (to < end) onward(scene, to, end);
  show({ ...scene, stage: at }, to, to < end || to === data.at.stage ? set : choose);
  return to < end;
}

/** The first step moves once more, from any other the next one comes.
 * @param {Scene} scene @param {number} at @param {number} end */
function play(scene, at, end) {
  if (at > 0 || isStill()) return next(scene, at, end);
  onward(scene, 0, end);
  scene.set({ stage: 0, from: null, waits: true }); // nothing of it
  scene.set({ from: -1, waits: false, fresh: false });
}

/** @param {Scene} scene */
export function toggle(scene) {
  const { data, state, stage, clock, choose } = scene;
  const last = data.stages.length - 1;
  if (!clock.plays || state.waits) {
    return play(scene, state.fresh || stage === last ? 0 : stage, last);
  }
  clock.stop();
  choose({ stage });
}

/** It is seen for the first time. @param {Scene} scene */
export function began(scene) {
  const { of, data, clock } = scene;
  PLAYED.add(of);
  clock.play(() => {
    play(scene, 0, data.at.stage);
    return true;
  }, FIRST);
}
