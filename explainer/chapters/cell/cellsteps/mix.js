// Steps 7 to 10: values as wide as their weights, their average, the heads side by side, W_O.

function drawMix(player) {
  const { g, layers } = player;
  const parent = layers.mix;
  parent.replaceChildren();
  if (g.early) return;
  drawValues(player, parent);
  drawHeadOutput(player, parent);
  drawConcat(player, parent);
  drawOut(player, parent);
}

/** m times W_V gives v; below each piece of the bar its v, a line a dimension. */
function drawValues(player, parent) {
  const { g, data, matrices } = player;
  const made = progress(player, STEP.value);
  const gathered = progress(player, STEP.head);
  if (made === 0) return;
  const colour = data.sides.key;
  ground(parent, g.ms);
  vector(parent, g.ms, data.m, colour);
  put(parent, "text", { x: 0, y: g.ms.y + 15, class: "letter", style: ink(`${colour}_text`) }, "m");
  ground(parent, g.wv);
  slice(parent, g.wv, matrices.v, 0, g.dims, { opacity: 2 * MATRIX });
  indexed(parent, { x: 0, y: g.wv.y + 16, style: ink("v_text") }, "W", "V");
  ground(parent, g.wall);
  const pieces = cuts(g, data, 1, 1);
  const rows = made < 1 ? made * g.dims : g.dims;
  slice(parent, g.v, player.valuePicture(data.column), 0, rows);
  put(parent, "text", { x: g.v.x + g.v.width / 2, y: g.v.y - 6, class: "letter centre", style: ink("v_text") }, "v");
  pieces.forEach(([from, to], key) => {
    const mine = key === data.column;
    if (!mine && gathered === 0) return;
    const width = Math.max(0.4, to - from);
    const box = { x: from, y: g.wall.y, width, height: g.wall.height };
    const opacity = mine ? 1 : smooth(gathered * 3);
    slice(parent, box, player.valuePicture(key), 0, mine ? rows : g.dims, { opacity });
    if (width > 3) put(parent, "line", { x1: to, x2: to, y1: g.wall.y, y2: g.wall.y + g.wall.height, class: "cut" });
    if (mine) put(parent, "rect", { ...box, class: "frame" });
  });
}

/** Line by line the average over the width. */
function drawHeadOutput(player, parent) {
  const { g, data } = player;
  const gathered = progress(player, STEP.head);
  if (gathered === 0) return;
  const colour = data.sides.query;
  ground(parent, g.head);
  const rows = smooth((gathered - 0.3) / 0.7) * g.dims;
  vector(parent, g.head, data.head, colour, { across: false, grown: (i) => clamp(rows - i, 0, 1) });
  if (gathered < 1 && rows > 0) {
    const y = g.wall.y + rows * g.rowHeight;
    put(parent, "line", { x1: g.wall.x, x2: g.head.x + g.head.width, y1: y, y2: y, class: "sweep" });
  }
  put(parent, "text", {
    x: g.phone ? g.head.x + g.head.width : g.head.x + g.head.width / 2, y: g.head.y - 7,
    class: g.phone ? "small end" : "name centre",
  }, data.words.head);
}

/** The place of this head among all: its numbers slide into it. */
function drawConcat(player, parent) {
  const { g, data } = player;
  const joined = progress(player, STEP.concat);
  const high = g.concat.height / data.n_heads;
  const mine = { ...g.concat, y: g.concat.y + data.index * high, height: high };
  if (joined === 0) return;
  const colour = data.sides.query;
  const t = smooth(joined);
  if (joined < 1) {
    const box = Object.fromEntries(["x", "y", "width", "height"].map((side) => [side, mix(g.head[side], mine[side], t)]));
    vector(parent, box, data.head, colour, { across: false });
    return;
  }
  if (g.wide) {
    const right = g.head.x + g.head.width + 3;
    put(parent, "path", {
      d: `M${right} ${g.head.y}L${mine.x - 3} ${mine.y}v${mine.height}L${right} ${g.head.y + g.head.height}z`,
      style: ink(colour), class: "pours",
    });
  }
  ground(parent, g.concat);
  vector(parent, g.concat, data.all, colour, {
    across: false, only: [data.index * g.dims, (data.index + 1) * g.dims],
  });
  let lines = "";
  for (let head = 1; head < data.n_heads; head += 1) lines += `M${g.concat.x} ${g.concat.y + head * high}h${g.concat.width}`;
  put(parent, "path", { d: lines, class: "grid" });
  put(parent, "rect", { ...mine, x: mine.x - 2, width: mine.width + 4, rx: 3, class: "frame" });
  const middle = g.concat.x + g.concat.width;
  put(parent, "text", { x: middle, y: g.concat.y - 7, class: "name end" }, data.words.concat);
}

