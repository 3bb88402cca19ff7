import { close, drawn, equal } from "../../drawings/drawn_test.js";
import { survey, waterIn } from "./bed.js";
import * as river from "./river.js";
import { summary, tell } from "./lens.js";

/** @type {import("./types.d.ts").Flow} */
const now = {
  ...{ x: [8, 9, 10], sum: [10, 12], add: [6, 5], cos: [0, 0.6], wanted: [0.01, 0.5, 0.9] },
  top: [[["<b>", 0.3], ["c", 0.2]], [["\u2581a", 0.5], ["c", 0.2]], [["\u2581a", 0.9]]],
  next: [["\u2581a", 0.9], ["c", 0.1]],
};
/** @type {import("./types.d.ts").Data} */
const data = {
  ...{ now, before: null, dams: [], source: "<s>", wanted: "\u2581a", light: "all", post: true },
  places: ["decoder.embed", "decoder.0.self_attn", "decoder.0.ffn"],
};
const [, , ffn] = data.places;
/** @type {import("./types.d.ts").Data} */
const dammed = {
  ...data,
  now: { ...now, add: [6, 0], wanted: [0.01, 0.5, 0.2], next: [["c", 0.7], ["\u2581a", 0.2]] },
  ...{ before: now, dams: [ffn, "encoder.1.ffn"] },
};
const shut = { dams: dammed.dams };
/** @type {import("./types.d.ts").Data} */
const encoder = {
  ...{ ...dammed, places: ["encoder.embed", "encoder.0.self_attn", "encoder.0.ffn"] },
  now: { ...dammed.now, top: null },
};
/** @type {import("./types.d.ts").Data} */
const hidden = { ...data, now: { ...now, wanted: [], top: null, next: null } };

/** @param {string} markup @param {RegExp} pattern */
const all = (markup, pattern) => [...markup.matchAll(pattern)].map(([, found]) => found);

/** A drawing that has these sentences. @param {import("./types.d.ts").Data} data
 * @param {Record<string, string>} words */
const saying = (data, words) => /** @type {any} */ ({
  ...{ data, state: { ...river.start(), dams: data.dams } },
  words: { full_ffn: "ffn {layer}", full_self_attn: "self {layer}", embedded: "start", ...words },
});

Deno.test("the token that is written surfaces where it comes first to stay", () => {
  const words = { told_surfaces: "{name} {first} {now}", told_other: "not {wanted} but {top}" };
  const at = (/** @type {string[]} */ ...best) =>
    summary(saying({ ...data, now: { ...now, top: best.map((one) => [[one, 1]]) } }, words));
  equal(at("b", "\u2581a", "\u2581a"), "self 1 50% 90%");
  equal(at("b", "c", "\u2581a"), "ffn 1 90% 90%");
  equal([at("\u2581a", "b", "\u2581a"), at("\u2581a", "\u2581a", "\u2581a")], [
    "ffn 1 90% 90%",
    "start 1% 90%",
  ]);
  equal(at("\u2581a", "\u2581a", "b"), "not \u2581a but \u2581a");
});

Deno.test("what the dams have done is told by what is written", () => {
  const words = {
    ...{ dam_encoder: "{name} below", dam_decoder: "{name}", told_dams: "{dams}" },
    ...{ told_lost: "{dams}: {before} {now} {top} {share}", told_kept: "kept", told_hint: "hint" },
  };
  const told = (/** @type {import("./types.d.ts").Data} */ data) => summary(saying(data, words));
  equal(told(dammed), "ffn 1, ffn 2 below: 90% 20% c 70%");
  equal(told({ ...dammed, now: { ...dammed.now, next: now.next } }), "kept");
  equal(told({ ...encoder, before: null }), "hint");
  equal(told(hidden), "hint");
  equal(told({ ...hidden, before: hidden.now, dams: [ffn] }), "ffn 1");
  equal(told({ ...data, blank: true }), "");
});

Deno.test("a part tells its numbers", () => {
  const words = {
    open: "{name} {x} {add} {sum} {angle} {cos}",
    closed: "{before}",
    blank: "blank",
  };
  const drawing = saying(data, { ...words, weir: "{sum} {after}", surfaced: "{best}, {rest}" });
  equal(tell(drawing, "tributary", 1), "ffn 1 9.0 5.0 12.0 53 0.60");
  equal(tell(saying(dammed, words), "tributary", 1), "5.0");
  equal([tell(drawing, "norm", 0), tell(drawing, "word", 0)], ["10.0 9.0", "<b> 30%, c 20%"]);
});

