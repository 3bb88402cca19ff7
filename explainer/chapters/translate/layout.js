// Where everything of the drawing of the model stands, in px. Pure arithmetic.
import { clamp, range } from "../../drawings/parts.js";
/** @import { Data } from "./types.d.ts" */

/** @typedef {ReturnType<typeof layout>} Layout */

const WIDE = 820; // names in a rail at the left, the output at the right
const PHONE = 640;
// A longer translation keeps a height of so many rows and squeezes those older than so many.
const ROWS = { full: 22, recent: 8 };
const ROWS_ON_PHONE = { full: 6, recent: 2 };
const CHIP = 30; // a narrower column has no room for a name, not even in two lines
const UPRIGHT = 64; // of a name that stands
const ABOVE = 304; // what stands above and below the drawing in a window of any height

// Heights from above: names, one layer, from the last layer to the memory, memory, from there to
// the decoder, its head, one row, its foot, and the way back below all.
const HEIGHTS = ["chip", "pitch", "shelf", "memory", "gap", "axes", "row", "foot", "loop"];
const TIGHT = [28, 33, 17, 40, 42, 31, 20, 25, 14];
const LOOSE = [30, 52, 26, 42, 64, 36, 24.5, 32, 18];
const NARROW = [30, 46, 44, 42, 62, 50, 24.5, 32, 28];
const SMALL = [32, 27, 36, 40, 46, 30, 24, 26, 20];

/** @param {Data} data @param {number} lines of the output at most @param {number} width
 * @param {number} window its height */
export function layout(data, lines, width, window) {
  const { source, fed, layers } = data;
  const [isWide, isPhone] = [width >= WIDE, width < PHONE];
  const sizes = isWide ? sizesFor(data, window - ABOVE) : isPhone ? SMALL : NARROW;
  const size = Object.fromEntries(HEIGHTS.map((name, at) => [name, sizes[at]]));
  const [rail, right] = isWide ? [144, 292] : [0, 0];
  const shown = isPhone ? ROWS_ON_PHONE : ROWS;

  // Columns of the source; where they have no room for names these stand upright.
  const [x0, x1] = isWide ? [rail + 6, width - 62] : isPhone ? [2, width - 2] : [6, width - 6];
  const count = source.length;
  const column = Math.min(150, (x1 - x0) / count); // a lonely token should not fill the whole band
  const isSlanted = column < CHIP;
  const start = x0 + (x1 - x0 - column * count) / 2;

  // The encoder, whose stage 0 is the embedding, and the memory.
  const sourceY = isWide ? 8 : 28;
  const chipHeight = isSlanted ? UPRIGHT : size.chip;
  const stageY = (/** @type {number} */ stage) => sourceY + chipHeight + 11 + size.pitch * stage;
  const memoryY = stageY(layers.encoder) + size.shelf;
  const memoryEnd = memoryY + size.memory;
  const bandX = rail ? rail - 4 : 0;

  // The decoder.
  const decoderY = memoryEnd + size.gap;
  const rowsY = decoderY + size.axes;
  const rowsEnd = rowsY + size.row * Math.min(fed.length, shown.full);
  const decoderEnd = rowsEnd + size.foot;
  const isTight = isWide && width < 960;
  let label = isPhone ? 70 : isTight ? 82 : 92;
  let endWidth = isPhone ? 62 : isTight ? 76 : 100;
  const room = () => (width - right - endWidth - rail - label - 28) / layers.decoder;
  if (room() < 58 && isPhone) [label, endWidth] = [58, 10]; // the tiles of many layers need it
  const labelEnd = rail + label;
  const vectorWidth = clamp(Math.round(room() * 0.19), 6, isPhone ? 10 : 26);
  const layerWidth = room() - (vectorWidth - 10) / layers.decoder;
  const first = labelEnd + 12 + vectorWidth;
  const selfX = (/** @type {number} */ layer) => first + layerWidth * (layer + 0.36);
  const crossX = (/** @type {number} */ layer) =>
    first + layerWidth * (layer + 1) - vectorWidth - (isPhone ? 1 : 4);
  const gap = crossX(0) - selfX(0) - vectorWidth;

  // The output, beside the decoder or below it; the way back is below all.
  const outputX = isWide ? width - right + 48 : isPhone ? 22 : 40;
  const outputY = isWide ? decoderY - 4 : decoderEnd + 12;
  const barPitch = isWide ? clamp(size.row + 4, 24, 27) : 27;
  const bars = outputY + (isWide ? 42 : 26);
  const end = bars + lines * barPitch;
  const feedbackY = Math.max(decoderEnd, end) + size.loop;
  return {
    ...{ width, isWide, isPhone, size, rail, right, x1, column, isSlanted, sourceY, chipHeight },
    ...{ stageY, memoryY, memoryEnd, bandX, decoderY, rowsY, rowsEnd, decoderEnd, endWidth },
    ...{ labelEnd, vectorWidth, layerWidth, selfX, crossX, outputX, outputY, barPitch, feedbackY },
    ...{ memoryHeight: size.memory, tileHeight: 9, ...shown },
    homeWidth: Math.min(78, label - (isWide ? 4 : 16)), // of the token that comes back
    tileWidth: Math.min(isPhone ? 26 : 60, Math.max(2, column * 0.66, column - 14)),
    sourceX: (/** @type {number} */ token) => start + column * (token + 0.5),
    bandWidth: width - bandX,
    rowHeight: size.row,
    decoderWidth: width - (isWide ? right + 14 : 0) - bandX,
    embedX: labelEnd + 12,
    channelX: (/** @type {number} */ layer) => selfX(layer) + vectorWidth + gap * 0.42,
    channelY: decoderY + (isPhone ? 20 : 12),
    // The cable is as thick as the tile is high, so it must fit between the two tiles.
    rowTile: clamp(gap * 0.84, 4, isPhone ? 14 : size.row * 0.62),
    tilesEnd: crossX(layers.decoder - 1) + vectorWidth,
    outputWidth: isWide ? right - 62 : width - 2 * outputX,
    barY: (/** @type {number} */ line) => bars + line * barPitch,
    height: isWide ? feedbackY + 4 : end,
  };
}

