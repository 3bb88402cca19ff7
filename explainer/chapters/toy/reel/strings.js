// Left the held-out strings and what the toy makes of them, right one of them as a head reads it.

const PAD = 0;

/** Tiles of what is written, a wrong one with a cross besides its colour; `show(at)` fills them. */
function drawStrings(parent, data) {
  const grid = node("div", "strings", parent);
  grid.style.setProperty("--tokens", data.wanted[0].length);
  const head = node("div", "line head", grid);
  node("span", "source", head, data.words.source);
  node("span", "written", head, data.words.written);
  const lines = data.sources.map((source, row) => {
    const line = node("div", "line", grid);
    node("span", "source", line, source);
    const tiles = node("span", "tiles", line);
    return data.wanted[row].map(() => node("span", "tile", tiles));
  });
  return (at) => lines.forEach((tiles, row) => tiles.forEach((tile, place) => {
    const wanted = data.wanted[row][place];
    const token = data.written[at][row][place] ?? PAD;
    const isEmpty = token === PAD && wanted === PAD;
    const word = token === PAD ? "" : data.names[token].replaceAll("\u2581", "");
    tile.className = `tile ${isEmpty ? "empty" : token === wanted ? "right" : "wrong"}`;
    tile.textContent = token === wanted ? word : `\u2717${word}`;
    tile.title = isEmpty ? "" : `${data.words.wanted}: ${wanted === PAD ? "\u2013" : data.names[wanted]}`;
  }));
}

const LOOK = { height: 216, chip: 24, least: 0.04, thick: 15 };

/** Keys above, queries below, a ribbon between as wide as the weight; `show(at)` moves them. */
function drawLooks(parent, data) {
  const width = Math.max(220, parent.clientWidth);
  const canvas = put(parent, "svg", { width, height: LOOK.height, role: "img", "aria-label": data.words.looks });
  const top = 22 + LOOK.chip;
  const bottom = LOOK.height - 22 - LOOK.chip;
  put(canvas, "text", { class: "side keys", x: 0, y: 12 }, data.words.keys);
  put(canvas, "text", { class: "side queries", x: 0, y: LOOK.height - 4 }, data.words.queries);
  const ribbons = put(canvas, "g", {});
  const room = (count) => width / count;
  const middle = (at, count) => (at + 0.5) * room(count);
  const chips = (pieces, kind, y) => pieces.forEach((piece, at) => {
    const wide = room(pieces.length) - 4;
    put(canvas, "rect", { class: `chip ${kind}`, x: at * room(pieces.length) + 2, y, width: wide, height: LOOK.chip, rx: 6 });
    const label = put(canvas, "text", { class: `piece ${kind}`, x: middle(at, pieces.length), y: y + 16.5 }, piece.replaceAll("\u2581", "") || "\u2423");
    if (label.getComputedTextLength() > wide) label.setAttribute("font-size", String(Math.max(9, (13 * wide) / label.getComputedTextLength())));
  });
  chips(data.keys, "keys", 22 - 4);
  chips(data.queries, "queries", bottom);
  const thick = Math.min(LOOK.thick, room(Math.max(data.keys.length, data.queries.length)) - 8);
  const lines = data.queries.map((_, query) => data.keys.map((__, key) => {
    const [x0, x1] = [middle(key, data.keys.length), middle(query, data.queries.length)];
    const line = put(ribbons, "path", { class: "ribbon", d: `M${x0} ${top - 4}C${x0} ${top + 56} ${x1} ${bottom - 56} ${x1} ${bottom}` });
    put(line, "title", {});
    return line;
  }));
  return (at) => lines.forEach((row, query) => row.forEach((line, key) => {
    const weight = data.weights[at][query][key];
    line.style.strokeWidth = `${weight < LOOK.least ? 0 : Math.max(0.6, weight * thick)}px`;
    line.style.opacity = String(0.25 + 0.6 * weight);
    line.firstChild.textContent = `${data.queries[query]} \u2192 ${data.keys[key]}: ${weight.toFixed(2)}`;
  }));
}
