import { drawn, equal } from "../../drawings/drawn_test.js";
import * as lessonmap from "./lessonmap.js";

const stops = [
  { id: "flow", number: 1, share: 1, is_next: false, told: "one" },
  { id: "cell", number: 2, share: 0, is_next: true, told: "two" },
];

Deno.test("what is pointed at is told, at first the next lesson, and the way walked is a ring", () => {
  const told = (/** @type {object} */ state) =>
    drawn(lessonmap, { stops }, state).markup.split('class="told"')[1].match(/>(\w+)</)?.[1];
  equal([told({}), told({ over: "flow" })], ["two", "one"]);
  const { markup } = drawn(lessonmap, { stops });
  equal([...markup.matchAll(/--way-share: (\d+)%/g)].map(([, share]) => share), ["100", "0"]);
});

Deno.test("a lesson without a place is left out", () => {
  const { markup } = drawn(lessonmap, { stops: [{ ...stops[0], id: "new" }] });
  equal(markup.includes('class="stop'), false);
});
