import { offered, shares } from "./answers.js";
import { equal } from "./drawn_test.js";

/** @param {"one" | "count"} kind @param {unknown} answer @param {number} at */
function press(kind, answer, at) {
  /** @type {object[]} */
  const chosen = [];
  const asks = { kind, options: [1, -1, 0], spoken: "" };
  const { onclick, ...part } = offered({
    asks,
    state: { answer },
    choose: (one) => chosen.push(one),
  }, at);
  if (onclick) onclick();
  return [part["aria-pressed"], chosen];
}

Deno.test("one of the options is pressed, and what is none cannot be", () => {
  equal(press("one", null, 0), ["false", [{ answer: 1 }]]);
  equal(press("one", 0, 2), ["true", [{ answer: 0 }]]);
  equal(press("one", 0, 1), [false, []]);
});

Deno.test("what is counted is pressed, and pressed again is not counted", () => {
  equal(press("count", [2], 0), ["false", [{ answer: [2, 0] }]]);
  equal(press("count", [2, 1], 1), ["true", [{ answer: [2] }]]);
});

Deno.test("where nothing is asked no part is a button", () => {
  const part = offered({ state: {}, choose() {} }, 0);
  equal(Object.values(part).some((value) => value !== false && value !== null), false);
});

Deno.test("what was given stays on its part, and shares as they were drawn", () => {
  const choose = () => {};
  const asks = { options: [1, -1, 0], spoken: "" };
  const one = {
    ghost: { ...asks, kind: /** @type {const} */ ("one"), given: 1 },
    state: {},
    choose,
  };
  equal([0, 1].map((at) => offered(one, at)["data-ghost"]), [true, false]);
  const count = {
    ...one,
    ghost: { ...one.ghost, kind: /** @type {const} */ ("count"), given: [1] },
  };
  equal([0, 1].map((at) => offered(count, at)["data-ghost"]), [false, true]);
  const drawn = {
    ...one,
    ghost: { ...one.ghost, kind: /** @type {const} */ ("shares"), given: [1, 0] },
  };
  equal([offered(drawn, 0)["data-ghost"], shares(drawn), shares(one)], [false, [1, 0], null]);
});
