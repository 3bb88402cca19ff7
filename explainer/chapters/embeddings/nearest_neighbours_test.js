import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as nearest_neighbours from "./nearest_neighbours.js";

/** @type {import("./types.d.ts").Data} */
const data = {
  labels: ["\u2581five", "two", "up"],
  rows: [[0.6, -0.8, 0], [0.8, -0.6, 0], [0, 0.6, 0.8]],
  groups: [["chain", 1, "target"], ["near", 1, "second"], ["far", 1, "residual"]],
  measure: "cosine",
  places: [[0, 0], [1, 0], [0, 2]],
  share: 0.5,
};

/** @param {object} [state] */
const seen = (state) => drawn(nearest_neighbours, data, state).markup;
const caption = (/** @type {string} */ markup) => /class="caption">([^<]*)/.exec(markup)?.[1];

Deno.test("bars are the products added up, the longest that of the vector with itself", () => {
  const lengths = [...seen().matchAll(/width: ([\d.]+)%/g)].map(([, width]) => Number(width));
  close(lengths[1] / lengths[0], 0.96);
  equal(lengths[2], 0);
  const { likeness: rows } = nearest_neighbours.numbers(data);
  rows.forEach(({ likeness }, at) => close(likeness, [1, 0.96, -0.48][at]));
});

Deno.test("dimensions stand in the order of the first one's values", () => {
  const { vectors: rows } = nearest_neighbours.numbers(data);
  equal(rows.slice(0, 3).map(({ dimension }) => dimension), [2, 3, 1]);
  equal(rows.slice(3, 6).map(({ value }) => value), [-0.6, 0, 0.8]);
});

Deno.test("the sum of the row that is kept, or lit, is in front, and its dimension is told", () => {
  equal(caption(seen()), "told");
  equal(seen().match(/class="sum (\w+) lit"/)?.[1], "second");
  equal(seen({ lit: 2 }).match(/class="sum (\w+) lit"/)?.[1], "residual");
  equal(caption(seen({ lit: 2, at: 0 })), "at");
  equal(seen({ at: 0 }).includes('class="dot"'), true);
  equal([...seen({ kept: 2 }).matchAll(/aria-pressed="(\w+)"/g)].map(([, is]) => is), [
    "false",
    "true",
  ]);
});

Deno.test("a map has a point a row, where its axes put it, a ray to each of the nearest", () => {
  const { markup } = drawn(nearest_neighbours, data, {}, 1000);
  const dots = [...markup.matchAll(/cx="?([\d.]+)"? cy="?([\d.]+)/g)].map(([, ...at]) =>
    at.map(Number)
  );
  equal([dots[0][1], dots[0][0]], [dots[1][1], dots[2][0]]);
  equal([dots[1][0] > dots[0][0], dots[2][1] < dots[0][1]], [true, true]);
  equal(/class="ray" d="([^"]*)/.exec(markup)?.[1].match(/M/g)?.length, 1);
  equal(
    drawn(nearest_neighbours, data, { lit: 2 }, 1000).markup.match(/point (\w+) lit/)?.[1],
    "residual",
  );
});

Deno.test("a token without any other to compare with", () => {
  const { markup } = drawn(nearest_neighbours, {
    ...data,
    labels: ["a"],
    rows: [[1, 0, 0]],
    groups: [["chain", 1, "target"], ["", 0, ""], ["", 0, ""]],
    places: [[0, 0]],
  });
  equal([markup.includes("lit"), markup.includes("button")], [true, false]);
});
