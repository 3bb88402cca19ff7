import { drawn, equal } from "../../drawings/drawn_test.js";
import * as index from "./partsindex.js";

const data = {
  places: ["tokens", "loop", "others"].map((id, count) => ({
    id,
    name: id.toUpperCase(),
    count,
  })),
  term: "id",
  lights: { id: ["tokens"], feedback: ["loop", "output"] },
  sentence: ["\uac1c", "dog"],
  figure: null,
};

/** @param {object} [state] */
function seen(state) {
  const { markup } = drawn(index, data, state);
  const all = (/** @type {RegExp} */ sign) => [...markup.matchAll(sign)].map(([, one]) => one);
  return {
    lit: all(/data-region="(\w+)" opacity="1"/g),
    named: all(/class="name \w* lit \w+" style="[^"]*" data-id="(\w+)"/g),
    pressed: all(/data-id="(\w+)"[^>]*aria-pressed="true"/g),
    stops: all(/data-id="(\w+)"[^>]*tabindex="0"/g),
    isFramed: markup.includes('class="here"'),
  };
}

Deno.test("in full colour is what is pointed at, else what the open term is about", () => {
  equal(seen().lit, ["tokens"]);
  equal(seen({ term: "feedback" }).lit, ["output", "loop"]);
  equal(seen({ term: "feedback", lit: "loop" }).lit, ["loop"]);
  equal(seen({ term: "nothing of the list" }).lit, ["tokens"]);
  equal(seen({ lit: "loop" }).named, ["loop"]);
  equal(index.hears["explainer.term"]("id"), { term: "id" });
});

Deno.test("the part whose terms are listed is framed, but not the loop; one name is a tab stop", () => {
  equal([seen().pressed, seen().isFramed, seen().stops], [[], false, [
    "tokens",
  ]]);
  const tokens = seen({ part: "tokens" });
  equal([tokens.pressed, tokens.isFramed, tokens.stops], [["tokens"], true, [
    "tokens",
  ]]);
  const loop = seen({ part: "loop", stop: 2 });
  equal([loop.pressed, loop.isFramed, loop.stops], [["loop"], false, [
    "others",
  ]]);
});
