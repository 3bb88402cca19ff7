import { equal, markup } from "../../drawings/drawn_test.js";
import { arranged, Paper, patchOf, placesOf, Sheet, SIDE, TOKENS } from "./patches.js";

const picture = Array.from({ length: SIDE * SIDE }, (_, at) => at);

Deno.test("a patch is four rows of four pixels", () => {
  const rows = [4, 5, 6, 7].map((row) => [0, 1, 2, 3].map((column) => row * SIDE + 8 + column));
  equal(patchOf(picture, 7 + 2), rows.flat());
});

Deno.test("patches in another order are all there, each whole", () => {
  const order = Array.from({ length: TOKENS }, (_, at) => (at + 10) % TOKENS);
  const moved = arranged(picture, order);
  order.forEach((patch, place) => equal(patchOf(moved, place), patchOf(picture, patch)));
  equal(arranged(picture, order.map((_, at) => at)), picture);
});

Deno.test("places are counted from 1, row by row", () => {
  const places = placesOf("{row}/{column}");
  equal([places[0], places[7], places[48]], ["1/1", "2/1", "7/7"]);
});

Deno.test("ink is paler over shades, which are as large as patches", () => {
  const one = picture.map((at) => (at === 29 ? 1 : 0));
  equal(/fill-opacity="([\d.]+)"/.exec(markup(Paper(one, SIDE)))?.[1], "1");
  const shades = Array.from({ length: TOKENS }, (_, at) => (at === 8 ? 0.5 : 0));
  const found = [
    ...markup(Paper(one, SIDE, shades, 0.4)).matchAll(
      /d="(M\d+ \d+)\w+-1z" [^>]*opacity="([\d.]+)"/g,
    ),
  ];
  equal(found.map(([, ...told]) => told), [["M1 1", "0.5"], ["M1 1", "0.4"]]);
});

Deno.test("one patch is framed, one is pressed and the tab stop", () => {
  const sheet = { paper: Paper(picture, SIDE), name: "name", place: "{row}/{column}", choose() {} };
  const found = markup(Sheet({ ...sheet, chosen: 3, on: 5 })).replace(/\s+/g, " ");
  equal(found.match(/class="patch on" tabindex="-1" title="([^"]+)"/)?.[1], "1/6");
  equal(
    found.match(/tabindex="0" title="[^"]+" aria-label="([^"]+)" aria-pressed="true"/)?.[1],
    "1/4",
  );
});
