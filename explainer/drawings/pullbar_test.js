import * as pullbar from "./pullbar.js";
import { drawn, equal } from "./drawn_test.js";

const data = { low: -2, high: 2, digits: 2, given: [["q", -1.25]], model: null };

Deno.test("what is given stands there, what is to be pulled is a slider with a question mark", () => {
  const { markup } = drawn(pullbar, data);
  equal(markup.match(/class="row (\w+)/g), ['class="row given', 'class="row own']);
  equal([markup.includes(">\u22121.25<"), markup.includes('aria-valuetext="?"')], [true, true]);
});

Deno.test("the model's number stands below the learner's, and alone where nothing was pulled", () => {
  const told = { ...data, model: 0.5 };
  const rows = (/** @type {object} */ state) =>
    [...drawn(pullbar, told, state).markup.matchAll(/class="row (\w+)/g)].map(([, kind]) => kind);
  equal(rows({ own: -0.5 }), ["given", "own", "model"]);
  equal(rows({}), ["given", "model"]);
  const { markup } = drawn(pullbar, told, { own: -0.5 });
  equal([markup.includes("range"), markup.includes("left: 37.5%; width: 12.5%")], [false, true]);
});

Deno.test("a pull steps by a round number, at most a hundred times", () => {
  const steps = [4, 10, 700].map((high) =>
    drawn(pullbar, { ...data, low: 0, high }).markup.match(/step="([\d.]+)"/)?.[1]
  );
  equal(steps, ["0.05", "0.1", "10"]);
});
