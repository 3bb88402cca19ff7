import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as view from "./digitview.js";

/** Logits that say this digit. @param {number} digit @param {number} [shift] */
const ten = (digit, shift = 0) =>
  Array.from({ length: 10 }, (_, at) => (at === digit ? 5 : 0) + shift * at);
const once = { networks: ["a", "b"], logits: [[ten(3)], [ten(7)]], accuracy: null };
const pair = {
  networks: ["set", "sure", "lost"],
  logits: [[ten(3), ten(3, 1e-5)], [ten(3), ten(3, 0.1)], [ten(3), ten(4)]],
  accuracy: [0.8324, 0.2, 0.1],
};

/** @param {RegExp} sign @param {string} markup */
const all = (sign, markup) => [...markup.matchAll(sign)].map(([, one]) => one);

Deno.test("a network reads the digit with the largest logit", () => {
  const { markup } = drawn(view, once);
  equal(all(/class="digit">(\d)/g, markup), ["3", "7"]);
  equal(all(/class="p">([\d.]+%)/g, markup), ["94%", "94%"]);
  equal(markup.includes('aria-label="name: a 3 (94%); b 7 (94%)"'), true);
  equal([markup.includes("sign"), markup.includes('title"')], [false, false]);
  const { probabilities: rows } = view.numbers(once);
  equal(rows.length, 20);
  close(rows[3].probability, Math.exp(5) / (Math.exp(5) + 9));
});

Deno.test("what moves by rounding alone is unchanged, another probability and another digit are told", () => {
  const { markup } = drawn(view, pair);
  equal(all(/class="sign \w+" title="(\w+)"/g, markup), ["same", "close", "other"]);
  equal(all(/class="label">shuffled<\/span> ([\d.]+)/g, markup), ["0.832", "0.200", "0.100"]);
  equal(markup.includes('aria-label="compared: set 3 (94%) 3 (94%) same shuffled 0.832; '), true);
});
