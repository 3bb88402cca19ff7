import { drawn, equal } from "../../drawings/drawn_test.js";
import * as greedy_steps from "./greedy_steps.js";

/** @param {string} read @param {number | null} chosen @param {[string, number, boolean?][]} parts */
const row = (read, chosen, parts, forced = false) => ({
  ...{ read, chosen, forced, rank: 1, entropy: Math.log(2) },
  parts: parts.map(([token, prob, may = true]) => ({ token, prob, may })),
});
const data = {
  rows: [
    row("<s>", 0, [["\u2581a", 0.5], ["\u2581b", 0.3], ["<unk>", 0.1, false]]),
    row("\u2581a", 1, [["</s>", 0.75], ["c", 0.25]], true),
  ],
};
const words = new Proxy({}, {
  get: (_, name) =>
    ({ told: "{token} {p} {even} {total}", second: "{token} {p}", would: "{step} {token}" })[
      String(name)
    ] ?? String(name),
});

Deno.test("a step tells its choice, the sum so far and the next candidate", () => {
  const drawing = /** @type {any} */ ({ data, words });
  equal(greedy_steps.tell(drawing, 0), "a 50.0% 2.0 −0.69 b 30.0%");
  equal(greedy_steps.tell(drawing, 1), "forced c 25.0% 2.0 −2.08 </s> 75.0%");
  equal(greedy_steps.tell(drawing, 0, 1), "1 b");
});

Deno.test("what may be written is a button, and only the step at hand is reached by Tab", () => {
  const { markup } = drawn(greedy_steps, data, { at: 1 });
  equal(
    [...markup.matchAll(/tabindex="(-?\d)".*?data-part="([\d-]+)"/g)].map(([, ...one]) => one),
    [
      ["-1", "0-0"],
      ["-1", "0-1"],
      ["-1", "1-0"],
      ["0", "1-1"],
    ],
  );
  equal([markup.includes("✎"), markup.match(/class="back"/g)?.length], [true, 2]);
});

Deno.test("what is asked is pressed and says nothing of how probable it is", () => {
  const rows = [data.rows[0], row("\u2581a", null, [["\u2581d", 0.5, false], ["e", 0.5, false]])];
  const asks = { kind: "one", options: [1, 0], spoken: "" };
  const { markup } = drawn(greedy_steps, { rows }, { answer: 0 }, 1000, asks);
  equal(
    [...markup.matchAll(/aria-label="(\w)"[^>]*aria-pressed="(\w+)"/g)].map(([, ...one]) => one),
    [
      ["d", "false"],
      ["e", "true"],
    ],
  );
  equal(/caption|data-part|%</.test(markup), false);
});

Deno.test("a reader keeps every candidate", () => {
  const { steps: rows } = greedy_steps.numbers(data);
  equal(rows.map(({ step, token, written }) => [step, token, written]).at(-1), [2, "c", true]);
});

Deno.test("what a learner took stays in its row", () => {
  const ghost = { kind: "one", options: [1, 0], given: 0, spoken: "" };
  const { markup } = drawn(greedy_steps, data, { at: 1 }, 1000, undefined, ghost);
  equal([...markup.matchAll(/data-part="(\d-\d)"[^>]*data-ghost/g)].map(([, part]) => part), [
    "1-1",
  ]);
});

Deno.test("products stand at the right, and the way left from where it was left", () => {
  const left = [["\u2581a", 0.5], ["</s>", 0.75], ["x", 0.5]].map(([token, prob]) => ({
    ...{ token: String(token), prob: Number(prob) },
  }));
  equal(greedy_steps.products(left), [0.5, 0.375, 0.1875]);
  equal(greedy_steps.ghostOf({ ...data, left }).map((one) => one?.product ?? null), [
    ...[null, 0.375, 0.1875],
  ]);
  equal(greedy_steps.ghostOf(data), []);
  const { markup } = drawn(greedy_steps, { ...data, left }, { at: 1 });
  const shown = markup.matchAll(/<span class="product">([\d.]+)<|<\/span>([\d.]+) <\/span>/g);
  equal([...shown].map(([, own, other]) => own ?? other), ["0.500", "0.125", "0.375"]);
  equal([markup.includes("lost"), markup.includes("gained")], [true, false]);
  const veiled = drawn(greedy_steps, { rows: [{ ...data.rows[0], chosen: null }] }).markup;
  equal(veiled.includes("product"), false);
});
