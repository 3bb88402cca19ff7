import { drawn, equal } from "../../drawings/drawn_test.js";
import { TOKENS } from "./patches.js";
import * as tokens from "./tokens.js";

const picture = Array.from(
  { length: TOKENS },
  (_, patch) => Array.from({ length: 16 }, (_, at) => (patch === 1 && at === 1 ? 1 : 0)),
);

Deno.test("49 tokens, of which the first, the last and the chosen one are numbered", () => {
  const { markup } = drawn(tokens, { picture, patch: 23 });
  const told = [...markup.matchAll(/<\/svg>\s*<span>(\d*)/g)].map(([, number]) => number);
  equal([told.length, told.filter(Boolean)], [49, ["1", "24", "49"]]);
  const inked = markup.split("<svg").slice(1).map((token) => token.includes("<path"));
  equal([inked.indexOf(true), inked.filter(Boolean).length], [1, 1]);
});
