// From step to step: by hand, played, and by itself when it is first seen.
import { clamp } from "../../drawings/math.js";
import { isStill } from "../../drawings/play.js";

/** @typedef {import("./cellsteps.js").Scene} Scene */

const FIRST = 900; // ms from being seen to the first move
const HOLD = 1500; // that a step stands before the next one while it plays
/** That it takes what moves in each step. */
export const TAKES = [1700, 1300, 2200, 1100, 900, 2200, 1000, 1700, 1000, 1500];
/** @type {Set<string>} */
const PLAYED = new Set(); // rows that have played by themselves: not again when drawn anew

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
