import { drawn, equal } from "../../drawings/drawn_test.js";
import * as headgrid from "./headgrid.js";

/** @type {import("./types.d.ts").GridData} */
const data = {
  maps: [[[[0, 100]], [[50, 50]]], [[[0, 0]], [[100, 0]]]],
  captions: [["pair", "<b>"], ["rest", "mostly x"]],
  kinds: [["pair", "same"], ["rest", "mixed"]],
  told: [["one", "two"], ["three", "four"]],
};
/** @type {{ at: [number, number], framed: [number, number][] }} */
const state = { at: [0, 1], framed: [[0, 0], [0, 1]] };

Deno.test("the last layer stands on top, and the chosen map is told", () => {
  const { markup } = drawn(headgrid, data, state);
  equal(
    [...markup.matchAll(/<b>(\d)<\/b><i><\/i><span>([^<]*)/g)].map(([, head, text]) => head + text),
    [
      "1rest",
      "2mostly x",
      "1pair",
      "2&#60;b&#62;",
    ],
  );
  equal(markup.includes("head: two</div>"), true);
  equal([markup.match(/ on "/g)?.length, markup.match(/aria-pressed="true"/g)?.length], [2, 1]);
  equal(markup.match(/tabindex="0"/g)?.length, 1);
  const lit =
    drawn(headgrid, data, { ...state, ...headgrid.hears["explainer.role"]("pair") }).markup;
  equal([lit.match(/class="pair on "/g)?.length, lit.match(/pale"/g)?.length], [1, 3]);
});

Deno.test("a map is a path for each of its shades", () => {
  const { markup } = drawn(headgrid, data, state);
  equal([...markup.matchAll(/<path[^>]* d="([^"]*)/g)].map(([, d]) => d), [
    ...["M0 0h2v1H0z", "M0 0h1v1H0z", "M1 0h1v1H1z"], // of the upper layer, which is shown first
    ...["M0 0h1v1H0z", "M1 0h1v1H1z", "M0 0h2v1H0z"],
  ]);
  equal(drawn(headgrid, { ...data, maps: null }, state).markup.includes("<path"), false);
});
