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
  ...{ written: [], uniforms: [0.9, 0.1], mass: 0.4, isCut: true },
  ...{ temperature: 1, entropy: 1 },
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
    ["before_cut", ">after<", "&#60;c&#62; 50.0%", 'class="fell', "min(80%, 100% - 2px)"]
      .map((one) => count(markup, one)),
    [1, 1, 1, 2, 1],
  );
  equal([count(markup, ">rare<"), count(markup, "merged</span>")], [1, 2]);
  const whole = { ...data, mass: 0, isCut: false, temperature: 1.5 };
  const { markup: warm } = drawn(lottery, whole, { u: 0.1, at: 0 });
  const seen = [">before_first<", ">after_warm<", 'class="fell'].map((one) => count(warm, one));
  equal(seen, [1, 1, 1]);
  equal(count(drawn(lottery, { ...data, temperature: 0 }).markup, "after_zero"), 1);
});

Deno.test("a part says its share where there is room beside its name", () => {
  const shares = (/** @type {number} */ width) =>
    [...drawn(lottery, data, {}, width).markup.matchAll(/class="share[^>]*>([^<]+)</g)].map((
      [, share],
    ) => share);
  equal([shares(1000), shares(60)], [["30%", "20%", "10%", "40%", "50%", "30%", "20%"], []]);
});

/** @param {string} knob @param {any} stop @param {number} held */
function heldAt(knob, stop, held) {
  const stops = range(21).map((at) => ({ entropy: at / 10, drawn: [0, 1], ...stop }));
  const flow = { knob, now: 1, low: 0, step: 0.1, names: ["x", "y"], stops };
  return lottery.heldData({ ...data, flow }, { at: 1, held: { flow, at: held } });
}
const edges = (/** @type {{ parts: { low: number, high: number }[] }} */ { parts }) =>
  parts.map(({ low, high }) => [low.toFixed(2), high.toFixed(2)].join());

Deno.test("the line flows with the knob that is held", () => {
  const held = heldAt("temperature", { shares: [0.4, 0.3, 0.2, 0.1] }, 1.5);
  equal(edges(held), ["0.00,0.40", "0.40,0.70", "0.70,0.90", "0.90,1.00"]);
  equal(held.entropy, 1.5);
  equal(edges(heldAt("temperature", { shares: [1, 0, 0, 0] }, 1)), edges(data));
});

Deno.test("of tokens that stand together a cut leaves a part", () => {
  const held = heldAt("k", { counts: [1, 1, 34, 0], shares: [0.4, 0.3, 0.3, 0], mass: 0.45 }, 2);
  const { markup } = drawn(lottery, held);
  equal(Math.round(Number(markup.match(/was rest" style="[^"]*--gone-part: ([\d.]+)%/)?.[1])), 50);
  equal(markup.includes("M0.5 0H0.55L1 1H0.7Z"), true);
});

Deno.test("a rare token that a number falls on is named", () => {
  const rare = { names: ["odd", "queer"], drawn: [1, 0], under: Array(500).fill(0) };
  const told = (/** @type {number | null} */ u) => {
    const { markup } = drawn(lottery, { ...data, rare }, { u, at: 1 });
    return ["<span>odd<", "<span>queer<"].map((name) => count(markup, name));
  };
  equal([told(null), told(0.85)], [[0, 2], [1, 1]]);
});

Deno.test("a reader keeps both lines", () => {
  const { line: [, row] } = lottery.numbers(data);
  equal(row, {
    ...{ token: "a", tokens: 1, from: 0.5, to: 0.8 },
    ...{ chance: 0.8 - 0.5, before: 0.5 - 0.3 },
  });
});