/** Below W_O what this head adds, and the output of all heads. */
function drawOut(player, parent) {
  const { g, data, matrices } = player;
  const done = progress(player, STEP.out);
  if (done === 0) return;
  const colour = data.sides.query;
  const high = g.wo.height / data.n_heads;
  ground(parent, g.wo);
  for (let head = 0; head < data.n_heads; head += 1) {
    const y = g.wo.y + head * high;
    const mine = head === data.index;
    if (mine) slice(parent, { ...g.wo, y, height: high }, matrices.o, 0, clamp(done * 1.6, 0, 1) * g.dims);
    else put(parent, "rect", { ...g.wo, y: y + 0.5, height: high - 1, class: "other" });
    put(parent, "text", {
      x: g.wo.x + g.wo.width / 2, y: y + high / 2 + 4, class: "small centre",
    }, mine || high < 12 ? "" : fill(data.words.other_head, { number: head + 1 }));
  }
  put(parent, "rect", { ...g.wo, y: g.wo.y + data.index * high, height: high, class: "frame" });
  indexed(parent, { x: g.wo.x, y: g.wo.y - 7, class: "name" }, "W", "O");
  const limit = Math.max(largest(data.out), largest(data.own));
  const grown = (index) => inTurn((done - 0.4) / 0.6, index, data.out.length, 0.6);
  ground(parent, g.own);
  vector(parent, g.own, data.own, colour, { limit, grown });
  ground(parent, g.out);
  vector(parent, g.out, data.out, colour, { limit, grown });
  if (!g.wide && g.wo.x < 120) return;
  put(parent, "text", { x: g.own.x - 8, y: g.own.y + 14, class: "small end" }, data.words.own);
  put(parent, "text", { x: g.out.x - 8, y: g.out.y + 20, class: "name end" }, data.words.out);
}

/** The dimension that is looked at among the values, and what comes together in it. */
function drawMixLens(player, parent) {
  const { g, data, matrices } = player;
  if (g.early || player.stage < STEP.value) return;
  const dim = player.dim;
  const y = g.wall.y + dim * g.rowHeight;
  slice(parent, g.wv, matrices.v, dim, dim + 1);
  const last = player.stage >= STEP.head ? g.head.x + g.head.width : g.wall.x + g.wall.width;
  put(parent, "rect", { x: g.wv.x - 3, y: y - 1, width: last - g.wv.x + 6, height: g.rowHeight + 2, rx: 3, class: "frame" });
  const own = data.values[data.column][dim];
  const weight = data.weights[data.column];
  indexed(parent, { x: 0, y: g.mixTold, class: "spelled", style: ink("v_text") }, "v", dim + 1, ` = ${number(own)}`);
  const first = `${share(weight)} \u00d7 ${summand(own)}`;
  const handed = weight * own;
  const total = data.head[dim];
  const words = player.stage >= STEP.head ? `${first} + ${summand(total - handed)} \u2248 ${number(total)}`
    : `${first} \u2248 ${number(handed)}`;
  put(parent, "text", { x: g.phone ? g.head.x + g.head.width : g.wall.x + g.wall.width, y: g.mixTold, class: "spelled end" }, words);
}
