import { drawn, equal } from "../../drawings/drawn_test.js";
import * as sureness from "./sureness.js";

const lines = [
  {
    number: 7,
    source: "a",
    tokens: ["\u2581it", "\u2581r", "ains", "</s>"],
    log_probs: [0, -1, -2, -3],
    problem: "",
  },
  { number: 9, source: "", tokens: [], log_probs: [], problem: "empty" },
];

Deno.test("a token's ground is as deep as it was improbable, words stand apart, the end does not", () => {
  const { markup } = drawn(sureness, { lines }, { line: 7 });
  const shares = [...markup.matchAll(/--target\) (\d+)%/g)].map(([, share]) => Number(share));
  equal(shares, [0, 0.632, 0.865, 0.95].map((rest) => Math.round(50 * rest)));
  const text = /class="said">(.*?)<\/span> *<span class="mean"/s.exec(markup)?.[1] ?? "";
  equal(text.replace(/<[^>]*>/g, ""), "it rains\u2060&#60;/s&#62;");
});

Deno.test("a blank that is a token of its own is drawn once", () => {
  const line = { ...lines[0], tokens: ["\u2581it", "\u2581", "rains"], log_probs: [0, -1, -2] };
  const { markup } = drawn(sureness, { lines: [line] }, { line: 7 });
  const text = /class="said">(.*?)<\/span> *<span class="mean"/s.exec(markup)?.[1] ?? "";
  equal(text.replace(/<[^>]*>/g, ""), "it\u2581rains");
});

Deno.test("how sure on the whole is the geometric mean; a line without tokens says why", () => {
  const { markup } = drawn(sureness, { lines }, { line: 7 });
  const told = [...markup.matchAll(/class="mean">([^<]*)</g)].map(([, mean]) => mean);
  equal(told, ["22%", ""]);
  equal(markup.includes('class="problem">empty<'), true);
});

Deno.test("the chosen line is the tab stop; where it is not seen the first one is", () => {
  const stops = (/** @type {number} */ line) =>
    [
      ...drawn(sureness, { lines }, { line }).markup.matchAll(
        /tabindex="(-?\d)" aria-pressed="(\w+)"/g,
      ),
    ]
      .map(([, ...found]) => found);
  equal(stops(9), [["-1", "false"], ["0", "true"]]);
  equal(stops(3), [["0", "false"], ["-1", "false"]]);
});

Deno.test("a reader keeps every token", () => {
  const { tokens: rows } = sureness.numbers({ lines });
  equal(rows.map(({ line, step }) => [line, step]), [[7, 1], [7, 2], [7, 3], [7, 4]]);
  equal(rows[0].probability, 1);
});
