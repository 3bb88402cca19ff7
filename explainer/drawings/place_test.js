import { meet, place } from "./place.js";
import { equal } from "./drawn_test.js";

const box = (/** @type {number} */ x, /** @type {number} */ y) => ({ x, y, width: 10, height: 10 });

Deno.test("boxes that meet move up, the others stay", () => {
  const found = place([box(0, 0), box(5, 0), box(30, 0), box(6, -12)], 2);
  equal(found.map(({ y }) => y), [0, -12, 0, -24]);
  equal(found.some((one, at) => found.slice(at + 1).some((other) => meet(one, other))), false);
});
