import { BOXES, Figure } from "./figure.js";
import { close, equal, markup } from "./drawn_test.js";

const numbers = {
  encoder: 2,
  decoder: 2,
  heads: 4,
  weights: [0.75, 0.25],
  looks: [[[1, 0], [0.5, 0.5]], [[0, 1], [1, 0]]],
  chances: [0.6, 0.2],
};

/** What stands in a part. @param {string} part @param {string} drawn */
const inside = (part, drawn) => drawn.split(`data-region="${part}"`)[1].split("<g")[0];
/** @param {string} found */
const thick = (found) =>
  [...found.matchAll(/stroke-width="([\d.]+)"/g)].map(([, width]) => Number(width));

Deno.test("every part is drawn, the lit ones in full colour", () => {
  const drawn = markup(Figure(null, ["loop"]));
  const found = [...drawn.matchAll(/data-region="(\w+)" opacity="([\d.]+)"/g)];
  equal(found.map(([, part]) => part), Object.keys(BOXES));
  equal(found.filter(([, , opacity]) => opacity === "1").map(([, part]) => part), ["loop"]);
});

Deno.test("strands are as wide as the weights, bars as long as the chances", () => {
  const drawn = markup(Figure(numbers, []));
  const [other, first, second] = thick(inside("cross", drawn));
  equal(other, 4);
  close(first / second, 3);
  const looks = thick(inside("encoder", drawn));
  equal([looks.length, looks.filter((width) => width === looks[0]).length], [5, 3]);
  const bars = [...inside("output", drawn).matchAll(/width="([\d.]+)" height="3.6"/g)];
  equal(bars.map(([, width]) => Number(width).toFixed(1)), ["74.0", "44.4", "74.0", "14.8"]);
});

Deno.test("chances of a sketch are equal, and of a long sentence some columns are drawn", () => {
  const lengths = inside("output", markup(Figure(null, []))).match(/width="37" height="3.6"/g);
  equal(lengths?.length, 4);
  const long = { ...numbers, weights: Array(60).fill(1 / 60), looks: null };
  equal(inside("tokens", markup(Figure(long, []))).match(/<rect/g)?.length, 40);
});
