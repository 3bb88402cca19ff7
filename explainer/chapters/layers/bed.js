// Where everything lies: `s` runs along the river, `t` across it, from the middle towards the side
// the tributaries come from. On a wide page the river flows to the right, on a phone down.
import { clamp, mix, range, smooth, sum } from "../../drawings/parts.js";
/** @import { River, RiverParts } from "./types.d.ts" */

/** @typedef {ReturnType<typeof survey>} Bed */

// Pixels from which it flows to the right, and from which what is written next stands at its end.
const [WIDE, BESIDE] = [640, 900];
const MANY = 12; // sub-layers; more find no room beside each other
const DOWN = { least: 34, most: 42, deep: 104, start: 52, rest: 30 };
const FLAT = { least: 62, most: 86, deep: 122, start: 74, rest: 34 };
// Of a stretch: where the addition comes in, where the norm sets the width again, and where what came
// in has mixed with the river.
export const [JOIN, NORM, MIXED] = [[0.2, 0.5], [0.58, 0.82], 1.12];
const [SPRING, TIP] = [44, 18]; // pixels of the river before the first stretch, and of its pointed end

/** From one value to another between two places, slow at both. @type {RiverParts["turn"]} */
const turn = (s, [from, to], one, other) => mix(one, other, smooth((s - from) / (to - from)));

/** @param {number[][]} points */
export const line = (points) => `M${points.map((at) => at.map((one) => one.toFixed(1))).join("L")}`;

/** The room there is; a stretch of the river for each sub-layer. */
export function survey(/** @type {River} */ { data: { now, before }, width, measure }) {
  const n = now.add.length;
  const flat = width >= WIDE && n <= MANY;
  const { least, most, deep, start, rest } = flat ? FLAT : DOWN;
  const isBeside = Boolean(now.next) && flat && width >= BESIDE;
  const mouth = isBeside ? 176 : 0;
  const pitch = flat ? Math.max(least, (width - start - rest - mouth) / n) : least;
  const widths = [now, before ?? now].flatMap(({ x, sum, add }) => [...x, ...sum, ...add]);
  const surface = now.top ? 166 : 24;
  const middle = flat ? surface + most / 2 + 6 : 136;
  const length = start + n * pitch + rest;
  return {
    ...{ flat, n, pitch, most, deep, middle, surface, length, width, isBeside },
    ...{ start, spring: start - SPRING, end: length - TIP },
    ...{ scale: most / Math.max(...widths), wide: Math.max(width, flat ? length + mouth : 0) },
    /** @param {number} s @param {number} t */
    at: (s, t) => (flat ? [s, middle + t] : [middle - t, s]),
    stretch: (/** @type {number} */ i, share = 0) => start + (i + share) * pitch,
    /** Where its middle swings to. @param {number} s */
    swing: (s) => 4 * Math.sin((s - start) / pitch * 2.1),
    /** A name, broken where it has no room. @param {string} name */
    lines: (name) => flat && measure(name, 12.5, 600) > pitch - 4 ? name.split(/(?<=-)/) : [name],
  };
}

/** The river with so long states and sums. @param {Bed} bed @param {number[]} x @param {number[]} sums */
export function waterIn(bed, x, sums) {
  const { flat, n, pitch, scale, start, spring, end, at, stretch, swing } = bed;
  /** Half its width. @param {number} s */
  function half(s) {
    const place = clamp((s - start) / pitch, 0, n);
    const i = Math.min(n - 1, Math.floor(place));
    return scale / 2 * turn(place - i, NORM, turn(place - i, JOIN, x[i], sums[i]), x[i + 1]);
  }
  /** Between its middle, 0, and its banks, -1 and 1 where the tributaries come in, or so far away.
   * @param {number} s @param {number} side @param {number} [away] */
  const point = (s, side, away = 0) => at(s, swing(s) + side * (half(s) + away));
  /** @param {(s: number) => number} side @param {number} [from] @param {number} [to] */
  const along = (side, from = spring, to = end) =>
    [...range(Math.ceil((to - from) / 3)).map((step) => from + 3 * step), to].map((s) =>
      point(s, side(s))
    );
  /** Round where it springs, a point where it ends. */
  function outline() {
    const [far, near] = [-1, 1].map((side) => along(() => side));
    const long = Math.min(1, 22 / half(spring)); // of the half ellipse, beside its breadth
    const round = `A${flat ? [long, 1] : [1, long]} 0 0 1 ${far[0]}Z`;
    return line([...far, at(end + TIP, swing(end)), ...near.reverse()]) + round;
  }
  /** What a tributary has brought, seen along the bank until it has mixed. @param {number} i */
  function plume(i) {
    const [from, to] = [stretch(i, JOIN[0]), stretch(i, MIXED)];
    const inner = (/** @type {number} */ s) =>
      1 - turn(s, [from, from + 0.3 * pitch], 0, turn(s, [from, to], 1.1, 0.275));
    return `${line([...along(() => 1, from, to), ...along(inner, from, to).reverse()])}Z`;
  }
  return { point, along, outline, plume };
}

/** A tributary meets the river under the angle between the two vectors, so one that goes with the
 * stream comes from behind and one against it from the front. The points of its middle line, and a
 * ribbon round it; this ends in the middle of the river, and where it is wider than the place where it
 * comes in it narrows there.
 * @param {Bed} bed @param {number} i @param {number} cosine @param {number} width */
export function tributary({ pitch, most, deep, at, stretch, swing }, i, cosine, width) {
  const mouth = stretch(i, sum(JOIN) / 2);
  const [from, end] = [mouth - cosine * pitch * 0.34, swing(mouth) + 4];
  const bend = [mouth - cosine * 0.55 * deep, end + 0.55 * deep * Math.sqrt(1 - cosine ** 2)];
  const knots = [[from, deep], [from, 0.7 * deep], bend, [mouth, end]];
  const points = range(21).map((step) => {
    const [u, v] = [step / 20, 1 - step / 20];
    const parts = [v ** 3, 3 * u * v ** 2, 3 * u * u * v, u ** 3];
    return [0, 1].map((axis) => sum(parts.map((part, k) => part * knots[k][axis])));
  });
  const last = width > pitch * 0.8 ? stretch(i, NORM[0]) : Infinity;
  const [left, right] = [1, -1].map((side) =>
    points.map(([s, t], k) => {
      const [before, after] = [points[k - 1] ?? points[k], points[k + 1] ?? points[k]];
      const [ds, dt] = [after[0] - before[0], after[1] - before[1]];
      const half = side * width / 2 / Math.hypot(ds, dt);
      const place = s - half * dt;
      const depth = Math.max(swing(place), t + half * ds);
      return at(depth < most / 2 ? Math.min(place, last) : place, depth);
    })
  );
  return { points, ribbon: `${line([...left, ...right.reverse()])}Z` };
}
