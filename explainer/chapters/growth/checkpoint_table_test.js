import { drawn, equal } from "../../drawings/drawn_test.js";
import * as checkpoint_table from "./checkpoint_table.js";

const data = {
  states: ["step 0", "end"],
  written: ["I I", "A cat"],
  tokens: ["\u2581A", "\u2581cat"],
  probs: [[0, 0.004], [1, 0.375]],
  right: [0, 1],
  source: "source",
  losses: [9, 1.5],
  drift: null,
};

Deno.test("a cell is as full as its token is probable, and tells how much", () => {
  const { markup } = drawn(checkpoint_table, data, { at: 1 });
  const found = (/** @type {RegExp} */ of) => [...markup.matchAll(of)].map(([, one]) => one);
  equal(found(/height: ([\d.]+)%/g), ["0.0", "0.4", "100.0", "37.5"]);
  equal(found(/class="percent">([^<]+)/g), ["0", "&#60;1", "100", "38"]);
  equal(found(/aria-pressed="(\w+)" aria-label="said"/g), ["false", "true"]);
});

Deno.test("the loss of a state is as long as it is large", () => {
  const { markup } = drawn(checkpoint_table, data, { at: 1 });
  equal([...markup.matchAll(/--loss-share: ([\d.]+)/g)].map(([, share]) => share), [
    "1",
    `${1.5 / 9}`,
  ]);
});

Deno.test("where probabilities are hidden there are none, but what is written", () => {
  const { markup } = drawn(checkpoint_table, { ...data, probs: null, tokens: [] }, { at: 0 });
  equal([markup.includes("A cat"), /strip|percent|%/.test(markup)], [true, false]);
  equal(checkpoint_table.numbers({ ...data, probs: null }).states[1], {
    state: "end",
    written: "A cat",
    loss: 1.5,
  });
});

Deno.test("a reader keeps every token of every state", () => {
  equal(checkpoint_table.numbers(data).states[1], {
    state: "end",
    written: "A cat",
    loss: 1.5,
    "1 \u2581A": 1,
    "2 \u2581cat": 0.375,
  });
});
