// The strands: as wide as the weights, each from its head to the tokens it looks at.

const FAINT = 0.02; // a smaller weight is not drawn

function strand(at, head, key, weights) {
  const before = at.order.slice(0, at.rank[head]).reduce((sum, one) => sum + weights[one][key], 0);
  const landed = at.key(key) + (before + weights[head][key] / 2 - at.sums[key] / 2) * at.scale;
  const bend = (at.from + at.to) / 2;
  const points = [[at.port(head), at.from], [at.port(head), bend], [landed, bend], [landed, at.to]];
  const [a, b, c, d] = points.map(([along, across]) => point(at, along, across).map((n) => n.toFixed(1)));
  return `M${a}C${b} ${c} ${d}`;
}

/** Strong strands lie on top, so that no look is hidden by the rests of others. */
function drawStrands(canvas, at, data, weights) {
  const all = weights.flatMap((row, head) => row.map((weight, key) => ({ head, key, weight })));
  for (const { head, key, weight } of all.filter((one) => one.weight >= FAINT).sort((a, b) => a.weight - b.weight)) {
    put(canvas, "path", {
      class: "strand", d: strand(at, head, key, weights), "data-head": head,
      "stroke-width": Math.max(0.8, weight * at.scale).toFixed(2), style: `stroke:${data.heads[head].fill}`,
    });
  }
}

/** A head's number on its own violet; beside it a weight. */
function badge(canvas, x, y, data, head, words) {
  const group = put(canvas, "g", { class: "badge", "data-head": head });
  put(group, "circle", { cx: x, cy: y, r: 8.5, style: `fill:${data.heads[head].fill}` });
  put(group, "text", { x, y: y + 4, class: "number", style: `fill:${data.heads[head].ink}` }, String(head + 1));
  if (words) put(group, "text", { x: x + 12, y: y + 4, class: "weight" }, words);
  return group;
}

const twoDecimals = (weight) => weight.toFixed(2).replace(/^0/, "");

/** The heads where their strands begin, and again at the token each looks at most. */
function drawBadges(canvas, at, data, weights) {
  for (const head of range(data.heads.length)) {
    badge(canvas, ...point(at, at.port(head), at.isSide ? 13 : 12), data, head);
  }
  for (const key of range(at.count)) {
    const here = range(data.heads.length).filter((head) => at.looks[head] === key && weights[head][key] > 0);
    here.sort((a, b) => weights[b][key] - weights[a][key]);
    const isFew = here.length <= (at.isSide ? 2 : 1) && !at.isSteep;
    here.forEach((head, index) => {
      const [x, y] = at.isSide ? under(at, key, here.length, index) : beside(at, key, here.length, index);
      badge(canvas, x, y, data, head, isFew ? twoDecimals(weights[head][key]) : "");
    });
  }
}

/** Two lines of numbers under a token: one head a line with its weight, or as many as there are. */
function under(at, key, count, index) {
  const y = at.to + at.chip + 17;
  if (count <= 2) return [at.key(key) - (at.isSteep ? 0 : 13), y + index * 21];
  const perLine = Math.ceil(count / 2);
  const apart = Math.min(BADGE, Math.max(6, at.pitch - BADGE) / Math.max(1, perLine - 1));
  const column = index % perLine;
  return [at.key(key) + (column - (perLine - 1) / 2) * apart, y + Math.floor(index / perLine) * 21];
}

function beside(at, key, count, index) {
  const apart = Math.min(BADGE, (at.width - at.beside - 22) / Math.max(1, count - 1));
  return [at.beside + 12 + index * apart, at.key(key)];
}

/** The tokens looked at. One that may not be looked at yet is an empty frame. */
function drawKeys(canvas, at, data) {
  const side = data.sides.key;
  const ends = range(at.count).map((key) => {
    const group = put(canvas, "g", { class: key >= data.seen ? "key hidden" : `key ${side}` });
    const box = put(group, "rect", { class: "tile", height: 24, rx: 6 });
    const words = pieceInto(group, { class: at.isSteep ? "piece steep" : "piece" }, data.keys[key]);
    const room = at.isSteep ? at.chip - 8 : at.isSide ? at.pitch - 12 : at.width - at.to - 68;
    const long = Math.min(words.getComputedTextLength(), room);
    if (words.getComputedTextLength() > room) {
      setAll(words, { textLength: long, lengthAdjust: "spacingAndGlyphs" });
    }
    const [x, y] = point(at, at.key(key), at.to + (at.isSide ? CHIP / 2 : 4));
    const left = at.isSide ? x - long / 2 - 6 : x;
    if (at.isSteep) {
      setAll(group, { transform: `translate(${x} ${at.to + 2})` });
      setAll(box, { x: 2 - at.pitch / 2, width: at.pitch - 4, height: long + 13 });
      setAll(words, { y: 6.5 });
    } else {
      setAll(group, { transform: `translate(${left} ${y})` });
      setAll(box, { y: -12, width: long + 13 });
      setAll(words, { x: 6.5, y: 4.8 });
    }
    return left + long + 13;
  });
  at.beside = at.isSide ? 0 : Math.max(...ends);
}
