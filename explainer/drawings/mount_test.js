import { State } from "./mount.js";
import { equal } from "./drawn_test.js";

const drawing = {
  default: () => ({ strings: Object.assign([""], { raw: [""] }), values: [], isSvg: false }),
  start: () => ({ lit: 0 }),
  about: (/** @type {{ of: string }} */ data) => data.of,
};

function state() {
  /** @type {object[]} */
  const told = [];
  const waiting = /** @type {(() => void)[]} */ ([]);
  const made = new State(drawing, (choice) => told.push(choice), (what) => waiting.push(what));
  made.take({ data: { of: "a" }, words: {}, chosen: { beta: 1 } });
  return { made, told, pass: () => waiting.at(-1)?.() };
}

Deno.test("a choice is shown at once, told, and confirmed or taken back by its own answer", () => {
  const { made, told } = state();
  made.choose({ beta: 2 }, 1000);
  equal(made.values, { lit: 0, beta: 2 });
  equal(told, [{ beta: 2, number: 1 }]);
  made.take({ data: { of: "a" }, words: {}, chosen: { beta: 1 }, answered: 0 });
  equal(made.values.beta, 2); // a run that had not heard of it
  made.take({ data: { of: "a" }, words: {}, chosen: { beta: 1.5 }, answered: 1 });
  equal(made.values.beta, 1.5);
});

Deno.test("choices that follow each other are told when they have ended, together", () => {
  const { made, told, pass } = state();
  made.choose({ beta: 2 }, 1000);
  made.choose({ beta: 3 }, 1010);
  made.choose({ gamma: 4 }, 1020);
  equal(told.length, 1);
  made.take({ data: { of: "a" }, words: {}, chosen: { beta: 2 }, answered: 1 });
  equal(made.values.beta, 3); // still to be told
  pass();
  equal(told[1], { beta: 3, gamma: 4, number: 2 });
});

Deno.test("of data about something else the drawing starts anew and tells nothing late", () => {
  const { made, told } = state();
  made.values.lit = 5;
  made.choose({ beta: 2 }, 1000);
  made.choose({ beta: 3 }, 1010);
  made.take({ data: { of: "b" }, words: {}, chosen: { beta: 9 }, answered: 1 });
  equal([made.values, made.timer, made.waiting], [{ lit: 0, beta: 9 }, 0, {}]);
  equal(told.length, 1);
});

Deno.test("a page that was loaded again goes on where the server is", () => {
  const told = /** @type {object[]} */ ([]);
  const made = new State(drawing, (choice) => told.push(choice));
  made.take({ data: { of: "a" }, words: {}, answered: 7 });
  made.choose({ beta: 2 }, 1000);
  equal(told, [{ beta: 2, number: 8 }]);
});

Deno.test("what is dragged or plays is not taken back, but where the page moves it", () => {
  const { made } = state();
  const take = (/** @type {number} */ beta, answered = 1) =>
    made.take({ data: { of: "a" }, words: {}, chosen: { beta }, answered });
  made.choose({ beta: 2 }, 1000);
  made.set({ beta: 5 });
  equal([take(2), made.values.beta], [false, 5]); // the answer to the choice before
  equal([take(2), made.values.beta], [false, 5]); // a run that something else asked for
  equal([take(8), made.values.beta], [true, 8]);
  made.set({ beta: 6 });
  made.choose({ beta: 7 }, 2000);
  take(6.5, 2);
  equal(made.values.beta, 6.5);
});
