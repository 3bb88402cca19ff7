import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as beamtree from "./beamtree.js";
import { ranked, scoreOf } from "./ranking.js";

const ends = [
  { node: 3, total: -2, length: 2, words: "a short", finished: true },
  { node: 4, total: -2.4, length: 8, words: "a long one", finished: true },
  { node: 2, total: -0.1, length: 1, words: "open", finished: false },
];
/** @type {import("./types.d.ts").Data} */
const data = {
  nodes: {
    step: [1, 1, 1, 2, 2],
    parent: [-1, -1, -1, 0, 1],
    line: [0, 1, 2, 0, 1],
    token: ["▁a", "<b>", "c", "▁d", "e"],
    log_prob: [-0.5, -1, -2, -1.5, -1.4],
    total: [-0.5, -1, -2, -2, -2.4],
    rank: [1, 2, 3, 1, 2],
    verdict: ["kept", "kept", "pruned", "finished", "finished"],
    greedy: [true, false, false, true, false],
    rescued: [false, false, false, false, false],
  },
  ...{
    n_steps: 2,
    n_columns: 2,
    n_lines: 3,
    show: "sum",
    start: "<s>",
    most: 2,
    jumps: [0.4],
    widths: [1, 2, 4],
    greedy_sums: [-0.5, -2.6],
  },
  ...{ ends, search: { width: 2, steps: 2, limit: 9, min: 0 } },
};
const kinds = (/** @type {string} */ markup) =>
  [...markup.matchAll(/class="node (\w+)/g)].map(([, kind]) => kind);

Deno.test("the trunk is the path to what wins with the penalty of the moment", () => {
  equal(kinds(drawn(beamtree, data, { alpha: 0 }).markup), [
    ...["winner", "winner", "kept", "kept", "cut"],
  ]);
  const { markup } = drawn(beamtree, data, { alpha: 1 });
  equal(kinds(markup), ["kept", "kept", "winner", "winner", "cut"]);
  const leads = [...markup.matchAll(/lead (\w+)"[^>]*>([^<]+)/g)];
  equal(leads.map(([, kind, said]) => `${kind} ${said}`), ["behind −0.50", "ahead +0.20"]);
});

Deno.test("what is finished ranks first, by its score", () => {
  equal(ranked(ends, 1).map(({ node }) => node), [4, 3, 2]);
  close(scoreOf(ends[1], 1), -2.4 * 6 / 13);
  const { markup } = drawn(beamtree, data, { alpha: 1 });
  equal(markup.includes("−2.40 ÷ 2.17 ≈ <b>−1.11"), true);
  equal([...markup.matchAll(/<mark>(\w+)/g)].map(([, word]) => word), [
    "long",
    "one",
    "short",
    "open",
  ]);
});

Deno.test("while a node is pointed at its way stays and the rest fades", () => {
  const { markup } = drawn(beamtree, data, { over: 0 });
  equal([...markup.matchAll(/class="node [^"]*pale/g)].length, 3);
  equal(markup.includes('<div class="caption">node</div>'), true);
});

Deno.test("what was cut has its mark, a token is text, and a step that was searched is a button", () => {
  const { markup } = drawn(beamtree, { ...data, n_steps: 1 }, { step: 1 });
  equal([markup.includes("✗ −2.00"), markup.includes("&#60;b&#62;")], [true, true]);
  equal([...markup.matchAll(/data-focus="step(\d)"/g)].map(([, step]) => step), ["0"]);
});

Deno.test("of a blank figure there is no number, and what is offered can be pressed", () => {
  const none = [0, 0, 0, 0, 0];
  const nodes = { ...data.nodes, log_prob: none, total: none, verdict: none.map(() => "kept") };
  const blank = { ...data, nodes, ends: [], jumps: [], blank: true };
  const asks = { kind: "one", options: [-1, -1, -1, 0, 1], spoken: "" };
  const { markup } = drawn(beamtree, blank, { answer: 1 }, 1000, asks);
  equal(/\d\.\d\d<|caption|ranking|type="range"/.test(markup), false);
  equal(
    [...markup.matchAll(/role="button" tabindex="0" aria-pressed="(\w+)"/g)].map(([, on]) => on),
    [
      "false",
      "true",
    ],
  );
});

Deno.test("a reader keeps the nodes and the ranking", () => {
  const { nodes, ranking } = /** @type {any} */ (beamtree.numbers(data, {
    ...beamtree.start(data),
    alpha: 1,
  }));
  equal(nodes.map((/** @type {any} */ { words, winner }) => [words, winner])[4], [
    "<b>e",
    true,
  ]);
  close(ranking[0].score, -2.4 * 6 / 13);
});

Deno.test("the node that a learner pressed stays marked", () => {
  const ghost = { kind: "one", options: [-1, -1, -1, 0, 1], given: 1, spoken: "" };
  const { markup } = drawn(beamtree, data, {}, 1000, undefined, ghost);
  equal([...markup.matchAll(/data-focus="node(\d)"[^>]*data-ghost/g)].map(([, at]) => at), ["4"]);
});

Deno.test("a width is chosen, and what has ended has its score below it", () => {
  const { markup } = drawn(beamtree, data);
  equal(markup.match(/aria-pressed="true">2</g)?.length, 1);
  equal(markup.match(/class="mark finished"/g)?.length, 2);
});
