import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as gaze from "./gazeview.js";
import { TOKENS } from "./patches.js";

/** Head 2 looks from everywhere at one patch, twice as much as at the others; head 1 evenly.
 * @param {number} [target] */
function layer(target = 0) {
  const same = Array.from({ length: TOKENS }, () => [0, 1, 0, 0]);
  const q = [same.map(() => [0, 0, 0, 0]), same];
  const k = [same, same.map((_, at) => [0, at === target ? 2 * Math.log(2) : 0, 0, 0])];
  return { picture: Array(TOKENS).fill(Array(16).fill(0)), q, k };
}

Deno.test("weights are the softmax of queries times keys over the root of their width", () => {
  const { weights: rows } = gaze.numbers(layer(3), { patch: 0, head: 1, pointed: null });
  close(rows[3].looked_at / rows[4].looked_at, 2);
  close(rows.reduce((total, { looked_at }) => total + looked_at, 0), 1);
});

Deno.test("what is pointed at is shown, what is chosen stays pressed", () => {
  const { markup } = drawn(gaze, layer(), { patch: 4, head: 1, pointed: 6 });
  const [, looks] = markup.split('role="group"');
  equal([...looks.matchAll(/class="patch (on)?/g)].findIndex(([, on]) => on), 6);
  equal([...looks.matchAll(/aria-pressed="(\w+)"/g)].findIndex(([, on]) => on === "true"), 4);
});

Deno.test("what is more than an even share is violet, each head on its own scale", () => {
  const { markup } = drawn(gaze, layer(), { patch: 4, head: 1 });
  const shades = [...markup.matchAll(/weight\)" fill-opacity="([\d.]+)"/g)].map(([, one]) => one);
  equal(shades, ["1", "1"]); // of the head that looks at one patch, large and small
  equal(markup.match(/class="head" tabindex="0"[^>]*aria-pressed="true"/g)?.length, 1);
});
