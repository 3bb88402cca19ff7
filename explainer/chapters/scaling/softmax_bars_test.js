import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as softmax_bars from "./softmax_bars.js";

const spread = { reach: 10, sides: 4, sd: [2, 8], heights: [[1, 0.5], [0, 2]] };
/** @type {import("./types.d.ts").Data} */
const data = {
  widths: [4, 64],
  keys: ["▁a", "<b>", "c"],
  scores: [[2, 0, null], [8, 0, null]],
  divisors: [{ id: "none", name: "as it is", by: [1, 1] }, {
    id: "root",
    name: "÷ √d",
    by: [2, 8],
  }],
  spread,
};

Deno.test("rows are cut by their divisor; what may not be seen has no part", () => {
  const { rows } = softmax_bars.numbers(data, { at: 1 });
  const [first, , hidden, root] = /** @type {{ weight: number }[]} */ (rows);
  close(first.weight, 1 / (1 + Math.exp(-8)));
  close(root.weight, 1 / (1 + Math.exp(-1)));
  equal(hidden.weight, 0);
  equal(drawn(softmax_bars, data, { at: 1 }).markup.match(/class="part"/g)?.length, 3);
});

Deno.test("two even keys have the largest gradient, a certain one has none", () => {
  close(softmax_bars.gradientOf([0.5, 0.5]), 0.5);
  close(softmax_bars.gradientOf([1, 0]), 0);
});

Deno.test("an arrow under a weight is as long as its gradient, and shrinks to nothing", () => {
  const { markup } = drawn(softmax_bars, data, { at: 1 });
  const found = [...markup.matchAll(/<i class="\w*" style="height: ([\d.]+)px"/g)].map(([, px]) =>
    Number(px)
  );
  const { rows } = softmax_bars.numbers(data, { at: 1 });
  const seen = rows.map(({ weight }) => weight).filter((weight) => weight > 4e-4);
  equal(found, seen.map((weight) => Number((120 * weight * (1 - weight)).toFixed(1))));
  equal(found[0] < 0.1 && found[1] > 20, true);
});

Deno.test("the division is a squeeze of what is drawn", () => {
  const { markup } = drawn(softmax_bars, data, { at: 1 });
  const [before, after] = [...markup.matchAll(/class="area \w+" d="M([\d.]+)/g)].map(([, x]) =>
    Number(x)
  );
  equal([before, after > before], [128, true]);
  equal(markup.match(/class="score"/g)?.length, 4);
  equal(drawn(softmax_bars, { ...data, spread: null }).markup.includes("ridges"), false);
});

Deno.test("before the answer no number is there, and a row can be pressed", () => {
  const asks = { kind: "one", options: [0, 1], spoken: "" };
  const blank = { ...data, scores: null, spread: null };
  const { markup } = drawn(softmax_bars, blank, { answer: 1 }, 1000, asks);
  equal(/0\.\d\d</.test(markup), false);
  equal(markup.match(/data-offered/g)?.length, 2);
});
