// Where everything of the fan stands: keys side by side, their names upright where there is no room for
// them, or on a phone one below the other; and the violet of each head. Along is the way the keys are
// counted, across the way the strands run.
import { argmax, clamp, sum } from "../../drawings/math.js";
import { wide } from "../../drawings/token.js";

const [NARROWEST, STEEPEST] = [50, 22]; // pixels a key needs beside the next one, and with its name upright
const WIDE = 620;
const LINE = 30; // a key among those below each other
const PORT = 20; // between two heads where their strands begin
const DEEP = { side: 172, below: 120, shares: 96, pressed: 40 }; // how far the strands run
const THICKEST = 15; // a weight of 1
export const CHIP = 28;
export const SIDES = {
  encoder: ["source", "source"],
  decoder: ["target", "target"],
  cross: ["target", "source"],
};
const FAINTEST = 78; // percent of the palest violet that are not the page: 3:1 on it
const STRIDES = [3, 5, 7, 11, 1]; // neighbours in the fan are so many steps of lightness apart
export const TURN = 0.301; // from this step on a number on it is white in the light theme

/** From 0, palest, to 1. Neighbours are far apart, as a number stands beside every strand and colour
 * alone says nothing. @param {number} head @param {number} count */
export function step(head, count) {
  const stride = STRIDES.find((one) => count % one || one === 1) ?? 1;
  return (head * stride) % count / Math.max(1, count - 1);
}

/** @param {number} head @param {number} count */
export function violet(head, count) {
  const palest = `color-mix(in srgb, var(--weight) ${FAINTEST}%, var(--page))`;
  return `color-mix(in srgb, var(--seq1) ${100 * step(head, count)}%, ${palest})`;
}

/** On it. @param {number} head @param {number} count */
export const inkOf = (head, count) =>
  `light-dark(var(--${step(head, count) < TURN ? "on_low" : "on_high"}), var(--on_high))`;

/** @param {import("./headfan.js").Fan} drawing @param {number[][]} weights (H, K)
 * @param {number} origin the middle of the token that asks */
export function layout({ data: { keys }, width, measure, asks }, weights, origin) {
  const [count, heads] = [keys.length, weights.length];
  const isSteep = width >= WIDE && width / count < NARROWEST;
  const isSide = isSteep || width / count >= NARROWEST;
  const pitch = isSteep ? Math.max(STEEPEST, width / count) : isSide ? width / count : LINE;
  const chip = isSteep ? 66 : CHIP;
  const sums = keys.map((_, key) => sum(weights.map((row) => row[key])));
  const reach = Math.max(1, heads - 1) * PORT;
  const middle = isSide
    ? clamp(origin, reach / 2 + 12, width - reach / 2 - 12)
    : Math.max(reach / 2 + 14, count * pitch / 2);
  const looks = weights.map(argmax);
  // Heads begin in the order of where they look most, so that few strands cross.
  const order = [...looks.keys()].sort((a, b) => looks[a] - looks[b] || a - b);
  const from = 24;
  const asked = asks?.kind === "shares" ? DEEP.shares : isSide && asks ? DEEP.pressed : null;
  const to = from + (asked ?? (isSide ? DEEP.side : DEEP.below));
  const room = isSteep ? chip - 8 : isSide ? pitch - 12 : width - to - 68;
  const longs = keys.map((key) => Math.min(wide(key, measure, 14, 600), room));
  return {
    ...{ isSide, isSteep, chip, pitch, from, to, looks, order, sums, longs },
    scale: Math.min(THICKEST, 0.94 * pitch / Math.max(...sums)),
    width: isSide ? count * pitch : width,
    height: isSide ? to + chip + 50 : Math.max(count * pitch, reach + 28),
    beside: to + Math.max(...longs) + 13,
    port: (/** @type {number} */ head) => middle - reach / 2 + order.indexOf(head) * PORT,
    key: (/** @type {number} */ index) => (index + 0.5) * pitch,
  };
}

/** A point of the drawing from its place along and across.
 * @param {{ isSide: boolean }} at @param {number} along @param {number} across */
export const point = (
  { isSide },
  along,
  across,
) => /** @type {[number, number]} */ (isSide ? [along, across] : [across, along]);

/** From a head to its part of a key. @param {ReturnType<typeof layout>} at @param {number[][]} weights
 * @param {number} head @param {number} key */
export function strand(at, weights, head, key) {
  const before = sum(at.order.slice(0, at.order.indexOf(head)).map((one) => weights[one][key]));
  const landed = at.key(key) + (before + (weights[head][key] - at.sums[key]) / 2) * at.scale;
  const bend = (at.from + at.to) / 2;
  const port = at.port(head);
  const points = [[port, at.from], [port, bend], [landed, bend], [landed, at.to]];
  const [a, b, c, d] = points.map(([along, across]) =>
    point(at, along, across).map((n) => n.toFixed(1))
  );
  return `M${a}C${b} ${c} ${d}`;
}
