import { next, roving, tab } from "./roving.js";
import { equal } from "./drawn_test.js";

Deno.test("arrows lead along a line, and stay at its ends", () => {
  const from = (/** @type {string} */ key) => [0, 1, 2].map((at) => next(key, at, 3));
  equal(from("ArrowRight"), [1, 2, 2]);
  equal(from("ArrowDown"), [1, 2, 2]);
  equal(from("ArrowLeft"), [0, 0, 1]);
  equal([from("Home"), from("End"), from("a")], [[0, 0, 0], [2, 2, 2], [null, null, null]]);
});

Deno.test("in a grid up and down are a row", () => {
  equal([next("ArrowDown", 1, 6, 3), next("ArrowDown", 4, 6, 3), next("ArrowUp", 4, 6, 3)], [
    4,
    4,
    1,
  ]);
});

Deno.test("in rows that are no grid up and down lead to what stands nearest there", () => {
  const parts = [[0, 9], [40, 9], [12, 19], [30, 19]].map(([left, bottom]) => (
    { getBoundingClientRect: () => ({ left, bottom }), focus() {} }
  ));
  /** @param {number} at @param {string} key */
  const from = (at, key) => {
    let found = at;
    const event = { key, target: parts[at], currentTarget: { querySelectorAll: () => parts } };
    const hear = roving((to) => found = to, { rows: true });
    hear(/** @type {any} */ ({ ...event, preventDefault() {} }));
    return found;
  };
  equal([from(1, "ArrowDown"), from(2, "ArrowUp"), from(2, "ArrowDown")], [3, 0, 2]);
});

/** @param {string} key @param {object} [held] */
function pressed(key, held) {
  /** @type {(string | number)[]} */
  const done = [];
  const parts = ["a", "b", "c"].map((name) => ({ focus: () => done.push(`focus ${name}`) }));
  const event = {
    key,
    target: parts[1],
    currentTarget: { querySelectorAll: () => parts },
    ...held,
  };
  const hear = roving((to) => done.push(to), { press: (at) => done.push(`press ${at}`) });
  hear(/** @type {any} */ ({ ...event, preventDefault: () => done.push("taken") }));
  return done;
}

Deno.test("the drawing is told first, then the part has the focus; other keys are the page's", () => {
  equal(pressed("ArrowRight"), [2, "focus c", "taken"]);
  equal([pressed("Enter"), pressed(" ")], [["press 1", "taken"], ["press 1", "taken"]]);
  equal([pressed("Tab"), pressed("ArrowRight", { altKey: true })], [[], []]);
  equal(pressed("Home", { target: {} }), []);
  equal([tab(2, 2), tab(1, 2)], [0, -1]);
});
