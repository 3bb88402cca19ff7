// The sentence as characters, the chosen way as tokens, their ids; all other tokens below.
// A press on another token takes the best of the ways that lead through it; one between two letters
// cuts there, or joins, and the cut of the reader's own is weighed against the tokenizer's.

const UNKNOWN = 1;
const ROOMY = 38; // pixels of a token that has its number, too

const number = (value) => value.toFixed(2).replace("-", "\u2212");

function told(data, index) {
  const [, , piece, id, score] = data.arcs[index];
  const way = data.ways.findIndex((arcs) => arcs.includes(index));
  const then = way < 0 ? data.words.nowhere : fill(data.words.through, { way: data.names[way] });
  return `${fill(data.words.told, { piece, id, score: number(score) })} ${then}`.trim();
}

function box(group, data, place, y, height, kind) {
  const [, , piece, id, score] = data.arcs[place.index];
  put(group, "rect", { class: id === UNKNOWN ? `${kind} unknown` : kind, x: place.x + 1, y, width: place.width - 2, height, rx: 6 });
  const middle = place.x + place.width / 2;
  const isRoomy = place.width >= ROOMY;
  const words = { class: piece === MARK ? `name ${kind} lone` : `name ${kind}`, x: middle, y: y + height / 2 + (isRoomy ? -1 : 5), "text-anchor": "middle" };
  fitInto(pieceInto(group, words, piece), place.width - 6);
  if (!isRoomy) return;
  const told = put(group, "text", { class: `score ${kind}`, x: middle, y: y + height / 2 + 13, "text-anchor": "middle" }, number(score));
  fitInto(told, place.width - 5);
}

/** What a token of the way is to the model: a number. */
function idInto(canvas, at, id, x, width) {
  const middle = x + width / 2;
  const wide = Math.min(width - 4, 58);
  const y = at + LETTERS + TOKEN + DROP;
  put(canvas, "path", { class: "drop", d: `M${middle} ${y - DROP + 1}V${y - 2}m-4 -4l4 4l4 -4` });
  put(canvas, "rect", { class: "id-box", x: middle - wide / 2, y, width: wide, height: ID, rx: 5 });
  fitInto(put(canvas, "text", { class: "id", x: middle, y: y + 17, "text-anchor": "middle" }, String(id)), wide - 2);
}

/** What the rows of a line are; where there is little room, a word a line. */
function names(canvas, data, line, left) {
  const { top } = line;
  const rows = [
    [data.words.letters, top + 16], [data.words.tokens, top + LETTERS + TOKEN / 2 + 5],
    [data.words.ids, top + LETTERS + TOKEN + DROP + 17], [data.words.others, top + LETTERS + TOKEN + DROP + ID + 14 + OTHER / 2 + 4],
  ];
  if (left > LEFT.narrow) for (const [words, y] of rows) put(canvas, "text", { class: "row", x: 0, y }, words);
  else for (const [words, y] of rows) words.split(" ").forEach((word, at, all) => {
    fitInto(put(canvas, "text", { class: "row narrow", x: 0, y: y + (at - (all.length - 1) / 2) * 13 }, word), left - 3);
  });
}

