import { drawn, equal } from "../../drawings/drawn_test.js";
import { range } from "../../drawings/math.js";
import * as lottery from "./lottery.js";

/** @type {[string | null, number, number, number, number, number][]} */
const parts = [
  ["a", 1, 0, 0.3, 0, 0.2],
  ["\u2581b", 1, 0.3, 0.3, 0.2, 0.6],
  [null, 1234, 0.3, 0.5, 0.6, 0.7],
  ["<c>", 1, 0.5, 1, 0.7, 1],
];
const data = {
  parts: parts.map(([token, count, low, high, from, to]) => ({
    token,
    count,
    low,
    high,
    from,
    to,
  })),
  ...{ written: [], uniform: 0.4, mass: 0.4, isCut: true, temperature: 1 },
};
const count = (/** @type {string} */ markup, /** @type {string} */ part) =>
  markup.split(part).length - 1;

Deno.test("a number falls on what holds it, never on what is cut", () => {
  const hit = (/** @type {number} */ u) => lottery.partAt(data.parts, u).token;
  equal([0, 0.29, 0.3, 0.99, 1].map(hit), ["a", "a", null, "<c>", "<c>"]);
});

Deno.test("what is cut is hatched above and has no place below", () => {
  const { markup } = drawn(lottery, data);
  equal([count(markup, 'class="was cut"'), count(markup, 'class="part ')], [1, 3]);
  equal([count(markup, "before_cut"), count(markup, ">after<")], [1, 1]);
  equal(markup.includes("&#60;c&#62; 50.0%"), true);
  const { markup: whole } = drawn(lottery, { ...data, mass: 0, isCut: false, temperature: 1.5 });
  equal([count(whole, ">before<"), count(whole, "after_warm")], [1, 1]);
  equal(count(drawn(lottery, { ...data, temperature: 0 }).markup, "after_zero"), 1);
});

Deno.test("many tokens in one have no name, unless one of them is drawn", () => {
  const named = (/** @type {object} */ state) =>
    count(drawn(lottery, data, state).markup, "merged</span>");
  equal([named({}), named({ u: 0.1 })], [1, 0]);
  equal(count(drawn(lottery, data).markup, ">rest<"), 1);
});

Deno.test("a part says its share where there is room beside its name", () => {
  const shares = (/** @type {number} */ width) =>
    [...drawn(lottery, data, {}, width).markup.matchAll(/class="share[^>]*>([^<]+)</g)].map((
      [, share],
    ) => share);
  equal(shares(1000), ["20%", "40%", "30%", "30%", "20%", "50%"]);
  equal(shares(60), []);
});

Deno.test("what stands before the draw is said", () => {
  const told = (/** @type {string[]} */ written) =>
    /"written">([^<]*)/.exec(drawn(lottery, { ...data, written }).markup)?.[1];
  equal([told([]), told(["a", "b"])], ["nothing_yet", "so_far"]);
});

Deno.test("a number that was moved says so", () => {
  const told = (/** @type {object} */ state) =>
    /polite">([^<]*)/.exec(drawn(lottery, data, state).markup)?.[1];
  equal([told({}), told({ u: 0.6 })], ["picked", "moved"]);
});

Deno.test("a reader keeps both lines", () => {
  const { line: rows } = lottery.numbers(data);
  equal(rows[2], {
    token: "",
    tokens: 1234,
    from: 0.3,
    to: 0.5,
    chance: 0.5 - 0.3,
    before: 0.7 - 0.6,
  });
});

Deno.test("the line flows with the knob that is held, not where something is cut", () => {
  const flow = range(21).map((at) => [0.1, 0.2, 0.3, at / 50]);
  const held = { u: null, temperature: 1.5 };
  const lows = (/** @type {object} */ more) =>
    lottery.partsAt({ ...data, ...more }, held).map(({ low }) => low.toFixed(1));
  equal(lows({ flow }), ["0.0", "0.1", "0.3", "0.6"]);
  equal(lows({ flow: null }), ["0.0", "0.3", "0.3", "0.5"]);
  const { markup } = drawn(lottery, { ...data, flow, isCut: false }, held);
  equal([count(markup, "after_warm"), count(markup, "30%")], [1, 3]);
});
