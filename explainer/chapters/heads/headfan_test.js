import { close, drawn, equal } from "../../drawings/drawn_test.js";
import * as headfan from "./headfan.js";
import { layout, spread } from "./headfan.js";

const rows = [[[0.9, 0.1, 0], [0.01, 0.5, 0.49]], [[0, 1, 0], [1, 0, 0]]];
/** @type {import("./types.d.ts").FanData} */
const data = {
  kind: "cross",
  layer: 0,
  row: 0,
  head: 1,
  tokens: ["▁a", "<b>"],
  names: ["Writing a", "Writing b"],
  keys: ["x", "y", "z"],
  rows,
  nats: [0.5, 0],
  places: [2, 2],
  kinds: ["pair", "rest"],
  roles: ["the pair", "places of rest"],
  told: ["head one", "head two"],
};

Deno.test("each look of a row is a strand, and the strongest of a head has its number", () => {
  const { markup } = drawn(headfan, data);
  equal([...markup.matchAll(/class="strand \w+ "[^>]*data-head="(\d)"/g)].map(([, head]) => head), [
    "0",
    "1",
    "1",
    "0",
  ]);
  equal([...markup.matchAll(/class="weight"[^>]*>([^<]*)/g)].map(([, text]) => text), [
    ".90",
    ".50",
  ]);
  equal(markup.includes("told best</div>"), true);
});

Deno.test("strands of a token are a stack as wide as its weights", () => {
  const at = layout(/** @type {any} */ ({ data, width: 300, measure: () => 20 }), rows[0]);
  close(at.scale, 15);
  equal([at.isSteep, at.looks, at.order, at.width], [false, [0, 1], [0, 1], 300]);
});

Deno.test("a row that is pointed at is drawn, a head that was pressed is alone", () => {
  equal(drawn(headfan, data, { seen: 1 }).markup.match(/class="strand \w+ "/g)?.length, 2);
  const { markup } = drawn(headfan, data, { lit: 1 });
  equal(markup.match(/strand \w+ pale/g)?.length, 2);
  equal(markup.includes("head two</div>"), true);
});

Deno.test("a role that was pressed lights its heads alone, in their colour", () => {
  const { markup } = drawn(headfan, data, headfan.hears["explainer.role"]("pair"));
  equal(markup.match(/class="strand pair "/g)?.length, 2);
  equal(markup.match(/class="strand rest pale"/g)?.length, 2);
  equal(markup.match(/aria-pressed="true"[^>]*>\s*<i><\/i>the pair <b>1<\/b>/g)?.length, 1);
});

Deno.test("numbers in a line keep apart, within the width", () => {
  equal(spread([10, 20, 90], 25, 100), [12.5, 37.5, 87.5]);
  equal(spread([95, 95, 95], 25, 100), [37.5, 62.5, 87.5]);
});

Deno.test("without the row's weights the chosen row stays", () => {
  const long = { ...data, rows: [rows[0], null] };
  equal(drawn(headfan, long, { seen: 1 }).markup.match(/class="strand \w+ "/g)?.length, 4);
});

Deno.test("what the decoder has not written is an empty frame", () => {
  const own = /** @type {const} */ ({ ...data, kind: "decoder" });
  equal(drawn(headfan, own).markup.match(/key hidden/g)?.length, 2);
});

Deno.test("in a lesson tokens are pressed, or strands are pulled", () => {
  const blank = { ...data, rows: [null, null], nats: [0, 0], places: [0, 0], told: ["", ""] };
  equal(drawn(headfan, blank).markup.includes("caption"), false); // what is not known is not told
  const count = { kind: "count", options: [0, 1, 2], spoken: "" };
  equal(
    drawn(headfan, blank, { answer: [1] }, 1000, count).markup.match(/data-offered/g)?.length,
    3,
  );
  const shares = { kind: "shares", options: [0, 1, 2], spoken: "{token}" };
  const none = drawn(headfan, blank, { answer: null }, 1000, shares).markup;
  equal([none.match(/class="ghost"/g)?.length, none.match(/type="range"/g)?.length], [3, 3]);
  const some = drawn(headfan, blank, { answer: [1, 1, 0] }, 1000, shares).markup;
  equal([some.includes("ghost"), some.match(/class="strand \w+ "/g)?.length], [false, 2]);
});

Deno.test("what was drawn lies on the strands, and what was pressed is framed", () => {
  const options = [0, 1, 2];
  const ghost = (/** @type {string} */ kind) => ({ kind, options, spoken: "", given: [0, 1, 0] });
  const shares = drawn(headfan, data, {}, 1000, undefined, ghost("shares")).markup;
  equal([shares.match(/class="own"/g)?.length, shares.includes("data-ghost")], [1, false]);
  equal(
    drawn(headfan, data, { seen: 1 }, 1000, undefined, ghost("shares")).markup.includes("own"),
    false,
  );
  const count = drawn(headfan, data, {}, 1000, undefined, ghost("count")).markup;
  equal([count.match(/data-ghost/g)?.length, count.includes('class="own"')], [2, false]);
});
