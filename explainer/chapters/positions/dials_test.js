import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as dials from "./dials.js";
import { nameOf } from "./dials_layout.js";
import { ratesOf, TURN } from "./turns.js";

const data = {
  tokens: ["\u2581a", "b", "\u2581c", "</s>"],
  d_model: 192,
  pairs: [0, 10, 95],
  gap: 0,
  on: true,
  outcome: { order: [1, 0, 2, 3], moved: [0.5, 1.5, 0, 0], texts: ["one", "two"] },
};
const written = [0, 1, 2, 3];

/** @param {object} state @param {object} [change] @param {number} [width] */
const markup = (state, change = {}, width) =>
  drawn(dials, { ...data, ...change }, { at: 1, order: written, ...state }, width).markup;

/** @param {string} markup @param {RegExp} of */
const found = (markup, of) => [...markup.matchAll(of)].map(([, one]) => one);

Deno.test("every hand stands at the angle of its place, also in the hand between two", () => {
  const held = { place: 0.3, grip: 0, left: 0, top: 0, before: "" };
  const angles = found(markup({ held }), /data-angle="([\d.]+)"/g).map(Number);
  const places = [0, 2, 3, 0.3]; // the chosen one lies above the others
  places.forEach((place, column) => {
    data.pairs.forEach((pair, dial) =>
      close(angles[3 * column + dial], (ratesOf(192)[pair] * place) % TURN, 1e-4)
    );
  });
});

Deno.test("what the model made of an order is drawn for that order alone", () => {
  const answered = markup({ order: [1, 0, 2, 3] });
  equal(found(answered, /<rect class="bar"[^>]*height="([\d.]+)"/g).length, 4);
  equal(answered.includes("stale"), false);
  const late = markup({ order: [2, 1, 0, 3] });
  equal([late.includes('class="bar"'), late.includes("stale")], [false, true]);
  const bare = markup({ order: [2, 1, 0, 3] }, { needs: "needs", outcome: null });
  const said = (/** @type {string} */ one) => found(one, /(needs|>reverse|≠ different)/g).length;
  equal([bare, markup({}), answered].map(said), [1, 1, 1]);
  equal([bare, answered].map((one) => one.includes("reverse")), [false, false]);
});

Deno.test("two held together tell their turn, and a clock that is pointed at its sine", () => {
  const two = markup({ at: 0 }, { gap: 2 });
  equal(found(two, /class="angle"[^>]*>([^<]+)</g), ["+115°", "+44°", "+0.0°"]);
  equal(two.includes('class="column pair"'), true);
  const pointed = markup({ pointed: { dial: 0, token: 1 } });
  equal([pointed.includes('class="leg high"'), pointed.includes("> dial </")], [true, false]);
  equal(found(markup({}, { on: false }), /class="(hand|dot|crest)"/g), ["hand"]); // of the legend
});

Deno.test("a name is shrunk to its chip, loses the mark of its space, and is cut", () => {
  const measure = (/** @type {string} */ text, size = 14) => 0.6 * size * text.length;
  equal(nameOf("\u2581ab", 100, measure), { lines: ["\u2581ab"], size: "var(--plain)" });
  equal(nameOf("\u2581abc", 20, measure).lines, ["abc"]);
  equal(nameOf("\u2581abcde", 20, measure), { lines: ["abc", "de"], size: "var(--fine)" });
  equal(nameOf("abcdefghi", 20, measure).lines, ["ab…", "fg…"]);
});

Deno.test("a reader keeps the angles, and what the model made of them", () => {
  const { clocks: [, row] } = /** @type {any} */ (dials.numbers(
    data,
    /** @type {any} */ ({ at: 0, order: [1, 0, 2, 3] }),
  ));
  equal([row.token, row.moved], ["\u2581a", 1.5]);
  close(row.angle_0, 1);
  close(row.similarity, 1);
});
