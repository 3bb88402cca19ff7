import { drawn, equal } from "../../drawings/drawn_test.js";
import { TOKENS } from "./patches.js";
import * as view from "./patchview.js";

const picture = Array.from(
  { length: TOKENS },
  (_, patch) => Array.from({ length: 16 }, (_, at) => (patch === 1 && at === 1 ? 0.876 : 0)),
);

Deno.test("the chosen patch is framed, and enlarged with its numbers", () => {
  const { markup } = drawn(view, { picture }, { patch: 1 });
  const numbers = [...markup.matchAll(/class="pixel ?(full)?"[^>]*>([\d.]+)</g)];
  equal(numbers.map(([, , number]) => number), ["0.00", "0.88", ...Array(14).fill("0.00")]);
  equal(numbers.findIndex(([, full]) => full), 1);
  equal([...markup.matchAll(/class="patch (on)?/g)].findIndex(([, on]) => on), 1);
});

Deno.test("a reader keeps every pixel with its patch", () => {
  const { pixels: rows } = view.numbers({ picture });
  equal(rows[17], { patch: 2, pixel: 2, ink: 0.876 });
  equal([rows.length, rows[783].patch], [784, 49]);
});
