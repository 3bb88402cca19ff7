import { close, drawn, equal } from "../../drawings/drawn_test.js";
import { TOKENS } from "./patches.js";
import * as shuffled from "./shuffled.js";

/** Logits that say this digit. @param {number} digit @param {number} [shift] */
const ten = (digit, shift = 0) =>
  Array.from({ length: 10 }, (_, at) => (at === digit ? 5 : 0) + shift * at);
const data = {
  same: 1e-3,
  networks: ["set", "sure", "lost"],
  logits: [[ten(3), ten(3, 1e-5)], [ten(3), ten(3, 0.1)], [ten(3), ten(4)]],
  picture: Array(TOKENS).fill(Array(16).fill(0)),
  places: Array.from({ length: TOKENS }, (_, at) => TOKENS - 1 - at),
};

Deno.test("what moves by rounding alone is unchanged, another probability and another digit are told", () => {
  const { markup } = drawn(shuffled, data, { order: 9 });
  const signs = [...markup.matchAll(/class="sign \w+" role="img" aria-label="(\w+)"/g)].map((
    [, one],
  ) => one);
  equal(signs, ["same", "close", "other"]);
  const found = (/** @type {RegExp} */ sign) => [...markup.matchAll(sign)].map(([, one]) => one);
  equal(found(/class="digit">(\d)/g), ["3", "3", "3", "3", "3", "4"]);
  equal(found(/class="p">([\d.]+%)/g).slice(0, 2), ["94%", "94%"]);
  const { probabilities: rows } = shuffled.numbers(data);
  equal(rows.length, 60);
  close(rows[3].probability, Math.exp(5) / (Math.exp(5) + 9));
  equal([markup.includes("translate(24px, 24px)"), markup.includes("disabled")], [true, false]);
});
