import { equal, markup } from "../../drawings/drawn_test.js";
import { Paper, placesOf, Sheet, TOKENS } from "./patches.js";

const picture = Array.from({ length: TOKENS }, () => Array(16).fill(0));

Deno.test("places are counted from 1, row by row", () => {
  const places = placesOf("{row}/{column}");
  equal([places[0], places[7], places[48]], ["1/1", "2/1", "7/7"]);
});

Deno.test("ink is paler over shades, which are as large as patches", () => {
  const one = picture.map((patch, at) => (at === 9 ? patch.with(6, 1) : patch));
  equal(/fill-opacity="([\d.]+)"/.exec(markup(Paper(one)))?.[1], "1");
  const shades = Array.from({ length: TOKENS }, (_, at) => (at === 8 ? 0.5 : 0));
  const found = [
    ...markup(Paper(one, { shades, pale: 0.4 })).matchAll(
      /d="(M\d+ \d+)\w+-1z" [^>]*opacity="([\d.]+)"/g,
    ),
  ];
  const places = picture.map((_, at) => (at + 1) % TOKENS);
  const stands = [Paper(one), Paper(one, { places })].map((paper) =>
    markup(paper).split("M2 1")[0].match(/translate\([^)]*\)/g)?.slice(-2)
  );
  equal(stands, [["translate(8 4)", "translate(0px, 0px)"], [
    "translate(8 4)",
    "translate(4px, 0px)",
  ]]);
  equal(found.map(([, ...told]) => told), [["M1 1", "0.5"], ["M2 1", "0.4"]]);
});

Deno.test("one patch is framed, one is pressed and the tab stop", () => {
  const sheet = { paper: Paper(picture), name: "name", place: "{row}/{column}", choose() {} };
  const found = markup(Sheet({ ...sheet, chosen: 3, on: 5 })).replace(/\s+/g, " ");
  equal(found.match(/class="patch on" tabindex="-1" title="([^"]+)"/)?.[1], "1/6");
  equal(
    found.match(/tabindex="0" title="[^"]+" aria-label="([^"]+)" aria-pressed="true"/)?.[1],
    "1/4",
  );
});
