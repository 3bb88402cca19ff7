// Where everything stands: keys side by side, their names upright where there is no room for them,
// or on a phone one below the other. Along is the way the keys are counted, across the way the
// strands run.

const NARROWEST = 50; // pixels a key needs to stand beside the next one
const STEEPEST = 22; // the same with its name upright
const WIDE = 620;
const LINE = 30; // a key among those below each other
const PORT = 20; // between two heads where their strands begin
const DEEP = { side: 172, below: 120, asked: 96, empty: 40 }; // how far the strands run
const HIGH_WINDOW = 800; // with less, the tokens that are asked for stand nearer
const THICKEST = 15; // a weight of 1
const CHIP = 28;
const BADGE = 19; // from one number to the next

const strongest = (row) => row.reduce((best, weight, key) => (weight > row[best] ? key : best), 0);
const range = (count) => Array.from({ length: count }, (_, index) => index);

/** Of every head its weights in a row; null where only those of the chosen one came. */
function weightsOf(data, row) {
  if (row === data.row) return data.weights;
  if (!data.all) return null;
  const [, rows, keys] = data.all.shape;
  const whole = new Uint16Array(Uint8Array.from(atob(data.all.packed), (char) => char.charCodeAt(0)).buffer);
  return data.heads.map((_, head) => data.keys.map((_key, key) => whole[(head * rows + row) * keys + key] / 65535));
}

function layOut(width, data, weights, origin) {
  const count = data.keys.length;
  const isSteep = width >= WIDE && width / count < NARROWEST;
  const isSide = isSteep || width / count >= NARROWEST;
  const pitch = isSteep ? Math.max(STEEPEST, width / count) : isSide ? width / count : LINE;
  const chip = isSteep ? 66 : CHIP;
  const sums = range(count).map((key) => weights.reduce((sum, row) => sum + row[key], 0));
  const scale = Math.min(THICKEST, (0.94 * pitch) / Math.max(...sums));
  const heads = data.heads.length;
  const reach = Math.max(1, heads - 1) * PORT;
  const middle = isSide
    ? Math.max(reach / 2 + 12, Math.min(width - reach / 2 - 12, origin))
    : Math.max(reach / 2 + 14, (count * pitch) / 2);
  const looks = weights.map(strongest);
  // Heads begin in the order of where they look most, so that few strands cross.
  const order = range(heads).sort((a, b) => looks[a] - looks[b] || a - b);
  const rank = range(heads).map((head) => order.indexOf(head));
  const from = 24;
  const isNear = Boolean(data.asks) && window.innerHeight < HIGH_WINDOW;
  const isEmpty = isSide && data.asks?.kind === "count"; // nobody pulls a strand
  const to = from + (isEmpty ? DEEP.empty : isNear ? DEEP.asked : isSide ? DEEP.side : DEEP.below);
  return {
    isSide, isSteep, chip, pitch, scale, count, from, to, width: isSide ? count * pitch : width, looks, order, rank,
    port: (head) => middle - reach / 2 + rank[head] * PORT,
    key: (index) => (index + 0.5) * pitch,
    sums,
    height: isSide ? to + chip + 8 + 2 * 21 : Math.max(count * pitch, reach + 28),
  };
}

/** A point of the drawing from its place along and across. */
const point = (at, along, across) => (at.isSide ? [along, across] : [across, along]);
