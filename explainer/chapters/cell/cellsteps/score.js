// Steps 1 to 5: q and k are made, multiplied, added up, divided and masked.

const STEP = { project: 0, product: 1, sum: 2, scale: 3, mask: 4, softmax: 5, value: 6, head: 7, concat: 8, out: 9 };

const MATRIX = 0.2; // how strong a matrix is: what it makes comes first, and the one row that is looked at

/** How far a step has come: 0 before it, 1 after it. */
const progress = (player, step) => (player.stage > step ? 1 : player.stage === step ? player.phase : 0);

function drawScore(player) {
  const { g, layers } = player;
  layers.score.replaceChildren();
  if (!g.folded) {
    drawProjection(player, layers.score);
    drawProducts(player, layers.score);
  }
  drawSum(player, layers.score);
}

function drawProjection(player, parent) {
  const { g, data, matrices } = player;
  const made = progress(player, STEP.project);
  const rows = made * g.dims;
  const limit = Math.max(largest(data.q), largest(data.k));
  for (const [side, name, strip, matrix, box, own] of [
    ["query", "q", "x", "wq", "q", data.x], ["key", "k", "m", "wk", "k", data.m],
  ]) {
    const colour = data.sides[side];
    const isLeft = name === "q";
    ground(parent, g[strip]);
    vector(parent, g[strip], own, colour);
    ground(parent, g[matrix]);
    slice(parent, g[matrix], matrices[name], 0, g.dims, { opacity: MATRIX });
    const swept = made < 1 ? clamp(rows, 0, g.dims - 0.01) : -1;
    if (swept >= 0) slice(parent, g[matrix], matrices[name], Math.floor(swept), Math.floor(swept) + 1);
    ground(parent, g[box]);
    vector(parent, g[box], data[name], name, { limit, across: false, grown: (i) => clamp(rows - i, 0, 1) });
    const outer = isLeft ? { x: 0 } : { x: g.width, "text-anchor": "end" };
    put(parent, "text", {
      ...outer, y: g[strip].y + 18, class: "letter", style: ink(`${colour}_text`),
    }, strip);
    indexed(parent, { ...outer, y: g[matrix].y + 16, style: ink(`${name}_text`) }, "W", name.toUpperCase());
    const middle = { x: g[box].x + g[box].width / 2, "text-anchor": "middle", style: ink(`${name}_text`) };
    put(parent, "text", { ...middle, y: 38, class: "letter" }, name);
    pieceInto(parent, {
      x: isLeft ? g[strip].x : g[strip].x + g[strip].width, y: 11, class: "small",
      "text-anchor": isLeft ? "start" : "end",
    }, fitted(data.names[side], g.width / 2 - g.size.rail - 8, 12));
  }
}

function drawProducts(player, parent) {
  const { g, data } = player;
  const done = progress(player, STEP.product);
  if (done === 0) {
    const free = data.dim < g.dims / 2 ? 0.82 : 0.42; // of the height: not under the line across
    const text = put(parent, "text", { x: g.p.x + g.p.width / 2, y: g.p.y + g.p.height * free, class: "meet centre" });
    for (const [sign, colour] of [["q", "q_text"], [" \u00b7 ", "second"], ["k", "k_text"]]) put(text, "tspan", { style: ink(colour) }, sign);
    return;
  }
  ground(parent, g.p);
  const fallen = progress(player, STEP.sum);
  const count = g.dims;
  const rest = player.stage > STEP.sum || (player.stage === STEP.sum && fallen > 0);
  const limit = largest(data.product);
  const grown = (index) => inTurn(done, index, count, 1.2);
  vector(parent, g.p, data.product, "weight", { limit, across: false, grown, only: rest ? [0, 0] : undefined });
  put(parent, "text", {
    x: g.p.x + g.p.width / 2, y: 38, class: "letter", "text-anchor": "middle", style: ink("weight_text"),
  }, "q \u00d7 k");
}

