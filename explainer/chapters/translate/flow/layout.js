// Where everything stands, in px. Pure arithmetic: no node is touched here.

const WIDE = 820; // names in a rail at the left, the output at the right
const PHONE = 640;
const FULL_ROWS = 22; // a longer translation keeps this height and squeezes its older rows
const RECENT_ROWS = 8; // rows up to the current one that are never squeezed
const SLOPE = { sin: 0.788, cos: 0.616 }; // slanted labels lean by 52 degrees
const CHIP = 30; // a narrower column has no room for a name, not even in two lines
const ABOVE = 304; // what stands above and below the drawing in a window of any height

// Heights from above: names, one layer, from the last layer to the memory, memory, from there to
// the decoder, its head, one row, its foot, and the way back below all.
const TIGHT = {
  chip: 28, pitch: 33, shelf: 17, memory: 40, gap: 42, axes: 31, row: 20, foot: 25, loop: 14,
};
const LOOSE = {
  chip: 30, pitch: 52, shelf: 26, memory: 42, gap: 64, axes: 36, row: 24.5, foot: 32, loop: 18,
};
const NARROW = {
  chip: 30, pitch: 46, shelf: 44, memory: 42, gap: 62, axes: 50, row: 24.5, foot: 32, loop: 28,
};
const SMALL = {
  chip: 32, pitch: 42, shelf: 42, memory: 42, gap: 60, axes: 52, row: 26, foot: 30, loop: 26,
};

function layout(model, width, windowHeight) {
  const g = { width, wide: width >= WIDE, phone: width < PHONE };
  g.sizes = g.wide ? sizesFor(model, windowHeight - ABOVE) : g.phone ? SMALL : NARROW;
  placeColumns(g, model);
  placeEncoder(g, model);
  placeDecoder(g, model);
  placeOutput(g, model);
  return g;
}

/** As loose as the window is high, so that the way back is seen together with the source. */
function sizesFor(model, room) {
  const rows = Math.min(model.steps, FULL_ROWS);
  const height = (sizes) => 46 + sizes.chip + sizes.pitch * model.encoderLayers + sizes.shelf
    + sizes.memory + sizes.gap + sizes.axes + sizes.row * rows + sizes.foot + sizes.loop;
  const share = clamp((room - height(TIGHT)) / (height(LOOSE) - height(TIGHT)), 0, 1);
  return Object.fromEntries(Object.keys(TIGHT).map((name) =>
    [name, Math.round(2 * (TIGHT[name] + (LOOSE[name] - TIGHT[name]) * share)) / 2]));
}

function placeColumns(g, model) {
  g.rail = g.wide ? 144 : 0;
  g.right = g.wide ? 292 : 0;
  g.x0 = g.rail + (g.phone ? 2 : 6);
  g.x1 = g.width - (g.wide ? 62 : g.phone ? 2 : 6);
  const count = model.sourceCount;
  // One lonely piece should not fill the whole band.
  const fit = () => Math.min(150, (g.x1 - g.x0) / count);
  g.column = fit();
  g.slanted = g.column < CHIP;
  g.upright = g.slanted && g.column < 15;
  g.labelSize = g.upright || g.column < 18 ? 11 : 12.5;
  if (g.slanted) placeSlantedLabels(g, model, fit);
  g.nameWidth = g.column - (g.phone ? 8 : 10);
  g.tileWidth = Math.min(g.phone ? 26 : 60, Math.max(2, g.column * 0.66, g.column - 14));
  const start = g.x0 + (g.x1 - g.x0 - g.column * count) / 2;
  g.sourceX = (piece) => start + g.column * (piece + 0.5);
}

function placeSlantedLabels(g, model, fit) {
  g.labels = model.source.map((piece) => shorten(piece.replaceAll(WORD_MARK, ""), 9));
  const widths = g.labels.map((label) => textWidth(label, g.labelSize));
  if (g.upright) {
    g.x0 += 4; // half a line of the first and the last label
    g.x1 -= 6;
  } else {
    // The last labels lean over the right edge: keep that much room free.
    const over = widths.map((w, i) => 8 + w * SLOPE.cos - (widths.length - 0.5 - i) * g.column);
    g.x1 -= Math.max(0, ...over);
  }
  g.column = fit();
  const tallest = Math.max(...widths) * (g.upright ? 1 : SLOPE.sin);
  g.labelHeight = clamp(tallest + (g.upright ? 10 : 18), 34, 110);
  g.labelEvery = Math.max(1, Math.ceil((g.upright ? 11.5 : 14.5) / g.column));
}

