import { drawn, equal, markup } from "../../drawings/drawn_test.js";
import * as faulty from "./faulty.js";
import { Mosaic, mostOf } from "./mosaic.js";

/** @param {(number | string)[]} numbers */
const value = (...numbers) => ({
  size: /** @type {[number, number]} */ ([1, numbers.length]),
  numbers,
});
const program = { name: "p", written: "<i>", loss: 1.23456, parameters: 12345 };
const data = {
  lines: [["", [["", "  x"]]], ["-", [["keyword", "if"]]], ["+", [["q_text", "q"]]]],
  steps: [
    { name: "v", right: value(1, 2), wrong: value(1, 2), difference: 0 },
    { name: "scores", right: value(1, 2), wrong: value(2, 4), difference: 2 },
    { name: "out", right: value(1, 2), wrong: null, difference: null },
  ],
  programs: [program, program],
  tokens: ["\u2581a"],
  probs: [[0.5, 0.25]],
};
const count = (/** @type {string} */ found, /** @type {string} */ part) =>
  found.split(part).length - 1;

Deno.test("what follows is hidden until its lines are struck or it was guessed", () => {
  const asked = drawn(faulty, data, { asks: true }).markup;
  equal([count(asked, 'class="written'), count(asked, ">?<"), count(asked, "<figure")], [1, 3, 0]);
  equal([count(asked, "struck"), count(drawn(faulty, data).markup, "line minus struck")], [0, 1]);
  const found = drawn(faulty, data, { shown: 0 }).markup;
  equal([count(found, 'class="written'), count(found, "<figure"), count(found, ">same<")], [
    2,
    2,
    1,
  ]);
  equal(count(drawn(faulty, data).markup, "differs</div>"), 1); // the first that does
  equal(faulty.numbers(/** @type {any} */ (data), { asks: true, shown: null }), {});
});

Deno.test("signs say what differs, lines which program they are of", () => {
  const found = drawn(faulty, data).markup;
  equal([...found.matchAll(/class="sign">(.)/g)].map(([, sign]) => sign), ["=", "≠", "–"]);
  equal(
    [count(found, "line minus"), count(found, "line plus"), count(found, "text-indent: -4ch")],
    [
      1,
      1,
      1,
    ],
  );
  equal(found.includes("&#60;i&#62;") && found.includes("12,345") && found.includes("1.235"), true);
});

Deno.test("a mosaic has one path a colour, and what is no number has its own", () => {
  const found = markup(Mosaic(value(1, -1, 1, "−∞"), [40, 40]));
  equal([...found.matchAll(/d="([^"]*)/g)].map(([, d]) => count(d, "M")), [2, 1, 1]);
  equal([count(found, "var(--mask)"), mostOf(value(1, -3, "NaN"))], [1, 3]);
});