/** Before anything is added up: where q and k lead, to the one weight of this cell. */
function drawWay(player, parent) {
  const { g, data } = player;
  const middle = g.p.x + g.p.width / 2;
  const below = g.phone ? g.told + 5 : g.madeQ.y + 20; // the words of the product
  const from = player.stage >= STEP.product ? below : g.p.y + g.p.height + 8;
  const [left, right] = [g.lane.x + data.column * g.column + 3, g.lane.x + (data.column + 1) * g.column - 3];
  const to = g.names.y - 4;
  const bend = (from + to) / 2;
  const half = Math.min(30, (right - left) / 2);
  put(parent, "path", {
    d: `M${middle - half} ${from}C${middle - half} ${bend} ${left} ${bend} ${left} ${to}H${right}C${right} ${bend} ${middle + half} ${bend} ${middle + half} ${from}z`,
    style: ink("weight"), opacity: 0.28,
  });
  const words = data.words.way;
  const x = middle + half + 8;
  if (x + textWidth(words, 12.5) < g.width) put(parent, "text", { x, y: g.up.y + 15, class: "name" }, words);
}

/** Pixels of one, where zero is, and where each product comes to lie. */
function sumScale(player) {
  const { g, data } = player;
  const up = data.product.filter((value) => value > 0).reduce((sum, value) => sum + value, 0);
  const low = Math.min(0, data.dot);
  const own = (g.p.width / 2 - 2) / largest(data.product);
  const [rail, after] = g.phone ? [4, 96] : [130, 180]; // for words before and behind
  const unit = Math.min(own, (g.width - rail - after) / (up - low || 1));
  const wish = g.p.x + g.p.width / 2;
  const zero = clamp(wish, rail - low * unit, g.width - after - up * unit);
  let [right, left] = [0, up];
  const places = data.product.map((value) => {
    if (value >= 0) {
      right += value;
      return { from: right - value, lane: g.up };
    }
    left += value;
    return { from: left, lane: g.down };
  });
  return { own, unit, zero, up, places };
}

function drawSum(player, parent) {
  const { g, data } = player;
  const fallen = progress(player, STEP.sum);
  if (fallen === 0) {
    if (!g.folded) drawWay(player, parent);
    return;
  }
  const scale = sumScale(player);
  const { zero, unit, places } = scale;
  const bottom = g.sum.y + g.sum.height;
  put(parent, "line", { x1: zero, x2: zero, y1: g.folded ? g.sum.y - 3 : g.up.y - 4, y2: bottom + 3, class: "axis" });
  if (!g.folded) {
    const paths = { up: "", down: "" };
    data.product.forEach((value, index) => {
      const moved = inTurn(fallen / 0.8, index, g.dims, 2);
      const start = barOf(g.p, index, g.dims, value, largest(data.product), false);
      const { from, lane } = places[index];
      const target = [zero + from * unit, lane.y, Math.abs(value) * unit - 0.6, lane.height];
      const at = start.map((one, side) => mix(one, target[side], moved));
      paths[value >= 0 ? "up" : "down"] += rectangle(at[0], at[1], Math.max(0.3, at[2]), at[3]);
    });
    put(parent, "path", { d: paths.up, style: ink("weight"), opacity: 0.85 });
    put(parent, "path", { d: paths.down, style: ink("weight"), opacity: 0.45 });
    if (fallen === 1) sumWords(player, parent, scale);
  }
  if (fallen > 0.8) drawTotal(player, parent, scale, fallen === 1 ? 1 : (fallen - 0.8) / 0.2);
}

function sumWords(player, parent, { zero, unit, up }) {
  const { g, data } = player;
  const back = data.dot - up;
  const end = zero + up * unit + 6;
  put(parent, "text", { x: end, y: g.up.y + 10, class: "sum" }, `+${number(up)}`);
  put(parent, "text", { x: end, y: g.down.y + 10, class: "sum" }, number(back));
  if (g.phone) return;
  const [left, down] = [zero - 10 + Math.min(0, data.dot) * unit, g.down.y + 10];
  put(parent, "text", { x: left, y: g.up.y + 10, class: "small end" }, data.words.up);
  put(parent, "text", { x: left, y: down, class: "small end" }, data.words.down);
}

