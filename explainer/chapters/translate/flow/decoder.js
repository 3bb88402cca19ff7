// The lower, orange band: one row is one decoding step; every layer is a box with two tiles.

/** Everything that depends on the layout alone; paintRows moves it into place. */
function drawDecoder(flow) {
  const { g, model, words, layers } = flow;
  flow.axes = svgEl("g", {}, layers.tiles);
  const axis = (x, text, anchor) => svgEl("text", {
    x: px(x), y: px(g.rowsY - 11), class: "axis", "text-anchor": anchor,
  }, flow.axes, text);
  axis(g.labelEnd, words.input, "end");
  if (g.endWidth > 70) axis(g.tilesEnd + 24, words.next, "start");
  const roomForNames = g.crossX(0) - g.selfX(0) > 38;
  for (let layer = 0; layer < model.layers && roomForNames; layer++) {
    axis(g.selfX(layer) + g.vectorWidth / 2 - 4, words.self, "middle");
    axis(g.crossX(layer) + g.vectorWidth / 2 + 4, words.cross_short, "middle");
  }
  flow.layerNames = range(model.layers).map((layer) => svgEl("text", {
    x: px((g.selfX(layer) + g.crossX(layer) + g.vectorWidth) / 2), y: px(g.rowsEnd + 19),
    class: "axis", "text-anchor": "middle", "font-size": 13,
  }, flow.axes, fillText(g.layerWidth < 60 ? words.layer_short : words.layer,
    { layer: layer + 1 })));
  flow.rowNodes = range(model.steps).map((row) => drawRow(flow, row));
}

/** The tiles of one row around y = 0, so that a squeezed row is only a transform. */
function drawRow(flow, row) {
  const { g, model, layers } = flow;
  const tiles = svgEl("g", {}, layers.rows);
  svgEl("line", {
    x1: px(g.embedX), x2: px(g.tilesEnd), y1: 0, y2: 0, stroke: "var(--residual)", opacity: 0.5,
  }, tiles);
  const strips = new Strips();
  const strip = (x, stage) => strips.add(x, -g.rowTile / 2, g.vectorWidth, g.rowTile,
    model.decoderVector(stage, row));
  strip(g.embedX, 0);
  for (let layer = 0; layer < model.layers; layer++) {
    strip(g.selfX(layer), 2 * layer + 1);
    strip(g.crossX(layer), 2 * layer + 2);
  }
  strips.draw(tiles, "var(--target)");
  const labels = svgEl("g", {}, layers.rows);
  const label = pieceText(labels, model.fed[row], {
    x: g.labelEnd, y: 0, width: g.labelEnd - g.rail - 8, colour: "var(--target-text)",
    size: g.phone ? 12.5 : 14, weight: 550, anchor: "end",
  });
  const next = g.endWidth < 40 ? null : pieceText(labels, model.predicted[row], {
    x: g.tilesEnd + 8, y: 0, width: g.endWidth - 14, colour: "var(--target-text)",
    size: g.phone ? 11.5 : 13, weight: 500, anchor: "start", lead: g.phone ? "→" : "→ ",
  });
  return { tiles, labels, label, next };
}

/** Puts every row in its place for the current step and draws what frames them. */
function paintDecoder(flow) {
  const { g, model, view, rows, layers } = flow;
  flow.rowNodes.forEach((node, row) => {
    const written = row <= view.step;
    node.tiles.style.display = written ? "" : "none";
    node.labels.style.display = written && rows.labelled(row) ? "" : "none";
    const squeeze = rows.height(row) / g.rowHeight;
    node.tiles.setAttribute("transform",
      `translate(0 ${px(rows.middle(row))}) scale(1 ${squeeze.toFixed(3)})`);
    node.labels.setAttribute("transform", `translate(0 ${px(rows.middle(row))})`);
    node.label.setAttribute("font-weight", row === view.step ? 750 : 550);
  });
  flow.layerNames.forEach((node, layer) => {
    const on = layer === view.layer;
    setAll(node, { "font-weight": on ? 750 : 500, style: on ? "fill:var(--weight-text)" : "" });
  });
  layers.boxes.replaceChildren();
  range(model.layers).forEach((layer) => layerBox(flow, layer));
  svgEl("rect", {
    x: g.bandX + 4, y: px(rows.top(view.step) + 1), width: px(g.tilesEnd - g.bandX + 4),
    height: px(rows.height(view.step) - 2), rx: 6, fill: "none", stroke: "var(--target)",
    "stroke-width": 1.4,
  }, layers.boxes);
  paintUnwritten(flow);
}

