import { drawn, equal } from "../../drawings/drawn_test.js";
import { kept } from "./triangle.js";
import * as triangle from "./triangle.js";

const data = {
  fed: ["<s>", "\u2581a", "cat"],
  wanted: ["\u2581a", "cat", "</s>"],
  scores: [[1, 5, 0], [0, Math.log(3), 2], [0, 0, 0]],
  edges: [0, 1, 2],
  probs: [[0.5, 0.9, 0.25], [0.2, 0.899, 0.25], [0.2, 0.8, 0.25]],
  steps: [0.5, 0.9, 0.25],
};
const count = (/** @type {string} */ markup, /** @type {string} */ part) =>
  markup.split(part).length - 1;

Deno.test("the edge snaps to one there is", () => {
  equal([-3, 1, 7, 30].map((wish) => kept([0, 1, 2, 39], wish)), [0, 1, 2, 39]);
});

Deno.test("what is seen and should not be is framed, what is not seen is hatched", () => {
  const { markup } = drawn(triangle, data, { at: 1 });
  equal(count(markup, 'class="cell hidden'), 3);
  equal(count(markup, 'class="cell open future'), 0);
  equal(count(markup, 'class="cell open'), 6 + 3);
  const open = drawn(triangle, data, { at: 1, edge: 1 }).markup;
  equal([count(open, 'class="cell hidden'), count(open, 'class="cell open future')], [1, 2]);
});

Deno.test("the numbers of the row at hand are its weights", () => {
  const numbers = [...drawn(triangle, data, { at: 1 }).markup.matchAll(/"cell open[^>]*>([^<]+)/g)];
  equal(numbers.map(([, number]) => number), ["0.25", "0.75", "0.25", "0.75"]);
});

Deno.test("both ways agree or not, by figures that show it", () => {
  const told = (/** @type {object} */ state, given = data) => {
    const { markup } = drawn(triangle, given, state);
    return [/verdict[^>]*>([^<]*)/.exec(markup)?.[1], /status">([^<]*)/.exec(markup)?.[1]];
  };
  equal(told({ at: 0 }), ["✓ 50% = 50%", "told_closed"]);
  equal(told({ at: 0, edge: 1 }), ["✗ 20% ≠ 50%", "told_falls"]);
  equal(told({ at: 1, edge: 1 }), ["✗ 89.9% ≠ 90.0%", "told_open"]);
  equal(told({ at: 2, edge: 1 })[1], "told_open_last");
  equal(told({ at: 2 })[1], "told_closed_last");
  const hidden = { ...data, probs: null, steps: null };
  equal(told({ at: 0, edge: 1 }, /** @type {any} */ (hidden)), [undefined, "told_open_bare"]);
});

Deno.test("on a phone the row stands alone", () => {
  equal(count(drawn(triangle, data, { at: 2 }, 340).markup, 'class="before"'), 0);
});

Deno.test("a reader keeps every cell and both probabilities", () => {
  const { cells, rows } = triangle.numbers(data, { ...triangle.start(), edge: 1 });
  equal(cells.length, 9);
  equal(rows[0], { row: 1, fed: "<s>", wanted: "\u2581a", training: 0.2, translation: 0.5 });
});
