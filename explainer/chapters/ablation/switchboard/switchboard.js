// A row for each part of the model: the switch, what its loss does to every token, and the new text.

const LIMIT = Math.log(100); // of a probability's factor: beyond it a shade is full
const LEAST = 1e-6; // a probability below it counts as this
const STEPS = [[0.01, "\u00f7100"], [0.1, "\u00f710"], [0.5, "\u00f72"], [1, "="], [2, "\u00d72"]];
const DIM = 0.179; // relative luminance: above it black has the larger contrast (WCAG 2)
const ROOM = 25; // a number in a cell needs so much
const LETTER = 9; // pixels of a letter of a token, about
const WIDE = 640; // from here on the text stands beside the cells
const NAME = 158; // what a row needs besides its cells, where there is little room
const digits = (p) => shortPercent(p).replace("%", ""); // where the head of the row says it

const parts = (colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** The colour of a probability that became another, and that of a number on it. */
function toneOf(colours, before, after) {
  const change = Math.log(Math.max(after, LEAST) / Math.max(before, LEAST)) / LIMIT;
  const share = Math.min(1, Math.abs(change)) ** 0.6;
  const end = parts(change < 0 ? colours.div_minus : colours.div_plus);
  const mixed = parts(colours.div_zero).map((zero, at) => Math.round(zero + (end[at] - zero) * share));
  const [red, green, blue] = mixed.map((one) => (one / 255 <= 0.04045 ? one / 3294.6 : ((one / 255 + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return { ground: `rgb(${mixed.join(",")})`, ink: luminance > DIM ? "#000" : "#FFF" };
}

/** Both texts as one line of words: kept, new or lost, by the longest common subsequence. */
function compared(before, after) {
  const length = [...before, ""].map(() => [...after, ""].map(() => 0));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      length[i][j] = before[i] === after[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
    }
  }
  const line = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (before[i] === after[j]) {
      line.push([after[j], "kept"]);
      i += 1;
      j += 1;
    } else if (j < after.length && (i === before.length || length[i][j + 1] > length[i + 1][j])) {
      line.push([after[j], "new"]);
      j += 1;
    } else {
      line.push([before[i], "lost"]);
      i += 1;
    }
  }
  return 2 * length[0][0] >= before.length ? line : after.map((word) => [word, before.includes(word) ? "kept" : "new"]);
}

/** The words of a text: new ones in another colour, lost ones struck out while most of them stand. */
function said(parent, data, text) {
  const line = node("span", "said", parent);
  if (!text) {
    line.classList.add("aside");
    line.textContent = data.words.empty;
    return;
  }
  if (text === data.before.text) {
    line.classList.add("aside");
    line.classList.add("same");
    node("span", "", line, "= ");
    node("span", "words", line, data.words.unchanged);
    return;
  }
  line.title = text;
  compared(data.before.text.split(/\s+/), text.split(/\s+/)).forEach(([word, what]) => {
    node(what === "lost" ? "s" : "span", what, line, word);
    line.append(" ");
  });
}

/** A cell a token; the numbers of the row that is chosen stand in them, or below where there is no room. */
function cells(parent, data, row, withNumbers) {
  const strip = node("span", "strip", parent);
  data.pieces.forEach((piece, at) => {
    const [before, after] = [data.before.probs[at], row.probs[at]];
    const { ground, ink } = toneOf(data.colours, before, after);
    const cell = node("span", "cell", strip, withNumbers ? digits(after) : undefined);
    cell.title = unsaid(`${piece}: ${digits(before)}% \u2192 ${digits(after)}%`);
    Object.assign(cell.style, { background: ground, color: ink });
  });
}

function list(parent, data, row) {
  const box = node("div", "list", parent);
  data.pieces.forEach((piece, at) => {
    const one = node("span", "", box);
    pieceOf(node("b", "piece", one), piece);
    node("span", "", one, ` ${digits(data.before.probs[at])} \u2192 ${digits(row.probs[at])}%`);
  });
}

/** In a lesson: what the learner says becomes of the text. */
function guesses(parent, data) {
  const line = node("span", "said", parent);
  const { answer } = parent.closest(".switchboard");
  data.words.guesses.forEach((guess, place) => {
    offered(node("span", "guess", line, guess), data.asks, place, answer);
  });
}

function line(parent, data, row, isChosen, fits) {
  const made = node("div", `row${isChosen ? " chosen" : ""}${row.layer >= 0 ? " layer" : ""}`, parent);
  const name = row.kind ? node("button", `part ${row.state}`, made) : node("span", "part off", made);
  name.inert = veiled;
  cells(made, data, row, isChosen && fits);
  if (isChosen && data.asks) guesses(made, data);
  else said(made, data, row.text);
  if (isChosen) made.setAttribute("role", "status");
  if (isChosen && !fits) list(made, data, row);
  return name;
}

/** The rows of a band; the layers of the part that is chosen stand below it. */
function band(parent, data, name, fits, send) {
  const { words, rows } = data;
  const box = node("div", `band ${name}`, parent);
  node("div", "title", box, words.bands[name]);
  const lines = node("div", "lines", box);
  rows.forEach((row, index) => {
    if ((row.stack === "cross" ? "decoder" : row.stack) !== name) return;
    const part = words.parts[row.kind === "attention" ? row.stack : row.kind];
    const where = row.layer < 0 ? words.every : fill(words.layer, { layer: row.layer + 1 });
    const button = line(lines, data, row, row.state === "off", fits);
    button.textContent = `${row.state === "on" ? "" : "\u2717 "}${row.layer < 0 ? part : where}`;
    button.setAttribute("aria-pressed", String(row.state !== "on"));
    const whole = row.kind === "positions" ? part : `${part}, ${where}`;
    button.setAttribute("aria-label", fill(words.off, { part: `${words.bands[name]}, ${whole}` }));
    button.dataset.focus = `${row.kind}${row.stack}${row.layer}`;
    button.onclick = () => send("switch", index);
  });
}

function heading(parent, data, fits, upright) {
  const made = node("div", "row head", parent);
  node("span", "what", made, fits ? `${data.words.before}, %` : data.words.before);
  const strip = node("span", "strip", made);
  data.pieces.forEach((piece, at) => {
    const cell = node("span", "token", strip);
    pieceOf(node("b", upright ? "piece" : "piece aslant", cell), piece);
    if (fits) node("span", "p", cell, digits(data.before.probs[at]));
  });
  node("span", "said", made, data.before.text);
}

function legend(parent, data) {
  const made = node("div", "legend", parent);
  node("span", "", made, data.words.scale);
  for (const [factor, name] of STEPS) {
    const { ground, ink } = toneOf(data.colours, 1, factor);
    Object.assign(node("i", "", made, name).style, { background: ground, color: ink });
  }
}

function draw(root, data, send) {
  const refocus = anew(root, data);
  const isWide = root.clientWidth >= WIDE;
  const span = isWide ? (root.clientWidth - 216) * 0.53 : root.clientWidth - NAME;
  const room = span / data.pieces.length;
  const fits = room >= ROOM;
  const longest = Math.max(...data.pieces.map((piece) => piece.length));
  root.classList.toggle("wide", isWide);
  const group = groupOf(root, "group", data.words.name);
  heading(group, data, fits, longest * LETTER <= room);
  if (data.other) {
    const name = line(group, data, data.other, true, fits);
    name.textContent = `\u2717 ${data.words.change}`;
  }
  band(group, data, "encoder", fits, send);
  band(group, data, "decoder", fits, send);
  legend(root, data);
  refocus();
}

/** What a reader may keep: the probability of every token without every part. */
function numbers(data) {
  const runs = [data.before, ...data.rows, ...(data.other ? [data.other] : [])];
  const rows = runs.flatMap((run) => data.pieces.map((piece, at) => (
    { part: run.kind || "", stack: run.stack || "", layer: run.layer ?? "", piece, probability: run.probs[at] })));
  return [{ name: "parts", rows }];
}

export default (component) => mount(component, "switchboard", draw, numbers);
