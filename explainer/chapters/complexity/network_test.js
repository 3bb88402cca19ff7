import { drawn, equal } from "../../drawings/drawn_test.js";
import * as network from "./network.js";
/** @import { Edge } from "./types.d.ts" */

/** @type {Edge[]} */
const chain = [[0, 3], [1, 4], [3, 4], [2, 5], [4, 5]];
/** @type {Edge[]} */
const wide = [[0, 3], [0, 4], [1, 4], [0, 5], [1, 5], [2, 5]];
const layer = { name: "one", tone: "k", layers: 1, edges: chain };
const tokens = ["▁a", "b", "c"];

Deno.test("the way of the first token to an output is counted as it is drawn", () => {
  equal(network.joined(wide, 4), [[0, 4], [1, 4]]);
  const data = { networks: [layer, { ...layer, edges: wide }], tokens };
  for (const [at, path] of [[2, 3], [1, 2], [0, 1]]) {
    equal(drawn(network, data, { at }).markup.match(/class="way"/g)?.length, path + 1);
    equal(network.numbers(data, { at }).networks.map((one) => one.number), [path, 1]);
  }
});

Deno.test("a change moves on along the lines, and an output's dot is as large as it moves", () => {
  const data = { networks: [{ ...layer, moves: [[2, 0, 0], [0, 2, 1], [0, 0, 2]] }], tokens };
  const { markup } = drawn(network, data, { at: 1 });
  equal(markup.match(/class="edge"/g)?.length, 2);
  equal([...markup.matchAll(/ r="([\d.]+)"/g)].map(([, r]) => +r), [4, 13, 4, 4, 13, 8.5]);
  equal(network.numbers(data, { at: 1 }).networks.map((one) => one.number), [0, 2, 1]);
});
