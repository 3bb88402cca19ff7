import { drawn, equal } from "../../drawings/drawn_test.js";
import * as two_paths from "./two_paths.js";

const ranks = [1, 1200, 1];
/** @type {import("./types.d.ts").Data} */
const data = {
  reference: {
    ...{ tokens: ["▁a", "b", "d"], probs: [0.9, 0.25, 0.5], ranks },
    ...{ top: [["▁a"], ["<i>"], ["d"]], shares: [[0.9], [0.6], [0.5]] },
  },
  own: {
    ...{ tokens: ["▁a", "<i>"], probs: [0.9, 0.6], ranks: [1, 1] },
    ...{ top: [["▁a"], ["<i>"]], shares: [[0.9], [0.6]] },
  },
};
const even = { ...data, own: data.reference };
const state = { at: 1, pen: [] };

/** @param {string} markup */
const sides = (markup) => [...markup.matchAll(/class="cell (\w+)/g)].map(([, side]) => side);

Deno.test("one path while both read the same, then two; what would have been written is struck out", () => {
  const { markup } = drawn(two_paths, data, state);
  equal(sides(markup), ["both", "both", "given", "own", "given"]);
  equal(markup.includes('<s><span>&#60;i&#62;</span></s><span class="share">60.0%'), true);
  equal(markup.match(/class="step [^"]*"[^>]*aria-pressed="true"/g)?.length, 1);
});

Deno.test("corrected it goes back to one path; at a slip the learner has the pen", () => {
  const { markup } = drawn(two_paths, even, { ...state, pen: [1] });
  equal(sides(markup), ["both", "both", "both", "both"]);
  /** @param {string} markup */
  const pens = (markup) =>
    [...markup.matchAll(/class="pen (\w+)"[^>]*aria-pressed="(\w+)"/g)].map(([, ...pen]) => pen);
  equal(pens(markup), [["given", "true"], ["own", "false"]]);
  equal(pens(drawn(two_paths, data, state).markup), [["given", "false"], ["own", "true"]]);
  equal([1, 2].map((place) => two_paths.isSlip(data, place)), [true, false]);
});

Deno.test("what was expected is as wide as its probability", () => {
  const { markup } = drawn(two_paths, data, state);
  const wide = [...markup.matchAll(/--part-share: ([\d.]+)/g)].map(([, share]) => Number(share));
  equal(wide, [0.6, 0.6]);
  equal(markup.match(/class="part read"/g)?.length, 1);
});

Deno.test("it runs downwards where there is no room", () => {
  const isDown = (/** @type {number} */ width) =>
    drawn(two_paths, data, state, width).markup.includes("down");
  equal([1000, 300].map(isDown), [false, true]);
});

Deno.test("before the answer one of two tokens can be read next", () => {
  const path = { tokens: ["▁a", "?", "?"], probs: [], ranks: [], top: [], shares: [] };
  const asked = { reference: path, own: path, asked: 1, choices: ["b", "c"] };
  const { markup } = drawn(two_paths, asked, { answer: 0, pen: [] }, 1000, {
    kind: "one",
    options: [0, 1],
    spoken: "",
  });
  equal(markup.match(/data-offered/g)?.length, 2);
  equal(markup.includes("%") || markup.includes("<button"), false);
});

Deno.test("the token that a learner chose stays where it was asked", () => {
  const ghosts = [0, 1].map((given) => {
    const ghost = { kind: "one", options: [0, 1], given, spoken: "" };
    return drawn(two_paths, data, state, 1000, undefined, ghost).markup;
  });
  equal(ghosts.map((markup) => markup.match(/class="(\w+)[^>]*data-ghost/)?.[1]), [
    "chip",
    "struck",
  ]);
});
