import { close, equal } from "../../drawings/drawn_test.js";
import { alike, angleOf, degrees, floorOf, moving, ratesOf, TURN, vectorOf } from "./turns.js";

const rates = ratesOf(192);

Deno.test("a vector is the paper's formula, and a hand's tip is its sine and cosine", () => {
  const vector = vectorOf(rates, 3.3);
  for (const [pair, rate] of rates.entries()) {
    const angle = 3.3 / 10000 ** (2 * pair / 192);
    close(vector[2 * pair], Math.sin(angle), 1e-12);
    close(vector[2 * pair + 1], Math.cos(angle), 1e-12);
    close(angleOf(rate, 3.3), angle % TURN, 1e-12);
  }
  close(angleOf(1, -1), TURN - 1);
});

Deno.test("likeness is the cosine of two vectors, and its scale begins below all", () => {
  const [one, other] = [vectorOf(rates, 2), vectorOf(rates, 7)];
  const dot = one.reduce((sum, value, at) => sum + value * other[at], 0);
  close(alike(rates, 5), dot / 96, 1e-12);
  const all = Array.from({ length: 10 }, (_, apart) => alike(rates, apart));
  const least = Math.min(...all);
  equal([floorOf(rates, 10) <= least, floorOf(rates, 10) > least - 0.1], [true, true]);
});

Deno.test("the vector that is drawn leaves out what all but stands still", () => {
  const rows = moving(rates, 10);
  const [last, next] = [rates[rows - 1], rates[rows]].map((rate) => rate * 10 * 360 / TURN);
  equal([last >= 360 / 13, next < 360 / 13, moving(ratesOf(2), 1)], [true, true, 1]);
  equal([degrees(TURN / 4), degrees(TURN / 100)], ["90°", "3.6°"]);
});
