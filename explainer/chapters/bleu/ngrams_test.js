import { close, drawn, equal } from "../../drawings/drawn_test.js";
import { barsOf, credits, meanOf, rescored } from "./ngrams.js";
import * as ngrams from "./ngrams.js";

const score = {
  ...{ numerators: [3, 0.5], denominators: [4, 3], brevity: 1, bleu: 0, closest: 3 },
  ...{ length: 4, chrf: 1e-5 },
  change: -1.5,
};
const texts = [["a", "a", "b", "a"], ["a", "b", "a"], []];
const data = { texts, score };
const blank = { texts, score: null };

Deno.test("an n-gram is credited as often as one reference has it", () => {
  equal(credits(texts, 1).get("a"), { found: 3, merged: 2, clipped: 2 });
  const kinds = (/** @type {number} */ row) => barsOf(data, 1, row, "").map(({ kind }) => kind);
  equal([kinds(0), kinds(1), kinds(2)], [
    ["match", "match", "match", "clipped"],
    Array(3).fill("match"),
    [],
  ]);
});

Deno.test("as many bars as are counted, and no two of a line meet", () => {
  let [clipped, seed] = [0, 1];
  const next = (/** @type {number} */ below) => (seed = seed * 48271 % 2147483647) % below;
  for (let round = 0; round < 240; round += 1) {
    const n = 1 + round % 3;
    const some = [0, 1, 2].map(() => Array.from({ length: next(10) }, () => "abc"[next(3)]));
    const known = credits(some, n);
    some.forEach((tokens, row) => {
      const bars = barsOf({ texts: some, score }, n, row, "");
      const cells = bars.flatMap(({ start, level }) =>
        Array.from({ length: n }, (_, at) => `${level} ${start + at}`)
      );
      equal(new Set(cells).size, cells.length);
      for (const [ngram, { found, clipped: credited }] of known) {
        const own = bars.filter((bar) => bar.ngram === ngram);
        const there = tokens.slice(n - 1).filter((_, at) =>
          tokens.slice(at, at + n).join(" ") === ngram
        );
        const lit = row ? Math.min(found, there.length) : credited;
        equal(own.filter(({ kind }) => kind === "match").length, lit);
        clipped += own.length - lit;
      }
    });
  }
  equal(clipped > 0, true);
});

Deno.test("a word that is moved is scored in the hand, BLEU only where it is plain", () => {
  const reference = ["the", "cat", "is", "on", "the", "mat"];
  const plain = { ...score, numerators: [5, 3], denominators: [6, 5], bleu: 50, plain: true };
  const { change, ...now } = rescored([["the", "cat", "on", "the", "mat"], reference], plain);
  equal([now.numerators, now.denominators, now.closest], [[5, 3], [5, 4], 6]);
  close(now.bleu ?? 0, 100 * Math.exp(1 - 6 / 5) * Math.sqrt(5 / 5 * 3 / 4));
  close(change ?? 0, (now.bleu ?? 0) - 50);
  equal(rescored(texts, score).bleu, null);
});

Deno.test("a pressed word can be moved, doubled, left out or written anew", () => {
  const { markup } = drawn(ngrams, { ...data, isEdited: true, undo: true }, { word: 1 });
  equal(markup.match(/aria-pressed="true" class="word on"/g)?.length, 1);
  equal(markup.includes("remove") && markup.includes(">undo<"), true);
  equal(markup.match(/tabindex="0"/g)?.length, 1); // of words and bars
  equal(drawn(ngrams, data).markup.includes("tools"), false);
});

Deno.test("what is written is a score that is not there, and one that is small", () => {
  const { markup } = drawn(ngrams, data, { n: 2 });
  equal(markup.includes("<b>0.5 / 3</b>") && markup.includes("<b>0</b> (−1.50)"), true);
  equal(markup.match(/aria-pressed="true"/g)?.length, 1);
});

Deno.test("a learner may mark all pairs of the candidate, none of which tells whether it matches", () => {
  const asks = { kind: "count", options: [0, 1, 2], spoken: "" };
  const { markup } = drawn(ngrams, blank, { n: 2, answer: [1] }, 800, asks);
  equal(markup.match(/"bar open begins/g)?.length, 3);
  equal([markup.match(/chosen/g)?.length, /match|clipped|sum/.test(markup)], [2, false]);
});

Deno.test("what a reader keeps", () => {
  const kept = /** @type {any} */ (ngrams.numbers(data, ngrams.start({ ...data, n: 2 })));
  equal([kept.words.length, kept.lengths[1]], [7, { n: 2, credited: 0.5, of: 3 }]);
  equal(kept.matches.map((/** @type {any} */ row) => row.ngram), ["a b", "b a", "a b", "b a"]);
  equal(ngrams.numbers(blank, ngrams.start(blank)), {});
});

Deno.test("the words that a learner marked stay marked", () => {
  const ghost = { kind: "count", options: [0, 1, 2], given: [1], spoken: "" };
  const { markup } = drawn(ngrams, data, { n: 2 }, 800, undefined, ghost);
  equal(markup.match(/class="word" data-ghost/g)?.length, 2);
});

Deno.test("the mean of the shares is what the penalty makes the score of", () => {
  close(meanOf({ bleu: 38.26, brevity: 1 }) ?? 0, (6 / 8 * 3 / 7 * 2 / 6 * 1 / 5) ** 0.25, 1e-4);
  equal([meanOf({ bleu: 20, brevity: 0.5 }), meanOf({ bleu: null, brevity: 1 })], [0.4, null]);
});

Deno.test("sentences of a corpus stand with their own matches above the sums of their counts", () => {
  const of = [["a", 2], ["b", 0]].map(([name, bleu]) => (
    { ...{ name, bleu, references: [["a", "b"]] }, credited: [1, 0] }
  ));
  const { markup } = drawn(ngrams, { ...{ texts: [["a", "a"], ["c"]], score, of }, mean: 1 });
  equal([...markup.matchAll(/class="bar (match|clipped)/g)].map(([, kind]) => kind), [
    "match",
    "clipped",
  ]);
  equal(markup.match(/<span>([\d +]+)<\/span>/g), ["<span>1 + 1</span>", "<span>0 + 0</span>"]);
});
