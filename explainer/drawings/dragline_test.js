import { besides, numbers, shareOf } from "./dragline.js";
import * as dragline from "./dragline.js";
import { close, drawn, equal } from "./drawn_test.js";
import { meet } from "./place.js";

const axis = { title: "x", low: 1, high: 100, log: true, ticks: /** @type {any} */ ([[10, "10"]]) };
const stop = (/** @type {number} */ x) => ({ x, label: `at ${x}`, facts: [["cost", `${x}`]] });
const dot = (/** @type {string} */ name, /** @type {number} */ x) => (
  { name, x, y: 5, tone: "weight", strong: false, told: `${x}` }
);
const data = {
  ...{ name: "n", handle: "h", x: axis, y: { title: "y", low: 0, high: 10, ticks: [] } },
  stops: [1, 10, 100].map(stop),
  curves: [{
    name: "c",
    tone: "source",
    mark: -1,
    points: [1, 2, 3].map((y) => [[1, 0], [10, y]]),
  }],
  ...{ bars: [], levels: [], dots: [dot("one", 10), dot("two", 20)] },
};

Deno.test("of an axis a power has the same room everywhere where it is logarithmic", () => {
  close(shareOf(axis, 10), 0.5);
  close(shareOf({ ...axis, log: false }, 50.5), 0.5);
});

Deno.test("what the line has passed is full, and the curve is that of its stop", () => {
  const full = (/** @type {number} */ at) =>
    [...drawn(dragline, data, { at }).markup.matchAll(/class="dot (in)?/g)].map(([, is]) => is);
  equal([0, 1, 2].map(full), [[null, null], ["in", null], ["in", "in"]]);
  equal(numbers(/** @type {any} */ (data), { at: 1 }).curves.at(-1), { name: "c", x: 10, y: 2 });
});

Deno.test("names lie on no dot and on no other name, in a narrow room they are listed", () => {
  const dots = [[300, 50], [330, 50], [330, 80]].map(([x, y]) => ({ x, y, long: 90 }));
  const rooms = besides(dots, 500);
  equal(rooms.some((one, at) => rooms.slice(at + 1).some((other) => meet(one, other))), false);
  equal(
    rooms.some((one) => dots.some(({ x, y }) => meet(one, { x, y, width: 1, height: 1 }))),
    false,
  );
  const { markup } = drawn(dragline, data, { at: 1 }, 330);
  equal([...markup.matchAll(/<li class="([^"]*)">([^<]*)/g)].map(([, kind, said]) => kind + said), [
    ...["in one 10", " two 20"],
  ]);
});

Deno.test("keys take the line no further than to its ends", () => {
  const { template, chosen } = drawn(dragline, data, { at: 2 });
  /** @type {any} */
  const field = template.values.find((one) => /** @type {any} */ (one)?.onkeydown);
  for (const key of ["PageUp", "PageDown", "ArrowLeft", "Home"]) {
    field.onkeydown({ key, preventDefault() {} });
  }
  equal(chosen, [{ at: 2 }, { at: 0 }, { at: 1 }, { at: 0 }]);
});
