import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as flow from "./flow.js";
import { isPlaying } from "./flow.js";
import { placeRows } from "./layout.js";
import { cable, rounded, selfRibbons } from "./bands.js";

const [SOURCE, FED, PREDICTED] = [["\u2581a", "b"], ["<s>", "\u2581x", "y"], [
  "\u2581x",
  "y",
  "</s>",
]];
/** The same weights in every layer and head. @param {number[][]} rows @param {number} heads */
const twice = (rows, heads = 2) => [0, 1].map(() => Array(heads).fill(rows));
const data = {
  source: SOURCE,
  fed: FED,
  predicted: PREDICTED,
  layers: { encoder: 2, decoder: 2 },
  ...{ heads: 2, sent: [1, 2], choices: [], scale: 2, width: 16, vocabulary: 1000 },
  encoder: twice([[0.75, 0.25], [0.5, 0.5]]),
  decoder: [[[1, 0.5, 0.5, 0.2, 0.3, 0.5], [1, 0.1, 0.9, 0.2, 0.3, 0.5]], [[1, 0, 1, 0, 0, 1], [
    ...[1, 0, 1, 0, 0, 1],
  ]]],
  cross: [twice([[0.75, 0.25], [0.5, 0.5], [0, 1]])[0], [[[1, 0], [0.5, 0.5], [0, 1]], [
    ...[[0.5, 0.5], [0.5, 0.5], [0, 1]],
  ]]],
  vectors: { encoder: [], decoder: [] },
  candidates: /** @type {[string, number, number, boolean][][]} */ ([
    [["\u2581x", 0.5, 1, true], ["z", 0.25, 2, false]],
    [["z", 0.5, 1, false], ["\u2581x", 0.25, 2, false], ["y", 0.125, 7, true]],
    [["</s>", 1, 1, true], ["z", 0, 2, false]],
  ]),
  rest: [0.25, 0.125, 0],
  view: { at: 0, layer: 1, head: 0 },
  ...{
    origin: "1",
    sentence: "x y",
    target: "en",
    dark: false,
    leads: true,
    guided: [],
    placed: [],
  },
};
const still = { begun: null };
/** @param {string} markup @param {string} name */
const all = (markup, name) =>
  [...markup.matchAll(RegExp(`${name}="([^"]*)"`, "g"))].map(([, one]) => one);

