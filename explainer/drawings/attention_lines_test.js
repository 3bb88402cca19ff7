import { drawn, equal } from "./drawn_test.js";
import * as attention_lines from "./attention_lines.js";

const one = { name: "one", written: "", rows: ["▁a", "b"], weights: [[0.75, 0.25], [0, 1]] };
const other = { name: "other", written: "<b>", rows: ["b", "▁a"], weights: [[0.5, 0.5], [1, 0]] };
/** @type {import("./types.d.ts").StrandsData} */
const data = { panels: [one, other], keys: ["x", "y"], lit: [0, 0] };

Deno.test("a token is lit in all panels, with its weights", () => {
  const { markup } = drawn(attention_lines, data);
  equal(markup.match(/class="number"[^>]*>[\d.]+/g)?.map((text) => text.split(">")[1]), [
    "0.75",
    "0.25",
    "1.00",
  ]);
  equal(markup.match(/line lit/g)?.length, 3);
  equal(markup.includes("one: lines") && markup.includes("&#60;b&#62;"), true);
});

Deno.test("what is not written elsewhere is what looks at the same place", () => {
  const [, panel] = data.panels;
  equal(attention_lines.placeIn(data.panels, panel, { panel: 0, side: "row", at: 0 }), 1);
  const renamed = { ...panel, rows: ["c", "d"] };
  equal(attention_lines.placeIn([one, renamed], renamed, { panel: 0, side: "row", at: 0 }), 0);
  const away = { ...renamed, weights: [[1, 0], [1, 0]] };
  equal(attention_lines.placeIn([one, away], away, { panel: 0, side: "row", at: 1 }), -1);
});

Deno.test("strands of a row are a stack", () => {
  const [first, second] = [...drawn(attention_lines, data).markup.matchAll(/ ([\d.]+)V([\d.]+)C/g)];
  equal(first[2], second[1]);
});
