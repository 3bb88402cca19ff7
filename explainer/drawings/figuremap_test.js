import * as figuremap from "./figuremap.js";
import { drawn, equal } from "./drawn_test.js";

const link = (/** @type {string} */ id, href = `./${id}`) => ({
  ...{ id, name: id.toUpperCase(), chapter: "", hint: `to ${id}`, href },
});
const data = {
  page: "masks",
  links: ["whole", "tokens", "mask"].map((id) => link(id)),
  ...{ lit: ["mask"], told: "Mask", figure: null },
  places: { name: "kind", of: { both: { lit: ["tokens", "mask"], told: "Both" } } },
};

/** @param {object} [state] @param {object} [given] */
function seen(state, given) {
  const { markup } = drawn(figuremap, { ...data, ...given }, state);
  const all = (/** @type {RegExp} */ sign) => [...markup.matchAll(sign)].map(([, one]) => one);
  return {
    lit: all(/data-region="(\w+)" opacity="1"/g),
    stops: all(/href="\.\/(\w+)"[^>]*tabindex="0"/g),
    current: all(/href="\.\/(\w+)" aria-current="true"/g),
    label: all(/class="label[^"]*" aria-hidden="true">(\w+)/g)[0],
    framed: markup.includes('class="here"'),
  };
}

Deno.test("the part that a page is about is lit, framed and the tab stop", () => {
  const mask = ["mask"];
  equal(seen(), {
    ...{ lit: mask, stops: mask, current: ["mask", "mask"], label: "Mask", framed: true },
  });
});

Deno.test("what stands in the address lights other parts, what is pointed at as well", () => {
  const both = seen({ address: { kind: "both" } });
  equal([both.lit, both.stops, both.framed], [["tokens", "mask"], ["whole"], false]);
  equal(seen({ address: { kind: "constructor" } }).lit, ["mask"]);
  const over = seen({ over: "tokens" });
  equal([over.lit, over.label], [["tokens", "mask"], "TOKENS"]);
});

Deno.test("without links it is a picture", () => {
  const links = data.links.map(({ id }) => link(id, ""));
  const { markup } = drawn(figuremap, { ...data, links });
  equal([markup.includes('role="img"'), markup.includes("<a ")], [true, false]);
});
