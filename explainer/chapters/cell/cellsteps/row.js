// Steps 5 and 6: the whole row, one bar of length 1 that the softmax cuts anew; and the guess before.

const SHOWN = 0.3; // of the softmax's time, until all scores are there; then the cuts move

function drawRow(player) {
  const { g, data, layers } = player;
  const parent = layers.row;
  parent.replaceChildren();
  const soft = progress(player, STEP.softmax);
  const pieces = piecesNow(player);
  drawScores(player, parent, soft);
  pieces.forEach(([from, to], key) => {
    const chosen = key === data.column;
    const left = g.lane.x + key * g.column + 3;
    const right = left + g.column - 6;
    const known = player.stage >= STEP.mask; // before it no score stands below the name
    const [top, bottom] = [(known ? g.scores.y + g.scores.height : g.names.y + g.names.height) + 2, g.bar.y - 2];
    const bend = (top + bottom) / 2;
    if (to - from > 0.05 && (chosen || soft > 0)) {
      put(parent, "path", {
        d: `M${left} ${top}C${left} ${bend} ${from} ${bend} ${from} ${bottom}H${to}C${to} ${bend} ${right} ${bend} ${right} ${top}z`,
        style: ink("weight"), opacity: chosen ? 0.34 : 0.13,
      });
    }
    drawPiece(player, parent, key, from, to, soft);
  });
  const [from, to] = pieces[data.column];
  if (soft > 0) put(parent, "rect", { x: from - 1, width: to - from + 2, y: g.bar.y - 1, height: g.bar.height + 2, rx: 2, class: "frame" });
  const end = g.bar.y + g.bar.height;
  if (soft === 1) {
    const y = end + 6;
    put(parent, "path", { d: `M${g.bar.x} ${y - 3}v3h${g.bar.width}v-3`, class: "bracket" });
    put(parent, "text", g.wide ? { x: g.bar.x, y: y + 13, class: "small" } : { x: g.bar.x + g.bar.width, y: y + 13, class: "small end" }, data.words.one);
  }
  drawMap(player, parent, soft);
  drawGuess(player, parent, pieces, soft);
}

const piecesNow = (player) => {
  const soft = progress(player, STEP.softmax);
  return cuts(player.g, player.data, smooth(soft / SHOWN), smooth((soft - SHOWN) / (1 - SHOWN)));
};

/** Up to the softmax only the cell's own score is known; the mask is stamped on all. */
function drawScores(player, parent, soft) {
  const { g, data } = player;
  const masked = progress(player, STEP.mask);
  const size = g.column < 34 ? 9.5 : 12.5;
  data.lines.masked.forEach((cell, key) => {
    const box = { x: g.lane.x + key * g.column + 2, y: g.scores.y, width: g.column - 4, height: g.scores.height, rx: 4 };
    if (g.staggered && key === data.column && player.stage >= STEP.mask) put(parent, "rect", { ...box, x: box.x - 1.5, y: box.y - 1.5, width: box.width + 3, height: box.height + 3, class: "frame" });
    const mine = key === data.column && player.stage >= STEP.mask;
    const known = mine || soft / SHOWN > key / data.weights.length || (cell.hatched && masked > 0);
    if (!known) {
      const added = { x: box.x + box.width / 2, y: g.scores.y + 15.5, class: "small centre", opacity: masked };
      if (masked > 0 && g.column >= 24) put(parent, "text", added, "+ 0");
      return;
    }
    const group = put(parent, "g", mine && soft === 0 ? fall(player, box, smooth(masked)) : {});
    put(group, "rect", { ...box, style: cell.hatched ? "fill:url(#cellsteps-hatch)" : `fill:${cell.fill}` });
    const middle = box.x + box.width / 2;
    const wide = textWidth(cell.text, size) + 2;
    if (cell.hatched) {
      put(group, "rect", { x: middle - 12, y: g.scores.y + 3, width: 24, height: 16, rx: 8, style: ink("page") });
    }
    if (wide > box.width + 3) return;
    put(group, "text", {
      x: middle, y: g.scores.y + 15.5, class: mine ? "cell chosen" : "cell", "font-size": size,
      style: cell.hatched ? ink("ink") : `fill:${cell.ink}`,
    }, cell.text);
  });
}

/** The score comes from the end of its bar down into the row. */
function fall(player, box, share) {
  const { g, data } = player;
  const { zero, unit } = sumScale(player);
  const [x, y] = [zero + data.score * unit - box.x - box.width / 2, g.sum.y - box.y];
  return { transform: `translate(${x * (1 - share)} ${y * (1 - share)})`, opacity: Math.min(1, 3 * share) };
}

