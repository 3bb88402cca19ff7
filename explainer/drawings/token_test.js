import { html } from "./html.js";
import { equal, markup } from "./drawn_test.js";
import { bare, differing, fitted, spans, wide } from "./token.js";

Deno.test("a token keeps the mark of its space, in a part of its own", () => {
  const found = markup(html`<p>${spans("\u2581cat")}</p>`).replace(/\s+/g, "");
  equal(found, '<p><spanclass="space"aria-hidden="true">\u2581</span><span>cat</span></p>');
  equal(bare("\u2581cat"), "cat");
});

Deno.test("the mark of a space stands before a word that runs from right to left", () => {
  const found = markup(html`<p>${spans("\u2581\u05d1\u05d9\u05ea")}</p>`).replace(
    /<[^>]*>|\s+/g,
    "",
  );
  equal(found, "\u200f\u2581\u05d1\u05d9\u05ea\u200f");
});

Deno.test("a name is cut to its room, by whole signs", () => {
  const measure = (/** @type {string} */ text, size = 10) => size * [...text].length;
  equal([wide("\u2581cat", measure, 10), wide("cat", measure, 10)], [41, 30]);
  equal([36, 35, 5].map((room) => fitted("cats", room + 4, measure, 10)), ["cats", "ca…", "c…"]);
  equal(fitted("🐈🐈🐈", 20, measure, 10), "🐈…");
});

Deno.test("where more words are missing than stand for them is a gap", () => {
  const told = (/** @type {string} */ text) =>
    markup(differing("a dog plays in the snow.", text, "gone")).replace(/\s+/g, " ").trim();
  const gap = '<del title="gone">\u2026</del>';
  equal(told("a dog plays"), `a dog plays ${gap}`);
  equal(told("a plays in the snow."), `a ${gap}plays in the snow.`);
  equal(told("a cat plays in the snow."), "a <mark>cat</mark> plays in the snow.");
  equal(told("a dog is snow."), `a dog <mark>is</mark> ${gap}snow.`);
});
