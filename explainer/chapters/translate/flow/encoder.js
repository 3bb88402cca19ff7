// The upper, blue band: source pieces, encoder layers, memory.

const HIDDEN = 0.02; // an opacity below this is not worth a node

function drawBands(flow) {
  const { g } = flow;
  const top = g.sourceY - 6 - (g.wide ? 0 : 20);
  const band = (y, width, height, fill) => svgEl("rect", {
    x: g.bandX, y: px(y), width, height: px(height), rx: 14, fill,
  }, flow.layers.ground);
  band(top, g.bandWidth, g.memoryEnd + 8 - top, "var(--source-band)");
  band(g.decoderY, g.decoderWidth, g.decoderEnd - g.decoderY, "var(--target-band)");
}

/** Chips, vectors and memory tiles, each in a node of its own: the opening shows them in turn. */
function drawSource(flow) {
  const { g, model, layers } = flow;
  const part = () => svgEl("g", {}, layers.tiles);
  flow.chips = model.source.map((piece, index) => {
    const node = part();
    if (g.slanted) slantedLabel(flow, node, index);
    else chip(flow, node, piece, g.sourceX(index));
    return node;
  });
  flow.memory = part();
  model.source.forEach((piece, index) => memoryTile(flow, piece, g.sourceX(index)));
  flow.stages = range(model.encoderLayers + 1).map((stage) => {
    const strips = new Strips();
    for (let piece = 0; piece < model.sourceCount; piece++) {
      strips.add(g.sourceX(piece) - g.tileWidth / 2, g.stageY(stage), g.tileWidth, g.tileHeight,
        model.encoderVector(stage, piece));
    }
    const node = part();
    const last = stage === model.encoderLayers;
    strips.draw(node, last ? "var(--memory-text)" : "var(--source)");
    return node;
  });
  if (g.wide) drawEncoderLayerNames(flow);
}

function chip(flow, parent, piece, x) {
  const { g } = flow;
  svgEl("rect", {
    x: px(x - g.column / 2 + 3), y: g.sourceY, width: px(g.column - 6), height: px(g.chipHeight),
    rx: 7, fill: "var(--page)", stroke: "var(--source)", "stroke-width": 1.3,
  }, parent);
  nameText(parent, piece, {
    x, y: g.sourceY + g.chipHeight / 2, width: g.nameWidth,
    colour: "var(--source-text)", size: g.phone ? 12 : 14.5, weight: 600,
  });
}

function slantedLabel(flow, parent, piece) {
  const { g } = flow;
  if (piece % g.labelEvery) return;
  const lean = g.upright ? -90 : -52;
  const x = g.sourceX(piece) + (g.upright ? 4 : 0);
  svgEl("text", {
    transform: `translate(${px(x)} ${px(g.sourceY + g.chipHeight - 4)}) rotate(${lean})`,
    "font-size": g.labelSize, "font-weight": 600, style: "fill:var(--source-text)",
  }, parent, g.labels[piece]);
}

function memoryTile(flow, piece, x) {
  const { g } = flow;
  const gap = g.column < 12 ? 0.5 : g.column < 44 ? 1.5 : 3;
  svgEl("rect", {
    x: px(x - g.column / 2 + gap), y: px(g.memoryY), width: px(g.column - 2 * gap),
    height: px(g.memoryHeight), rx: px(Math.min(7, g.column / 4)), fill: "var(--memory)",
  }, flow.memory);
  if (g.slanted) return;
  nameText(flow.memory, piece, {
    x, y: g.memoryY + (g.broken ? 15 : g.memoryHeight * 0.33), width: g.nameWidth,
    colour: "var(--on-memory)", size: g.phone ? 11.5 : 13, weight: 600,
  });
}

function drawEncoderLayerNames(flow) {
  const { g, model, words } = flow;
  flow.encoderNames = range(model.encoderLayers).map((layer) => svgEl("text", {
    x: px(g.x1 + 6), y: px((g.stageY(layer) + g.stageY(layer + 1)) / 2 + 8), class: "axis",
  }, flow.stages[layer + 1], fillText(words.layer, { layer: layer + 1 })));
}

function paintEncoderLayerNames(flow) {
  (flow.encoderNames || []).forEach((node, layer) => {
    const on = layer === encoderLayer(flow);
    setAll(node, { "font-weight": on ? 750 : 500, style: on ? "fill:var(--weight-text)" : "" });
  });
}

