import { drawn, equal } from "../../drawings/drawn_test.js";
import * as segmentation from "./segmentation.js";

const arcs = [[0, 1, 1], [0, 2, 5], [0, 3, 7], [1, 3, 8], [2, 3, 6], [3, 4, 4], [3, 5, 9]].map((
  [start, end, id],
) => ({ start, end, id, token: "\u2581ab\u2581c".slice(start, end), score: -id }));
/** @type {import("./types.d.ts").Data} */
const data = {
  marked: "\u2581ab\u2581c",
  arcs,
  ways: [[2, 6], [1, 4, 6]],
  names: ["way 1", "way 2"],
  end: { token: "</s>", id: 3 },
  written: { path: [2, 6], best: "x y", now: "x y", tokens: [{ token: "x", id: 12 }] },
};
const second = { path: data.ways[1] };

/** @param {object} state @param {RegExp} of */
const found = (state, of) =>
  [...drawn(segmentation, data, state).markup.matchAll(of)].map(([, ...one]) => one.join(" "));

Deno.test("a word is a grid with a column a letter, below what the tokenizer has instead", () => {
  const places = /token (\w+)" style="grid-column: ([\d /]+)"/g;
  equal(found({}, places), ["on 1 / 4", "on 1 / 3"]);
  equal(found(second, places), ["on 1 / 3", "on 3 / 4", "best 1 / 4", "on 1 / 3"]);
});

Deno.test("a cut more or less takes the most probable tokens that there are, and no unknown one", () => {
  const recut = segmentation.recut.bind(null, data);
  equal([recut([2, 6], 2), recut([2, 6], 1)], [data.ways[1], null]);
  equal([recut([1, 4, 6], 2), recut([0, 3, 6], 2)], [data.ways[0], null]);
});

Deno.test("letters are parted where there are tokens for it, and a press takes that way", () => {
  equal(found({}, /data-cut="(\d)"[^>]*aria-pressed="(\w+)"/g), ["2 false"]);
  equal(found(second, /data-cut="(\d)"[^>]*aria-pressed="(\w+)"/g), ["2 true"]);
  equal(found(second, /<button type="button" aria-pressed="(\w+)">way/g), ["false", "true"]);
});

Deno.test("another cut is weighed against the tokenizer's, and its translation once it is known", () => {
  const told = /class="caption">(\w+)/g, marked = /<mark>(\w+)/g;
  equal([...found({}, told), ...found(second, told)], ["best", "own"]);
  const written = { ...data.written, path: data.ways[1], now: "x z" };
  const { markup } = drawn(segmentation, { ...data, written }, second);
  equal([[...markup.matchAll(marked)].map(([, one]) => one), markup.includes("before")], [
    ...[["z"], true],
  ]);
  const pending = drawn(segmentation, data, second).markup;
  equal([markup.includes("stale"), pending.includes("stale")], [false, true]);
});

Deno.test("in a lesson words are cut by hand, and nobody says into what", () => {
  const whole = [[0, 3], [3, 5]].map(([start, end]) => ({
    ...{ start, end, token: "?", id: /** @type {const} */ ("?"), score: null },
  }));
  const asks = { kind: "cut", options: [0, 1], spoken: "" };
  const blank = { ...data, arcs: whole, ways: [[0, 1]] };
  const { markup } = drawn(segmentation, blank, { answer: [2] }, 800, asks);
  equal([markup.match(/class="id"/g)?.length, /class="cut[^>]*aria-pressed="true"/.test(markup)], [
    4,
    true,
  ]);
  equal(/caption|ways/.test(markup), false);
});
