import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as cellsteps from "./cellsteps.js";
import { cuts, done, layout } from "./place.js";

const matrix = { rows: [[127, -64, 0, 32], [1, 2, 3, 4]], unit: 0.5, full: 100 };
const crumb = (/** @type {string} */ name, /** @type {string[]} */ options) => ({
  ...{ name, label: name, shown: options[0], options, at: 0 },
});
/** @type {import("./types.d.ts").Data} */
const data = {
  ...{ at: { stage: 2, dim: 0 }, plays: false, kind: "cross", row: 1, column: 1, head: 0 },
  ...{ x: [1, 2, 3, 4], memory: [0, 1, 0, -1], q: [2, -1], k: [3, 4], dots: [1, 2, 9] },
  ...{ scores: [0.5, 1, 4], allowed: [true, true, false], weights: [0.25, 0.75, 0] },
  ...{ values: [[1, 2], [3, -4], [5, 6]], head_out: [2.5, -2.5], concat: [2.5, -2.5, 0, 1] },
  ...{ out: [1, -1, 2, 3], own: [0.5, 0, 1, 1], W: { q: matrix, k: matrix, v: matrix, o: matrix } },
  sums: { q: [1.5, 0], k: [3, 4], v: [0, 0] },
  biases: { q: [0.5, -1], k: [0, 0], v: [0, 0] },
  map: [[1, 0, 0], [0.25, 0.75, 0]],
  ...{ tokens: ["▁a", "<b>", "c"], names: ["▁x", "<b>"] },
  crumbs: [crumb("kind", ["cross"]), crumb("layer", ["1"]), crumb("head", ["head 1", "head 2"])],
  stages: Array.from({ length: 10 }, (_, at) => ({
    ...{ name: `step ${at + 1}`, expression: `${at} + 1`, result: `${at + 1}`, line: "W_Q <b>" },
  })),
  groups: [3, 1, 2, 2, 2],
};
const markup = (/** @type {object} */ state, width = 1000, /** @type {any} */ asks = undefined) =>
  drawn(cellsteps, data, state, width, asks).markup;

Deno.test("up to the softmax a reader guesses, then all weights are there", () => {
  const early = markup({ stage: 4 });
  equal(early.match(/role="radio"/g)?.length, 3);
  equal([early.includes("0.750"), early.includes("&#60;b&#62;")], [false, true]);
  const later = markup({ stage: 5 });
  equal([later.match(/role="radio"/g), later.includes(">0.750<")], [null, true]);
});

Deno.test("each step adds what it makes, and what made the scores goes with them", () => {
  const parts = [/class="pours"/, />q × k</, />−∞</, /id="values"/, /class="grid"/];
  const at = (/** @type {number} */ stage) => parts.map((part) => part.test(markup({ stage })));
  equal(at(0), [false, false, false, true, false]);
  equal(at(4), [false, true, true, true, false]);
  equal(at(9), [true, false, true, true, true]);
});

Deno.test("before it has been seen nothing of what is to come is told", () => {
  const waiting = markup({ waits: true, stage: 2 });
  equal(waiting.includes('class="lens" aria-hidden="true"> </g>'), true);
  equal(waiting.includes('aria-valuenow="1"'), true);
});

Deno.test("tokens of the bar are equal, then without what is hidden, then the weights", () => {
  const place = layout(1000, data, 5, done(6), false);
  const parts = (/** @type {number} */ closed, /** @type {number} */ cut) =>
    cuts(place, data, closed, cut).map(([from, to]) => (to - from) / place.bar.width);
  [[0, 0, 1 / 3], [1, 0, 1 / 2], [1, 1, 1 / 4]].forEach(([closed, cut, first]) =>
    close(parts(closed, cut)[0], first)
  );
  close(parts(1, 0)[2], 0);
});

Deno.test("the dimension that is looked at is told with its product", () => {
  equal(markup({ stage: 1, seen: 1 }).includes('aria-valuetext="dim"'), true);
  equal(/= Σ x·w \+ b = 0.000 \+ \(−1.00\) ≈ −1.00/.test(markup({ stage: 0, seen: 1 })), true);
  equal(markup({ stage: 7, seen: 1 }).includes('aria-valuetext="v −4.00"'), true);
});

Deno.test("what is done gives up its room, and is one line from the softmax on", () => {
  const matrices = (/** @type {number} */ stage) => markup({ stage }).match(/href="#[qk]"/g) ?? [];
  equal([matrices(0).length, matrices(1).length], [4, 0]);
  const names = (/** @type {number} */ stage) =>
    markup({ stage }).match(/class="small end"[^>]*>.*?<.text>/)?.[0].includes("&#60;b&#62;");
  equal([names(0), names(1)], [true, true]);
  const rows = [0, 1, 4, 5, 9].map((stage) => layout(1000, data, stage, done(stage + 1), false));
  const [tall, ...later] = rows.map(({ names }) => names.y);
  equal([tall > later[0], later[0] === later[1], later[1] > later[2]], [true, true, true]);
  equal([later[2], later[3]], [38, 38]);
  const folded = markup({ stage: 9 });
  equal([folded.includes(">q × k<"), folded.includes(">up<")], [false, false]);
  equal(/class="sum"[^]*?2.00 ÷ √2 ≈ [^]*?1.00/.test(folded), true);
});

Deno.test("in a lesson a token is pressed and nothing else", () => {
  const asks = { kind: "one", options: [0, -1, 1], spoken: "" };
  const asked = markup({ stage: 4, answer: 1 }, 1000, asks);
  equal(asked.match(/data-offered/g)?.length, 4); // its name and its token
  equal(asked.match(/aria-pressed="true"/g)?.length, 2);
  equal(markup({ stage: 4, answer: null }, 1000, asks).includes('class="answer"'), false);
  equal([asked.includes("controls"), asked.includes("reveal")], [false, false]);
});

Deno.test("a reader keeps what is shown so far", () => {
  const names = (/** @type {number} */ stage) =>
    Object.keys(cellsteps.numbers(data, { ...cellsteps.start(data), stage }));
  equal([names(4), names(5)], [["vectors"], ["vectors", "row"]]);
  equal(names(9), ["vectors", "row", "head", "output"]);
});
