import * as pagelinks from "./pagelinks.js";
import { drawn, equal } from "./drawn_test.js";

const item = (/** @type {string} */ id, note = "") => ({
  ...{ id, url: id, name: id.toUpperCase(), icon: "", note },
});
const data = {
  ...{ look: "folds", title: "All", note: "", here: "masks", query: "s=a" },
  groups: [
    { name: "", items: [item("first")] },
    { name: "Attention", items: [item("heads"), item("masks")] },
    { name: "Writing", items: [item("beam", "wide"), item("greedy?x=1")] },
  ],
};

Deno.test("the group of the open page is unfolded, a link alone has no fold", () => {
  const { markup } = drawn(pagelinks, data);
  equal(markup.match(/<details( open="")?/g), ['<details open=""', "<details"]);
  equal([...markup.matchAll(/data-id="(\w+)" aria-current="page"/g)].map(([, id]) => id), [
    "masks",
  ]);
  const unfolded = drawn(pagelinks, data, { open: ["beam"] });
  equal(unfolded.markup.match(/<details( open="")?/g), ["<details", '<details open=""']);
});

Deno.test("an address takes along what is carried", () => {
  const found = drawn(pagelinks, data).markup.matchAll(/href="([^"]+)"/g);
  equal([...found].map(([, address]) => address).slice(-2), ["./beam?s=a", "./greedy?x=1&#38;s=a"]);
});

Deno.test("a note stands beside a word and below a link", () => {
  const after = (/** @type {string} */ look) =>
    drawn(pagelinks, { ...data, look }).markup.match(/wide<\/(\w+)>\s*(<\/a>)?/)?.slice(1);
  equal([after("words"), after("foot")], [["span", "</a>"], ["p", null]]);
});
