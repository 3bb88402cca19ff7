import { raster } from "./raster.js";
import { equal } from "./drawn_test.js";

Deno.test("cells of one shade are one path, cells without any are none", () => {
  equal(raster([0, 0.5, 0.501, -1, 0.004, 0.5], 3), [
    { share: 0.5, d: "M1 0h1v1h-1zM2 0h1v1h-1zM2 1h1v1h-1z" },
    { share: -1, d: "M0 1h1v1h-1z" },
  ]);
});
