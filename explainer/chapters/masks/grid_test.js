import { markup } from "../../drawings/html.js";
import { equal } from "../../drawings/testing.js";
import { Names } from "./grid.js";

const measure = (/** @type {string} */ text, size = 14) => 0.6 * size * text.length;

Deno.test("names stand level where all of them fit, else upright", () => {
  const isUpright = (/** @type {number} */ cell) =>
    markup(Names(["a", "sleeping"], () => "target", cell, measure)).includes("upright");
  equal([67, 66].map(isUpright), [false, true]); // 8 letters of 7.8 pixels, and 4 beside them
});
