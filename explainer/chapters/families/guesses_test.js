import { drawn, equal } from "../../drawings/drawn_test.js";
import * as guesses from "./guesses.js";

const data = { tokens: ["\u2581cat", "\u2581dog"], probs: [0.5, 0.25], right: 1 };

Deno.test("bars are as wide as their share of the largest, the rest is what is left of 1", () => {
  const { markup } = drawn(guesses, data);
  equal([...markup.matchAll(/width: ([\d.]+)%/g)].map(([, width]) => Number(width)), [100, 50, 50]);
  equal([...markup.matchAll(/([\d.]+%)<\/span>/g)].map(([, p]) => p), ["50.0%", "25.0%", "25.0%"]);
  equal([...markup.matchAll(/<li class="([\w ]+)"/g)].map(([, kind]) => kind.trim()), [
    "row",
    "row on",
    "row rest",
  ]);
});
