import { drawn, equal } from "../../drawings/drawn_test.js";
import * as chain from "./chain.js";

const data = {
  source: ["\u2581a", "</s>"],
  target: ["\u2581b", "c", "</s>"],
  encoder: [[0.5, -1], [0, 1]],
  decoder: [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]],
  units: [3, 7],
  size: 1320,
  likeness: [0.25],
  probs: [0.9, 0.0004, 1],
  outcome: [{
    model: "GRU",
    said: /** @type {[string, boolean][]} */ ([["<b>", false], ["c", true]]),
  }],
};
const count = (/** @type {string} */ markup, /** @type {string} */ part) =>
  markup.split(part).length - 1;

Deno.test("it opens where all is written; what is still to come is empty", () => {
  const { markup } = drawn(chain, data);
  const parts = ['role="button"', " later", 'link on"'];
  equal(parts.map((part) => count(markup, part)), [5, 0, 1]);
  const first = drawn(chain, data, { at: 0 }).markup;
  equal([count(first, " later"), count(first, 'link on"'), count(first, "&#60;b")], [4, 0, 0]);
  equal(count(first, 'aria-pressed="true"'), 1);
  equal(markup.includes("&#60;b&#62;"), true);
});

Deno.test("words drop out of the pipe as soon as the other model writes them", () => {
  const said = /** @type {[string, boolean][]} */ ([["x", false], ["y", true], ["z", true]]);
  const outcome = [...data.outcome, { model: "GRU + Bahdanau", said }];
  const dropped = [1, 2, 4].map((at) => {
    const { markup } = drawn(chain, {
      ...data,
      outcome: [{ ...data.outcome[0], said: [["b", false]] }, outcome[1]],
      target: ["\u2581b", "\u2581c", "</s>"],
    }, { at });
    return [...markup.matchAll(/class="lost">(\w)/g)].map(([, word]) => word);
  });
  equal(dropped, [[], [], ["y", "z"]]);
});

Deno.test("a column is as many colours as units, each with its number", () => {
  const { markup } = drawn(chain, data);
  equal([...markup.matchAll(/<i [^>]*title="([^"]*)/g)].slice(0, 4).map(([, said]) => said), [
    "3: 0.50",
    "7: −1.00",
    "3: 0.00",
    "7: 1.00",
  ]);
});

Deno.test("columns share the room, and below the least of them they scroll", () => {
  const step = (/** @type {number} */ width) =>
    /--step-width: ([\d.]+)px/.exec(drawn(chain, data, {}, width).markup)?.[1];
  equal([316, 60, 900].map(step), ["100", "31", "150"]);
});

Deno.test("every step says what it does", () => {
  const said = [0, 1, 2, 3, 4].map((at) =>
    /status">([^<]*)/.exec(drawn(chain, data, { at }).markup)?.[1]
  );
  equal(said, ["reading_first", "handed", "writing", "writing", "writing"]);
});

Deno.test("a reader keeps every drawn state", () => {
  const { states: rows } = chain.numbers(data);
  equal([rows.length, rows[1]], [5, { half: "encoder", step: 2, token: "</s>", h_3: 0, h_7: 1 }]);
});
