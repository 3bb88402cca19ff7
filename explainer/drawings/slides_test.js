import { zoomFor } from "./presenter.js";
import { equal } from "./drawn_test.js";

Deno.test("a slide is as large as the window is wide, between once and twice", () => {
  equal([390, 1040, 1560, 4000].map(zoomFor), [1, 1, 1.5, 2]);
});
