import { Clock, moveTo, playAlong, PlayButton } from "./play.js";
import { close, equal, markup } from "./drawn_test.js";

/** The page's time, which stands still until it is moved: `beat` is one of what plays. */
function page() {
  const { now } = performance;
  const made = { time: 0, isLess: false, isThere: true, beats: new Map(), frames: 0, drawn: 0 };
  const fakes = {
    document: { hidden: false },
    matchMedia: () => ({ matches: made.isLess }),
    setInterval: (/** @type {() => void} */ act) => made.beats.set(made.beats.size + 1, act).size,
    clearInterval: (/** @type {number} */ which) => made.beats.delete(which),
    requestAnimationFrame: () => (made.frames += 1),
    cancelAnimationFrame() {},
  };
  const kept = Object.keys(fakes).map((name) => [name, Reflect.get(globalThis, name)]);
  Object.assign(globalThis, fakes);
  performance.now = () => made.time;
  const clock = new Clock(() => made.drawn += 1, () => made.isThere);
  const back = () => {
    Object.assign(globalThis, Object.fromEntries(kept));
    performance.now = now;
  };
  const beat = () => [...made.beats.values()].forEach((act) => act());
  return { ...fakes, made, clock, beat, [Symbol.dispose]: back };
}

/** A drawing that stands at place `at`, and what it was told. @param {Clock} clock @param {number} at */
function places(clock, at) {
  /** @type {(string | number)[]} */
  const told = [];
  const state = { at };
  const change = (/** @type {string} */ how) => (/** @type {{ at?: number }} */ to) => {
    Object.assign(state, to);
    told.push(`${how} ${to.at}`);
  };
  const hands = { set: change("set"), choose: change("choose"), clock };
  return { told, drawing: { data: {}, words: {}, state, width: 0, measure: () => 0, ...hands } };
}

Deno.test("what plays goes from place to place; that it has left and the last one are told", () => {
  using here = page();
  const { told, drawing } = places(here.clock, 1);
  playAlong(drawing, 5, 100);
  equal([here.clock.plays, told.splice(0)], [true, ["set 1"]]);
  here.beat();
  here.beat();
  here.document.hidden = true;
  here.beat();
  equal(told, ["choose 2", "set 3"]);
  here.document.hidden = false;
  here.beat();
  equal([here.clock.plays, told], [false, ["choose 2", "set 3", "choose 4"]]);
  playAlong(drawing, 5, 100);
  equal(told.at(-1), "set 0"); // from the beginning
});

Deno.test("pressed again or moved, it rests; gone, it tells nothing", () => {
  using here = page();
  const { told, drawing } = places(here.clock, 0);
  playAlong(drawing, 9, 100);
  equal(markup(PlayButton(drawing, "play", 9, 100)).includes('aria-pressed="true"'), true);
  here.beat();
  playAlong(drawing, 9, 100);
  equal([here.clock.plays, told.at(-1)], [false, "choose 1"]);
  playAlong(drawing, 9, 100);
  moveTo(drawing, 7);
  equal([here.clock.plays, told.at(-1)], [false, "choose 7"]);
  playAlong(drawing, 9, 100);
  const before = told.length;
  here.made.isThere = false;
  here.beat();
  equal([here.clock.plays, told.length], [false, before]);
});

Deno.test("values go to where they belong, each in its time, from where they are", () => {
  using here = page();
  const at = (/** @type {number} */ time, /** @type {number[]} */ goals) => {
    here.made.time = time;
    return here.clock.toward(goals, (which) => which ? 100 : 0);
  };
  equal(at(0, [1, 1]), [1, 1]);
  equal(here.made.frames, 0);
  equal(at(0, [2, 3]), [2, 1]);
  equal(here.made.frames, 1);
  close(at(50, [2, 3])[1], 2);
  close(at(50, [2, 0])[1], 2);
  close(at(100, [2, 0])[1], 1);
  equal(at(150, [2, 0]), [2, 0]);
  equal(at(150, [5]), [5]);
  at(150, [5, 5]);
  here.made.isLess = true;
  equal(at(150, [9, 9]), [9, 9]);
});