/** The sum as one bar; it shrinks by the root, then the mask is added. */
function drawTotal(player, parent, { zero, unit }, grown) {
  const { g, data } = player;
  const scaled = progress(player, STEP.scale);
  const masked = progress(player, STEP.mask);
  const closed = masked > 0 && !data.allowed[data.column];
  const value = mix(data.dot * grown, data.score, scaled);
  const bar = (size) => ({
    x: zero + Math.min(0, size) * unit, y: g.sum.y, width: Math.max(1, Math.abs(size) * unit), height: g.sum.height,
  });
  if (scaled > 0) put(parent, "rect", { ...bar(data.dot), class: "later" });
  put(parent, "rect", { ...bar(value), rx: 2, style: closed ? "fill:url(#cellsteps-hatch)" : ink("weight") });
  const end = zero + Math.max(0, scaled > 0 ? data.dot : value) * unit + 8;
  const left = zero - 10 + Math.min(0, data.dot) * unit;
  if (!g.phone) {
    const name = scaled > 0 ? data.words.score : data.words.total;
    put(parent, "text", { x: left, y: g.sum.y + 13.5, class: "name end" }, name);
  }
  if (grown < 1) return;
  const text = put(parent, "text", { x: end, y: g.sum.y + 13.5, class: "sum" });
  const part = (words, strong) => put(text, "tspan", strong ? { class: "strong" } : {}, words);
  if (scaled < 1) {
    part(number(data.dot), true);
    if (scaled > 0) part(` \u00f7 ${number(data.root)}`);
    return;
  }
  if (!g.phone) part(`${number(data.dot)} \u00f7 ${data.words.root} \u2248 `);
  part(number(data.score), masked < 1);
  if (masked < 1) return;
  const open = data.allowed[data.column];
  part(open ? " + 0 = " : " + (\u2212\u221e) = ");
  part(open ? number(data.score) : "\u2212\u221e", true);
}

/** The dimension that is looked at: its line across, and the products it is made of. */
function drawLens(player) {
  const { g, data, matrices, layers } = player;
  const parent = layers.lens;
  parent.replaceChildren();
  const dim = player.dim;
  if (!g.folded && progress(player, STEP.project) === 1) {
    const y = g.wq.y + dim * g.rowHeight;
    for (const name of ["q", "k"]) {
      const [matrix, box, own] = name === "q" ? [g.wq, g.madeQ, data.x] : [g.wk, g.madeK, data.m];
      slice(parent, matrix, matrices[name], dim, dim + 1);
      const { values, columns } = matrices[name];
      ground(parent, box);
      vector(parent, box, own.map((one, d) => one * values[dim * columns + d]), name);
      const said = `\u03a3 ${name === "q" ? "x" : "m"}\u00b7w + b = `
        + `${number(data.sums[name][dim])} + ${summand(data.biases[name][dim])}`;
      indexed(parent, {
        x: name === "q" ? box.x : box.x + box.width, y: g.told, class: name === "q" ? "spelled" : "spelled end",
        style: ink(`${name}_text`),
      }, name, dim + 1, g.phone ? ` = ${number(data[name][dim])}` : ` = ${said} \u2248 ${number(data[name][dim])}`);
    }
    put(parent, "rect", {
      x: g.wq.x - 3, y: y - 1, width: g.wk.x + g.wk.width - g.wq.x + 6, height: g.rowHeight + 2, rx: 3, class: "frame",
    });
    if (player.stage >= STEP.product) {
      put(parent, "text", {
        x: g.p.x + g.p.width / 2, y: g.madeQ.y + 14, class: "spelled centre", style: ink("weight_text"),
      }, g.phone ? "" : fill(data.words.dim, {
        i: dim + 1, q: number(data.q[dim]), k: summand(data.k[dim]), p: number(data.product[dim]),
      }));
      if (g.phone) {
        put(parent, "text", {
          x: g.width / 2, y: g.told, class: "spelled centre", style: ink("weight_text"),
        }, `${number(data.q[dim])} \u00d7 ${summand(data.k[dim])} \u2248 ${number(data.product[dim])}`);
      }
    }
  }
  drawMixLens(player, parent);
}
