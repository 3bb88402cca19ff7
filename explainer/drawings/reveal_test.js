import { reveal } from "./reveal.js";
import { equal } from "./testing.js";

Deno.test("what is out of sight comes to the middle, once", () => {
  const scroll = { dataset: { seen: "350 400" }, scrollLeft: 0, clientWidth: 300 };
  const at = (seen = scroll.dataset.seen) => {
    scroll.dataset.seen = seen;
    reveal(/** @type {any} */ (scroll));
    return scroll.scrollLeft;
  };
  equal(at(), 225);
  equal(at("230 500"), 225);
  scroll.scrollLeft = 0; // by the reader
  equal(at(), 0);
  equal(at("350 400"), 225);
});
