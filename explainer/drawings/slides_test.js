import { enlarged, largest } from "./presenter.js";
import { close, equal } from "./drawn_test.js";

Deno.test("a slide is as large as the window is wide, between once and twice", () => {
  equal([390, 1040, 1560, 4000].map(largest), [1, 1, 1.5, 2]);
});

Deno.test("what is too high becomes smaller until it fits, and scrolls at last", () => {
  close(enlarged(1.5, 1.2, 1.5), 1.25);
  close(enlarged(1.5, 9, 1.5), 1.2); // not at once: a chart has yet to take its new width
  equal([enlarged(0.8, 9, 1.5), enlarged(0.75, 9, 1.5)], [0.75, 0.75]);
});

Deno.test("what has room grows up to its window, what nearly fits stays", () => {
  equal([enlarged(1, 0.5, 1.5), enlarged(1, 0.8, 1.5)], [1.5, 1.25]);
  equal([enlarged(1, 0.95, 1.5), enlarged(1, 1.005, 1.5)], [1, 1]);
  equal(enlarged(1, 0.5, 0), 1); // it has grown often enough
});
