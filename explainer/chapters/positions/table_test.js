import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as module from "./table.js";

const titles = { row: "position", key: "channel", value: "value" };
const data = { name: "waves", length: 3, d_model: 4, base: 10000, titles };

Deno.test("sine and cosine of a pair turn alike, a later pair more slowly", () => {
  const [first, second] = module.table(3, 4, 10000);
  equal(first, [0, 1, 0, 1]);
  [Math.sin(1), Math.cos(1), Math.sin(0.01), Math.cos(0.01)]
    .forEach((wanted, channel) => close(second[channel], wanted));
});

Deno.test("cells are numbered from 0", () => {
  const { markup } = drawn(module, data, { cell: [1, 2] });
  equal(markup.includes("position: 1; channel: 2; value: 0.010"), true);
  equal(module.numbers(data).cells[6], { q: 1, k: 2, row: "1", key: "2", value: Math.sin(0.01) });
});
