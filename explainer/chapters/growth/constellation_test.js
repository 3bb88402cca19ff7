import { drawn, equal } from "../../drawings/drawn_test.js";
import * as checkpoint_table from "./checkpoint_table.js";
import { around, roomFor } from "./constellation.js";

const drift = {
  groups: [
    { name: "numbers", tone: "source", tokens: ["one"], places: [[[0, 0], [4, -1]]] },
    { name: "people", tone: "target", tokens: ["man"], places: [[[0, 0], [-2, 2]]] },
  ],
  within: [0.1, -0.5],
  across: [0.2, 0],
};
const data = {
  ...{ states: ["step 0", "end"], written: ["I I", "A cat"], tokens: [], probs: null, right: [] },
  ...{ source: "source", losses: [], drift },
};

Deno.test("the farthest word of an axis stands at its end", () => {
  const found = drawn(checkpoint_table, data, { at: 1 }).markup;
  const places = [...found.matchAll(/transform="translate\(([\d.]+) ([\d.]+)\)"/g)]
    .map(([, x, y]) => [Number(x), Number(y)]);
  equal(places, [[310 - 40, 146 + 65], [155 - 57.5, 16]]);
});

Deno.test("a word that is looked at shows its way", () => {
  const { markup } = drawn(checkpoint_table, data, { at: 0, lit: 1 });
  equal(/class="trail target" points="155,146 97.5,16"/.test(markup), true);
});

Deno.test("a reader keeps every place", () => {
  const { words, likeness } = checkpoint_table.numbers(/** @type {any} */ (data));
  equal(words[3], { group: "people", word: "man", state: "end", x: -2, y: 2 });
  equal(likeness[1], { state: "end", within: -0.5, across: 0 });
});

Deno.test("an outline goes round the middle of its points", () => {
  equal(around([[0, 0], [2, 2], [2, 0], [0, 2]]), [[0, 0], [2, 0], [2, 2], [0, 2]]);
});

Deno.test("names keep apart, and one without room waits", () => {
  const crowd =
    /** @type {[number, number][]} */ (Array.from({ length: 12 }, (_, at) => [50 + at, 30]));
  const found = roomFor(crowd, crowd.map(() => 40), 120);
  equal(found.includes(null) && found.some(Boolean), true);
  const boxes = found.flatMap((
    one,
    at,
  ) => (one ? [[crowd[at][0] + one[0], crowd[at][1] + one[1]]] : []));
  for (const [at, [x, y]] of boxes.entries()) {
    equal(
      boxes.slice(at + 1).every(([a, b]) => Math.abs(x - a) >= 40 || Math.abs(y - b) >= 16),
      true,
    );
  }
});