Deno.test("a sub-layer is a button of one tab stop, and what is pressed is dammed", () => {
  const { markup } = drawn(river, data);
  equal(all(markup, /role="button" tabindex="(-?\d)"/g), ["0", "-1"]);
  equal(all(markup, /aria-pressed="(\w+)"/g), ["false", "false"]);
  const changed = drawn(river, dammed, shut).markup;
  equal(all(changed, /role="button" tabindex="(-?\d)"/g), ["-1", "0"]);
  equal(all(changed, /aria-pressed="(\w+)"/g), ["false", "true"]);
  equal(all(changed, /class="(gate|ghost bank)"/g), ["gate", "ghost bank"]);
  equal(all(changed, /class="plume (\w+)"/g), ["self_attn"]);
  const over = { kind: "tributary", at: 1 };
  equal(drawn(river, dammed, { ...shut, over }).markup.includes("Told_lost Closed"), true);
});

Deno.test("tokens surface with their probabilities, the last one can be reached", () => {
  const { markup } = drawn(river, data);
  equal(all(markup, /role="img"[^>]* tabindex="(-?\d)"/g), ["-1", "-1", "0"]);
  equal(all(markup, /class="share"[^>]*>([^<]*)/g), ["30%", "50%", "90%", "90%", "10%"]);
  equal([markup.includes("&#60;b&#62;"), markup.includes("<b>")], [true, false]);
  const ghost = {
    ...dammed,
    before: { ...now, top: [[["x", 0.9]], [["y", 0.55]], [["\u2581a", 1]]] },
  };
  equal(all(drawn(river, ghost, shut).markup, /class="chip ghost/g).length, 1);
  equal(all(drawn(river, ghost, shut, 390).markup, /class="chip ghost/g).length, 0); // but at the end
  const { markup: open } = drawn(river, data, { over: { kind: "word", at: 0 } });
  equal(all(open.split("unfolded")[1], /class="share"[^>]*>([^<]*)/g).slice(0, 2), ["30%", "20%"]);
});

Deno.test("the encoder has no tokens but what is written next, and nobody sees what is hidden", () => {
  const { markup } = drawn(river, encoder, shut);
  equal(all(markup, /class="mouth (\w*)"/g), ["", "before"]);
  equal([markup.includes("chip word"), markup.includes("told_lost")], [false, true]);
  equal(drawn(river, hidden).markup.includes("%"), false);
});

Deno.test("what is lit has its numbers, which a blank river has not", () => {
  const numbers = (/** @type {object} */ more) =>
    all(drawn(river, { ...data, ...more }).markup, /class="number"[^>]*>([^<]*)/g);
  equal([numbers({}), numbers({ light: "add" })], [[], ["+6.0 ∠90°", "+5.0 ∠53°"]]);
  equal(numbers({ light: "norm" }), ["10.0", "9.0", "12.0", "10.0"]);
  equal(numbers({ light: "add", blank: true }), ["+ ?", "+ ?"]);
});

Deno.test("the river is as wide as the vector is long", () => {
  const measure = (/** @type {string} */ text) => 8 * text.length;
  for (const width of [390, 1000]) {
    const bed = survey(/** @type {any} */ ({ data, width, measure }));
    const { point } = waterIn(bed, now.x, now.sum);
    const wide = (/** @type {number} */ s) => {
      const [[x, y], [to, end]] = [point(s, -1), point(s, 1)];
      return Math.hypot(to - x, end - y) / bed.scale;
    };
    close(wide(bed.spring), 8);
    close(wide(bed.stretch(0, 0.55)), 10);
    close(wide(bed.stretch(1)), 9);
    close(wide(bed.end), 10);
  }
});

Deno.test("eighteen sub-layers flow down, on a wide page, too", () => {
  const places = Array.from({ length: 19 }, (_, n) => `decoder.${Math.floor(n / 3)}.ffn`);
  const each = (/** @type {number} */ value) => places.map(() => value);
  const flow = {
    ...{ x: each(8), sum: each(9).slice(1), add: each(4).slice(1), cos: each(0).slice(1) },
    ...{ wanted: each(0.1), top: places.map(() => now.next) },
  };
  const { markup } = drawn(river, { ...data, places, now: { ...now, ...flow } }, {}, 960);
  equal(markup.includes('class="decoder down"'), true);
});

Deno.test("a reader keeps every state with its numbers", () => {
  const { levels: rows } = river.numbers(dammed);
  equal(rows.map(({ after, dammed }) => [after, dammed])[2], ["decoder.0.ffn", true]);
  equal(rows.map(({ norm, added, sum }) => [norm, added, sum]), [
    ...[[8, null, null], [9, 6, 10], [10, 0, 12]],
  ]);
  equal(river.numbers(encoder).levels[0].word, undefined);
});
