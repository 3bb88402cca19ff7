import { Hatched, Legend } from "./legend.js";
import { equal, markup } from "./drawn_test.js";

Deno.test("every swatch has its words, some have a ground", () => {
  const found = markup(Legend([
    { mark: "free", words: "<open>" },
    { mark: "closed", words: "hidden", inside: Hatched() },
  ]));
  equal([...found.matchAll(/swatch (\w+)/g)].map(([, mark]) => mark), ["free", "closed"]);
  equal(found.includes("<span>&#60;open&#62;</span>"), true);
  equal(found.split("<svg").length, 2);
});
