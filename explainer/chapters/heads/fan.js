// Where everything of the fan stands: keys side by side, their names upright where there is no room for
// them; and the violet of each head.
import { px } from "../../drawings/marks.js";
import { argmax, clamp, sum } from "../../drawings/math.js";
import { wide } from "../../drawings/token.js";

const [NARROWEST, STEEPEST] = [50, 20]; // pixels a key needs beside the next one, and with its name upright
const PORT = 20; // between two heads where their strands begin
const DEEP = { usual: 172, shares: 96, pressed: 40 }; // how far the strands run
const THICKEST = 15; // a weight of 1
const CHIP = 28;
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
  const isSteep = width / count < NARROWEST;
  const pitch = isSteep ? Math.max(STEEPEST, width / count) : width / count;
  const chip = isSteep ? 66 : CHIP;
  const sums = keys.map((_, key) => sum(weights.map((row) => row[key])));
  const reach = Math.max(1, heads - 1) * PORT;
  const middle = clamp(origin, reach / 2 + 12, width - reach / 2 - 12);
  const looks = weights.map(argmax);
  // Heads begin in the order of where they look most, so that few strands cross.
  const order = [...looks.keys()].sort((a, b) => looks[a] - looks[b] || a - b);
  const from = 24;
  const to = from + DEEP[asks?.kind === "shares" ? "shares" : asks ? "pressed" : "usual"];
  const room = isSteep ? chip - 8 : pitch - 12;
  const longs = keys.map((key) => Math.min(wide(key, measure, 14, 600), room));
  return {
    ...{ isSteep, chip, pitch, from, to, looks, order, sums, longs },
    scale: Math.min(THICKEST, 0.94 * pitch / Math.max(...sums)),
    width: count * pitch,
    height: to + chip + 50,
    port: (/** @type {number} */ head) => middle - reach / 2 + order.indexOf(head) * PORT,
    key: (/** @type {number} */ index) => (index + 0.5) * pitch,
  };
}

/** From a head to its part of a key. @param {ReturnType<typeof layout>} at @param {number[][]} weights
 * @param {number} head @param {number} key */
export function strand(at, weights, head, key) {
  const before = sum(at.order.slice(0, at.order.indexOf(head)).map((one) => weights[one][key]));
  const landed = at.key(key) + (before + (weights[head][key] - at.sums[key]) / 2) * at.scale;
  const bend = (at.from + at.to) / 2;
  const port = at.port(head);
  return `M${px(port)} ${at.from}C${px(port)} ${bend} ${px(landed)} ${bend} ${px(landed)} ${at.to}`;
}
