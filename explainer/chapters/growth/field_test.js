import { equal } from "../../drawings/drawn_test.js";
import { hullOf, roomFor } from "./field.js";

Deno.test("a hull goes round its points, those within and on its sides left out", () => {
  equal(hullOf([[0, 0], [2, 2], [1, 1], [2, 0], [0, 2], [1, 0]]), [[0, 0], [2, 0], [2, 2], [0, 2]]);
});

Deno.test("names keep apart, and one without room waits", () => {
  const crowd =
    /** @type {[number, number][]} */ (Array.from({ length: 12 }, (_, at) => [50 + at, 30]));
  const found = roomFor(crowd, crowd.map(() => 40), 120);
  equal(found.includes(null) && found.some(Boolean), true);
  const boxes = found.flatMap((
    one,
    at,
  ) => (one ? [[crowd[at][0] + one[0], crowd[at][1] + one[1]]] : []));
  for (const [at, [x, y]] of boxes.entries()) {
    equal(
      boxes.slice(at + 1).every(([a, b]) => Math.abs(x - a) >= 40 || Math.abs(y - b) >= 16),
      true,
    );
  }
});
