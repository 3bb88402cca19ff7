import { close, drawn, equal, markup } from "../../drawings/drawn_test.js";
import * as soft_lookup from "./soft_lookup.js";

const data = {
  keys: ["pencil", "pencil case", "ruler"],
  values: [200, 3000, 3000],
  query: "<pen>",
  hard: null,
  sharpest: 10,
};
const state = { scores: [3, 3 + Math.log(2), 3], sharpness: 1 };

Deno.test("the answer is the values mixed by softmax", () => {
  const { weights, parts, value } = soft_lookup.mix(data, state);
  [0.25, 0.5, 0.25].forEach((weight, at) => close(weights[at], weight));
  close(parts[1], 1500);
  close(value, 2300);
  close(soft_lookup.mix(data, { ...state, sharpness: 0 }).value, 6200 / 3);
});

Deno.test("both answers are written, a name of the reader's as text", () => {
  const { markup } = drawn(soft_lookup, data, state);
  for (const words of ["✓ 2,300.00", "✗ KeyError", "&#60;pen&#62;", "× 3,000 ≈ 1,500.00"]) {
    if (!markup.includes(words)) throw new Error(`${words} is missing in ${markup}`);
  }
  equal(markup.includes("duplicate"), false);
  const twice = { ...data, keys: ["ruler", "pencil", "ruler"], hard: 3000 };
  const hit = drawn(soft_lookup, twice, state).markup;
  equal(hit.includes("hard_hit duplicate") && hit.includes("✓ 3,000.00"), true);
});

Deno.test("blocks of one value stand on each other, their names above them", () => {
  const { markup } = drawn(soft_lookup, data, state);
  const blocks = [...markup.matchAll(/class="block" style="height: ([\d.]+)px/g)];
  equal(blocks.map(([, height]) => Number(height).toFixed(1)), ["45.0", "90.0", "45.0"]);
  const names = [...markup.matchAll(/class="name" style="[^"]*bottom: ([-\d.]+)px/g)];
  equal(names.map(([, bottom]) => Number(bottom).toFixed(1)), ["50.0", "140.0"]);
});

Deno.test("the plank tips to the side that pulls more, and rests where it balances", () => {
  const words = new Proxy({}, { get: (_, name) => String(name) });
  const tipped = (/** @type {(values: number[]) => number[]} */ toward) => {
    const hands = { data, words, state, width: 1000, measure: () => 60, clock: { toward } };
    const drawing = markup(soft_lookup.default(/** @type {any} */ (hands)));
    return /rotate: (.+)deg; --wedge: (.+)%/.exec(drawing)?.slice(1).map(Number);
  };
  [[2000, 2], [2600, -2], [300, 6]].forEach(([wedge, turn]) => {
    const [found, at] = tipped(() => [wedge]) ?? [];
    close(found, turn);
    close(at, wedge / 30);
  });
  close((tipped((values) => values) ?? [])[0], 0);
});

Deno.test("what a reader keeps are the numbers that are drawn", () => {
  const { "look-up": rows } = soft_lookup.numbers(data, state);
  equal(rows.map(({ key, weight }) => [key, weight.toFixed(2)]), [["pencil", "0.25"], [
    "pencil case",
    "0.50",
  ], ["ruler", "0.25"]]);
});
