import { drawn, equal } from "../../drawings/drawn_test.js";
import * as listing from "./listing.js";
import { printed } from "./mosaic.js";
import { largestOf, reads } from "./tensor.js";

/** @param {string} name @param {[number, number]} size @param {(number | string)[]} numbers
 * @returns {import("./types.d.ts").Tensor} */
const value = (name, size, numbers) => ({
  ...{ name, size, numbers, isWeights: name === "weights", names: ["T", ""] },
  axes: [["T", size[0]], ["E", size[1]]],
});
const [v, weights, out] = [
  value("v", [2, 3], [1, 2, 3, -4, 5, 6]),
  value("weights", [2, 2], [1, 0, 0.25, 0.75]),
  value("out", [2, 3], [0.5, 0.0001, 0.5, "−∞", 0.5, 0.5]),
];
const read = (/** @type {number} */ line, /** @type {string} */ part) => (
  { line, part, place: 0, again: false }
);
/** @type {import("./types.d.ts").Line[]} */
const lines = [
  { n: 7, spans: [["", "  "], ["v_text", "v"], ["", " = a(b)"]], values: [v], reads: [] },
  { n: 8, spans: [], values: [], reads: [] },
  { n: 9, spans: [["", "  weights = c"], ["third", "# (T, S)"]], values: [weights], reads: [] },
  { n: 10, spans: [["", "out"]], values: [out], reads: [read(9, "row"), read(7, "column")] },
];
const data = { lines, labels: { T: ["\u2581a", "b"] } };

Deno.test("a cell is made of a row of one value and a column of another", () => {
  equal([
    reads({ tensor: weights, part: "row" }, [1, 2]),
    reads({ tensor: v, part: "column" }, [1, 2]),
  ], [[1, -1], [-1, 2]]);
  equal([reads({ tensor: weights, part: "row" }, [2, 0]), reads({ tensor: v, part: "" }, [0, 0])], [
    null,
    null,
  ]);
});

Deno.test("numbers are written as they are", () => {
  equal([printed(v, 3), printed(out, 0.5), printed(out, "−∞"), printed(out, 0.0001)], [
    "3",
    "0.50",
    "−∞",
    "1.0 × 10⁻⁴",
  ]);
  equal([largestOf(v), largestOf(out)], [[1, 2], [0, 0]]);
});

Deno.test("the chosen line stands large, with what it reads lit and who reads it", () => {
  const { markup } = drawn(listing, data, { at: 2, cells: { "10 0": [1, 2] } });
  equal([...markup.matchAll(/class="lit" style="([^"]*)"/g)].map(([, style]) => style), [
    "top: 50%; height: 50%; left: 0%; width: 100%",
    "top: 0%; height: 100%; left: 66.66666666666667%; width: 33.333333333333336%",
  ]);
  equal(/b · 3:\s*<b>0.5000<\/b>/.test(markup), true);
  equal(markup.match(/class="line can\s+used/g)?.length, 2);
  equal(/used_by.*<span>out</.test(drawn(listing, data, { at: 0 }).markup), true);
});

Deno.test("threads lead from what is read to where it is read", () => {
  const boxes = { middles: [10, 50, 70], high: 90, room: 90 };
  const { markup } = drawn(listing, data, { at: 1, boxes });
  equal([...markup.matchAll(/class="thread ([^"]*)"/g)].map(([, kind]) => kind.trim()), [
    "",
    "full",
  ]);
});

Deno.test("a comment about axes that stand beside it is left out, and lines are buttons", () => {
  const { markup } = drawn(listing, data, { at: 1 });
  equal([markup.includes(">#"), markup.match(/class="line can/g)?.length], [
    false,
    3,
  ]);
  equal(/tabindex="0"[^>]*aria-pressed="true"[^>]*data-at-hand="9"/.test(markup), true);
});

Deno.test("where there is hardly any room no cell has a negative side", () => {
  const many = value("many", [24, 24], Array.from({ length: 576 }, (_, at) => at / 7));
  const values = [{ ...many, names: /** @type {[string, string]} */ (["", ""]) }];
  const one = { ...lines[0], values };
  const { markup } = drawn(listing, { lines: [one], labels: data.labels }, { at: 0 }, 20);
  const [, ...sides] = /class="field"[^>]* style="width: ([-\d.]+)px; height: ([-\d.]+)px"/
    .exec(markup) ?? [];
  equal([sides.length, sides.every((side) => Number(side) > 0)], [2, true]);
});

Deno.test("a reader keeps what every line made", () => {
  const { lines: rows } = listing.numbers(data);
  equal(rows[2], { line: 10, name: "out", shape: "2 × 3", first: "0.50, 1.0 × 10⁻⁴, 0.50" });
});
