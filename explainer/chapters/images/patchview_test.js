import { drawn, equal } from "../../drawings/drawn_test.js";
import { TOKENS } from "./patches.js";
import * as view from "./patchview.js";

const picture = Array.from(
  { length: TOKENS },
  (_, patch) => Array.from({ length: 16 }, (_, at) => (patch === 1 && at === 1 ? 0.876 : 0)),
);
const looks = Array.from({ length: TOKENS }, (_, patch) => (patch === 3 ? 1 : 0));
const word = [
  { letter: "s", p: 0.6, rival: /** @type {[string, number]} */ (["f", 0.4]), looks },
  { letter: "i", p: 0.994, rival: null, looks },
];
/** @param {RegExp} sign @param {string} markup */
const all = (sign, markup) => [...markup.matchAll(sign)].map(([, one]) => one);

Deno.test("the chosen patch is framed, enlarged with its numbers, and numbered in the line", () => {
  const { markup } = drawn(view, { picture, word }, { patch: 1 });
  const numbers = [...markup.matchAll(/class="pixel ?(full)?"[^>]*>([\d.]+)</g)];
  equal(numbers.map(([, , number]) => number), ["0.00", "0.88", ...Array(14).fill("0.00")]);
  equal(numbers.findIndex(([, full]) => full), 1);
  for (const part of ["patch", "token"]) {
    const found = all(RegExp(`class="${part} (on)?`, "g"), markup);
    equal([found.length, found.indexOf("on")], [TOKENS, 1]);
  }
});

Deno.test("a letter stands with its probability, the next likeliest and the patches it looks at", () => {
  const { markup } = drawn(view, { picture, word }, { patch: 1 });
  equal(all(/<b>(\w)<\/b>/g, markup), ["s", "i"]);
  equal(all(/<b>.<\/b><span>([\d.]+%)/g, markup), ["60%", "99%"]);
  equal(all(/class="rival">([^<]*)</g, markup), ["f 40%", ""]);
  equal(all(/weight\)" fill-opacity="([\d.]+)"/g, markup), ["1", "1"]);
  const empty = drawn(view, { picture, word: [] }, { patch: 1 }).markup;
  equal([markup.includes("empty"), empty.includes("<b>"), empty.includes("empty")], [
    false,
    false,
    true,
  ]);
});

Deno.test("a reader keeps every pixel with its patch, and every letter", () => {
  const { pixels: rows, letters } = view.numbers({ picture, word });
  equal(rows[17], { patch: 2, pixel: 2, ink: 0.876 });
  equal([rows.length, rows[783].patch], [784, 49]);
  equal(letters[0], { letter: "s", probability: 0.6 });
});
