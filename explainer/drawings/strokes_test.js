import { pulled, pulling, shared, Stroke } from "./strokes.js";
import { close, equal, markup } from "./drawn_test.js";

/** @param {number[] | null} answer @param {number | null} [pulls] */
function drawing(answer, pulls = null) {
  /** @type {object[]} */
  const told = [];
  const act = (/** @type {object} */ change) => told.push(change);
  const asks = { kind: "shares", options: [], spoken: "{token}: {share}" };
  const hands = /** @type {any} */ ({ state: { answer, pulls }, set: act, choose: act, asks });
  return { hands, told };
}

Deno.test("what is pulled is shared out, and nothing of nothing", () => {
  const { hands } = drawing(null);
  equal(pulled(hands, 2), [0, 0]);
  equal(shared([0, 0]), [0, 0]);
  close(shared([0.5, 0.25])[0], 2 / 3);
  equal(
    markup(Stroke(drawing([0.5, 0.25]).hands, ["a", "b"], 1, [20, 20])).includes("b: 33%"),
    true,
  );
});

Deno.test("a part is pulled no farther than there is room, and told when it is let go", () => {
  const field = {
    offsetWidth: 100,
    scrollLeft: 0,
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 100 }),
  };
  const move = /** @type {any} */ ({ clientX: 10, clientY: 300, currentTarget: field });
  const { hands, told } = drawing([0, 0.5], 1);
  const over = pulling(hands, 2, (x, y) => [x, y / 100]);
  over.onpointermove(move);
  equal(told.pop(), { strokes: [0, 1], pulls: 1 });
  over.onpointerup();
  equal(told, [{ pulls: null }, { strokes: [0, 0.5], answer: [0, 0.5] }]);
  const still = drawing([0, 0], null);
  equal(pulling(still.hands, 2, () => [0, 1]).onpointermove(move), false);
  pulling(still.hands, 2, () => [0, 1]).onpointerup();
  equal(still.told, [{ pulls: null }]);
});