function drawPiece(player, parent, key, from, to, soft) {
  const { g, data } = player;
  const cell = data.lines.weights[key];
  const width = Math.max(0, to - from);
  const chosen = key === data.column;
  const box = { x: from, y: g.bar.y, width, height: g.bar.height };
  if (soft === 0) {
    const guessed = player.guess === key;
    put(parent, "rect", {
      ...box, x: from + 1.5, width: Math.max(1, width - 3), rx: 5, class: guessed ? "asked guessed" : "asked",
    });
    put(parent, "text", { x: from + width / 2, y: g.bar.y + 22, class: "question centre" }, "?");
    return;
  }
  // While it is cut a part is as dark as it is long: the winner is not told beforehand.
  const fill = soft < 1 ? shadeNow(data.colours, width / g.bar.width) : cell.fill;
  put(parent, "rect", { ...box, style: `fill:${fill}` });
  if (width > 2) put(parent, "line", { x1: to, x2: to, y1: g.bar.y, y2: g.bar.y + g.bar.height, class: "cut" });
  if (soft < 1) return;
  const middle = { x: from + width / 2, class: chosen ? "cell chosen" : "cell", style: `fill:${cell.ink}` };
  const name = fitted(data.pieces[key], width - 8, 12.5);
  const both = `${data.pieces[key]} ${cell.text}`;
  if (width >= textWidth(both, 13) + 10) {
    const text = pieceInto(parent, { ...middle, y: g.bar.y + 21.5 }, data.pieces[key]);
    put(text, "tspan", { dx: 6, class: "weight" }, cell.text);
  } else if (width >= 36) {
    pieceInto(parent, { ...middle, y: g.bar.y + 15 }, name);
    put(parent, "text", { ...middle, y: g.bar.y + 29 }, cell.text);
  }
}

/** All rows of the head: the one that is looked at is the bar. Shaded once the weights are known. */
function drawMap(player, parent, soft) {
  const { g, data, map } = player;
  if (g.phone && g.early) return;
  const { x, y, size } = g.map;
  const step = Math.min(size / map.rows, size / map.columns);
  const [width, high] = [step * map.columns, step * map.rows];
  Object.assign(g.map, { step, width, high });
  const named = textWidth(data.words.map_name, 12) < g.size.left + 40;
  put(parent, "text", { x, y: y - 6, class: "small" }, named ? data.words.map_name : "");
  put(parent, "rect", { x: x - 1, y: y - 1, width: width + 2, height: high + 2, class: "ground" });
  if (soft === 1) {
    put(parent, "image", {
      x, y, width, height: high, href: player.mapPicture(), preserveAspectRatio: "none", "image-rendering": "pixelated",
    });
  } else {
    let lines = "";
    for (let i = 1; i < map.rows; i += 1) lines += `M${x} ${y + i * step}h${width}`;
    for (let i = 1; i < map.columns; i += 1) lines += `M${x + i * step} ${y}v${high}`;
    put(parent, "path", { d: lines, class: "grid" });
  }
  const rowY = y + data.row * step;
  put(parent, "rect", { x: x - 1, y: rowY - 1, width: width + 2, height: step + 2, class: "frame thin" });
  put(parent, "rect", { x: x + data.column * step, y: rowY, width: step, height: step, class: "cell-frame" });
  if (!g.phone) {
    const from = x + width + 2;
    put(parent, "path", {
      d: `M${from} ${rowY}L${g.lane.x - 4} ${g.bar.y}V${g.bar.y + g.bar.height}L${from} ${rowY + step}z`, class: "beam",
    });
  }
}

/** Under the piece that was guessed, once the answer is there. */
function drawGuess(player, parent, pieces, soft) {
  const { g, data, guess } = player;
  if (guess === null || soft < 1) return;
  const [from, to] = pieces[guess];
  const middle = clamp((from + to) / 2, g.bar.x + 5, g.bar.x + g.bar.width - 5);
  const y = g.bar.y + g.bar.height + 3;
  put(parent, "path", { d: `M${middle - 5} ${y + 8}h10l-5 -8z`, style: ink("ink") });
  const words = data.words.mine;
  const half = textWidth(words, 12) / 2;
  const taken = textWidth(data.words.one, 12) + 8; // at one end of the bar stands what all of it is
  const [low, high] = g.wide ? [taken, 0] : [0, taken];
  put(parent, "text", {
    x: clamp(middle, g.bar.x + low + half, g.bar.x + g.bar.width - high - half), y: y + 20, class: "small chosen centre",
  }, words);
}

function reveal(line, player) {
  const button = node("button", "reveal", line, player.data.words.reveal);
  button.dataset.screen = "";
  button.onclick = () => player.reveal();
}

const bestOf = (weights) => weights.indexOf(Math.max(...weights));

/** Beside the bar: the question, then the answer of the reader and of the model. */
function paintAsked(player) {
  const { askedNode, data, g, guess } = player;
  const { words } = data;
  const told = player.stage > STEP.softmax || (player.stage === STEP.softmax && player.phase === 1);
  const asks = player.stage < STEP.softmax;
  Object.assign(askedNode.style, { left: `${g.asked.x}px`, top: `${g.asked.y}px`, width: `${g.asked.width}px` });
  const key = JSON.stringify([asks, told, guess, g.width, data.row, data.index, data.pieces, words.ask, player.version]);
  if (key === player.askedKnown) return;
  player.askedKnown = key;
  askedNode.replaceChildren();
  if (asks) {
    node("div", "question", askedNode, words.ask);
    if (guess === null) node("div", "how", askedNode, words.how);
    else {
      const line = node("div", "answer", askedNode);
      answer(line, words.mine, data.pieces[guess]);
      if (!data.asks) reveal(line, player);
    }
  }
  if (!told) return;
  const best = bestOf(data.weights);
  if (guess !== null) {
    const right = data.weights[guess] === data.weights[best];
    const line = node("div", "answer", askedNode);
    node("span", right ? "right" : "wrong", line, right ? "\u2713" : "\u2717");
    answer(line, words.mine, data.pieces[guess], share(data.weights[guess]));
  }
  answer(node("div", "answer", askedNode), guess === null ? words.best : words.model, data.pieces[best], share(data.weights[best]));
}

function answer(holder, who, piece, weight) {
  node("span", "who", holder, who);
  node("b", "", holder, piece);
  if (weight) node("span", "number", holder, weight);
}
