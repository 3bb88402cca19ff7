import { drawn, equal } from "../../drawings/drawn_test.js";
import * as segmentation from "./segmentation.js";

const arcs = [[0, 2, 5], [2, 3, 6], [0, 3, 7], [0, 1, 1], [1, 3, 8], [3, 5, 9]].map((
  [start, end, id],
) => ({ start, end, id, token: "\u2581ab\u2581c".slice(start, end), score: -id }));
/** @type {import("./types.d.ts").Data} */
const data = {
  marked: "\u2581ab\u2581c",
  arcs,
  ways: [[2, 5], [0, 1, 5]],
  names: ["way 1", "way 2"],
  end: { token: "</s>", id: 3 },
  written: { way: 0, cut: "", best: "x y", now: "x y" },
};

Deno.test("a word is a grid with a column a letter, what is not on the way lies below", () => {
  const { markup } = drawn(segmentation, data);
  const found = markup.matchAll(/token (\w+)" style="grid-column: ([\d /]+)" data-token="(\d)"/g);
  equal([...found].map(([, ...one]) => one), [
    ["on", "1 / 4", "2"],
    ["other", "1 / 3", "0"],
    ["other", "1 / 2", "3"],
    ["other", "2 / 4", "4"],
    ["other", "3 / 4", "1"],
    ["on", "1 / 3", "5"],
  ]);
});

Deno.test("a cut more or less needs tokens for both sides", () => {
  equal([segmentation.recut(data, [2, 5], 2), segmentation.recut(data, [2, 5], 1)], [
    [0, 1, 5],
    null,
  ]);
  equal(segmentation.recut(data, [0, 1, 5], 2), [2, 5]);
});

Deno.test("a cut of the reader's own is weighed against the best way", () => {
  const words = (/** @type {object} */ state) =>
    /status">([^<]*)/.exec(drawn(segmentation, data, state).markup)?.[1];
  const states = [{ cut: "0.2.3" }, { way: 1 }, { cut: "0.1.3" }, { over: -1 }];
  equal(states.map(words), ["own", "own", "told through", "lacks"]);
});

Deno.test("what the model writes stands below once it is known, other words underlined", () => {
  const written = { way: 1, cut: "", best: "x y", now: "x z" };
  const seen = (/** @type {any} */ given, /** @type {object} */ state) => {
    const [, after] = drawn(segmentation, { ...data, written: given }, state).markup.split(
      "outcome",
    );
    return [/<mark>(\w+)/.exec(after)?.[1], after.includes("…"), after.includes("before")];
  };
  equal(seen(written, { way: 1 }), ["z", false, true]);
  equal(seen(written, { way: 1, cut: "0.2.3" }), [undefined, true, false]);
  equal(seen(data.written, {}), [undefined, false, false]);
});

Deno.test("letters within a word may be parted, tokens of the way are pressed", () => {
  const { markup } = drawn(segmentation, data, { way: 1 });
  const parts = [
    ...markup.matchAll(/<button type="button" class="(\w+)[^>]*aria-pressed="(\w+)"/g),
  ];
  equal(parts.map(([, kind, is]) => [kind, is]), [
    ["token", "false"],
    ["token", "true"],
    ["token", "false"],
    ["token", "false"],
    ["token", "true"],
    ["seam", "true"],
    ["token", "true"],
  ]);
});

Deno.test("in a lesson words are cut by hand, and nobody says into what", () => {
  const whole = [[0, 3], [3, 5]].map(([start, end]) => ({
    start,
    end,
    token: "?",
    id: "?",
    score: null,
  }));
  const blank = { ...data, arcs: whole, ways: [[0, 1]] };
  const asks = { kind: "cut", options: [0, 1], spoken: "" };
  const { markup } = drawn(segmentation, blank, { answer: [2] }, 800, asks);
  equal([markup.match(/class="id"/g)?.length, /class="cut[^>]*aria-pressed="true"/.test(markup)], [
    4,
    true,
  ]);
  equal(/caption|seam|token[^>]* role/.test(markup), false);
});
