import { drawn, equal } from "../../drawings/drawn_test.js";
import * as training_timeline from "./training_timeline.js";

/** @type {import("./types.d.ts").Data} */
const data = {
  run: "",
  steps: [0, 50],
  until: 200,
  curves: { tokens: [0.25, 1], rows: [0, 0.5], train: [null, 0.2], loss: [2, 0.5] },
  written: [[[5, 5, 0]], [[6, 5, 3]]],
  sources: ["ab"],
  wanted: [[6, 5, 3]],
  names: ["<pad>", "", "", "</s>", "", "\u2581a", "b"],
  keys: ["\u2581a", "b"],
  queries: ["b"],
  sides: ["looked at", "asking"],
  tones: ["source", "target"],
  weights: [[[0.5, 0.5]], [[0.0625, 0.9375]]],
  frames: [0, 1],
  guess: 0.25,
  live: false,
};

/** What a drawing of these data has of a pattern. @param {RegExp} of @param {number} at */
const found = (of, at, given = data) =>
  [...drawn(training_timeline, given, { at }).markup.matchAll(of)].map(([, ...one]) =>
    one.join(" ")
  );

Deno.test("what is written is right or wrong, where nothing is wanted there is nothing", () => {
  const tiles = /class="tile (\w+)"[^>]*>([^<]*)/g;
  equal(found(tiles, 0), ["wrong a", "right a", "wrong "]);
  equal(found(tiles, 1), ["right b", "right a", "right &#60;/s&#62;"]);
  equal(found(tiles, 0, { ...data, wanted: [[6, 5, 0]] }).at(-1), "empty ");
});

Deno.test("ribbons are as wide as their weights, those of the film up to the state on screen", () => {
  const wide = (/** @type {number} */ at) => found(/stroke-width: ([\d.]+)px/g, at).map(Number);
  equal([wide(0), wide(1)], [[7, 7, 2, 2], [0.875, 13.125, 2, 2, 3.75]]);
});

Deno.test("what was measured is drawn to scale, up to the state on screen", () => {
  const ways = / class="curve (\w+)" d="([^"]*)"/g;
  equal(found(ways, 0), ["tokens M0 0.75h0", "rows M0 1h0", "loss M0 0h0"]);
  equal(found(ways, 1).slice(2), ["loss M0 0L50 0.75h0", "train M50 0.9h0"]);
  equal(found(/class="stop" style="left: (\d+)%/g, 1), ["0", "25"]);
});

Deno.test("a reader keeps the curves, and the head at the state on screen", () => {
  const { states, weights } = training_timeline.numbers(data, { at: 1 });
  equal(states[1], { step: 50, tokens: 1, rows: 0.5, train: 0.2, loss: 0.5 });
  equal(weights[1], { step: 50, query: "b", key: "b", weight: 0.9375 });
});

Deno.test("what was trained can be played, what is being trained cannot", () => {
  const plays = [false, true].map((live) => found(/class="(play)"/g, 0, { ...data, live }).length);
  equal(plays, [1, 0]);
});
