import { Clock } from "./play.js";
import { Slider } from "./slider.js";
import { equal, markup } from "./drawn_test.js";

Deno.test("a slider is set while it is dragged and chosen where it is let go", () => {
  const heard = /** @type {object[]} */ ([]);
  const drawing = {
    set: (/** @type {object} */ to) => heard.push({ set: to }),
    choose: (/** @type {object} */ to) => heard.push({ choose: to }),
    clock: new Clock(() => {}, () => true),
  };
  const slider = Slider(drawing, { label: "n", max: 9, value: 4 }, (n) => ({ n }));
  const hands = /** @type {((event: object) => void)[]} */ (
    slider.values.filter((value) => typeof value === "function")
  );
  hands.forEach((hand, at) => hand({ target: { value: `${at + 5}` } }));
  equal(heard, [{ set: { n: 5 } }, { choose: { n: 6 } }]);
  equal(markup(slider).includes("aria-valuetext"), false);
});
