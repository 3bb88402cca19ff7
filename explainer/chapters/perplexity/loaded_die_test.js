import { close, drawn, equal, markup } from "../../drawings/drawn_test.js";
import * as loaded_die from "./loaded_die.js";
import { Die } from "./loaded_die.js";

/** @type {import("./types.d.ts").Data} */
const data = {
  tokens: ["\u2581a", "b", "c"],
  nats: [Math.log(2), Math.log(6), 0],
  first: [["\u2581the", 0.4, 2], ["b", 0.5, 1], ["c", 1, 1]],
  most: null,
};

/** @param {string} markup @param {RegExp} of */
const found = (markup, of) => [...markup.matchAll(of)].map(([, one]) => one);

Deno.test("a die has 1 / p faces, its column is as high as its bits, the whole is their mean", () => {
  const { markup } = drawn(loaded_die, data, { at: 1 });
  equal(found(markup, /class="faces"[^>]*>([^<]+)/g), ["2.00", "6.00", "1.00"]);
  const shares = found(markup, /--column-share: ([\d.]+)/g).map(Number);
  const heights = shares.slice(3, 6); // below are the lines of the axis, then the whole
  close(heights[0] / heights[1], Math.log(2) / Math.log(6));
  equal(found(markup, /aria-pressed="(\w+)"/g), ["false", "true", "false"]);
  // The geometric mean of the faces, 12 ** (1 / 3), is as high as the mean of the bits.
  close(shares[6], (heights[0] + heights[1]) / 3);
});

Deno.test("another probability that is tried is told, and can be taken back", () => {
  const tries = [Math.log(2), Math.log(6), Math.log(4)];
  const change = (/** @type {object} */ state) =>
    drawn(loaded_die, data, { at: 2, ...state }).markup;
  const isBack = (/** @type {string} */ markup) => !markup.includes('class="back" hidden');
  equal(found(change({ tries }), /class="faces"[^>]*>([^<]+)/g), ["2.00", "6.00", "4.00"]);
  equal(found(change({ tries }), /caption"> <span>(\w+)</g), ["tried"]);
  const hardly = change({ tries: [Math.log(2), Math.log(6), 1e-4] });
  equal(found(hardly, /caption"> <span>(\w+)</g), ["told"]);
  equal([isBack(change({ tries })), isBack(change({}))], [true, false]);
});

Deno.test("rolls without a model can be looked at, but neither dragged nor rolled", () => {
  const rolled = drawn(loaded_die, { ...data, nats: [null, 1, 1], first: [] }, { at: 0 }).markup;
  equal([rolled.includes("told_roll"), rolled.includes("grip"), rolled.includes("back")], [
    true,
    false,
    false,
  ]);
  equal(found(rolled, /class="faces"[^>]*>([^<]+)/g)[0], "∞");
  equal([rolled.includes('disabled=""'), rolled.includes('aria-label="rolls"')], [true, true]);
});

Deno.test("a die has a facet a face and one is lit, of very many a dot", () => {
  const facets = (/** @type {number} */ faces) => {
    const drawn = markup(Die(faces));
    return [found(drawn, /<(path|circle) class="facet/g).length, found(drawn, /(lit)"/g).length];
  };
  equal([1, 1.4, 2, 6.5, 60].map(facets), [[1, 1], [1, 1], [2, 1], [7, 1], [60, 1]]);
  equal(facets(900), [61, 1]);
  equal(facets(Infinity), [60, 0]);
});

Deno.test("a reader keeps every token's faces", () => {
  const { tokens: rows } = loaded_die.numbers(data);
  close(rows[1].faces, 6);
  close(rows[0].bits, 1);
});
