import { drawn, equal } from "../../drawings/drawn_test.js";
import * as lessonmap from "./lessonmap.js";

const stops = [
  { id: "flow", number: 1, share: 1, is_next: false, told: "one" },
  { id: "cell", number: 2, share: 0, is_next: true, told: "two" },
];

Deno.test("the next lesson is filled, and the way walked is a ring", () => {
  const { markup } = drawn(lessonmap, { stops });
  equal([...markup.matchAll(/class="stop (\w*)"/g)].map(([, look]) => look), ["", "next"]);
  equal([...markup.matchAll(/--way-share: (\d+)%/g)].map(([, share]) => share), ["100", "0"]);
});

Deno.test("a lesson without a place is left out", () => {
  const { markup } = drawn(lessonmap, { stops: [{ ...stops[0], id: "new" }] });
  equal(markup.includes('class="stop'), false);
});