function lineInto(canvas, data, at, line, best) {
  names(canvas, data, line, at.left);
  const letters = [...data.marked].slice(line.start, line.end);
  letters.forEach((letter, index) => {
    const x = at.left + (index + 0.5) * at.unit;
    put(canvas, "text", { class: letter === MARK ? "letter gap" : "letter", x, y: line.top + 16, "text-anchor": "middle" }, letter === MARK ? "\u2423" : letter);
  });
  const buttons = line.placed.map((place) => {
    const group = put(canvas, "g", { class: "token", role: "button", tabindex: -1, "data-focus": `token${place.index}`, "aria-label": told(data, place.index) });
    if (place.isOn) {
      box(group, data, place, line.top + LETTERS, TOKEN, "on");
      idInto(canvas, line.top, data.arcs[place.index][3], place.x, place.width);
    } else {
      const y = line.top + LETTERS + TOKEN + DROP + ID + 14 + place.lane * (OTHER + 3);
      box(group, data, place, y, OTHER, best.has(place.index) ? "best" : "other");
    }
    return { group, ...place };
  });
  if (line.isLast) {
    const x = at.left + (line.end - line.start) * at.unit;
    const width = TAIL * at.unit;
    put(canvas, "rect", { class: "special", x: x + 1, y: line.top + LETTERS, width: width - 2, height: TOKEN, rx: 6 });
    put(canvas, "text", { class: "name special", x: x + width / 2, y: line.top + LETTERS + TOKEN / 2 + 5, "text-anchor": "middle" }, data.end[0]);
    idInto(canvas, line.top, data.end[1], x, width);
  }
  return buttons;
}

/** In a lesson the words are cut by hand: `given` are the letters that begin a further token. */
function cutByHand(data) {
  const cuts = [...data.asks.given].sort((a, b) => a - b);
  const arcs = data.arcs.flatMap(([start, end, ...rest]) => {
    const edges = [start, ...cuts.filter((cut) => cut > start && cut < end), end];
    return edges.slice(1).map((edge, at) => [edges[at], edge, ...rest]);
  });
  return { ...data, arcs, ways: [arcs.map((_, index) => index)] };
}

/** A place to press between every two letters of a word. */
function gaps(root, canvas, data, at, buttons, whole, send) {
  for (const { group } of buttons) for (const name of ["role", "tabindex"]) group.removeAttribute(name);
  const letters = [...data.marked];
  for (const line of at.lines) for (let cut = line.start + 1; cut < line.end; cut += 1) {
    if (letters[cut] === MARK || letters[cut - 1] === MARK) continue;
    const x = at.left + (cut - line.start) * at.unit;
    const group = put(canvas, "g", { class: "cut", "aria-label": `${letters[cut - 1]}|${letters[cut]}` });
    put(group, "rect", { class: "hit", x: x - at.unit / 2 + 1, y: line.top + 2, width: at.unit - 2, height: LETTERS + TOKEN, rx: 5 });
    put(group, "line", { class: "knife", x1: x, x2: x, y1: line.top + 5, y2: line.top + LETTERS + TOKEN });
    offered(group, data.asks, cut, (given) => {
      data.asks.given = given;
      root.answer(given);
      draw(root, whole, send);
    });
  }
}

/** The way with a cut more, or less, before a letter; null where the vocabulary lacks a token for it. */
function recut(data, path, cut) {
  const edges = new Set(path.map((index) => data.arcs[index][0]));
  if (!edges.delete(cut)) edges.add(cut);
  const starts = [...edges].sort((a, b) => a - b);
  const ends = [...starts.slice(1), [...data.marked].length];
  const found = starts.map((start, at) => data.arcs.findIndex((arc) => arc[0] === start && arc[1] === ends[at] && arc[3] !== UNKNOWN));
  return found.includes(-1) ? null : found;
}

/** Between the letters of a word: a press cuts there, or joins what was cut. */
function seams(canvas, data, at, path, cutAt) {
  const letters = [...data.marked];
  const edges = new Set(path.map((index) => data.arcs[index][0]));
  const made = [];
  for (const line of at.lines) for (let cut = line.start + 1; cut < line.end; cut += 1) {
    if (letters[cut] === MARK || letters[cut - 1] === MARK) continue;
    const x = at.left + (cut - line.start) * at.unit;
    const group = put(canvas, "g", { class: edges.has(cut) ? "seam on" : "seam", role: "button",
      "data-focus": `seam${cut}`, "aria-pressed": String(edges.has(cut)), "aria-label": `${letters[cut - 1]}|${letters[cut]}` });
    put(group, "rect", { class: "hit", x: x - Math.min(at.unit, 30) / 2, y: line.top - 2, width: Math.min(at.unit, 30), height: LETTERS + 1, rx: 4 });
    put(group, "line", { class: "knife", x1: x, x2: x, y1: line.top + 3, y2: line.top + LETTERS - 3 });
    group.onclick = () => cutAt(cut);
    made.push(group);
  }
  roving(made, 0, (index) => made[index].onclick());
}

