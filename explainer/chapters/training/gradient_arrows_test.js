import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as gradient_arrows from "./gradient_arrows.js";

const wanted = {
  losses: [2, 1],
  flat: [5, 5],
  names: ["▁a", "<b>"],
  given: [[0.1, 0.8, 0.1], [0.4, 0.5, 0.1]],
};
const sure = { ...wanted, losses: [0.1, 0.05], names: ["c", "d"] };
/** @type {import("./types.d.ts").Data} */
const data = {
  sentences: [{ source: "one", tokens: [wanted, sure] }, { source: "two", tokens: [sure] }],
  moved: [0.00007],
  weights: [[0.5, -0.25], [0.5, -0.249]],
  epsilons: [0, 0.1],
  n_vocab: 10,
  at: { sentence: 0, place: 0, stop: 1, trained: 0 },
};

Deno.test("what is asked for is smoothed, all of it is 1, and pulls are what is missing", () => {
  const pulls = gradient_arrows.pullsOf(data, data.at, "others");
  [0.91, 0.01, 0.08].forEach((q, at) => close(pulls[at].q, q));
  close(pulls[0].pull, 0.1 - 0.91);
  equal(pulls[2].name, "others");
});

Deno.test("a tower that fell keeps its outline, padding fills the batch", () => {
  const { markup } = drawn(gradient_arrows, data, { ...data.at, trained: 1 });
  equal(
    [...markup.matchAll(/class="(\w+)" style="height: ([\d.]+)px"/g)].map(([, kind, px]) =>
      kind + px
    ),
    [
      "plot44.0",
      "ghost44.0",
      "tower22.0",
      "plot1.1",
      "tower1.1",
      "plot1.1",
      "tower1.1",
    ],
  );
  equal(markup.match(/class="pad /g)?.length, 1);
  equal(markup.includes("&#60;b&#62;"), true);
});

Deno.test("weights of the right token's row move with the step, magnified", () => {
  const moved = { ...data, weights: [[0.5, -0.25], [0.5, -0.2421875]] };
  const lines = [0, 1].map((trained) =>
    drawn(gradient_arrows, moved, { ...data.at, trained }).markup.match(/"move" d="([^"]*)/)?.[1]
  );
  equal(lines, ["M0 -1v0M1 0.5v0", "M0 -1v0M1 0.5v-1.5625"]);
  const { markup } = drawn(gradient_arrows, moved, { ...data.at, place: 1 });
  equal([markup.includes("untold"), markup.includes('"was" d="M0 0v-1M1 0v0.5"')], [true, true]);
});

Deno.test("a step can be taken while one is left and the model follows epsilon", () => {
  const isOff = (/** @type {object} */ change) =>
    /class="play" data-screen disabled[^>]*>\s*<svg/.test(
      drawn(gradient_arrows, data, { ...data.at, ...change }).markup,
    );
  equal([{}, { trained: 1 }, { stop: 0 }].map(isOff), [false, true, true]);
});

Deno.test("before the answer there is no pull, and no loss that is asked for", () => {
  const untold = { losses: [0.9], flat: [0], given: [[0.5, 0.5]], names: ["a"] };
  const blank = {
    ...data,
    sentences: [{ source: "s", tokens: [untold] }],
    moved: [],
    weights: [],
  };
  const told = ["pulls losses asked", "pulls"].map((hides) => {
    const { markup } = drawn(gradient_arrows, { ...blank, blank: hides });
    return [markup.match(/class="fact[^"]*"[^>]*>\?/g)?.length, markup.includes('loss">0.90')];
  });
  equal(told, [[2, false], [2, true]]);
});
