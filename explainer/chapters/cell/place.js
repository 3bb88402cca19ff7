// Where everything stands, for a width. x times W_Q comes from the left, m times W_K from the right;
// a line across is one dimension. Below, the row: scores, the bar of length 1, and what it gathers.
// What is done gives up its room: the matrices to q, k and their products, these to the row.
import { clamp, mix, smooth } from "../../drawings/parts.js";
/** @import { CellParts, Data } from "./types.d.ts" */

/** @typedef {ReturnType<typeof layout>} Place */

const [WIDE, PHONE] = [860, 560];
const TIGHT = [34, 46]; // pixels of a column whose name stands upright, or in two lines
export const SHOWN = 0.3; // of the softmax's time, until all scores are there; then the cuts move
/** The steps of `analysis/cell_steps.py`. */
export const STEP = {
  ...{ project: 0, product: 1, sum: 2, scale: 3, mask: 4 },
  ...{ softmax: 5, value: 6, head: 7, concat: 8, out: 9 },
};

/** How far each step has come, 0 to 1. @param {number} all how many have */
export const done = (all) =>
  Object.fromEntries(Object.entries(STEP).map(([name, at]) => [name, clamp(all - at, 0, 1)]));

/** How much room what is chosen by the width takes, in pixels. @param {number} width */
function sizes(width) {
  if (width < PHONE) {
    return { rail: 24, product: 84, across: 48, gap: 6, left: 50, head: 52, stack: 36 };
  }
  return width < WIDE
    ? { rail: 28, product: 112, across: 92, gap: 10, left: 112, head: 72, stack: 42 }
    : { rail: 30, product: 148, across: 140, gap: 16, left: 132, head: 84, stack: 42 };
}

function mapIn(/** @type {number} */ y, /** @type {number} */ size, /** @type {number[][]} */ map) {
  const step = Math.min(size / map.length, size / map[0].length);
  return { x: 0, y, step, width: step * map[0].length, height: step * map.length };
}

/** `isAsked` for a token of the row: what makes its score is folded away.
 * @param {number} width @param {Data} data @param {number} stage
 * @param {ReturnType<typeof done>} come @param {boolean} isAsked */
export function layout(width, { q, tokens, map, out: { length } }, stage, come, isAsked) {
  const [wide, phone, dims, early] = [width >= WIDE, width < PHONE, q.length, stage < STEP.value];
  const [aside, folded] = [smooth(come.product), isAsked ? 1 : smooth(come.softmax / SHOWN)];
  const { rail, product, across, gap, left, head, stack } = sizes(width);
  const line = clamp(144 / dims, 4, 12);
  const height = line * dims;

  // x, W_Q, q | products | k, W_K, m; the products end to end, and their sum below.
  // Out of sight a drawing may be measured narrower than that.
  const begins = rail + gap + Math.max(1, (width - product - 2 * across - 4 * gap - 2 * rail) / 2);
  const [edge, first] = [mix(rail, 4, aside), mix(begins, 4, aside)];
  const grown = (width - 2 * first - 2 * gap) / (product + 2 * across);
  const [own, box, y] = [Math.max(1, first - gap - edge), across * grown, mix(47, 22, aside)];
  const side = (/** @type {number} */ x, /** @type {number} */ from) => ({
    strip: { x, y: 18, width: own, height: 24 },
    matrix: { x, y, width: own, height },
    box: { x: from, y, width: box, height },
    below: { x, y: y + 5 + height, width: own, height: 20 },
  });
  const p = { x: first + box + gap, y, width: product * grown, height };
  const last = p.x + p.width + gap;
  const told = y + height + mix(40, 18, aside);
  const up = mix(told + 7, phone ? -54 : -22, folded); // on a phone the score goes, too

  // The map, the names of the keys, their scores, and the bar of length 1.
  const below = up + 60;
  const lane = { x: left + 18, width: width - left - 18 - (wide ? 366 : head + 12) };
  const column = lane.width / tokens.length;
  const fit = column < TIGHT[0] ? "tight" : column < TIGHT[1] ? "close" : "";
  const names = { y: below, height: { tight: 54, close: 30, "": 20 }[fit] };
  const scores = { y: below + names.height + 2, height: 22 };
  const bar = { ...lane, y: scores.y + 44, height: 34 };
  const end = bar.y + 34;

  // The wall of values below the bar, the head's output beside it, then W_O.
  const rows = { y: end + (wide || phone ? 40 : 62), height };
  const [letters, thin] = phone ? [22, 7] : [30, 12];
  const m = { x: letters, y: rows.y - 25, width: left - letters - thin - 9, height: 20 };
  const told2 = rows.y + height + 16;
  const big = clamp(length, 96, wide ? 176 : 192);
  const room = wide || phone ? big : width - lane.x - stack - 10;
  const wo = { x: width - room - 2, y: wide ? below + 64 : told2 + 30, width: room, height: big };
  const part = { ...wo, y: wo.y + big + 5, height: 20 };
  const out = { ...wo, y: part.y + 26, height: 30 };
  const concat = { x: wo.x - 8 - stack, y: wo.y, width: stack, height: big };
  const beside = early ? null : mapIn(wo.y + 16, Math.min(96, concat.x - 12), map);
  const isAlone = !wide && stage < STEP.concat; // the heads have not joined
  const lift = phone ? smooth(come.concat) * (told2 + 8) : 0; // there the row and its wall go
  const bottom = isAlone ? told2 + 8 : Math.max(told2 + 8, out.y + out.height + 6);
  return {
    ...{ width, wide, phone, early, dims, aside, folded, left, line, p, told, told2, lane, column },
    ...{ fit, names, scores, bar, m, wo, part, out, concat, wall: { ...lane, ...rows } },
    ...{ q: side(edge, first), k: side(width - edge - own, last), wv: { ...m, ...rows } },
    ...{ up: { y: up, height: 11 }, down: { y: up + 14, height: 11 }, lift },
    sum: { y: up + 29, height: 17 },
    all: { x: edge, y, width: width - 2 * edge, height }, // from W_Q to W_K
    v: { x: left - thin, width: thin, ...rows },
    head: { x: lane.x + lane.width + (wide ? 20 : 10), width: head, ...rows },
    asked: wide
      ? { x: lane.x + lane.width + 22, y: below - 4, width: 344 }
      : { ...lane, y: end + 16 },
    // On a phone there is room for it beside the heads only.
    map: phone ? beside : mapIn(below + 16, Math.min(left - 4, end - below - 16), map),
    tall: early ? end + (wide ? 24 : 78) : bottom,
  };
}

/** The tokens of the bar, [from, to] in pixels: equal parts, then (`closed`) none for what the mask
 * forbids, then (`cut`) the weights. @type {CellParts["cuts"]} */
export function cuts({ bar }, { allowed, weights }, closed, cut) {
  const open = allowed.filter(Boolean).length || 1;
  let at = bar.x;
  return weights.map((weight, key) => {
    const even = mix(1 / weights.length, allowed[key] ? 1 / open : 0, closed);
    return [at, at += mix(even, weight, cut) * bar.width];
  });
}
