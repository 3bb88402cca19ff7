import { drawn, equal } from "../../drawings/drawn_test.js";
import { range } from "../../drawings/math.js";
import * as lottery from "./lottery.js";

/** @type {[string | null, number, number, number, number, number][]} */
const parts = [
  ["<c>", 1, 0, 0.5, 0, 0.3],
  ["a", 1, 0.5, 0.8, 0.3, 0.5],
  [null, 1234, 0.8, 1, 0.5, 0.6],
  ["\u2581b", 1, 1, 1, 0.6, 1],
];
const data = {
  parts: parts.map(([token, count, low, high, from, to]) => (
    { token, count, low, high, from, to }
  )),
  ...{ written: [], uniforms: [0.9, 0.1], mass: 0.4, isCut: true, temperature: 1, entropy: 1 },
};
const count = (/** @type {string} */ markup, /** @type {string} */ part) =>
  markup.split(part).length - 1;

Deno.test("a number falls on what holds it, never on what is cut", () => {
  const hit = (/** @type {number} */ u) => lottery.partAt(data.parts, u).token;
  equal([0, 0.49, 0.5, 0.99, 1].map(hit), ["<c>", "<c>", "a", null, null]);
});

Deno.test("what is cut is hatched above and has no place below, and what holds a number draws it", () => {
  const { markup } = drawn(lottery, data);
  equal([count(markup, 'class="was cut"'), count(markup, 'class="part ')], [1, 3]);
  equal(
    ["before_cut", ">after<", "&#60;c&#62; 50.0%", 'class="fell'].map((one) => count(markup, one)),
    [1, 1, 1, 2],
  );
  equal([count(markup, ">rare<"), count(markup, "merged</span>")], [1, 2]);
  const whole = { ...data, mass: 0, isCut: false, temperature: 1.5, written: ["a"] };
  const { markup: warm } = drawn(lottery, whole, { u: 0.1, at: 0 });
  const seen = ["so_far", ">before<", ">after_warm<", 'class="fell'].map((one) => count(warm, one));
  equal(seen, [1, 1, 1, 1]);
  equal(count(drawn(lottery, { ...data, temperature: 0 }).markup, "after_zero"), 1);
});

Deno.test("a part says its share where there is room beside its name", () => {
  const shares = (/** @type {number} */ width) =>
    [...drawn(lottery, data, {}, width).markup.matchAll(/class="share[^>]*>([^<]+)</g)].map((
      [, share],
    ) => share);
  equal([shares(1000), shares(60)], [["30%", "20%", "10%", "40%", "50%", "30%", "20%"], []]);
});

Deno.test("the line flows with the knob that is held, not where something is cut", () => {
  const flow = range(21).map((at) => ({ shares: [at / 50, 0.3, 0.2, 0.1], entropy: at / 10 }));
  const held = { at: 1, temperature: 1.5 };
  const lows = (/** @type {object} */ more) =>
    lottery.heldData({ ...data, ...more }, held).parts.map(({ low }) => low.toFixed(1));
  equal([lows({ flow }), lows({ flow: null })], [["0.0", "0.3", "0.6", "0.8"], [
    "0.0",
    "0.5",
    "0.8",
    "1.0",
  ]]);
  equal(lottery.heldData({ ...data, flow }, held).entropy, 1.5);
});

Deno.test("a reader keeps both lines", () => {
  const { line: [, row] } = lottery.numbers(data);
  equal(row, {
    ...{ token: "a", tokens: 1, from: 0.5, to: 0.8 },
    ...{ chance: 0.8 - 0.5, before: 0.5 - 0.3 },
  });
});
