import { drawn, equal } from "../../drawings/drawn_test.js";
import * as shapes from "./shapes.js";

const triangle = [[1, 0, 0], [1, 1, 0], [1, 1, 1]];
const both = [[1, 0, 0], [1, 1, 0], [1, 1, 0]];
const data = {
  sentences: [["\u2581a", "b"], ["c"]],
  source: ["\u2581a", "b"],
  fed: ["<s>", "<d>", "<pad>"],
  additive: false,
  masks: { padding: [[1, 1], [1, 1]], causal: triangle, both, cross: [[1, 1], [1, 1], [1, 1]] },
};
const count = (/** @type {string} */ markup, /** @type {string} */ part) =>
  markup.split(part).length - 1;

Deno.test("every cell is open or hatched, and those are marked in which the two masks differ", () => {
  const { markup } = drawn(shapes, data);
  equal(count(markup, '<i class="free'), 4 + 6 + 5 + 6);
  equal(count(markup, '<i class="closed'), 3 + 4);
  equal([count(markup, "closed marked"), markup.includes("differs")], [1, true]);
  const same = { ...data, masks: { ...data.masks, both: triangle } };
  equal(drawn(shapes, same).markup.includes("differs"), false);
  equal(markup.includes("&#60;d&#62;"), true);
});

Deno.test("the row that is pointed at has its numbers", () => {
  const digits = (/** @type {object} */ given) =>
    [...drawn(shapes, { ...data, ...given }).markup.matchAll(/<i [^>]*>([^<]+)<.i>/g)]
      .map(([, digit]) => digit).join(" ");
  equal([digits({}), digits({ additive: true })], ["1 1 0", "0 0 −∞"]);
});

Deno.test("a narrow drawing leaves the names out", () => {
  const named = (/** @type {number} */ width) =>
    drawn(shapes, data, {}, width).markup.match(/class="side \w+"><span/g)?.length ?? 0;
  equal([named(1000), named(400)], [4 + 6 + 6 + 5, 0]);
});

Deno.test("a reader keeps every cell", () => {
  const found = shapes.numbers(data);
  const sizes = Object.entries(found).map(([name, rows]) => [name, rows.length]);
  equal(sizes, [["padding", 4], ["causal", 9], ["both", 9], ["cross", 6]]);
  equal(found.both.at(-1), { row: 3, query: "<pad>", column: 3, key: "<pad>", may_look: false });
});
