import { Clock } from "../../drawings/play.js";
import { drawn, equal } from "../../drawings/drawn_test.js";
import * as losses from "./token_losses.js";

const data = {
  lanes: [
    { name: "reference", tone: "correct", tokens: ["\u2581a", "b"], losses: [1, 3] },
    { name: "greedy", tone: "ink", tokens: ["\u2581c"], losses: [2] },
  ],
};

Deno.test("a token is as long as its loss, and the line stands where the reference ends", () => {
  const { markup } = drawn(losses, data);
  const wide = [...markup.matchAll(/--(?:liked|token)-share: ([\d.]+)/g)].map(([, one]) =>
    Number(one)
  );
  equal(wide, [1, 0.25, 0.75, 0.5]);
  equal(["4.00", "2.00"].every((total) => markup.includes(`${total}</span>`)), true);
});

Deno.test("the token under the pointer is told with its probability", () => {
  const { lanes } = data;
  const words = { name: "", token: "{token} {loss} {prob}" };
  const template = losses.default({
    data: { lanes },
    state: { lit: [0, 1] },
    words,
    width: 900,
    measure: () => 9,
    set() {},
    choose() {},
    clock: new Clock(() => {}, () => true),
  });
  equal(JSON.stringify(template.values).includes("b 3.00 5.0%"), true);
});

Deno.test("a reader keeps every token", () => equal(losses.numbers(data).losses.length, 3));
