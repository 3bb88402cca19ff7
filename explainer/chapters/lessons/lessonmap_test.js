import { drawn, equal } from "../../drawings/drawn_test.js";
import * as lessonmap from "./lessonmap.js";

const stops = [
  { id: "flow", number: 1, share: 1, is_next: false, told: "one" },
  { id: "cell", number: 2, share: 0, is_next: true, told: "two" },
];

Deno.test("the next lesson is filled, what is pointed at is larger, and the way walked is a ring", () => {
  const { markup: lit } = drawn(lessonmap, { stops }, { over: "flow" });
  equal([...lit.matchAll(/class="stop (\w+)"/g)].map(([, look]) => look), ["over", "next"]);
  const { markup } = drawn(lessonmap, { stops });
  equal([...markup.matchAll(/--way-share: (\d+)%/g)].map(([, share]) => share), ["100", "0"]);
});

Deno.test("a stop and a card light each other", () => {
  const { pointerover } = lessonmap.hears;
  const on = (/** @type {string} */ part) => /** @type {any} */ ({
    composedPath: () => [{ closest: (/** @type {string} */ all) => part && all.includes(part) }],
  });
  const told = (/** @type {string} */ part, /** @type {string | null} */ over) =>
    pointerover(null, on(part), { over });
  equal([told("id=cell]", null), told("lessons_cell", "flow"), told("id=cell]", "cell")], [
    { over: "cell" },
    { over: "cell" },
    null,
  ]);
  equal(told("", "cell"), { over: null });
});

Deno.test("a lesson without a place is left out", () => {
  const { markup } = drawn(lessonmap, { stops: [{ ...stops[0], id: "new" }] });
  equal(markup.includes('class="stop'), false);
});
