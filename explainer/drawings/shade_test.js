import { inkOn, shade, signedInkOn, signedShade } from "./shade.js";
import { equal } from "./drawn_test.js";

Deno.test("a weight is a power of it on the scale, a signed share lies on either side of 0", () => {
  equal([0, 0.5, 2].map(shade), [
    "color-mix(in srgb, var(--seq1) 0.0%, var(--seq0))",
    "color-mix(in srgb, var(--seq1) 61.6%, var(--seq0))",
    "color-mix(in srgb, var(--seq1) 100.0%, var(--seq0))",
  ]);
  equal([-0.25, 1].map(signedShade), [
    "color-mix(in srgb, var(--div_minus) 25.0%, var(--div_zero))",
    "color-mix(in srgb, var(--div_plus) 100.0%, var(--div_zero))",
  ]);
});

Deno.test("the ink turns at its own weight in each theme", () => {
  equal([0.3, 0.4, 0.6].map(inkOn), [
    "var(--on_low)",
    "light-dark(var(--on_low), var(--on_high))",
    "var(--on_high)",
  ]);
  equal(signedInkOn(-0.9), "var(--on_high)");
});
