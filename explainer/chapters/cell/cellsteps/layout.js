// Where everything stands, for a width. x times W_Q comes from the left, m times W_K from the right;
// a line across is one dimension. Below, the row: scores, the bar of length 1, and what it gathers.

const WIDE = 860;
const PHONE = 560;
const HIGH_WINDOW = 800; // with less, what is done is folded away
const BOTH_PARTS = 5; // the step from which the first part is done
const GATHERS = 6; // the step from which there is something below the bar
const JOINS = 8; // the step from which the heads are there, in a narrow drawing below all else

/** How much room what is chosen by the width takes, in pixels. */
function sizes(width) {
  if (width >= WIDE) return { rail: 30, product: 148, vector: 140, gap: 16, left: 132, head: 84, stack: 42 };
  if (width >= PHONE) return { rail: 28, product: 112, vector: 92, gap: 10, left: 112, head: 72, stack: 42 };
  return { rail: 24, product: 84, vector: 48, gap: 6, left: 50, head: 52, stack: 36 };
}

function layout(width, data, stage) {
  const size = sizes(width);
  const wide = width >= WIDE;
  const dims = data.q.length;
  const rowHeight = clamp(144 / dims, 4, 12);
  const g = { width, wide, phone: width < PHONE, dims, rowHeight, high: rowHeight * dims, size };
  const asked = Boolean(data.asks); // for a token of the row: what makes its score is folded away
  g.folded = asked || ((!wide || window.innerHeight < HIGH_WINDOW) && stage >= BOTH_PARTS);
  g.early = stage < GATHERS;
  g.alone = !wide && !g.early && stage < JOINS;
  placeProducts(g);
  placeSum(g);
  placeRow(g, data);
  placeMix(g, data);
  g.height = g.early ? g.bar.y + g.bar.height + (g.wide ? 24 : 78) : g.alone ? g.mixTold + 8 : g.bottom;
  return g;
}

/** x, W_Q, q | products | k, W_K, m. */
function placeProducts(g) {
  const { rail, product, vector: across, gap } = g.size;
  const strip = { y: 18, height: 24 };
  const matrix = (g.width - product - 2 * across - 4 * gap - 2 * rail) / 2;
  const y = strip.y + strip.height + 5;
  const row = { y, height: g.high };
  g.x = { x: rail, width: matrix, ...strip };
  g.wq = { x: rail, width: matrix, ...row };
  g.q = { x: rail + matrix + gap, width: across, ...row };
  g.p = { x: g.q.x + across + gap, width: product, ...row };
  g.k = { x: g.p.x + product + gap, width: across, ...row };
  g.wk = { x: g.k.x + across + gap, width: matrix, ...row };
  g.m = { x: g.wk.x, width: matrix, ...strip };
  const made = { y: y + g.high + 5, height: 20 };
  g.madeQ = { x: g.wq.x, width: matrix, ...made };
  g.madeK = { x: g.wk.x, width: matrix, ...made };
  g.told = made.y + made.height + 15;
}

/** The products end to end, and their sum below. */
function placeSum(g) {
  const y = g.folded ? -22 : g.told + 7;
  g.up = { y, height: 11 };
  g.down = { y: y + 14, height: 11 };
  g.sum = { y: y + 29, height: 17 };
  g.rowTop = g.sum.y + g.sum.height + 14;
}

/** The map, the names of the keys, their scores, and the bar of length 1. */
function placeRow(g, data) {
  const { left, head } = g.size;
  const count = data.pieces.length;
  g.lane = { x: left + 18, width: g.width - left - 18 - (g.wide ? 366 : head + 12) };
  g.column = g.lane.width / count;
  g.nameSize = g.column >= 40 ? 13.5 : 12;
  g.staggered = g.column < 46 && count > 1;
  const y = g.rowTop;
  g.names = { y, height: g.staggered ? 34 : 20 };
  g.scores = { y: y + g.names.height + 2, height: 22 };
  g.bar = { x: g.lane.x, width: g.lane.width, y: g.scores.y + g.scores.height + 22, height: 34 };
  g.map = { x: 0, y: y + 16, size: Math.min(left - 4, g.bar.y + g.bar.height - y - 16) };
  g.asked = g.wide ? { x: g.lane.x + g.lane.width + 22, y: y - 4, width: 344 }
    : { x: g.lane.x, y: g.bar.y + g.bar.height + 16, width: g.lane.width };
}

/** The wall of values below the bar, the head's output beside it, then W_O. */
function placeMix(g, data) {
  const { left, head, stack } = g.size;
  const width = data.out.length;
  const y = g.bar.y + g.bar.height + (g.wide ? 40 : 62);
  const row = { y, height: g.high };
  const letters = g.phone ? 22 : 30;
  const own = g.phone ? 7 : 12;
  g.ms = { x: letters, y: y - 25, width: left - letters - own - 9, height: 20 };
  g.wv = { x: letters, width: g.ms.width, ...row };
  g.v = { x: left - own, width: own, ...row };
  g.wall = { x: g.lane.x, width: g.lane.width, ...row };
  g.head = { x: g.wall.x + g.wall.width + (g.wide ? 20 : 10), width: head, ...row };
  g.mixTold = y + g.high + 16;
  const big = clamp(width, 96, g.wide ? 176 : 192);
  const across = g.wide || g.phone ? big : g.width - g.lane.x - stack - 10;
  const y2 = g.wide ? g.rowTop + 64 : g.mixTold + 30;
  g.concat = { x: g.width - across - 10 - stack, y: y2, width: stack, height: big };
  g.wo = { x: g.width - across - 2, y: y2, width: across, height: big };
  g.own = { x: g.wo.x, y: g.wo.y + big + 5, width: across, height: 20 };
  g.out = { x: g.wo.x, y: g.own.y + 26, width: across, height: 30 };
  g.bottom = Math.max(g.mixTold + 8, g.out.y + g.out.height + 6);
  if (g.phone) g.map = { x: 0, y: g.concat.y + 16, size: Math.min(96, g.concat.x - 12) };
}

/**
 * The pieces of the bar, [from, to] in pixels: equal parts, then (`closed`) none for what the mask
 * forbids, then (`cut`) the weights.
 */
function cuts(g, data, closed, cut) {
  const open = data.allowed.filter(Boolean).length || 1;
  let at = g.bar.x;
  return data.weights.map((weight, key) => {
    const equal = mix(1 / data.weights.length, data.allowed[key] ? 1 / open : 0, closed);
    const from = at;
    at += mix(equal, weight, cut) * g.bar.width;
    return [from, at];
  });
}
