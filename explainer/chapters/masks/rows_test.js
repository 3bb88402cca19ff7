import { close, equal, markup } from "../../drawings/drawn_test.js";
import { sum } from "../../drawings/math.js";
import { Names, placesOf, weightsOf } from "./rows.js";

Deno.test("a row shares 1 among what it may see", () => {
  const scores = [0, Math.log(3), 2];
  equal(weightsOf([1, 5, 0], 1), [1, 0, 0]);
  weightsOf(scores, 2).forEach((weight, at) => close(weight, [0.25, 0.75, 0][at]));
  close(sum(weightsOf(scores, 3)), 1);
});

Deno.test("on a phone rows are as high as a finger", () => {
  const measure = (/** @type {string} */ text) => 8 * text.length;
  equal([placesOf(340, 10, true, measure).row, placesOf(340, 30, true, measure).row], [24, 11]);
});

Deno.test("names stand level where all of them fit, else upright", () => {
  const measure = (/** @type {string} */ text, size = 14) => 0.6 * size * text.length;
  const isUpright = (/** @type {number} */ cell) =>
    markup(Names(["a", "sleeping"], () => "target", cell, measure)).includes("upright");
  equal([64, 63].map(isUpright), [false, true]); // 8 letters of 7.5 pixels, and 4 beside them
});
