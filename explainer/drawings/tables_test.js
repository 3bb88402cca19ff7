import { csv, short, tablesOf, tableTold } from "./takeaway.js";
import { equal } from "./drawn_test.js";

Deno.test("a chart tells its numbers, and words by their places", () => {
  const text = "bars\x1ei\x1f\x1f0\x1f1\x1etoken\x1fi\x1fcat\x1fsat\x1ep\x1f\x1f0.25\x1f1e-7";
  const columns = ["i", "token", "p"];
  equal(tableTold(text), { name: "bars", columns, rows: [[0, "cat", 0.25], [1, "sat", 1e-7]] });
});

Deno.test("of a scene every trace is a table, of a drawing what it tells without colours", async () => {
  const scene = { data: [{ x: [1, 2], y: [3, 4] }, { name: "empty" }] };
  equal(await tablesOf(scene), [{ name: "trace 1", columns: ["x", "y"], rows: [[1, 3], [2, 4]] }]);
  const drawing = { numbers: () => ({ a: [{ p: 1, c: "#14202e" }] }) };
  equal(await tablesOf(drawing), [{ name: "a", columns: ["p"], rows: [[1]] }]);
});

Deno.test("numbers of 32 bits are written as short as they can be told apart", () => {
  equal([Math.fround(0.1), 0.1 + 0.2, 3, NaN, undefined].map(short), [
    ...[0.1, 0.1 + 0.2, 3, "NaN", null],
  ]);
});

Deno.test("a cell with a comma or a line's end is quoted, a formula is none", () => {
  const table = { columns: ["a"], rows: [["x,y"], ['"'], ["=1"], [-1], [null]] };
  equal(csv(table, "=-"), '\ufeffa\r\n"x,y"\r\n""""\r\n\'=1\r\n-1\r\n\r\n');
});
