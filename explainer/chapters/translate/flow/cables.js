// Cross-attention: memory pours into the row that asks. In every layer the strands enter as a
// stack exactly as high as the tile, so one sees that the weights sum to 1.

const FAINT_STRAND = 0.004;

function paintCables(flow) {
  const { g, model, layers } = flow;
  layers.cables.replaceChildren();
  const piece = flow.shownPiece();
  for (let layer = 0; layer < model.layers; layer++) {
    for (const strand of strandsOf(flow, layer)) {
      if (strand.weight < FAINT_STRAND) continue;
      const opacity = strandOpacity(flow, strand, piece);
      if (opacity >= HIDDEN) {
        svgEl("path", {
          d: strand.path, fill: `url(#${flow.id}-pour)`, opacity: opacity.toFixed(3),
          class: "strand", "data-layer": layer,
        }, layers.cables);
      }
      if (piece === strand.piece && strand.weight >= 0.01) {
        pill(layers.numbers, g.channelX(layer), g.channelY + 8, weightText(strand.weight),
          layer === flow.view.layer, "var(--weight-text)");
      }
    }
  }
}

function strandsOf(flow, layer) {
  const { g, model, rows } = flow;
  const row = flow.shownRow();
  const tile = rows.tile(row);
  const common = {
    fromY: g.memoryEnd, channelY: g.channelY, tileX: g.crossX(layer) - 1,
    channelRight: g.channelX(layer) + tile / 2, rowTop: rows.middle(row) - tile / 2,
  };
  const list = [];
  let before = 0;
  for (let piece = model.sourceCount - 1; piece >= 0; piece--) {
    const weight = model.cross(layer, flow.head, row, piece);
    const width = weight * tile;
    // Wider where it leaves the memory, but never wider than the tile it leaves.
    const wide = Math.max(width, weight * Math.min(g.phone ? 26 : 36, g.column));
    const path = cableStrand({ ...common, fromX: g.sourceX(piece), before, width, wide });
    list.push({ layer, piece, weight, path });
    before += width;
  }
  return list;
}

function strandOpacity(flow, { layer, weight, piece }, lit) {
  const chosen = layer === flow.view.layer;
  if (lit >= 0) return piece === lit ? (chosen ? 0.95 : 0.5) : 0.05;
  if (chosen) return 0.34 + 0.6 * Math.min(1, weight * 1.5);
  return (flow.dark ? 0.2 : 0.13) + 0.1 * weight;
}

/** Weights on the memory tiles; where a number is wider than a tile, the largest that do not touch. */
function paintMemoryNumbers(flow) {
  const { g, model, view, layers } = flow;
  const row = flow.shownRow();
  const all = range(model.sourceCount).map((piece) => ({
    piece, x: g.sourceX(piece), weight: model.cross(view.layer, flow.head, row, piece),
  }));
  const placed = [];
  for (const tile of all.sort((a, b) => b.weight - a.weight)) {
    if (placed.some((x) => Math.abs(x - tile.x) < 13)) continue;
    placed.push(tile.x);
    memoryNumber(layers.numbers, g, tile, flow.veiled);
  }
}

function memoryNumber(parent, g, { x, weight }, veiled) {
  const upright = g.column < 24; // too narrow for a number that lies flat
  const text = veiled && !weight ? "?" : g.column < 36 ? weightText(weight).replace(/^0/, "") : weightText(weight); // ".78"
  const y = g.memoryY + (g.slanted ? g.memoryHeight / 2 + 4 : g.memoryHeight - 7);
  svgEl("text", {
    ...(upright
      ? { transform: `translate(${px(x + 4)} ${px(g.memoryY + g.memoryHeight / 2)}) rotate(-90)` }
      : { x: px(x), y: px(y) }),
    "text-anchor": "middle", "font-size": g.phone ? 11 : 12.5, class: "tabular",
    "font-weight": weight > 0.2 ? 750 : 450, style: "fill:var(--on-memory)",
  }, parent, text);
}
