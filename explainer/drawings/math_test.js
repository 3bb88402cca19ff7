import { argmax, clamp, compared, range, softmax, sum, ticks } from "./math.js";
import { close, equal } from "./drawn_test.js";

Deno.test("softmax of large scores is a distribution", () => {
  const found = softmax([1000, 1001, 999]);
  close(sum(found), 1);
  close(found[1] / found[0], Math.E, 1e-12);
  equal(argmax(found), 1);
});

Deno.test("ticks are round, at most as many as asked, and end where the axis ends", () => {
  equal(ticks(3000, 6), [0, 500, 1000, 1500, 2000, 2500, 3000]);
  equal(ticks(3000, 4), [0, 1000, 2000, 3000]);
  equal(ticks(0.4, 4).map((one) => one.toFixed(1)), ["0.0", "0.1", "0.2", "0.3", "0.4"]);
});

Deno.test("clamp", () => equal([clamp(-1, 0, 2), clamp(1, 0, 2), clamp(3, 0, 2)], [0, 1, 2]));

Deno.test("a range counts from 0", () => {
  equal(range(3), [0, 1, 2]);
});

/** @param {string} one @param {string} other */
const told = (one, other) => compared(one, other).map(([word, what]) => `${what} ${word}`);

Deno.test("texts are compared word by word", () => {
  equal(told("a b c", "a x c"), ["kept a", "lost b", "new x", "kept c"]);
  equal(told("a b c", "b c d"), ["lost a", "kept b", "kept c", "new d"]);
});

Deno.test("words that both have stand in one order in both", () => {
  equal(told("b c a", "a b c"), ["new a", "kept b", "kept c", "lost a"]);
  equal(told("a", "a a"), ["kept a", "new a"]);
  equal(told("a b", "c"), ["lost a", "lost b", "new c"]);
});
