import { drawn, equal } from "../../drawings/drawn_test.js";
import * as every_model from "./every_model.js";

/** @type {import("./types.d.ts").Data} */
const data = {
  sentences: [
    {
      sentence: "a",
      models: [
        {
          name: "one",
          pair: "a → b",
          kind: "T",
          bleu: 40,
          millions: 4,
          wrote: "There are four chairs in this room.",
        },
        { name: "two", pair: "a → b", kind: "R", bleu: 10, millions: 2, wrote: "There is a room." },
      ],
    },
    {
      sentence: "b",
      models: [
        { name: "raw", pair: "b → a", kind: "T", bleu: null, millions: 1, wrote: "z" },
      ],
    },
  ],
};

/** @param {string} markup @param {RegExp} of */
const found = (markup, of) => [...markup.matchAll(of)].map(([, one]) => one);

Deno.test("bars are as long as the score, the best over the whole width", () => {
  const { markup } = drawn(every_model, data, { at: 2 });
  equal(found(markup, /width: ([\d.]+)%/g), ["100", "25", "0"]);
  equal(found(markup, /class="score">([^<]+)/g), ["40.0", "10.0", "–"]);
  equal(found(markup, /aria-pressed="(\w+)"/g), ["false", "false", "true"]);
});

Deno.test("what the best model did not write is marked", () => {
  equal(found(drawn(every_model, data, { at: 0 }).markup, /<mark>([^<]+)/g), ["is", "a"]);
  equal(every_model.numbers(data).models.map(({ wrote }) => wrote), [
    "There are four chairs in this room.",
    "There is a room.",
    "z",
  ]);
});
