// What the decoder proposes: the most probable pieces, the rest of the vocabulary in one bar,
// and the way of the chosen piece back to the next row.

const BAR_HEIGHT = 22;

function paintOutput(flow) {
  const { g, model, words, layers } = flow;
  const parent = layers.output;
  parent.replaceChildren();
  flow.bars = [];
  const row = flow.shownRow();
  const { list, rest } = model.candidates[row];
  const others = { piece: words.rest, probability: rest, others: true };
  const entries = model.told ? [...list, others] : list;
  // The shown row's own proposal would lie under its fan or its arrow.
  flow.rowNodes.forEach(({ next }, other) => {
    if (next) next.style.display = other === row ? "none" : "";
  });
  flow.fan = svgEl("g", {}, parent);
  if (g.wide) drawFan(flow, flow.fan, entries, row);
  else drawDownArrow(flow, flow.fan, row);
  entries.forEach((entry, line) => drawBar(flow, parent, entry, g.barsY + line * g.barPitch));
  const chosen = list.findIndex((entry) => entry.chosen);
  flow.back = null;
  if (row === flow.view.step && row < model.steps - 1) {
    drawFeedback(flow, parent, list[chosen].piece, g.barsY + chosen * g.barPitch + 11);
  }
}

function drawBar(flow, parent, entry, y) {
  const { g } = flow;
  const label = g.phone ? 92 : 88;
  const full = g.outputWidth - label - 52;
  const x = g.outputX + label;
  const colour = entry.others ? "var(--residual)" : "var(--target)";
  if (entry.chosen) {
    const inset = g.phone ? 0 : 4;
    svgEl("rect", {
      x: g.outputX - inset, y: y - 2, width: g.outputWidth + inset, height: BAR_HEIGHT + 4,
      rx: 6, fill: "var(--target-band)",
    }, parent);
  }
  const ink = entry.others ? "var(--third)" : entry.chosen ? "var(--target-text)" : "var(--ink)";
  const size = entry.others ? 12.5 : 14.5;
  pieceText(parent, entry.piece, {
    x: g.outputX + 4, y: y + BAR_HEIGHT / 2, width: label - 10, colour: ink, size,
    weight: entry.chosen ? 750 : 500, anchor: "start",
  });
  if (!flow.model.told) return;
  const bar = (width, fill, opacity) => svgEl("rect", {
    x, y: y + 4, width: px(width), height: BAR_HEIGHT - 8, rx: 3, fill, opacity,
  }, parent);
  bar(full, "var(--line)", 0.45);
  const width = Math.max(1.5, full * entry.probability);
  const node = bar(width, colour, entry.chosen || entry.others ? 1 : 0.62);
  const number = svgEl("text", {
    x: g.outputX + g.outputWidth - 2, y: y + BAR_HEIGHT / 2 + 4.5, "text-anchor": "end",
    "font-size": 13, class: "tabular", "font-weight": entry.chosen ? 750 : 450,
  }, parent, percent(entry.probability));
  flow.bars.push({ node, width, number });
}

/** From the row to the bars, each strand as wide as its probability, or one for the chosen piece. */
function drawFan(flow, parent, entries, row) {
  const { g, rows } = flow;
  const start = g.tilesEnd + 2;
  const split = g.width - g.right - 22;
  const tile = rows.tile(row);
  const top = rows.middle(row) - tile / 2;
  svgEl("rect", {
    x: px(start), y: px(top), width: px(split - start + 0.5), height: px(tile),
    fill: "var(--target)", opacity: 0.4,
  }, parent);
  let taken = 0;
  entries.forEach((entry, line) => {
    const share = flow.model.told ? entry.probability : 1 / entries.length;
    const width = tile * share;
    const middle = g.barsY + line * g.barPitch + BAR_HEIGHT / 2;
    const end = Math.max(0.9, BAR_HEIGHT * share);
    svgEl("path", {
      d: ribbonAcross(top + taken, width, split, middle - end / 2, end, g.outputX - 6),
      fill: entry.others ? "var(--residual)" : "var(--target)", opacity: entry.chosen ? 0.4 : 0.3,
    }, parent);
    taken += width;
  });
}

/** Narrow pages have the output below: one arrow leads there. */
function drawDownArrow(flow, parent, row) {
  const { g, rows } = flow;
  const x = g.width - 8;
  const y = g.outputY + 9;
  const rowY = rows.middle(row);
  const end = g.outputX + textWidth(flow.words.output, 15.5) + 24;
  svgEl("path", {
    d: roundedPath([[g.tilesEnd + 8, rowY], [x, rowY], [x, y], [end, y]], 8),
    fill: "none", stroke: "var(--target)", "stroke-width": 2, opacity: 0.7,
    "marker-end": `url(#${flow.id}-arrow)`,
  }, parent);
}

/** The dashed line that carries the chosen piece back: it is the next input. */
function drawFeedback(flow, parent, piece, fromY) {
  const { g, rows } = flow;
  const nextY = rows.top(flow.view.step + 1) + g.rowHeight / 2;
  const box = Math.min(78, g.labelEnd - g.rail - (g.wide ? 4 : 16));
  const group = svgEl("g", {}, parent);
  const path = svgEl("path", {
    d: roundedPath([...wayBack(g, fromY, nextY), [g.labelEnd - box, nextY]], 8),
    fill: "none", stroke: "var(--target)", "stroke-width": 1.7, "stroke-dasharray": "5 4",
    "marker-end": `url(#${flow.id}-arrow)`,
  }, group);
  const height = Math.min(21, g.rowHeight);
  svgEl("rect", {
    x: px(g.labelEnd - box + 4), y: px(nextY - height / 2), width: px(box), height: px(height),
    rx: 6, fill: "var(--target-band)", stroke: "var(--target)", "stroke-dasharray": "3 3",
  }, group);
  const label = pieceText(group, piece, {
    x: g.labelEnd, y: nextY, width: box - 8, colour: "var(--target-text)",
    size: g.phone ? 12 : 13.5, weight: 600, anchor: "end",
  });
  feedbackLine(flow, group, nextY);
  flow.back = { group, path, label };
}

/** Right of the bars and below all; where the bars stand below the rows, up at their left. */
function wayBack(g, fromY, nextY) {
  if (!g.wide) return [[g.outputX - 2, fromY], [6, fromY], [6, nextY]];
  const right = g.width - 6;
  const left = g.rail - 18;
  return [[g.outputX + g.outputWidth + 2, fromY], [right, fromY], [right, g.feedbackY],
    [left, g.feedbackY], [left, nextY]];
}

/** What the line means stands beside its end, where the next row begins. */
function feedbackLine(flow, parent, nextY) {
  const { g, words } = flow;
  const x = g.labelEnd + 14;
  const size = Math.min(13, (13 * (g.width - x - 14)) / textWidth(words.feedback, 13));
  const width = textWidth(words.feedback, size) + 16;
  svgEl("rect", {
    x: px(x - 8), y: px(nextY - 9), width: px(width), height: 18, rx: 9, fill: "var(--target-band)",
  }, parent);
  svgEl("text", { x: px(x), y: px(nextY + 4.5), class: "feedback", "font-size": px(size) },
    parent, words.feedback);
}
