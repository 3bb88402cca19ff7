import * as presenter from "./presenter.js";
import { drawn, equal } from "./drawn_test.js";

const data = { page: "masks", name: "Masks", slide: "2", more: [false, true] };

Deno.test("a page opens at its slide, the last one as soon as it is known", () => {
  const seen = (/** @type {string} */ slide) =>
    drawn(presenter, { ...data, slide }, { count: 3 }).markup.match(/role="status">([^<]*)/)?.[1];
  equal([seen("2"), seen("last")], ["2 / 3", "3 / 3"]);
  equal(presenter.start({ ...data, more: [true, true], slide: "last" }).at, Infinity);
});
