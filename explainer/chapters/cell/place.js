// Where everything stands, for a width. x times W_Q comes from the left, m times W_K from the right;
// a line across is one dimension. Below, the row: scores, the bar of length 1, and what it gathers.
import { clamp } from "../../drawings/math.js";
import { mix } from "./marks.js";

/** @typedef {import("./cellsteps.js").Data} Data */
/** @typedef {ReturnType<typeof layout>} Place */

const [WIDE, PHONE] = [860, 560];
const HIGH_WINDOW = 800; // with less, what is done is folded away
/** The steps of `analysis/cell_steps.py`. */
export const STEP = {
  ...{ project: 0, product: 1, sum: 2, scale: 3, mask: 4 },
  ...{ softmax: 5, value: 6, head: 7, concat: 8, out: 9 },
};

/** How far a step has come: 0 before it, 1 after it.
 * @param {{ stage: number, phase: number }} scene @param {number} step */
export const done = ({ stage, phase }, step) => (stage > step ? 1 : stage === step ? phase : 0);

/** How much room what is chosen by the width takes, in pixels. @param {number} width */
function sizes(width) {
  if (width < PHONE) {
    return { rail: 24, product: 84, across: 48, gap: 6, left: 50, head: 52, stack: 36 };
  }
  return width < WIDE
    ? { rail: 28, product: 112, across: 92, gap: 10, left: 112, head: 72, stack: 42 }
    : { rail: 30, product: 148, across: 140, gap: 16, left: 132, head: 84, stack: 42 };
}

/** `isAsked` for a token of the row: what makes its score is folded away.
 * @param {number} width @param {Data} data @param {number} stage @param {boolean} isAsked */
export function layout(width, data, stage, isAsked) {
  const above = upper(width, data, stage, isAsked);
  const below = lower(above, data);
  const { wide, early, bar } = above;
  const isAlone = !wide && stage < STEP.concat; // the heads have not joined
  const end = isAlone ? below.told2 + 8 : below.bottom;
  return { ...above, ...below, tall: early ? bar.y + bar.height + (wide ? 24 : 78) : end };
}

/** x, W_Q, q | products | k, W_K, m; the products end to end, and their sum below; then the map, the
 * names of the keys, their scores, and the bar of length 1.
 * @param {number} width @param {Data} data @param {number} stage @param {boolean} isAsked */
function upper(width, { q, tokens, map }, stage, isAsked) {
  const [wide, phone, dims, early] = [width >= WIDE, width < PHONE, q.length, stage < STEP.value];
  const isLow = !wide || globalThis.innerHeight < HIGH_WINDOW;
  const folded = isAsked || (isLow && stage >= STEP.softmax);
  const { rail, product, across, gap, left, head, stack } = sizes(width);
  const line = clamp(144 / dims, 4, 12);
  const high = line * dims;
  const rows = { y: 47, height: high };
  const own = (width - product - 2 * across - 4 * gap - 2 * rail) / 2;
  /** @param {number} x @param {number} box */
  const side = (x, box) => ({
    strip: { x, y: 18, width: own, height: 24 },
    matrix: { x, width: own, ...rows },
    box: { x: box, width: across, ...rows },
    below: { x, y: 52 + high, width: own, height: 20 },
  });
  const first = rail + own + gap;
  const p = { x: first + across + gap, width: product, ...rows };
  const last = p.x + product + gap;
  const told = 87 + high;
  const up = folded ? -22 : told + 7;
  const y = up + 60;
  const lane = { x: left + 18, width: width - left - 18 - (wide ? 366 : head + 12) };
  const column = lane.width / tokens.length;
  const staggered = column < 46 && tokens.length > 1;
  const names = { y, height: staggered ? 34 : 20 };
  const scores = { y: y + names.height + 2, height: 22 };
  const bar = { ...lane, y: scores.y + 44, height: 34 };
  const end = bar.y + 34;
  return {
    ...{ width, wide, phone, early, dims, folded, rail, left, head, stack, line, high, p, told, y },
    ...{ lane, column, staggered, names, scores, bar, q: side(rail, first) },
    ...{ k: side(last + across + gap, last), up: { y: up, height: 11 } },
    ...{ down: { y: up + 14, height: 11 }, sum: { y: up + 29, height: 17 } },
    asked: wide ? { x: lane.x + lane.width + 22, y: y - 4, width: 344 } : { ...lane, y: end + 16 },
    map: mapIn(y + 16, Math.min(left - 4, end - y - 16), map),
  };
}

/** @param {number} y @param {number} size @param {number[][]} map */
function mapIn(y, size, map) {
  const step = Math.min(size / map.length, size / map[0].length);
  return { x: 0, y, step, width: step * map[0].length, height: step * map.length };
}

/** The wall of values below the bar, the head's output beside it, then W_O.
 * @param {ReturnType<typeof upper>} above @param {Data} data */
function lower({ width, wide, phone, early, lane, bar, high, left, head, stack, ...above }, data) {
  const y = bar.y + bar.height + (wide ? 40 : 62);
  const rows = { y, height: high };
  const [letters, own] = phone ? [22, 7] : [30, 12];
  const m = { x: letters, y: y - 25, width: left - letters - own - 9, height: 20 };
  const told2 = y + high + 16;
  const big = clamp(data.out.length, 96, wide ? 176 : 192);
  const across = wide || phone ? big : width - lane.x - stack - 10;
  const wo = {
    x: width - across - 2,
    y: wide ? above.y + 64 : told2 + 30,
    width: across,
    height: big,
  };
  const part = { x: wo.x, y: wo.y + big + 5, width: across, height: 20 };
  const out = { x: wo.x, y: part.y + 26, width: across, height: 30 };
  const concat = { x: wo.x - 8 - stack, y: wo.y, width: stack, height: big };
  const beside = early ? null : mapIn(wo.y + 16, Math.min(96, concat.x - 12), data.map);
  return {
    ...{ m, wo, part, out, concat, told2, wall: { ...lane, ...rows }, wv: { ...m, ...rows } },
    v: { x: left - own, width: own, ...rows },
    head: { x: lane.x + lane.width + (wide ? 20 : 10), width: head, ...rows },
    bottom: Math.max(told2 + 8, out.y + out.height + 6),
    map: phone ? beside : above.map, // on a phone there is room for it beside the heads only
  };
}

/** The tokens of the bar, [from, to] in pixels: equal parts, then (`closed`) none for what the mask
 * forbids, then (`cut`) the weights.
 * @param {Place} place @param {Data} data @param {number} closed @param {number} cut
 * @returns {[number, number][]} */
export function cuts({ bar }, { allowed, weights }, closed, cut) {
  const open = allowed.filter(Boolean).length || 1;
  let at = bar.x;
  return weights.map((weight, key) => {
    const even = mix(1 / weights.length, allowed[key] ? 1 / open : 0, closed);
    return [at, at += mix(even, weight, cut) * bar.width];
  });
}