/** As loose as the window is high, so that the way back is seen together with the source. */
function sizesFor(/** @type {Data} */ { fed, layers }, /** @type {number} */ room) {
  const counts = [1, layers.encoder, 1, 1, 1, 1, Math.min(fed.length, ROWS.full), 1, 1];
  const [tight, loose] = [TIGHT, LOOSE].map((sizes) =>
    sizes.reduce((total, size, at) => total + size * counts[at], 46)
  );
  const share = clamp((room - tight) / (loose - tight), 0, 1);
  return TIGHT.map((size, at) => Math.round(2 * (size + (LOOSE[at] - size) * share)) / 2);
}

/** Rows of the decoder at a step. Up to `full` ones each has its fixed place; of more the total stays the
 * same: the recent ones are whole and the older ones share what is left, so that nothing jumps.
 * @param {Layout} g @param {number} steps @param {number} step */
export function placeRows({ rowHeight, rowsY, rowsEnd, rowTile, full, recent }, steps, step) {
  const old = steps > full ? Math.max(0, step + 1 - recent) : 0;
  const room = (full - recent - 2.5) * rowHeight; // 2.5: next input and the hatch
  const low = Math.min(rowHeight, room / Math.max(1, old));
  const height = (/** @type {number} */ row) => (row < old ? low : rowHeight);
  const top = (/** @type {number} */ row) =>
    rowsY + Math.min(row, old) * low + Math.max(0, row - old) * rowHeight;
  const middle = (/** @type {number} */ row) => top(row) + height(row) / 2;
  const every = Math.max(1, Math.ceil(18 / low));
  return {
    ...{ height, top, middle },
    later: range(steps).filter((row) => row > step && top(row + 1) < rowsEnd + 1),
    tile: (/** @type {number} */ row) => rowTile * height(row) / rowHeight,
    isLabelled: (/** @type {number} */ row) =>
      row >= old || (row % every === 0 && middle(old) - middle(row) > 15),
  };
}
