import { drawn, equal } from "../../drawings/drawn_test.js";
import * as attention_pattern from "./attention_pattern.js";

/** @type {[string, string][]} */
const boxes = [["reads", ""], ["emb", ""], ["self", "causal"], ["", ""], ["FFN", ""], ["says", ""]];
/** @type {import("./types.d.ts").Data} */
const data = {
  name: "T5",
  names: ["▁a", "<b>", "c"],
  states: [[1, -1, -1], [2, 1, 0], [2, 1, 1]],
  left: 1,
  row: 1,
  stacks: [{ name: "left", tone: "source", boxes }, { name: "none", tone: "none", boxes }],
  over: [4, 3],
  direction: "both",
};

Deno.test("the lit row is drawn as it sees", () => {
  const { markup } = drawn(attention_pattern, data);
  const lit = [...markup.matchAll(/<div class="lit"[^>]*>(.*?)<\/div>/gs)].map(([, cells]) =>
    cells
  );
  const looks = lit.map((cells) =>
    [...cells.matchAll(/<i class="(\w+)"/g)].map(([, look]) => look)
  );
  equal(looks, [["self", "hidden"], ["cross"]]);
  equal(markup.match(/class="above seen"/g)?.length, 2);
});

Deno.test("what a family has is where it was, and what it has not is unseen there", () => {
  const on = (/** @type {number} */ left) =>
    attention_pattern.blocks({ ...data, left }).map((
      { rows, keys, isOn },
    ) => [...rows, ...keys, isOn]);
  equal(on(1), [[0, 1, 0, 1, true], [1, 3, 1, 3, true], [1, 3, 0, 1, true]]);
  equal(on(3), [[0, 3, 0, 3, true], [0, 3, 0, 3, false], [3, 3, 0, 0, false]]);
  equal(on(0), [[0, 3, 0, 3, false], [0, 3, 0, 3, true], [3, 3, 0, 0, false]]);
});

Deno.test("nothing flows in what a family leaves out, and past a free place", () => {
  const { markup } = drawn(attention_pattern, data);
  equal([...markup.matchAll(/class="flow" style="height: (\d+)px"/g)].map(([, high]) => high), [
    "9",
    "52",
    "9",
    "9",
  ]);
});

Deno.test("what a reader keeps is the map", () => {
  const { map: rows } = attention_pattern.numbers(data);
  equal(rows.slice(3, 6).map(({ look }) => look), ["cross", "self", "hidden"]);
});
