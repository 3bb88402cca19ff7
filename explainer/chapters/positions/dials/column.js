// All that belongs to one token: its chip, its clocks, the vector of its place. It moves as one.

const SHARE = { hand: 0.8, wedge: 0.8 }; // of the radius of a clock
const SIZE = { least: 9.5, most: 14.5 }; // of a token in its chip
const px = (value) => value.toFixed(2);
const degrees = (angle) => {
  const found = (angle * 180) / Math.PI;
  return `${found.toFixed(found < 9.95 ? 1 : 0)}\u00b0`;
};

/** A piece with its underline of SentencePiece present, not loud; shrunk to its chip, then cut. */
function nameInto(parent, piece, width) {
  const wide = (char) => (char.codePointAt(0) > 0x2fff ? 0.96 : 0.58);
  const long = (chars) => chars.reduce((sum, char) => sum + wide(char), 0);
  let chars = Array.from(piece);
  if (long(chars) * SIZE.least > width && chars.length > 1) chars = chars.filter((char) => char !== "\u2581");
  const size = Math.max(SIZE.least, Math.min(SIZE.most, width / long(chars)));
  let room = width / size;
  const kept = chars.filter((char) => { room -= wide(char); return room > -0.3; });
  const shown = kept.length < chars.length ? [...kept.slice(0, -1), "\u2026"] : kept;
  pieceInto(parent, { class: "piece", y: 5, style: `font-size:${px(size)}px` }, shown.join(""));
}

function buildColumn(parent, at, data, token) {
  const group = put(parent, "g", { class: "column" });
  const half = at.column / 2;
  const bottom = at.stripe.y + at.stripe.height + 6;
  const [top, side] = [at.chip.y + at.chip.height + 3, at.isRoomy ? at.radius + 41 : half - 1.5];
  put(group, "rect", { class: `ground${at.isWide ? "" : " bare"}`, x: px(-side), y: top, width: px(2 * side), height: px(bottom - top), rx: 9 });
  const dials = at.dials.map((row) => buildDial(group, at, row));
  const stripe = put(group, "image", {
    class: "stripe", x: px(-at.stripe.width / 2), y: at.stripe.y, width: px(at.stripe.width), height: at.stripe.height,
    preserveAspectRatio: "none", "image-rendering": "pixelated",
  });
  put(group, "rect", { class: "edge", x: px(-at.stripe.width / 2), y: at.stripe.y, width: px(at.stripe.width), height: at.stripe.height });
  const chip = put(group, "g", { class: "chip", transform: `translate(0 ${at.chip.y + at.chip.height / 2})`, "data-token": token });
  put(chip, "rect", { class: "box", x: px(2.5 - half), y: -at.chip.height / 2, width: px(at.column - 5), height: at.chip.height, rx: 8 });
  nameInto(chip, data.pieces[token], at.column - (at.column < 44 ? 7 : 13));
  const grip = put(chip, "g", { class: "grip", transform: `translate(0 ${at.chip.height / 2 + 1})` });
  put(grip, "circle", { class: "knob", r: 7.5 });
  put(grip, "path", { class: "arrows", d: "M-1.9 -2.7L-4.6 0L-1.9 2.7M1.9 -2.7L4.6 0L1.9 2.7" });
  const halo = put(group, "circle", { class: "halo" });
  const dot = put(group, "circle", { class: "dot", r: 4 });
  const value = put(group, "text", { class: "value", y: at.hill.y + at.hill.height + 18 });
  return { group, chip, dials, stripe, halo, dot, value, painted: null };
}

function buildDial(parent, at, row) {
  const r = at.radius;
  const group = put(parent, "g", { class: "dial", transform: `translate(0 ${px(row.y)})` });
  put(group, "circle", { class: "face", r: px(r) });
  const wedge = put(group, "path", { class: "wedge" });
  put(group, "path", { class: "ticks", d: [[0, -1], [1, 0], [0, 1], [-1, 0]].map(([x, y]) => (
    `M${px(x * r)} ${px(y * r)}L${px(x * (r - (y < 0 ? 5 : 2.5)))} ${px(y * (r - (y < 0 ? 5 : 2.5)))}`)).join("") });
  const ghost = put(group, "line", { class: "ghost" });
  const hand = put(group, "line", { class: "hand" });
  const tip = put(group, "circle", { class: "tip", r: 2.4 });
  put(group, "circle", { class: "pin", r: 1.6 });
  const label = put(group, "text", { class: "angle", x: px(r + 5), y: 4 });
  return { group, wedge, ghost, hand, tip, label };
}

/** From one angle clockwise to another. */
function wedgePath(from, to, r) {
  const turn = (((to - from) % TURN) + TURN) % TURN;
  if (turn < 1e-3 || turn > TURN - 1e-3) return "";
  const at = (angle) => `${px(r * Math.sin(angle))} ${px(-r * Math.cos(angle))}`;
  return `M0 0L${at(from)}A${px(r)} ${px(r)} 0 ${turn > Math.PI ? 1 : 0} 1 ${at(to)}Z`;
}

const point = (line, angle, r) => {
  setAll(line, { x2: px(r * Math.sin(angle)), y2: px(-r * Math.cos(angle)) });
};

/** The hands of a token at `place`; `since` is the place of the one it is held together with. */
function paintDials(column, at, table, pairs, place, { on, chosen, since }) {
  const isPair = since !== null;
  column.dials.forEach((dial, index) => {
    const pair = pairs[at.dials[index].dial];
    const angle = table.angle(pair, place);
    const from = isPair ? table.angle(pair, since) : 0;
    const r = at.radius;
    point(dial.hand, angle, r * SHARE.hand);
    dial.tip.setAttribute("cx", px(r * SHARE.hand * Math.sin(angle)));
    dial.tip.setAttribute("cy", px(-r * SHARE.hand * Math.cos(angle)));
    point(dial.ghost, from, r * SHARE.hand);
    dial.ghost.classList.toggle("shown", isPair);
    dial.wedge.setAttribute("d", on && (chosen || isPair) ? wedgePath(from, angle, r * SHARE.wedge) : "");
    const turned = (((angle - from) % TURN) + TURN) % TURN;
    dial.label.textContent = on && at.isRoomy && (chosen || isPair) ? `${isPair ? "+" : ""}${degrees(turned)}` : "";
    dial.group.dataset.angle = angle.toFixed(4);
  });
}

let sheet = null;

/** The vector as a picture of two columns, sines and cosines: a row is a clock, the fastest on top. */
function stripeOf(vector, pairs, colours) {
  sheet ||= document.createElement("canvas");
  sheet.width = 2;
  sheet.height = pairs;
  const brush = sheet.getContext("2d");
  const picture = brush.createImageData(2, pairs);
  vector.slice(0, 2 * pairs).forEach((value, channel) => {
    const share = Math.min(1, Math.abs(value));
    const end = value > 0 ? colours.high : colours.low;
    for (let part = 0; part < 3; part += 1) {
      picture.data[4 * channel + part] = colours.zero[part] + (end[part] - colours.zero[part]) * share;
    }
    picture.data[4 * channel + 3] = 255;
  });
  brush.putImageData(picture, 0, 0);
  return sheet.toDataURL();
}

const channelsOf = (hex) => [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16));