function layerBox(flow, layer) {
  const { g, view, layers } = flow;
  const on = layer === view.layer;
  const inset = Math.min(5, g.layerWidth * 0.04 + 1);
  svgEl("rect", {
    x: px(g.selfX(layer) - inset), y: px(g.rowsY - 6), rx: 8,
    width: px(g.crossX(layer) - g.selfX(layer) + g.vectorWidth + 2 * inset),
    height: px(g.rowsEnd - g.rowsY + 9), fill: "var(--page)", opacity: on ? 0.95 : 0.55,
    stroke: on ? "var(--weight)" : "var(--line)", "stroke-width": on ? 1.6 : 1,
  }, layers.boxes);
}

/** The unwritten rest is hatched, paler the later it is: what the causal mask hides. */
function paintUnwritten(flow) {
  const { g, model, view, rows, words, layers } = flow;
  layers.later.replaceChildren();
  if (view.step >= model.steps - 1) return;
  const y = rows.laterY + 1;
  const height = g.rowsEnd - y + 1;
  const free = y + g.rowHeight; // the first of these rows holds the piece that comes back
  const left = g.rail + 8;
  svgEl("rect", {
    x: left, y: px(y), width: px(g.tilesEnd - left), height: px(height), rx: 6,
    fill: `url(#${flow.id}-hatch)`, mask: `url(#${flow.id}-fade)`,
  }, layers.later);
  if (height < 2 * g.rowHeight) return;
  const middleY = (free + g.rowsEnd) / 2;
  const half = textWidth(words.later, 12) / 2 + 12;
  const middle = (left + g.tilesEnd) / 2;
  svgEl("rect", {
    x: px(middle - half), y: px(middleY - 9), width: px(2 * half), height: 18, rx: 9,
    fill: "var(--target-band)",
  }, layers.later);
  svgEl("text", {
    x: px(middle), y: px(middleY + 4.5), class: "axis", "text-anchor": "middle",
  }, layers.later, words.later);
}

function drawSelfRibbons(flow) {
  const { model, view, layers } = flow;
  layers.self.replaceChildren();
  flow.selfRibbons = [];
  const thinnest = view.step > 27 ? 0.03 : 0.01;
  for (let layer = 0; layer < model.layers; layer++) {
    for (const ribbon of selfLayerRibbons(flow, layer)) {
      if (ribbon.weight <= thinnest) continue;
      ribbon.node = svgEl("path", {
        d: ribbon.path, fill: "var(--target)", class: "fade",
      }, layers.self);
      flow.selfRibbons.push(ribbon);
    }
  }
}

function selfLayerRibbons(flow, layer) {
  const { g, model, view, rows } = flow;
  const x0 = (layer ? g.crossX(layer - 1) : g.embedX) + g.vectorWidth + 1;
  const x1 = g.selfX(layer) - 1;
  const written = range(view.step + 1);
  const weight = (query, key) => model.self(layer, flow.head, query, key);
  const leaving = written.map((key) => written.reduce((sum, q) => sum + weight(q, key), 0));
  const taken = written.map(() => 0);
  const list = [];
  for (const query of written) {
    let arrived = 0;
    for (let key = 0; key <= query; key++) {
      const share = weight(query, key);
      const wide = share * rows.tile(query);
      const narrow = (share * rows.tile(key)) / Math.max(1, leaving[key]);
      const from = rows.middle(key) + taken[key]
        - (Math.min(1, leaving[key]) * rows.tile(key)) / 2;
      const to = rows.middle(query) - rows.tile(query) / 2 + arrived;
      taken[key] += narrow;
      arrived += wide;
      const path = ribbonAcross(from, narrow, x0, to, wide, x1);
      list.push({ layer, query, key, weight: share, path, x0 });
    }
  }
  return list;
}

function paintSelf(flow) {
  const { g, view, dark, rows, layers } = flow;
  const row = flow.shownRow();
  const faded = flow.shownPiece() >= 0;
  let lastY = -Infinity;
  for (const ribbon of flow.selfRibbons) {
    const own = ribbon.query === row;
    let opacity = own ? 0.42 + 0.5 * ribbon.weight : dark ? 0.2 : 0.12;
    if (faded) opacity = 0.07;
    ribbon.node.setAttribute("opacity", opacity.toFixed(3));
    const told = flow.hover && flow.hover.kind === "row" && own && ribbon.layer === view.layer;
    if (!told || ribbon.weight < 0.04) continue;
    const y = rows.middle(ribbon.key);
    if (y - lastY < 16) continue; // squeezed rows: their numbers would lie on one another
    lastY = y;
    pill(layers.numbers, ribbon.x0 + (g.phone ? 10 : 15), y, weightText(ribbon.weight), true,
      "var(--target-text)");
  }
}
