import { drawn, equal } from "./drawn_test.js";
import * as map from "./map.js";
import { end, shades, walk } from "./map_cells.js";

const data = /** @type {import("./types.d.ts").MapData} */ ({
  name: "who looks at whom",
  values: [[1, null, null], [0.4, 0.6, null], [0, 0.25, 0.75]],
  rows: ["▁a", "b", "c"],
  keys: ["▁a", "b", "<c>"],
  titles: { row: "query", key: "key", value: "weight" },
  tones: { row: "target", key: "source" },
  kind: "weights",
  limit: null,
  digits: 2,
  picks: true,
});
const signed = /** @type {import("./types.d.ts").MapData} */ ({
  ...data,
  kind: "signed",
  values: [[-4, 0, 2], [1, null, 4], [0, 0, 0]],
});

Deno.test("arrows go over what is there, ends along the row, with Ctrl to the corners", () => {
  const { values } = data;
  equal(walk(values, [1, 0], "ArrowRight"), [1, 1]);
  equal(walk(values, [1, 1], "ArrowRight"), [1, 1]);
  equal(walk(values, [2, 2], "ArrowUp"), [2, 2]);
  equal(walk(values, [2, 1], "ArrowUp"), [1, 1]);
  equal(walk(signed.values, [0, 1], "ArrowDown"), [2, 1]);
  equal(walk(values, [2, 1], "Home"), [2, 0]);
  equal(walk(values, [1, 0], "End"), [1, 1]);
  equal(walk(values, [1, 0], "End", true), [2, 2]);
  equal(walk(values, [1, 0], "Tab"), null);
});

Deno.test("a cell that is chosen is framed and named, one that is not there has no number", () => {
  const { markup } = drawn(map, data, { cell: [1, 1] });
  equal(markup.match(/class="chosen"/g)?.length, 1);
  equal(markup.includes('aria-activedescendant="cell-1-1"'), true);
  equal(
    /aria-selected="true"[^>]* aria-label="query: b; key: b; weight: 0.600"/.test(markup),
    true,
  );
  equal(markup.match(/class="number"/g)?.length, 6);
  const paths = markup.matchAll(/ d="([^"]*)"/g);
  equal([...paths].map(([, d]) => d.split("M").length - 1).reduce((all, one) => all + one), 6);
  equal(markup.includes("&#60;c&#62;"), true);
});

Deno.test("of a blank map no number is told", () => {
  const values = [[0, null], [0, 0]];
  const { markup } = drawn(map, { ...data, values, blank: true, picks: false }, { over: [1, 0] });
  equal(markup.includes("weight: ?") && markup.includes(">?</span>"), true);
  equal(/>[\d.]+</.test(markup), false);
});

Deno.test("the pointer is told what the keyboard is told, and that a small number is there", () => {
  const values = [[1, null, null], [0.4, 0.6, null], [0.00002, 0.25, 0.74998]];
  const { markup } = drawn(map, { ...data, values }, { over: [2, 0] });
  equal(markup.includes("<div>query: c</div><div>key: a</div><div>weight: 2.0 × 10⁻⁵</div>"), true);
  equal(markup.includes('class="faded"'), true);
});

Deno.test("one path for each shade, what touches in one box", () => {
  const paths = shades(signed);
  equal(paths.length, 5);
  equal(paths.find(([, d]) => d.includes("M0 2"))?.[1], "M1 0h1v1H1zM0 2h3v1H0z");
  equal(end(signed), 4);
  equal(shades(signed, true).find(([, d]) => d.includes("M0 2"))?.[1].split("M").length, 1 + 4);
});

Deno.test("numbers stand where columns have room", () => {
  const narrow = drawn(map, data, {}, 120).markup;
  equal(narrow.includes('class="number'), false);
  const given = { ...signed, signs: [["−", "+"], ["−", "+"], ["0", "1"]] };
  const signs = drawn(map, given).markup.matchAll(/class="number[^>]*>(.)</g);
  equal([...signs].map(([, sign]) => sign).join(""), "−−+++000");
});

Deno.test("names of columns without room run upwards, numbers of a long side are round", () => {
  const keys = Array.from({ length: 10 }, (_, at) => `word number ${at}`);
  const wide = { ...data, keys, values: [keys.map(() => 0.1)], rows: ["a"] };
  equal([1200, 600].map((width) => drawn(map, wide, {}, width).markup.includes(" up")), [
    false,
    true,
  ]);
  const plain = drawn(map, { ...data, rows: null, values: Array(50).fill([0.1]) }).markup;
  const numbers = plain.split('class="rows')[1].matchAll(/>(\d+)<\/span>/g);
  equal([...numbers].map(([, at]) => at).slice(0, 10).join(), "0,5,10,15,20,25,30,35,40,45");
});

Deno.test("what a reader keeps are all cells by name", () => {
  const { cells: rows } = map.numbers(data);
  equal(rows.length, 9);
  equal(rows[3], { q: 1, k: 0, row: "b", key: "▁a", value: 0.4 });
  equal(rows[1].value, null);
});
