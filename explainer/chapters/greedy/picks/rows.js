// One row a step: what is read, and the distribution as a bar of length 1 cut into candidates.

const TALL = 27; // pixels of a bar
const GAP = 11; // between two bars: the way back to the left
const HEAD = 24; // above the first bar
const LEAST = 24; // pixels of a part that can be pressed
const CUT = 44; // pixels in which a name is worth beginning
const PAD = 6;


/** Where everything stands: the columns of a width. */
function columnsOf(data, width, measure) {
  const widest = Math.max(...data.rows.map((row) => measure(row.read, 14, 650)), 30) + 2 * PAD + 4;
  const read = Math.min(widest, width < 520 ? 84 : 150);
  const left = 26;
  const bar = left + read + 26;
  return { left, read, bar, width, room: width - bar - 2 };
}

const topOf = (row) => HEAD + row * (TALL + GAP);
const heightOf = (rows) => topOf(rows) - GAP + 4;

/** The parts of a row with their ends in pixels; what is left over is the last. */
function partsOf(row, at) {
  let low = 0;
  const found = row.parts.map(([piece, prob, may], index) => {
    const part = { piece, prob, may: Boolean(may), index, x: at.bar + low * at.room, width: prob * at.room };
    low += prob;
    return part;
  });
  return { found, rest: { x: at.bar + low * at.room, width: Math.max(0, 1 - low) * at.room } };
}

/** What was read, as a chip; the first is no piece. */
function readChip(group, row, at, top, isFirst) {
  const kind = isFirst ? "chip special" : "chip";
  put(group, "rect", { class: kind, x: at.left, y: top, width: at.read, height: TALL, rx: 6 });
  const words = pieceInto(group, { class: "piece", x: at.left + at.read / 2, y: top + TALL / 2 + 5, "text-anchor": "middle" }, row.read);
  fitInto(words, at.read - PAD);
}

/** The written part goes back to the left and is read in the next row. */
function wayBack(canvas, part, at, row) {
  const bottom = topOf(row) + TALL;
  const from = part.x + Math.min(part.width / 2, 40);
  const to = at.left + at.read / 2;
  const half = bottom + GAP / 2 - 1;
  const end = topOf(row + 1);
  return put(canvas, "path", {
    class: "back", d: `M${from} ${bottom}V${half}H${to}V${end - 2}M${to - 4} ${end - 5}L${to} ${end - 1}L${to + 4} ${end - 5}`,
  });
}

/** The name inside its part, with the probability where there is room for both. */
function nameInto(group, part, top, measure, isOn) {
  const share = shortPercent(part.prob);
  const name = measure(part.piece, 14, 650);
  const both = name + measure(share, 12.5, 600) + 8;
  if (part.width < Math.min(name + 8, CUT)) return;
  const y = top + TALL / 2 + 5;
  const start = part.x + Math.max(4, Math.min(10, (part.width - name) / 2));
  fitInto(pieceInto(group, { class: isOn ? "piece on" : "piece", x: start, y }, part.piece), part.width - 8);
  if (part.width < both + 14) return;
  put(group, "text", { class: isOn ? "share on" : "share", x: start + name + 7, y }, share);
}
