import * as presenter from "./presenter.js";
import { drawn, equal } from "./drawn_test.js";

const data = { page: "masks", name: "Masks", slide: "2", more: [false, true] };

/** The place that is told, and which buttons are off. @param {object} given @param {object} [state] */
function seen(given, state) {
  const { markup } = drawn(presenter, { ...data, ...given }, { count: 3, ...state });
  const off = [...markup.matchAll(/<button type="button" class="(\w+)"[^>]* disabled=""/g)];
  return [markup.match(/role="status">([^<]*)/)?.[1], ...off.map(([, kind]) => kind)];
}

Deno.test("a page opens at its slide, the last one as soon as it is known", () => {
  equal(seen({}), ["2 / 3"]);
  equal(seen({ slide: "last" }), ["3 / 3"]);
  equal(presenter.start({ ...data, more: [true, true], slide: "last" }).at, Infinity);
});

Deno.test("at either end it goes on where there is a page, or more of the story", () => {
  equal(seen({ slide: "1" }), ["1 / 3", "previous"]);
  equal(seen({ slide: "1", more: [true, true] }), ["1 / 3"]);
  equal(seen({ slide: "1" }, { isTold: true }), ["1 / 3"]);
  equal(seen({ slide: "3", more: [true, false] }), ["3 / 3", "next"]);
});