function placeEncoder(g, model) {
  const { sizes } = g;
  g.sourceY = g.wide ? 8 : 28;
  g.chipHeight = g.slanted ? g.labelHeight : sizes.chip;
  g.tileHeight = 9;
  const first = g.sourceY + g.chipHeight + 11;
  g.stageY = (stage) => first + sizes.pitch * stage; // stage 0 is the embedding
  g.memoryY = g.stageY(model.encoderLayers) + sizes.shelf;
  const isBroken = (piece) => !g.slanted && lineCount(piece, g.nameWidth) > 1;
  g.broken = model.source.some(isBroken); // a name in two lines
  g.memoryHeight = sizes.memory + (g.broken ? 7 : 0);
  g.memoryEnd = g.memoryY + g.memoryHeight;
  g.bandX = g.rail ? g.rail - 4 : 0;
  g.bandWidth = g.width - g.bandX;
}

function placeDecoder(g, model) {
  const { sizes } = g;
  g.decoderY = g.memoryEnd + sizes.gap;
  g.rowHeight = sizes.row;
  g.rowsY = g.decoderY + sizes.axes;
  g.rowsEnd = g.rowsY + g.rowHeight * Math.min(model.steps, FULL_ROWS);
  g.decoderEnd = g.rowsEnd + sizes.foot;
  g.decoderWidth = (g.wide ? g.width - g.right - 14 : g.width) - g.bandX;
  const edge = g.wide ? g.width - g.right : g.width;
  let label = g.phone ? 70 : g.wide && g.width < 960 ? 82 : 92;
  g.endWidth = g.phone ? 62 : g.wide && g.width < 960 ? 76 : 100;
  const room = () => (edge - g.endWidth - g.rail - label - 28) / model.layers;
  if (room() < 58 && g.phone) {
    label = 58; // many layers on a phone: their tiles need the room of the proposals
    g.endWidth = 10;
  }
  placeTiles(g, model, g.rail + label, room);
}

function placeTiles(g, model, labelEnd, room) {
  const vector = clamp(Math.round(room() * 0.19), 6, g.phone ? 10 : 26);
  const pitch = room() - (vector - 10) / model.layers;
  const first = labelEnd + 12 + vector;
  g.labelEnd = labelEnd;
  g.embedX = labelEnd + 12;
  g.vectorWidth = vector;
  g.layerWidth = pitch;
  g.selfX = (layer) => first + pitch * (layer + 0.36);
  g.crossX = (layer) => first + pitch * (layer + 1) - vector - (g.phone ? 1 : 4);
  const gap = g.crossX(0) - g.selfX(0) - vector;
  g.channelX = (layer) => g.selfX(layer) + vector + gap * 0.42;
  // The cable is as thick as the tile is high, so it must fit between the two tiles.
  const tallest = g.phone ? 14 : g.rowHeight * 0.62;
  g.rowTile = clamp(gap * 0.84, 4, tallest);
  g.tilesEnd = g.crossX(model.layers - 1) + vector;
  g.channelY = g.decoderY + (g.phone ? 20 : 12);
}

function placeOutput(g, model) {
  g.outputX = g.wide ? g.width - g.right + 48 : g.phone ? 18 : 40;
  g.outputWidth = g.wide ? g.right - 62 : g.width - 2 * g.outputX;
  g.outputY = g.wide ? g.decoderY - 4 : g.decoderEnd + 28;
  g.barsY = g.outputY + 42;
  g.barPitch = g.wide ? clamp(g.rowHeight + 4, 24, 27) : 27;
  const lines = Math.max(...model.candidates.map(({ list }) => list.length)) + 1;
  const outputEnd = g.barsY + lines * g.barPitch;
  g.feedbackY = Math.max(g.decoderEnd, outputEnd) + g.sizes.loop; // the way back is below all
  g.height = g.wide ? g.feedbackY + 4 : outputEnd;
}

/**
 * Rows of the decoder for one step: middle and height of each, and where the unwritten rest
 * begins. Up to FULL_ROWS every row has its fixed place. Beyond, the total stays the same: the
 * recent rows are whole and the older ones share what is left, so the drawing never jumps.
 */
function placeRows(g, steps, step) {
  const whole = g.rowHeight;
  let old = 0;
  let oldHeight = whole;
  if (steps > FULL_ROWS) {
    old = Math.max(0, step + 1 - RECENT_ROWS);
    const room = (FULL_ROWS - RECENT_ROWS - 2.5) * whole; // 2.5: next input and the hatch
    oldHeight = Math.min(whole, room / Math.max(1, old));
  }
  const rowHeight = (row) => (row < old ? oldHeight : whole);
  const top = (row) => g.rowsY + Math.min(row, old) * oldHeight + Math.max(0, row - old) * whole;
  const middle = (row) => top(row) + rowHeight(row) / 2;
  const labelEvery = Math.max(1, Math.ceil(18 / oldHeight));
  return {
    height: rowHeight,
    top,
    middle,
    tile: (row) => (g.rowTile * rowHeight(row)) / whole,
    labelled: (row) =>
      row >= old || (row % labelEvery === 0 && middle(old) - middle(row) > 15),
    laterY: top(step + 1),
  };
}
