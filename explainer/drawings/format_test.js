// The table that `explainer/text/numbers.py` is held to as well.
import table from "../../tests/text/numbers.json" with { type: "json" };
import * as format from "./format.js";
import { equal } from "./drawn_test.js";

for (
  const [name, value, digits, written]
    of /** @type {[keyof typeof format, number, number, string][]} */ (table)
) {
  Deno.test(`${name} of ${value} with ${digits}: ${written}`, () => {
    const write = /** @type {(value: number, digits: number) => string} */ (format[name]);
    equal(write(Number(value), digits), written);
  });
}

Deno.test("thousands, signs, few figures and sentences", () => {
  equal(format.grouped(-1234567.891), "\u22121,234,567.89");
  equal(format.grouped(999, 0), "999");
  equal([8.990855580097434e+75, Infinity].map((one) => format.grouped(one, 0)), [
    "9.0 \u00d7 10\u2077\u2075",
    "\u221e",
  ]);
  equal([format.signed(0.3), format.signed(-0.3), format.signed(-0.001)], [
    "+0.30",
    "\u22120.30",
    "0.00",
  ]);
  equal([0.5, 0.0996, 0.0994, 0.0004, 0].map(format.shortPercent), [
    "50%",
    "10%",
    "9.9%",
    "<0.1%",
    "0.0%",
  ]);
  equal(format.fill("{best}: {weight}, {best}", { best: "a", weight: 1 }), "a: 1, a");
  equal(format.fill("{best}: 1", { best: "\u05d1" }), "\u2068\u05d1\u2069: 1");
});

Deno.test("only zeros behind the point are trimmed", () => {
  equal(["0.50", "100.00", "2.05", "1,200.00"].map(format.trimmed), [
    "0.5",
    "100",
    "2.05",
    "1,200",
  ]);
});
