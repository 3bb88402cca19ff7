import { inSight, wayTo } from "./insight.js";
import { equal } from "./drawn_test.js";

Deno.test("what is in sight stays, what is not comes to the middle", () => {
  equal(wayTo([10, 20], [0, 100]), 0);
  equal([wayTo([90, 110], [0, 100]), wayTo([-30, -10], [0, 100])], [50, -70]);
  equal(wayTo([10, 300], [0, 100]), 0);
});

Deno.test("a place scrolls once for each part, so that a reader may scroll on", () => {
  const way = /** @type {number[][]} */ ([]);
  let name = "a";
  const box = { left: 200, right: 220, top: 0, bottom: 10 };
  const part = { getAttribute: () => name, getBoundingClientRect: () => box };
  const place = {
    querySelector: () => part,
    getBoundingClientRect: () => ({ left: 0, right: 100, top: 0, bottom: 10 }),
    scrollBy: (/** @type {number[]} */ ...far) => way.push(far),
  };
  const root = /** @type {any} */ ({ querySelectorAll: () => [place] });
  inSight(root);
  inSight(root);
  name = "b";
  inSight(root);
  equal(way, [[160, 0], [160, 0]]);
});
