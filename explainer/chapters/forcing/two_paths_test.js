import { drawn, equal } from "../../drawings/drawn_test.js";
import * as two_paths from "./two_paths.js";

const top = { tokens: ["▁a", "<i>", "d"], probs: [0.9, 0.6, 0.5] };
/** @type {import("./types.d.ts").Data} */
const data = {
  reference: { tokens: ["▁a", "b", "d"], probs: [0.9, 0.25, 0.5], ranks: [1, 1200, 1], top },
  greedy: { tokens: ["▁a", "<i>"], probs: [0.9, 0.6] },
};

Deno.test("one path up to the two_paths, then two; what would have been written is struck out", () => {
  const { markup } = drawn(two_paths, data, { at: 1 });
  equal(two_paths.parting(data), 1);
  equal([...markup.matchAll(/class="cell (\w+)/g)].map(([, side]) => side), [
    "both",
    "both",
    "given",
    "own",
    "given",
  ]);
  equal(markup.includes('<s><span>&#60;i&#62;</span></s><span class="share">60.0%'), true);
  equal(markup.match(/aria-pressed="true"/g)?.length, 1);
});

Deno.test("it runs downwards where there is no room", () => {
  const isDown = (/** @type {number} */ width) =>
    drawn(two_paths, data, {}, width).markup.includes("down");
  equal([1000, 300].map(isDown), [false, true]);
});

Deno.test("before the answer one of two tokens can be read next", () => {
  const tokens = ["▁a", "?", "?"];
  const path = { tokens, probs: [] };
  const asked = {
    reference: { ...path, ranks: [], top: path },
    greedy: path,
    asked: 1,
    choices: ["b", "c"],
  };
  const { markup } = drawn(two_paths, asked, { answer: 0 }, 1000, {
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
    return drawn(two_paths, data, { at: 1 }, 1000, undefined, ghost).markup;
  });
  equal(ghosts.map((markup) => markup.match(/class="(\w+)[^>]*data-ghost/)?.[1]), [
    "chip",
    "struck",
  ]);
});
