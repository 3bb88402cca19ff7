import { drawn, equal } from "../../drawings/drawn_test.js";
import * as switchboard from "./switchboard.js";

const words = (/** @type {string} */ text) => text.split(" ");
/** @param {string} id @param {string} text @param {number[]} probs */
const row = (id, text, probs, changed = false) => {
  const [kind, stack, layer] = words(id);
  return { id, kind, stack, layer: Number(layer), text, probs, changed };
};
const data = {
  tokens: ["\u2581a", "b"],
  before: { text: "a b", probs: [0.5, 0.25] },
  rows: [
    row("ffn encoder -1", "a b", [0.5, 0.25]),
    row("attention cross -1", "", [0.005, 0.5]),
    row("attention cross 1", "a c", [0.4, 0]),
  ],
  other: null,
};

Deno.test("a row tells its text and the part that is away its numbers", () => {
  const { markup } = drawn(switchboard, data, { off: "attention cross 1" });
  equal(markup.match(/aria-pressed="true"/g)?.length, 1);
  equal(/aside same.*unchanged.*aside">empty.*<mark>c/.test(markup), true);
  equal([...markup.matchAll(/class="cell"[^>]*> ([\d.<]+) </g)].map(([, one]) => one), [
    "40",
    "0.0",
  ]);
  equal([...markup.matchAll(/title="[^"]*b: ([^"]*)"/g)].map(([, one]) => one), [
    "25% → 25%",
    "25% → 50%",
    "25% → 0.0%",
  ]);
});

Deno.test("where there is no room for numbers they stand below", () => {
  const { markup } = drawn(switchboard, data, { off: "ffn encoder -1" }, 200);
  equal(/class="list">.* 50 → 50%/.test(markup), true);
});

Deno.test("a learner says what becomes of the text, and sees no number", () => {
  const hidden = { text: null, probs: null };
  const rows = data.rows.map((one) => ({ ...one, ...hidden }));
  const blank = { ...data, before: { text: "a b", probs: null }, rows, off: "ffn encoder -1" };
  const asks = { kind: "one", options: [0, 1], spoken: "" };
  const { markup } = drawn(switchboard, blank, { answer: 1 }, 1000, asks);
  equal([...markup.matchAll(/aria-pressed="(\w+)">(guess_\w+)/g)].map(([, ...one]) => one), [
    ["false", "guess_same"],
    ["true", "guess_other"],
  ]);
  equal(/\d%/.test(markup.replace(/color-mix[^;"]*/g, "")), false);
});

Deno.test("a reader keeps the probability of every token without every part", () => {
  const { parts: rows } = switchboard.numbers({ ...data, other: { ...data.before, name: "x" } });
  equal([rows.length, rows[2], rows.at(-1)?.without], [10, {
    without: "ffn encoder -1",
    token: "\u2581a",
    probability: 0.5,
  }, "x"]);
});

Deno.test("what a learner said stays beside the text", () => {
  const ghost = { kind: "one", options: [0, 1], given: 1, spoken: "" };
  const { markup } = drawn(switchboard, data, { off: "ffn encoder -1" }, 1000, undefined, ghost);
  const said = [...markup.matchAll(/data-ghost[^>]*>\s*(guess_\w+)/g)].map(([, name]) => name);
  equal(said, ["guess_other"]);
});