const sumOf = (data, path) => path.reduce((sum, index) => sum + data.arcs[index][4], 0);

/** What a cut of the reader's own is worth beside that of the tokenizer. */
function judged(data, path) {
  const [own, best] = [sumOf(data, path), sumOf(data, data.ways[0])];
  const times = Math.exp(best - own);
  return fill(data.words.own, { count: path.length, score: number(own), best: number(best),
    times: times < 9.95 ? times.toFixed(1) : Math.round(times).toLocaleString("en") });
}

function draw(root, whole, send) {
  const data = whole.asks?.kind === "cut" ? cutByHand(whole) : whole;
  const memory = remember(root);
  const { clock } = memory;
  const way = clock.chosen(JSON.stringify(data.ways), data.chosen);
  const about = JSON.stringify([data.marked, way]);
  if (memory.about !== about) [memory.about, memory.own] = [about, null];
  const path = memory.own || data.ways[way];
  const refocus = anew(root, data);
  const chosen = new Set(path);
  const best = new Set(data.ways[0]);
  const at = layout(data, root.clientWidth, chosen);
  const canvas = put(node("div", "place", root), "svg", { width: at.width, height: at.height, role: "group", "aria-label": data.words.title });
  const caption = node("div", "caption", root);
  caption.setAttribute("role", "status");
  const buttons = at.lines.flatMap((line) => lineInto(canvas, data, at, line, best));
  const first = buttons.find((button) => button.isOn);
  const still = () => { caption.textContent = memory.own ? judged(data, path) : told(data, first.index); };
  const go = (index) => {
    const to = data.ways.findIndex((arcs) => arcs.includes(index));
    if (to < 0 || (to === way && !memory.own)) return;
    memory.own = null;
    if (to !== way) clock.later(() => send("way", to), to);
    draw(root, data, send);
  };
  const cutAt = (cut) => {
    const own = recut(data, path, cut);
    if (!own) {
      caption.textContent = data.words.lacks;
      return;
    }
    const known = data.ways.findIndex((arcs) => arcs.length === own.length && arcs.every((index, place) => index === own[place]));
    memory.own = known < 0 ? own : null;
    if (known >= 0 && known !== way) clock.later(() => send("way", known), known);
    draw(root, data, send);
  };
  buttons.forEach((button) => {
    const { group, index } = button;
    group.setAttribute("aria-pressed", String(button.isOn));
    group.onpointerenter = () => { caption.textContent = told(data, index); };
    group.onfocus = group.onpointerenter;
    group.onclick = () => go(index);
  });
  roving(buttons.map(({ group }) => group), buttons.indexOf(first), (place) => go(buttons[place].index));
  if (!data.veiled) seams(canvas, data, at, path, cutAt);
  if (data.asks?.kind === "cut") gaps(root, canvas, data, at, buttons, whole, send);
  else if (data.asks) for (const { group, index } of buttons) {
    const [start, end] = data.arcs[index];
    group.setAttribute("aria-label", [...data.marked].slice(start, end).join("").replace(MARK, ""));
    offered(group, data.asks, index, root.answer);
  }
  canvas.onpointerleave = still;
  still();
  refocus();
}

/** Every token that fits, with the ways it is part of, for the reader to keep. */
function numbers(data) {
  return [{
    name: "tokens",
    rows: data.arcs.map(([start, end, token, id, score], index) => ({
      start, end, token, id, log_p: score, ways: data.names.filter((_, way) => data.ways[way].includes(index)).join(", "),
    })),
  }];
}

export default (component) => mount(component, "cutting", draw, numbers);
