import { drawn, equal } from "../../drawings/drawn_test.js";
import * as cost_race from "./cost_race.js";

/** @param {"attention" | "recurrent"} name @param {number} scale */
const layer = (name, scale) => ({
  name,
  tone: "k",
  multiplied: [[100 * scale, 4000 * scale]],
  ms: [[0.0372 / scale, 321.4 * scale]],
  steps: name === "recurrent" ? [4, 2000] : [1, 1],
  told: ["short", "long"],
  path: [1, scale],
});
const data = {
  layers: [layer("attention", 1), layer("recurrent", 2)],
  lengths: [4, 2000],
  widths: [64],
};

Deno.test("bars are as long as their share of the most, the least is told", () => {
  const { markup } = drawn(cost_race, data, { n: 1, d: 0 });
  const bars = [...markup.matchAll(/<i style="width: ([\d.]+)%"/g)];
  equal(bars.map(([, width]) => width), ["50", "100"]);
  const told = [...markup.matchAll(/class="([path ]*value[ best]*)"[^>]*>([^<]+)</g)];
  equal(told.map(([, kind, words]) => [kind.trim(), words]), [
    ["value best", "0.004"],
    ["path value best", "1"],
    ["value best", "321 ms"],
    ["value", "0.008"],
    ["path value", "2"],
    ["value", "643 ms"],
  ]);
  equal([cost_race.written([0.0372, 12]), cost_race.written([25_600, 1.2e6])], [
    ["0.037", "12.000"],
    ["25,600", "1,200,000"],
  ]);
});

Deno.test("tokens that wait are a staircase, those that do not are a block", () => {
  const from = (/** @type {string} */ path) => [...path.matchAll(/M([\d.]+) /g)].map(([, x]) => +x);
  equal(from(cost_race.lines(4, true)), [0, 0.25, 0.5, 0.75]);
  equal(from(cost_race.lines(4, false)), [0, 0, 0, 0]);
});

Deno.test("what a reader keeps is what is drawn", () => {
  const { layers: rows } = cost_race.numbers(data, { n: 1, d: 0 });
  equal([rows[1].n, rows[1].multiply_adds, rows[1].sequential_steps], [2000, 8000, 2000]);
});
