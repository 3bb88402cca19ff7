import { raster, ribbon } from "./marks.js";
import { equal } from "./drawn_test.js";

Deno.test("a ribbon leaves and arrives as wide as it is there", () => {
  equal(ribbon(0, 4, 0, 10, 2, 20, true), "M0 0C0 10 10 10 10 20H12C12 10 4 10 4 0Z");
  equal(ribbon(0, 4, 0, 10, 2.004, 20), "M0 0C10 0 10 10 20 10V12C10 12 10 4 0 4Z");
});

Deno.test("cells of one shade are one path, cells without any are none", () => {
  equal(raster([0, 0.5, 0.501, -1, 0.004, 0.5], 3), [
    { share: 0.5, d: "M1 0h1v1h-1zM2 0h1v1h-1zM2 1h1v1h-1z" },
    { share: -1, d: "M0 1h1v1h-1z" },
  ]);
});
