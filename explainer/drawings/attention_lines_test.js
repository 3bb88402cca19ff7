import { drawn, equal } from "./drawn_test.js";
import * as attention_lines from "./attention_lines.js";

const rows = ["▁a", "<b>"];
const one = {
  name: "one",
  form: "",
  rows,
  weights: [[0.75, 0.25], [0, 1]],
  scores: [[2, -2], [0, 9]],
};
const other = { ...one, name: "other", weights: [[0.5, 0.5], [1, 0]] };
/** @type {import("./types.d.ts").StrandsData} */
const data = { panels: [one, other], keys: ["x", "y"], glosses: ["ex", ""], lit: 0 };

/** @param {object} [state] @param {number} [width] */
function seen(state, width) {
  const { markup } = drawn(attention_lines, data, state, width);
  const all = (/** @type {RegExp} */ sign) => [...markup.matchAll(sign)].map(([, one]) => one);
  return {
    shares: all(/class="share">([\d.]+)/g),
    scores: all(/class="score">([\u2212\d.]+)/g),
    bars: all(/--score-from: ([\d.]+; --score-far: [\d.]+)/g),
    chosen: all(/aria-checked="(\w+)"/g),
    large: markup.split('class="field"')[1],
  };
}

Deno.test("a token has its scores and weights in the model that is chosen", () => {
  equal(seen().shares, ["0.75", "0.25"]);
  equal([seen().scores, seen().bars], [["2.00", "\u22122.00"], [
    "0.5; --score-far: 0.5",
    "0; --score-far: 0.5",
  ]]);
  equal([seen({ panel: 1 }).shares, seen({ panel: 1 }).chosen], [["0.50", "0.50"], [
    "false",
    "true",
  ]]);
  const { shares, scores } = seen({ over: { side: "key", at: 1 } }); // scores belong to what is written
  equal([shares, scores, seen({ row: -1 }).bars.length], [["0.25", "1.00"], [], 4]);
});

Deno.test("strands of a row are a stack, in lines and in columns", () => {
  for (const width of [1000, 100]) {
    const ends = seen({}, width).large.matchAll(/ ([\d.]+)(?: 132H|V)([\d.]+)C/g);
    const [first, second] = [...ends];
    equal(first[2], second[1]);
  }
});