/** The encoder may have fewer layers than the decoder, whose layer is the one chosen. */
function encoderLayer(flow) {
  return Math.min(flow.view.layer, flow.model.encoderLayers - 1);
}

/** Builds all self-attention ribbons of the encoder; paintEncoder sets how strong each is. */
function drawEncoderRibbons(flow) {
  const { g, model, layers } = flow;
  layers.encoder.replaceChildren();
  flow.ribbons = [];
  // With many pieces the thinnest ribbons are hair-fine: thousands of nodes nobody can see.
  const thinnest = model.sourceCount > 27 ? 0.02 : 0.006;
  for (let layer = 0; layer < model.encoderLayers; layer++) {
    const list = encoderLayerRibbons(flow, layer).filter((ribbon) => ribbon.weight > thinnest);
    list.sort((a, b) => a.weight - b.weight);
    for (const ribbon of list) {
      const fill = `url(#${flow.id}-deepen)`;
      ribbon.node = svgEl("path", { d: ribbon.path, fill, class: "fade" }, layers.encoder);
      flow.ribbons.push(ribbon);
    }
  }
  flow.stems = range(model.sourceCount).map((piece) => svgEl("line", {
    x1: px(g.sourceX(piece)), x2: px(g.sourceX(piece)), stroke: "var(--memory-text)",
    y1: g.stageY(model.encoderLayers) + g.tileHeight, y2: g.memoryY, class: "fade",
  }, layers.encoder));
}

/** Ribbons of one layer: they arrive in their true width, side by side over the whole tile. */
function encoderLayerRibbons(flow, layer) {
  const { g, model } = flow;
  const y0 = g.stageY(layer) + g.tileHeight + 1;
  const y1 = g.stageY(layer + 1) - 1;
  const pieces = range(model.sourceCount);
  const weight = (query, key) => model.encoder(layer, flow.head, query, key);
  // What leaves a tile sums to any number; above 1 it is squeezed into the tile.
  const leaving = pieces.map((key) => pieces.reduce((sum, query) => sum + weight(query, key), 0));
  const taken = pieces.map(() => 0);
  const list = [];
  for (const query of pieces) {
    let arrived = 0;
    for (const key of pieces) {
      const share = weight(query, key);
      const wide = share * g.tileWidth;
      const narrow = wide / Math.max(1, leaving[key]);
      const from = g.sourceX(key) - (Math.min(1, leaving[key]) * g.tileWidth) / 2 + taken[key];
      const to = g.sourceX(query) - g.tileWidth / 2 + arrived;
      taken[key] += narrow;
      arrived += wide;
      const path = ribbonDown(from, narrow, y0, to, wide, y1);
      list.push({ layer, query, key, weight: share, path });
    }
  }
  return list;
}

function paintEncoder(flow) {
  const { dark } = flow;
  const piece = flow.shownPiece();
  const chosen = encoderLayer(flow);
  const quiet = flow.hover ? 0.35 : 1;
  for (const ribbon of flow.ribbons) {
    const base = (dark ? 0.12 : 0.07) + (dark ? 0.62 : 0.5) * Math.min(1, ribbon.weight * 1.6);
    let opacity = quiet * (ribbon.layer === chosen ? 1 : 0.8) * base;
    if (piece >= 0) opacity = ribbon.key === piece ? 0.78 : 0.05;
    ribbon.node.setAttribute("opacity", opacity.toFixed(3));
  }
  flow.stems.forEach((stem, index) => setAll(stem, {
    "stroke-width": piece === index ? 4 : Math.min(2, flow.g.column / 6),
    opacity: piece < 0 || piece === index ? 0.75 : 0.2,
  }));
  if (piece >= 0) encoderPills(flow, piece, chosen);
  paintEncoderLayerNames(flow);
}

/** Weights from 0.05 at the ends of the lit ribbons; the smaller of two that touch is left out. */
function encoderPills(flow, piece, chosen) {
  const { g, layers } = flow;
  const placed = [];
  const lit = flow.ribbons.filter(({ key, weight }) => key === piece && weight >= 0.05);
  for (const ribbon of lit.sort((a, b) => b.weight - a.weight)) {
    const x = clamp(g.sourceX(ribbon.query), 15, g.width - 15);
    const { layer } = ribbon;
    if (placed.some((other) => other.layer === layer && Math.abs(other.x - x) < 30)) continue;
    placed.push({ layer, x });
    pill(layers.numbers, x, g.stageY(layer + 1) - 10, weightText(ribbon.weight),
      layer === chosen, "var(--weight-text)");
  }
}
