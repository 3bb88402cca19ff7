import { equal } from "../../drawings/drawn_test.js";
import { chosenOf, hands, moved, partnerOf } from "./dials_hands.js";

Deno.test("a token that is moved makes the others move up", () => {
  equal(moved([0, 1, 2, 3, 4], 1, 0, 3), [0, 2, 3, 1, 4]);
  equal(moved([0, 1, 2, 3, 4], 1, 0, 9), [0, 2, 3, 1, 4]); // the end of the sentence stays
  equal(moved([0, 1, 2, 3, 4], 3, 0, -2), [3, 0, 1, 2, 4]);
});

Deno.test("two that are held together keep their distance", () => {
  equal(partnerOf([4, 2, 0, 1, 3, 5], 2, 2), 1);
  equal(partnerOf([0, 1, 2], 1, 1), null); // the end is nobody's partner
  equal(moved([0, 1, 2, 3, 4, 5], 0, 2, 2), [1, 3, 0, 4, 2, 5]);
  equal(moved([0, 1, 2, 3, 4, 5], 0, 2, 9), [1, 3, 0, 4, 2, 5]);
});

Deno.test("of two the left one is chosen, so that both find room", () => {
  const order = [2, 0, 1, 3, 4];
  equal([0, 4].map((token) => chosenOf(order, token, 0)), [0, 4]);
  equal([2, 0, 3, 4].map((token) => chosenOf(order, token, 2)), [2, 0, 0, 0]);
});

Deno.test("the sentence is reversed but for its end, and the two that are held stay in it", () => {
  for (const [gap, at] of [[0, 0], [1, 1]]) {
    const chosen = /** @type {object[]} */ ([]);
    const choose = (/** @type {object} */ change) => chosen.push(change);
    const state = { at: 0, order: [0, 1, 2, 3], held: null };
    const drawing = /** @type {any} */ ({ data: { tokens: [..."abcd"], gap }, state, choose });
    hands(drawing, /** @type {any} */ ({})).reverse();
    equal(chosen, [{ at, order: [2, 1, 0, 3] }]);
  }
});
