import { Clock } from "../../drawings/play.js";
import { close, drawn, equal } from "../../drawings/testing.js";
import * as losses from "./token_losses.js";

const data = {
  lanes: [
    { name: "reference", tone: "correct", tokens: ["\u2581a", "b"], losses: [1, 3] },
    { name: "greedy", tone: "ink", tokens: ["\u2581c"], losses: [2] },
  ],
};

Deno.test("a token is as long as its loss, and the line stands where the reference ends", () => {
  const { markup } = drawn(losses, data);
  const wide = [...markup.matchAll(/class="token \w+" x="([\d.]+)" y="\d+" width="([\d.]+)"/g)]
    .map(([, ...found]) => found.map(Number));
  equal(wide.map(([, width]) => Math.round(width / wide[2][1] * 2)), [1, 3, 2]);
  const end = Number(/class="end" x1="([\d.]+)"/.exec(markup)?.[1]);
  close(end, wide[1][0] + wide[1][1]);
  equal(["4.00", "2.00"].every((total) => markup.includes(`${total}</text>`)), true);
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

Deno.test("a reader keeps every token", () => equal(losses.numbers(data)[0].rows.length, 3));
