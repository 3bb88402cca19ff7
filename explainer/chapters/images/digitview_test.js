import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as view from "./digitview.js";

/** Logits that say this digit. @param {number} digit */
const ten = (digit) => Array.from({ length: 10 }, (_, at) => (at === digit ? 5 : 0));
const once = { networks: ["a", "b"], logits: [[ten(3)], [ten(7)]] };
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
