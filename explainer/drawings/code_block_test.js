import { Code, indentOf } from "./code.js";
import * as code_block from "./code_block.js";
import { drawn, equal, markup } from "./drawn_test.js";

Deno.test("a line that goes on below stands four letters further in", () => {
  const block = { where: "a.py", lines: [[["", "  x"]], [["keyword", "if"]]] };
  const data = { heading: "Our code", blocks: [block, { where: "b.py", lines: [] }] };
  const { markup } = drawn(code_block, data);
  equal([...markup.matchAll(/--indent: (\d+)ch/g)].map(([, wide]) => wide), ["6", "4"]);
  equal(markup.match(/copy<\/button>|copied/g)?.length, 2);
  const [first, second] = drawn(code_block, data, { copied: 1 }).markup.split("b.py");
  equal([first.includes("copied"), second.match(/copied/g)?.length], [false, 2]);
});

Deno.test("code breaks behind commas, and its names have their colours", () => {
  const found = markup(Code([["q_text", "q"], ["", "(a,b)"], ["keyword", "if"]]));
  equal(found.match(/<wbr>/g)?.length, 2);
  equal(found.includes("color: var(--q_text); font-weight: 700"), true);
  equal(indentOf([["", "  "], ["", " a"]]), 3);
});
