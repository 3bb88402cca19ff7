import { unpacked } from "./packed.js";
import { equal } from "./drawn_test.js";

Deno.test("steps of a byte or of two are shares in rows of rows", () => {
  const steps = btoa(String.fromCharCode(0, 255, 51, 0));
  equal(unpacked({ shape: [1, 2, 2], bits: 8, steps }), [[[0, 1], [0.2, 0]]]);
  equal(unpacked({ shape: [2], bits: 16, steps: btoa("\xff\xff\x33\x33") }), [1, 0.2]);
});

Deno.test("rows stay as they are", () => {
  equal(unpacked([[0.5]]), [[0.5]]);
});
