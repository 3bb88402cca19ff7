import { drawn, equal } from "../../drawings/drawn_test.js";
import * as every_model from "./every_model.js";

/** @param {string} name @param {string} pair @param {number | null} bleu @param {string} wrote */
const model = (name, pair, bleu, wrote) => ({
  ...{ name, pair, kind: "T", bleu, millions: 4, wrote, note: "" },
  ...{ chrf: null, tested: null, layers: "1 + 1", heads: null, width: 8, vocabulary: "9" },
});

/** @type {import("./types.d.ts").Data} */
const data = {
  typed: "a",
  sentences: [
    {
      sentence: "a",
      models: [
        model("one", "a → b", 40, "There are four chairs in this room."),
        model("two", "a → b", 10, "There is a room."),
      ],
    },
    { sentence: "b", models: [model("raw", "b → a", null, "z")] },
  ],
};

/** @param {RegExp} of @param {number} at */
const found = (of, at = 2) =>
  [...drawn(every_model, data, { at }).markup.matchAll(of)].map(([, one]) => one);

Deno.test("bars are as long as the score, the best of a pair over the whole width, one alone has none", () => {
  equal(found(/width: ([\d.]+)%/g), ["100", "25"]);
  equal(found(/class="score">([^<]+)/g), ["40.0", "10.0", "–"]);
});

Deno.test("the model at hand unfolds what is known of it", () => {
  equal(found(/aria-pressed="(\w+)"/g), ["false", "false", "true"]);
  equal(found(/class="facts"><b>(\w+)/g), ["raw"]);
  equal(found(/<span>(\w+) <b>/g), ["layers", "width", "vocabulary"]);
});

Deno.test("a sentence that stands in its field is not said twice", () => {
  equal(found(/class="source">([^<]*)/g), ["", "b"]);
});

Deno.test("what the best model did not write is marked, and where its words are missing", () => {
  equal(found(/<mark>([^<]+)/g), ["is", "a"]);
  equal(found(/(<del)/g).length, 1);
});
