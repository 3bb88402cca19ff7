// Numbers as words, vectors as bars, matrices as pictures.

const ink = (name) => `fill:var(--${name})`;
const largest = (values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const mix = (from, to, share) => from + (to - from) * share;
const smooth = (share) => { const t = clamp(share, 0, 1); return t * t * (3 - 2 * t); };
/** How far part `index` of `count` has come when all together are at `phase`: one after another. */
const inTurn = (phase, index, count, spread) => smooth(phase * (1 + spread) - (spread * index) / count);

const number = (value) => {
  const size = Math.abs(value);
  return value.toFixed(size >= 1 ? 2 : 3).replace("-", "\u2212");
};
const summand = (value) => (value < 0 ? `(${number(value)})` : number(value));
const share = (weight) => weight.toFixed(3);

/** Pixels of a word, near enough to decide what fits. */
const textWidth = (words, size) => Array.from(words)
  .reduce((sum, char) => sum + (char.codePointAt(0) > 0x2fff ? 0.95 : 0.58) * size, 0);

/** Cuts a piece to about `width` pixels. */
function fitted(piece, width, size) {
  if (textWidth(piece, size) <= width) return piece;
  const chars = Array.from(piece.replaceAll("\u2581", ""));
  while (chars.length > 1 && textWidth(chars.join(""), size) > width) chars.pop();
  return chars.join("");
}

/** A letter with a lower index, and what follows it. */
function indexed(parent, attributes, letter, index, rest) {
  const text = put(parent, "text", attributes);
  put(text, "tspan", { class: "letter" }, letter);
  put(text, "tspan", { class: "index", dy: 4 }, String(index));
  if (rest) put(text, "tspan", { dy: -4 }, rest);
  return text;
}

const rectangle = (x, y, width, height) => (
  `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(2)}v${height.toFixed(2)}h${(-width).toFixed(2)}z`);

/** The rectangle of one bar of a vector that lies (`across`) or stands in a box. */
function barOf(box, index, count, value, limit, across) {
  const step = (across ? box.width : box.height) / count;
  const gap = step > 5 ? 1.6 : step > 2.4 ? 0.6 : 0;
  const half = (across ? box.height : box.width) / 2;
  const long = Math.max(0.5, (Math.abs(value) / limit) * (half - 2));
  if (across) {
    const y = box.y + half - (value >= 0 ? long : 0);
    return [box.x + index * step + gap / 2, y, step - gap, long];
  }
  const x = box.x + half - (value >= 0 ? 0 : long);
  return [x, box.y + index * step + gap / 2, long, step - gap];
}

/**
 * A vector as bars from the middle line of its box: `across` from left to right, else downwards.
 * One path for each strength: 200 bars are two nodes. `grown` tells how far each has grown.
 */
function vector(parent, box, values, colour, { limit = largest(values), across = true, only, grown } = {}) {
  const paths = { strong: "", pale: "" };
  values.forEach((value, index) => {
    const size = grown ? grown(index) : 1;
    if (size <= 0) return;
    const strong = !only || (index >= only[0] && index < only[1]);
    const bar = barOf(box, index, values.length, value * size, limit, across);
    paths[strong ? "strong" : "pale"] += rectangle(...bar);
  });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const line = across ? { x1: box.x, x2: box.x + box.width, y1: y, y2: y }
    : { x1: x, x2: x, y1: box.y, y2: box.y + box.height };
  put(parent, "line", { ...line, class: "axis" });
  if (paths.pale) put(parent, "path", { d: paths.pale, style: ink(colour), opacity: 0.3 });
  if (paths.strong) put(parent, "path", { d: paths.strong, style: ink(colour) });
}

const ground = (parent, box, classes = "ground") => put(parent, "rect", {
  x: box.x - 3, y: box.y - 2, width: box.width + 6, height: box.height + 4, rx: 5, class: classes,
});

const channels = (colour) => {
  const whole = parseInt(colour.slice(1), 16);
  return [whole >> 16, (whole >> 8) & 255, whole & 255];
};

/** Signed numbers as a picture with a pixel a number; `full` is where the colour is full. */
function picture(values, columns, full, colours) {
  const [minus, zero, plus] = ["div_minus", "div_zero", "div_plus"].map((name) => channels(colours[name]));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [columns, values.length / columns];
  const pen = canvas.getContext("2d");
  const image = pen.createImageData(canvas.width, canvas.height);
  for (let at = 0; at < values.length; at += 1) {
    const part = Math.min(1, Math.abs(values[at]) / full);
    const end = values[at] < 0 ? minus : plus;
    for (let channel = 0; channel < 3; channel += 1) {
      image.data[4 * at + channel] = mix(zero[channel], end[channel], part);
    }
    image.data[4 * at + 3] = 255;
  }
  pen.putImageData(image, 0, 0);
  return canvas.toDataURL();
}

const bytesOf = (packed) => Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));

/** A matrix of weights as it came: its numbers and its picture. */
function readMatrix({ rows, columns, limit, full, levels }, colours, id) {
  const values = Float32Array.from(new Int8Array(bytesOf(levels).buffer), (level) => (level / 127) * limit);
  return { id, rows, columns, values, href: picture(values, columns, full, colours) };
}

const readMap = ({ rows, columns, levels }) => ({
  rows, columns, values: Float32Array.from(new Uint16Array(bytesOf(levels).buffer), (level) => level / 65535),
});

/** Rows `from` to `to` of a picture, defined once, in a box that has room for all of them. */
function slice(parent, box, { id, rows, columns }, from, to, attributes = {}) {
  const step = box.height / rows;
  const window = put(parent, "svg", {
    x: box.x, y: box.y + from * step, width: box.width, height: Math.max(0, (to - from) * step),
    viewBox: `0 ${from} ${columns} ${Math.max(0.001, to - from)}`, preserveAspectRatio: "none", ...attributes,
  });
  put(window, "use", { href: `#cellsteps-${id}` });
}

/** The colour of a weight, from pale to deep, as channels. */
function shadeChannels(colours, weight) {
  const [low, high] = [colours.seq0, colours.seq1].map(channels);
  return low.map((one, i) => mix(one, high[i], weight ** 0.7));
}

const shadeNow = (colours, weight) => `rgb(${shadeChannels(colours, weight).map(Math.round).join(" ")})`;

/** A pixel for each weight of the map. */
function mapPicture(map, colours) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [map.columns, map.rows];
  const pen = canvas.getContext("2d");
  const image = pen.createImageData(map.columns, map.rows);
  map.values.forEach((weight, at) => {
    shadeChannels(colours, weight).forEach((one, i) => { image.data[4 * at + i] = one; });
    image.data[4 * at + 3] = 255;
  });
  pen.putImageData(image, 0, 0);
  return canvas.toDataURL();
}