Deno.test("the mean of the heads is made of them, and the memory has its weights", () => {
  const { markup } = drawn(flow, data, still);
  equal([...markup.matchAll(/class="weight[^>]*>([^<]*)</g)].map(([, one]) => one), [
    "0.75",
    "0.25",
  ]);
  equal(markup.includes('aria-valuetext="step: x"'), true);
});

Deno.test("of a token that is pointed at the way is lit and its weights are told", () => {
  const over = { kind: "token", at: 1 };
  const { markup } = drawn(flow, data, { ...still, over, head: 1 });
  equal([...markup.matchAll(/class="number"[^>]*>([^<]*)</g)].map(([, one]) => one), [
    ...["0.50", "0.50", "0.25", "0.25", "0.25"],
  ]);
  equal(/class="caption opens on"[^>]*>[^<]*caption_source/.test(markup), true);
  equal(drawn(flow, data, still).markup.includes('class="caption opens "'), true);
});

Deno.test("only written rows can be reached, each by one stop of its group", () => {
  const { markup } = drawn(flow, data, { ...still, at: 1 });
  equal(markup.match(/class="target row"[^>]*role="button"/g)?.length, 2);
  equal(/class="target row"[^>]*tabindex="0"/.test(markup), true);
});

Deno.test("a token from further down is told as such, and others lead to where they are forced", () => {
  const { markup } = drawn(flow, data, { ...still, at: 1 });
  equal(markup.includes("caption_row_ranked"), true);
  equal(all(markup, "title").filter((one) => one.startsWith("instead")).length, 2); // z, x, not y
  const written = drawn(flow, data, { ...still, at: 2 }).markup; // </s> is, "the rest" is no token
  equal(all(written, "title").filter((one) => one.startsWith("instead")).length, 1);
  const alone = drawn(flow, { ...data, leads: false }, { ...still, at: 1 }).markup;
  equal([markup, alone].map((one) => /hint|title="instead/.test(one)), [true, false]);
});

Deno.test("hidden probabilities stand nowhere", () => {
  const hidden = { candidates: null, rest: null };
  const { markup } = drawn(flow, { ...data, ...hidden }, still);
  equal([/\d%</.test(markup), markup.includes("caption_row_bare")], [false, true]);
  equal(Object.keys(flow.numbers({ ...data, ...hidden })), [
    "cross",
    "encoder",
    "decoder",
  ]);
});

Deno.test("what is asked of the blank figure is pressed or pulled in it", () => {
  const none = { encoder: null, decoder: null, cross: null, vectors: null };
  const blank = {
    ...data,
    ...none,
    candidates: null,
    rest: null,
    choices: ["\u2581x", "z"],
    fed: ["<s>"],
    predicted: ["?"],
  };
  const one = { kind: "one", options: [-1, -1, 0, 1], spoken: "" };
  const pressed = drawn(flow, blank, { ...still, answer: 1 }, 1000, one).markup;
  equal(all(pressed, "aria-pressed"), ["false", "true"]);
  equal(
    [/class="target[^>]*role/.test(pressed), pressed.includes(">?<"), /caption/.test(pressed)],
    [
      false,
      true,
      false,
    ],
  );
  const shares = { kind: "shares", options: [0, 1], spoken: "{token} {share}" };
  const pulled = drawn(flow, blank, { ...still, answer: [0.5, 0.5] }, 400, shares).markup;
  equal(pulled.match(/type="range"/g)?.length, 2);
  equal(pulled.match(/class="strand"/g)?.length, 2);
  // How many vectors the memory has may be what is asked.
  const tiles = (/** @type {string} */ markup) => markup.match(/class="target memory"/g)?.length;
  equal([tiles(pressed), tiles(pulled), pressed.includes("memory_line")], [2, 2, false]);
  equal(tiles(drawn(flow, blank, still).markup), 1);
});

Deno.test("what was drawn lies on the strands of its step and layer", () => {
  const ghost = { kind: "shares", options: [0, 1], spoken: "", given: [0.25, 0.75] };
  const own = (/** @type {object} */ state) =>
    drawn(flow, data, { ...still, ...state }, 1000, undefined, ghost).markup
      .match(/class="own"/g)?.length ?? 0;
  equal([own({}), own({ at: 1 }), own({ layer: 0 })], [2, 0, 0]);
});

Deno.test("a press ends the opening, which is over after four seconds, and closes the maps", () => {
  equal([isPlaying(5, 4004), isPlaying(5, 4005), isPlaying(null, 0)], [true, false, false]);
  const at = (/** @type {string} */ type) => new Event(type);
  const state = { ...flow.start(data), begun: 5, isOpen: true };
  equal(flow.hears.keydown(null, at("keydown"), state), { begun: null, isOpen: true });
  equal(flow.hears.keydown(null, at("keydown"), { ...state, begun: null }), null);
});

Deno.test("ribbons arrive as wide as their weights, and what is squeezed leaves it narrower", () => {
  const [one, other] = selfRibbons({
    ...{ count: 2, least: 0, from: 0, to: 9, isDown: true, size: () => 10 },
    weight: (_, key) => (key === 0 ? 1 : 0),
    middle: (at) => 20 * at,
  });
  equal([one, other].map(({ query, key }) => [query, key]), [[0, 0], [1, 0]]);
  equal(one.d.includes("H5C") && other.d.includes("H25C"), true);
});

Deno.test("a cable and a way back turn round corners", () => {
  const strand = {
    ...{ fromX: 0, fromY: 0, channelRight: 50, channelY: 40, rowTop: 80, tileX: 90 },
    ...{ before: 0, width: 10 },
  };
  equal(cable(strand), "M0 0C0 20 45 20 45 40V76A9 9 0 0 0 54 85H90");
  equal(rounded([[0, 0], [20, 0], [20, 20]]), "M0 0L12 0Q20 0 20 8L20 20");
});

Deno.test("a long translation squeezes its older rows and keeps its height", () => {
  const g = { rowHeight: 20, rowsY: 0, rowTile: 12, full: 22, recent: 8 };
  const rows = placeRows(/** @type {any} */ (g), 96, 60);
  equal([rows.height(60), rows.height(0) < 20], [20, true]);
  close(rows.top(61), (22 - 8 - 2.5) * 20 + 8 * 20);
});

Deno.test("a reader keeps every weight of every head", () => {
  const { cross, encoder, decoder, candidates } = flow.numbers(data);
  equal([cross.length, encoder.length, decoder.length], [36, 24, 54]);
  equal(cross[0], {
    layer: 1,
    head: "mean",
    row: 1,
    query: "<s>",
    column: 1,
    key: "\u2581a",
    weight: 0.75,
  });
  equal(candidates?.length, 7);
});
