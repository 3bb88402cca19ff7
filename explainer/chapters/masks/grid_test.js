import { close, equal, markup } from "../../drawings/drawn_test.js";
import { columnNames } from "./grid.js";

const measure = (/** @type {string} */ text, size = 14) => 0.6 * size * text.length;
const named = (/** @type {string[]} */ names, /** @type {number} */ cell) => {
  const { height, shown } = columnNames(names, {
    left: 0,
    cell,
    kind: () => "target",
    size: 10,
    measure,
  });
  return { height, drawn: markup(shown) };
};

Deno.test("names stand level, in two lines, slanted or upright, as there is room", () => {
  const names = ["a", "sleeping"]; // 48 pixels
  equal([60, 30, 24].map((cell) => named(names, cell).height), [22, 41, 0.72 * 48 + 14]);
  const level = named(names, 60).drawn;
  equal([level.includes("rotate"), level.includes("leader")], [false, false]);
  equal(named(names, 30).drawn.split('class="leader').length, 2);
  equal(named(names, 24).drawn.includes("rotate(-46"), true);
  equal(named(names, 12).drawn.includes("rotate(-90"), true);
});

Deno.test("a turned name is cut below the words above it", () => {
  const { height, drawn } = named(["a", "unbelievable"], 12);
  close(height, 8 * 6 + 14);
  equal(drawn.includes("unbelie…"), true);
});
