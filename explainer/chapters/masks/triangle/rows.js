// One panel: rows of cells, what each is to write, and how probable that is.

const RAIL = { wide: 62, narrow: 58 };
const TOLD = { wide: 142, narrow: 88 };
const NARROW = 760;
const TALLEST = 24;

/** The softmax of one row over the keys it may see, 0..row + edge; the others get nothing. */
function weightsOf(scores, row, edge) {
  const seen = scores[row].slice(0, row + edge + 1);
  const top = Math.max(...seen);
  const raised = seen.map((score) => Math.exp(score - top));
  const total = raised.reduce((sum, one) => sum + one, 0);
  return scores[row].map((_, key) => (key < raised.length ? raised[key] / total : 0));
}

/** Where a panel of `width` has its columns; `told` is the room for what a row is to write. */
function placesOf(width, count, isNarrow) {
  const side = isNarrow ? "narrow" : "wide";
  const cell = Math.max(5, Math.min(52, (width - RAIL[side] - TOLD[side]) / count));
  return { left: RAIL[side], told: TOLD[side], cell, row: heightOf(cell, count, isNarrow), count };
}

/** Rows that a finger meets, while there are few of them. */
const heightOf = (cell, count, isNarrow) => (
  isNarrow && count <= 16 ? 24 : Math.max(11, Math.min(TALLEST, cell)));

/** The cells of one row: ground, hatch and number of each. */
function cellsOf(group, at, y, row) {
  return Array.from({ length: at.count }, (_, key) => {
    const x = at.left + key * at.cell;
    const size = { x: x + 0.75, y: y + 0.75, width: at.cell - 1.5, height: at.row - 1.5, rx: Math.min(4, at.cell / 6) };
    const ground = put(group, "rect", { ...size, class: "cell", "data-row": row, "data-key": key });
    const middle = { x: x + at.cell / 2, y: y + at.row / 2 };
    const r = Math.min(3.4, at.cell / 6);
    const answer = key === row + 1 ? put(group, "circle", { cx: middle.x, cy: middle.y, "data-r": r, class: "answer" }) : null;
    const number = put(group, "text", { x: middle.x, y: middle.y + 4, class: "number" });
    return { ground, number, answer };
  });
}

/** What a row is to write: its name, a bar as long as it is probable, and the number. */
function wantedOf(group, at, y, name, hasBar) {
  const left = at.left + at.count * at.cell + 16;
  const isWide = at.told === TOLD.wide;
  const room = hasBar ? (isWide ? 58 : at.told - 44) : at.told - 18;
  const words = pieceInto(group, { x: left, y: y + at.row / 2 + 4.5, class: "wanted" }, name);
  fitInto(words, room);
  if (!hasBar) return null;
  const bar = { x: left + room + 3, y: y + at.row / 2 - 3.5, height: 7, rx: 2 };
  const length = isWide ? 30 : 24;
  put(group, "rect", { ...bar, width: length, class: "track" });
  const fill = put(group, "rect", { ...bar, width: 0, class: "bar" });
  const number = isWide ? put(group, "text", { x: bar.x + length + 4, y: y + at.row / 2 + 4.5, class: "p" }) : null;
  return { fill, number, length };
}

const whole = (p) => percent(p, 0);

function showWanted(told, p, isChosen) {
  if (!told) return;
  told.fill.setAttribute("width", Math.max(0.5, told.length * p).toFixed(2));
  if (told.number) told.number.textContent = isChosen ? whole(p) : "";
}

/** Shades and numbers of a row's cells; `last` is the last key it may see. */
function showCells(data, cells, row, weights, last, isChosen) {
  cells.forEach(({ ground, number, answer }, key) => {
    const isOpen = key <= last;
    const kind = `cell${isOpen ? "" : " closed"}${isOpen && key > row ? " future" : ""}`;
    const flash = ground.classList.contains("flash") ? " flash" : "";
    ground.setAttribute("class", kind + flash);
    ground.style.fill = isOpen ? shadeOf(data, weights[key]) : "";
    const room = ground.getAttribute("width");
    number.textContent = isChosen && isOpen && room >= 23 ? weights[key].toFixed(2).replace(/^0/, room < 29 ? "" : "0") : "";
    number.style.fill = inkOn(data, weights[key]);
    answer?.setAttribute("r", number.textContent ? 0 : answer.dataset.r);
  });
}
