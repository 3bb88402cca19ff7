// The words that surface: at every level what the state would write if it were the last. How high
// a word floats is its probability.

const RISE = { flat: 100, down: 60 }; // pixels of probability 1
const CHIP = 23;
const TOP = 48; // pixels of the canvas above the middle of a word of probability 1
const FONT = 14;
const SEEN = 0.02; // probability from which the written word has a dot of its own

const whole = (p) => percent(p, 0);

/** A point on the scale of probability at level n. */
function floating(bed, n, p) {
  const s = bed.stretch(n, 0);
  if (bed.flat) return [s, TOP + (1 - p) * RISE.flat];
  return [bed.middle + bed.most / 2 + 18 + p * RISE.down, s];
}

/** A token by its name: a mark of a space alone would be seen as nothing. */
const named = (data, token) => (token === "\u2581" ? data.words.blank : token);

function tellWord(data, n) {
  const [[word, p], ...rest] = data.lens.now[n].top;
  return fill(data.words.word, {
    name: data.places[n].name, word: named(data, word), p: whole(p),
    rest: rest.map(([token, share]) => `${named(data, token)} ${whole(share)}`).join(", "),
    wanted: data.lens.wanted, share: whole(data.lens.now[n].wanted),
  });
}

/** The chip of one word: [left, top, width] and its text. */
function drawChip(parent, bed, n, token, p, className) {
  const size = bed.flat && bed.pitch < 76 ? FONT - 2 : FONT;
  const width = bed.measure(token, size, 650) - 5 * (token.split("\u2581").length - 1) + 14;
  const [x, level] = floating(bed, n, p);
  const y = className && !bed.flat ? level + CHIP + 2 : level; // on a phone below what is said now
  const left = bed.flat ? x - width / 2 : Math.min(x, bed.width - width - 30);
  const chip = put(parent, "g", { class: `chip ${className}` });
  put(chip, "rect", { class: "tile", x: left, y: y - CHIP / 2, width, height: CHIP, rx: 6 });
  tokenInto(chip, { class: "token", x: left + width / 2, y: y + 5, style: `font-size:${size}px` }, token);
  const beside = bed.flat ? { x, y: y - CHIP / 2 - 5 } : { x: left + width + 4, y: y + 4, "text-anchor": "start" };
  put(chip, "text", { class: "share", ...beside }, whole(p));
  return [left, y, width];
}

/** Height of the word that is written in the end, from level to level. */
function wantedLine(canvas, bed, levels, className) {
  put(canvas, "path", { class: `wanted ${className}`, d: line(levels.map((one, n) => floating(bed, n, one.wanted))) });
  if (className) return;
  levels.forEach((one, n) => {
    if (one.wanted < SEEN) return;
    const [cx, cy] = floating(bed, n, one.wanted);
    put(canvas, "circle", { class: "wanted", cx, cy, r: 2.4 });
  });
}

/** What the line from word to word is: a stroke of it and its name. */
function nameLine(parent, bed, data) {
  const words = fill(data.words.line, { wanted: named(data, data.lens.wanted) });
  const room = bed.measure(words, 12.5, 600);
  const x = bed.flat ? bed.measure(data.words.lens, 12.5, 600) + 58 : bed.width - room - 2;
  put(parent, "path", { class: "wanted", d: `M${x - 30} 10h22` });
  tokenInto(parent, { class: "title", x, y: 14 }, words);
}

function drawWords(canvas, bed, knots, data) {
  const { now, before, wanted } = data.lens;
  const all = put(canvas, "g", { class: "words" });
  if (bed.flat) put(all, "text", { class: "title", x: 4, y: 14 }, data.words.lens);
  nameLine(all, bed, data);
  if (before) wantedLine(all, bed, before, "ghost");
  wantedLine(all, bed, now, "");
  return now.map((level, n) => {
    const [token, p] = level.top[0];
    const group = put(all, "g", {
      class: `word${token === wanted ? " found" : ""}`, role: "img", tabindex: -1,
      "aria-label": tellWord(data, n), "data-focus": `word${n}`,
    });
    const s = bed.stretch(n, 0);
    const bank = bed.at(s, bed.swing(s) - widthAt(bed, knots, s) / 2);
    const old = before?.[n].top[0];
    if (old && old[0] !== token && (!bed.flat || Math.abs(old[1] - p) * RISE.flat > CHIP + 12)) {
      drawChip(group, bed, n, named(data, old[0]), old[1], "ghost");
    }
    const [left, y, width] = drawChip(group, bed, n, named(data, token), p, "");
    const foot = bed.flat ? [s, y + CHIP / 2] : [left, y];
    const stem = put(group, "path", { class: "stem", d: line([foot, bank]) });
    group.prepend(stem);
    group.style.setProperty("--share", Math.min(1, 0.5 + 0.7 * Math.sqrt(p)).toFixed(2));
    group.corner = [left + width / 2, y, width / 2];
    return group;
  });
}

/** The three most probable words of a level, unfolded beside its chip and never over the river. */
function unfold(canvas, bed, data, n, group) {
  canvas.querySelector(".unfolded")?.remove();
  if (!group) return;
  const wide = 132;
  const { top } = data.lens.now[n];
  const box = put(canvas, "g", { class: "unfolded" });
  const size = canvas.viewBox.baseVal;
  const tall = 8 + 22 * top.length;
  const [middle, level, half] = group.corner;
  let [x, y] = [middle - wide / 2, Math.min(size.height - tall - 6, level + CHIP / 2 + 6)];
  if (bed.flat) {
    x = middle + half + 8 + wide < size.width ? middle + half + 8 : middle - half - 8 - wide;
    y = Math.max(2, Math.min(bed.surface - tall, level - tall / 2));
  }
  x = Math.max(bed.flat ? 2 : bed.middle + bed.most / 2 + 6, Math.min(size.width - wide - 2, x));
  put(box, "rect", { class: "card", x, y, width: wide, height: tall, rx: 8 });
  top.forEach(([token, p], i) => row(box, x + 9, y + 18 + 22 * i, wide - 18, named(data, token), p, token === data.lens.wanted ? "found" : ""));
}

/** A word with its probability and a bar below both. */
function row(parent, x, y, wide, token, p, className) {
  const group = put(parent, "g", { class: `row ${className}` });
  tokenInto(group, { class: "token", x, y }, token);
  put(group, "text", { class: "share", x: x + wide, y }, whole(p));
  put(group, "rect", { class: "rail", x, y: y + 4, width: wide, height: 4, rx: 2 });
  if (p * wide >= 1) put(group, "rect", { class: "bar", x, y: y + 4, width: p * wide, height: 4, rx: 2 });
}

/** What is written next, and what would have been without the dams. Gives where it ends. */
function drawMouth(canvas, bed, data) {
  const lists = data.mouth.length;
  const below = bed.flat ? bed.middle + bed.deep + 92 : bed.length + 30;
  const wide = bed.beside ? 146 : bed.flat ? Math.min(260, bed.width / 2 - 40) : bed.width - 8;
  let x = bed.beside ? bed.length + 26 : 4;
  let y = bed.beside ? 14 : below;
  if (!lists) return 0;
  for (const { name, rows, kind } of data.mouth) {
    const group = put(canvas, "g", { class: `mouth ${kind}` });
    put(group, "text", { class: "title", x, y }, name);
    y += 24;
    for (const [token, p] of rows) {
      row(group, x, y, wide, named(data, token), p, token === data.wanted ? "found" : "");
      y += 26;
    }
    y += 14;
    if (bed.flat && !bed.beside && kind === "now" && lists > 1) [x, y] = [x + wide + 40, below];
  }
  return y;
}
