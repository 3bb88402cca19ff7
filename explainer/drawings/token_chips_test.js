import * as token_chips from "./token_chips.js";
import { drawn, equal } from "./drawn_test.js";

const chip = (/** @type {string} */ token, begins = true) => (
  { token, kind: "source", lines: ["7", "0–2"], begins }
);
const rows = [{ name: "in", chips: [chip("\u2581a"), chip("b", false)] }, {
  name: "",
  chips: [chip("\u2581")],
}];
const data = { title: "t", rows, picks: true, layout: "" };

Deno.test("all rows are one tab stop, at first the chosen chip", () => {
  const stops = (/** @type {object} */ state) =>
    [...drawn(token_chips, data, state).markup.matchAll(/tabindex="(-?\d)"/g)].map(([, stop]) =>
      stop
    );
  equal([stops({}), stops({ chosen: [1, 0] })], [["0", "-1", "-1"], ["-1", "-1", "0"]]);
  equal(stops({ chosen: [1, 0], stop: 1 }), ["-1", "0", "-1"]);
});

Deno.test("what cannot be pressed is a list", () => {
  const { markup } = drawn(token_chips, { ...data, picks: false });
  equal([markup.match(/role="listitem"/g)?.length, markup.includes("<button")], [3, false]);
});

Deno.test("the mark of a space is read out where it stands alone", () => {
  const { markup } = drawn(token_chips, data);
  equal(markup.match(/class="space" aria-hidden="true"/g)?.length, 1);
});

Deno.test("a reader keeps tokens and what stands below them", () => {
  equal(token_chips.numbers(data).tokens[1], {
    line: "in",
    place: 2,
    token: "b",
    below_1: "7",
    below_2: "0–2",
  });
});
