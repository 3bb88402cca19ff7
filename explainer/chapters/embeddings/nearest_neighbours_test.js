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

/** @param {RegExp} of @param {object} [state] @param {object} [changed] */
const found = (of, state, changed) =>
  [...drawn(nearest_neighbours, { ...data, ...changed }, state).markup.matchAll(of)]
    .map(([, ...one]) => one);

Deno.test("bars are the products added up, the longest that of the vector with itself", () => {
  const lengths = found(/width: ([\d.]+)%/g).map(Number);
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

Deno.test("stripe, point and sum of the row at hand are lit, its sum in front", () => {
  const lit = /(?:sum|point|row) (\w+) (lit)?/g;
  const toned = found(lit, { kept: 1 }).filter(([, isLit]) => isLit).map(([tone]) => tone);
  equal(toned, ["second", "second", "second"]);
  equal(found(/class="sum (\w+)/g, { kept: 1 }), [["residual"], ["second"]]);
  equal(found(/aria-pressed="(\w+)"/g, { kept: 2 }), [["false"], ["true"]]);
});

Deno.test("on the map no name lies on another, or on a point, and one that is away has a line", () => {
  const labels = ["\u2581five", "two", "up", "six", "ten", "one"];
  const places = labels.map((_, at) => [at / 1000, 0]).with(5, [1, 1]);
  const rows = labels.map(() => [1, 0]);
  const groups = [["chain", 1, "target"], ["near", 4, "second"], ["far", 1, "residual"]];
  const crowd = { labels, places, rows, groups };
  const names = found(/<text x="([\d.]+)" y="([\d.]+)"/g, {}, crowd).map((one) => one.map(Number));
  const dots = found(/cx="([\d.]+)" cy="([\d.]+)"/g, {}, crowd).map((one) => one.map(Number));
  const apart = names.flatMap(([x, y], at) =>
    names.slice(at + 1).map(([left, low]) =>
      Math.max(Math.abs(low - y) / 16, Math.abs(left - x) / 25)
    )
  );
  equal([names.length, dots.length, apart.every((one) => one >= 1)], [6, 6, true]);
  const leads = [crowd, {}].map((one) => found(/class="(lead)"/g, {}, one).length);
  equal([leads[0] > 0, leads[1]], [true, 0]);
});

Deno.test("a token without any other to compare with", () => {
  const groups = [["chain", 1, "target"], ["", 0, ""], ["", 0, ""]];
  const alone = { labels: ["a"], rows: [[1, 0, 0]], groups, places: [[0, 0]] };
  equal(found(/(button)/g, {}, alone), []);
});
