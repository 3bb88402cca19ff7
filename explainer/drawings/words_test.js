import { equal } from "./drawn_test.js";
import { compared } from "./words.js";

/** @param {string} one @param {string} other @param {number} [share] */
const told = (one, other, share) =>
  compared(one, other, share).map(([word, what]) => `${what} ${word}`);

Deno.test("texts are compared word by word, those with little in common are not", () => {
  equal(told("a b c", "a x c"), ["kept a", "lost b", "new x", "kept c"]);
  equal(told("a b c", "b c d"), ["lost a", "kept b", "kept c", "new d"]);
  equal(told("a b c", "x y a"), ["new x", "new y", "kept a"]);
});

Deno.test("words that both have stand in one order in both", () => {
  equal(told("b c a", "a b c", 0), ["new a", "kept b", "kept c", "lost a"]);
  equal(told("a", "a a"), ["kept a", "new a"]);
  equal(told("a b", "c", 0), ["lost a", "lost b", "new c"]);
});
