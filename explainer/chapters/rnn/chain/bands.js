// Where the states stand: the encoder above, the decoder below, one link from end to beginning.

const CHIP = 26; // heights of a token, of one number of a state, of the arrow between
const NUMBER = { usual: 8, low: 6 }; // the latter in a low window
const LOW_WINDOW = 880;
const ARROW = 14;
const HEAD = 29; // the name of a half, and the button beside it
const PAD = 8;
const LINK = 40; // between the halves
const WIDE = { most: 150, least: 31, tiny: 46, small: 76 }; // pixels of a step; below the last two names are small

const numberHeight = () => (window.innerHeight < LOW_WINDOW ? NUMBER.low : NUMBER.usual);
const stateHeight = (data) => data.units.length * numberHeight();
const bandHeight = (data) => HEAD + CHIP + ARROW + stateHeight(data) + PAD;

/** Columns as wide as the longer half leaves room for; below the least it scrolls. */
function bandsOf(data, width) {
  const longest = Math.max(...data.halves.map((half) => half.pieces.length));
  const step = Math.max(WIDE.least, Math.min(WIDE.most, (width - 2 * PAD) / longest));
  const box = Math.min(62, step - 18);
  const tops = [0, bandHeight(data) + LINK];
  return { step, box, tops, width: Math.max(width, 2 * PAD + longest * step), height: tops[1] + bandHeight(data) };
}

/** A state as a column of colours around 0. */
function stateInto(group, data, values, x, y, box) {
  const tall = numberHeight();
  values.forEach((value, row) => {
    const share = Math.min(1, Math.abs(value) / data.limit);
    const [from, to] = [data.colours.div_zero, value < 0 ? data.colours.div_minus : data.colours.div_plus].map(channels);
    const fill = `rgb(${from.map((low, at) => Math.round(low + (to[at] - low) * share)).join(",")})`;
    const cell = put(group, "rect", { x, y: y + row * tall, width: box, height: tall, fill });
    put(cell, "title", {}, `${data.units[row]}: ${value.toFixed(2).replace("-", "\u2212")}`);
  });
  put(group, "rect", { class: "frame", x: x - 1.5, y: y - 1.5, width: box + 3, height: values.length * tall + 3, rx: 4 });
}

const head = (x, y) => `M${x - 6} ${y - 4}L${x} ${y}L${x - 6} ${y + 4}`;

/** One step: the token that is read or written, the state after it, the arrow from the one before. */
function stepInto(canvas, data, at, half, index) {
  const isSource = half === 0;
  const top = at.tops[half];
  const middle = PAD + (index + 0.5) * at.step;
  const x = middle - at.box / 2;
  const chipTop = isSource ? top + HEAD : top + HEAD + stateHeight(data) + ARROW;
  const stateTop = isSource ? top + HEAD + CHIP + ARROW : top + HEAD;
  const group = put(canvas, "g", { class: isSource ? "step source" : "step target" });
  put(group, "rect", { class: "hit", x: middle - at.step / 2 + 1, y: top + HEAD - 3, width: at.step - 2, height: CHIP + ARROW + stateHeight(data) + 7, rx: 8 });
  const [wide, size] = at.step < WIDE.tiny ? [at.step - 2, " tiny"] : [at.step - 6, at.step < WIDE.small ? " small" : ""];
  put(group, "rect", { class: "chip", x: middle - wide / 2, y: chipTop, width: wide, height: CHIP, rx: 6 });
  fitInto(pieceInto(group, { class: `piece${size}`, x: middle, y: chipTop + 18, "text-anchor": "middle" }, data.halves[half].pieces[index]), wide - 3);
  const from = isSource ? chipTop + CHIP : stateTop + stateHeight(data) + 2;
  put(group, "path", { class: "flow", d: `M${middle} ${from + 1}v9m-4 -4l4 4l4 -4` });
  if (index) {
    const y = stateTop + stateHeight(data) / 2;
    put(group, "path", { class: "pass", d: `M${x - (at.step - at.box) + 3} ${y}H${x - 4}${head(x - 3, y)}` });
  }
  stateInto(group, data, data.halves[half].states[index], x, stateTop, at.box);
  return group;
}

/** The last state of the encoder is the first thing the decoder has, and all of it. */
function linkInto(canvas, data, at) {
  const last = PAD + (data.halves[0].pieces.length - 0.5) * at.step;
  const first = PAD + 0.5 * at.step;
  const from = at.tops[0] + HEAD + CHIP + ARROW + stateHeight(data) + 2;
  const bend = at.tops[1] - LINK / 2;
  const to = at.tops[1] + HEAD - 3;
  const group = put(canvas, "g", { class: "link" });
  put(group, "path", { class: "pipe", d: `M${last} ${from}V${bend - 8}Q${last} ${bend} ${last - 8} ${bend}H${first + 8}Q${first} ${bend} ${first} ${bend + 8}V${to - 8}` });
  put(group, "path", { class: "tip", d: `M${first - 8} ${to - 9}h16l-8 9z` });
  const words = put(group, "text", { class: "words", x: (first + last) / 2, y: bend + 5, "text-anchor": "middle" }, data.words.link);
  fitInto(words, last - first - 20);
  const wide = words.getComputedTextLength() + 22;
  const plate = put(group, "rect", { class: "plate", x: (first + last) / 2 - wide / 2, y: bend - 13, width: wide, height: 26, rx: 13 });
  group.insertBefore(plate, words);
  return group;
}
