import { drawn, equal } from "../../drawings/drawn_test.js";
import * as losses from "./losses.js";

const side = { name: "m", fact: "", losses: [0.0001, 2], written: "" };
const targets = [{ name: "right", text: "a" }, { name: "wrong", text: "b" }];
const data = { sides: [side, { ...side, losses: [1, 4] }], targets };

Deno.test("bars are as long as losses, and no loss that is there is written as 0", () => {
  const { markup } = drawn(losses, data);
  equal([...markup.matchAll(/width: ([\d.]+)%/g)].map(([, wide]) => Number(wide)), [
    0.6,
    25,
    50,
    100,
  ]);
  equal([...markup.matchAll(/value \w+">([^<]+)/g)].map(([, told]) => told), [
    "1.0 × 10⁻⁴",
    "1.000",
    "2.000",
    "4.000",
  ]);
});

Deno.test("a learner says how long the second bar is", () => {
  const blank = {
    sides: data.sides.map((one, at) => ({ ...one, losses: at ? null : one.losses })),
    targets: [targets[0]],
  };
  const asks = { kind: "one", options: [2, 1, 0], spoken: "" };
  const { markup } = drawn(losses, blank, { answer: 2 }, 800, asks);
  equal([...markup.matchAll(/aria-pressed="(\w+)">\s*(\w+)/g)].map(([, ...part]) => part), [
    ["true", "guess_shorter"],
    ["false", "guess_same"],
    ["false", "guess_longer"],
  ]);
  equal([markup.includes("width: 50%"), markup.includes("1.0 × 10⁻⁴")], [true, true]);
});

Deno.test("what a reader keeps", () => {
  const { losses: rows } = losses.numbers(data);
  equal(rows.map(({ target, loss }) => [target, loss]), [["a", 0.0001], ["b", 2], ["a", 1], [
    "b",
    4,
  ]]);
});

Deno.test("what a learner said stays below the second bar", () => {
  const ghost = { kind: "one", options: [2, 1, 0], given: 1, spoken: "" };
  const { markup } = drawn(losses, data, {}, 800, undefined, ghost);
  const said = [...markup.matchAll(/data-ghost[^>]*>\s*(guess_\w+)/g)].map(([, name]) => name);
  equal(said, ["guess_same", "guess_same"]);
});
