import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as training_timeline from "./training_timeline.js";

/** @type {import("./types.d.ts").Data} */
const data = {
  run: "reverse",
  steps: [0, 2000],
  curves: { tokens: [0.25, 1], rows: [0, 0.5], train: [null, 0.2], loss: [2, 0.0004] },
  written: [[[5, 5, 0]], [[6, 5, 3]]],
  sources: ["ab"],
  wanted: [[6, 5, 3]],
  names: ["<pad>", "", "", "</s>", "", "\u2581a", "b"],
  keys: ["\u2581a", "b"],
  queries: ["b"],
  sides: ["looked at", "asking"],
  tones: ["source", "target"],
  weights: [[[0.5, 0.5]], [[0.02, 0.98]]],
  guess: 0.25,
  live: false,
};

/** @param {string} markup @param {RegExp} of */
const found = (markup, of) => [...markup.matchAll(of)].map(([, one]) => one);

Deno.test("what is written is right or has a cross, where nothing is wanted there is nothing", () => {
  const tiles = (/** @type {number} */ at, given = data) =>
    found(drawn(training_timeline, given, { at }).markup, /class="tile (\w+"[^>]*>[^<]*)/g)
      .map((one) => one.replace(/" title="[^"]*">|">/, " "));
  equal(tiles(0), ["wrong ✗a", "right a", "wrong ✗"]);
  equal(tiles(1), [
    "right b",
    "right a",
    "right </s>".replaceAll(/[<>]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  ]);
  equal(tiles(0, { ...data, wanted: [[6, 5, 0]] }).at(-1), "empty ");
});

Deno.test("ribbons are as wide as their weights, small ones are left out", () => {
  const wide = (/** @type {number} */ at) =>
    found(drawn(training_timeline, data, { at }).markup, /stroke-width: ([\d.]+)px/g).map(Number);
  equal(wide(0), [7, 7]);
  equal(wide(1)[0], 0);
  close(wide(1)[1], 13.72);
});

Deno.test("a curve has a point for each state that was measured", () => {
  const { markup } = drawn(training_timeline, data, { at: 1 });
  equal(found(markup, /class="point (\w+)"/g), [
    "tokens",
    "tokens",
    "rows",
    "rows",
    "loss",
    "loss",
    "train",
  ]);
  equal(markup.includes('aria-valuetext="said"'), true);
});

Deno.test("a reader keeps the curves, and the head at the state on screen", () => {
  const { states, weights } = training_timeline.numbers(data, { at: 1 });
  equal(states[1], { step: 2000, tokens: 1, rows: 0.5, train: 0.2, loss: 0.0004 });
  equal(weights[1], { step: 2000, query: "b", key: "b", weight: 0.98 });
});

Deno.test("what was trained can be played, what is being trained cannot", () => {
  const isThere = (/** @type {boolean} */ live) =>
    drawn(training_timeline, { ...data, live }, { at: 0 }).markup.includes("play");
  equal([isThere(false), isThere(true)], [true, false]);
});
