import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as gradient_arrows from "./gradient_arrows.js";

const wanted = { losses: [2, 1], names: ["▁a", "<b>"], given: [[0.1, 0.8, 0.1], [0.4, 0.5, 0.1]] };
const sure = { ...wanted, losses: [0.08, 0.125], names: ["c", "d"] };
const certain = { epsilon: 0, right: 1, each: 0, rest: 0, least: 0 };
const smoothed = { epsilon: 0.1, right: 0.91, each: 0.01, rest: 0.125, least: 0.5 };
/** @type {import("./types.d.ts").Data} */
const data = {
  sentences: [{ source: "one", tokens: [wanted, sure] }, { source: "two", tokens: [sure] }],
  ...{ targets: [certain, smoothed], means: [0.8, 0.4], smooth: [1, 0.6], moved: [0.00007] },
  weights: [[0.5, -0.25], [0.5, -0.2421875]],
  at: { sentence: 0, place: 0, stop: 1, trained: 0 },
};
const markup = (/** @type {object} */ change) =>
  drawn(gradient_arrows, data, { ...data.at, ...change }).markup;

Deno.test("what is asked for is smoothed, all of it is 1, and pulls are what is missing", () => {
  const pulls = gradient_arrows.pullsOf(data, data.at, "others");
  [0.91, 0.01, 0.08].forEach((q, at) => close(pulls[at].q, q));
  close(pulls[0].pull, 0.1 - 0.91);
  equal(pulls[2].name, "others");
});

Deno.test("a tower is the root of its loss, one that fell keeps its outline, all rest at a line", () => {
  const heights = (/** @type {string} */ parts) =>
    [...markup({ trained: 1 }).matchAll(RegExp(`"(${parts})" style="\\w+: ([\\d.]+)px`, "g"))]
      .map(([, kind, px]) => kind + px);
  equal(heights("ghost|tower"), ["ghost58.0", "tower41.0", "tower14.5", "tower14.5"]);
  equal(heights("rest"), ["rest14.5", "rest14.5", "rest14.5"]);
  equal(/class="rest" style="left: 15.6/.test(markup({})), true);
  equal(markup({ stop: 0 }).includes('class="rest"'), false);
  equal(markup({}).match(/flex-grow: 1/g)?.length, 1); // padding fills the batch
});

Deno.test("weights of the right token's row move with the step, magnified", () => {
  const line = (/** @type {object} */ change) => markup(change).match(/"move" d="([^"]*)/)?.[1];
  equal([line({}), line({ trained: 1 })], ["M0 -1v0M1 0.5v0", "M0 -1v0M1 0.5v-1.5625"]);
  equal(markup({ place: 1 }).includes("untold"), true);
});

Deno.test("a step can be taken while one is left and the model follows epsilon", () => {
  const isOff = (/** @type {object} */ change) =>
    /class="play" data-screen disabled[^>]*>\s*<svg/.test(markup(change));
  equal([{}, { trained: 1 }, { stop: 0 }].map(isOff), [false, true, true]);
});

Deno.test("before the answer there is no pull, and no loss that is asked for", () => {
  const untold = { losses: [0.9], given: [[0.5, 0.5]], names: ["a"] };
  const blank = {
    ...{ ...data, sentences: [{ source: "s", tokens: [untold] }], means: [0.5], smooth: [0.5] },
    ...{ moved: [], weights: [] },
  };
  const told = ["pulls losses asked", "pulls"].map((hides) => {
    const { markup } = drawn(gradient_arrows, { ...blank, blank: hides });
    return [markup.match(/class="fact[^"]*"[^>]*>\?/g)?.length, markup.includes('loss">0.90')];
  });
  equal(told, [[2, false], [2, true]]);
});
