// Columns of cells under names that stay. The columns are one tab stop; arrow keys move between
// them. All words and colours come from Python; text reaches the page through textContent only.

const MARK = "\u2581";
const FINEST = 9; // degrees of a face; narrower ones are not drawn each
const EDGE = 6; // degrees of the line between two faces
const SIGNS = { right: "\u2713", wrong: "\u2717" };

// The mark of a space is there, but not loud.
function write(parent, piece) {
  const box = node("span", "box", parent);
  piece.split(MARK).forEach((part, index) => {
    if (index) node("span", "faint", box, MARK);
    if (part) node("span", "", box, part);
  });
  return box;
}

function fill(row, cell) {
  if (cell.kind === "link") {
    if (cell.text) node("span", "", row, cell.text);
    return;
  }
  if (!cell.text) return;
  if (!cell.kind) node("span", "", row, cell.text);
  else if (cell.kind === "bar") {
    node("span", "", row, cell.text);
    const length = node("div", "length", node("div", "track", row));
    length.style.width = `${Math.max(0, Math.min(1, cell.share ?? 0)) * 100}%`;
  } else if (cell.kind === "die") {
    node("span", "die", row).style.background = faces(cell.share ?? 0);
    node("span", "", row, cell.text);
  } else {
    const box = write(row, cell.text);
    if (cell.fill) box.style.background = cell.fill;
    if (cell.ink) box.style.color = cell.ink;
  }
  if (cell.mark) node("span", cell.mark, row, SIGNS[cell.mark]);
}

// A disc in as many faces as fit, each as large as the first, which is filled.
function faces(share) {
  const turn = Math.max(1, 360 * Math.min(1, share));
  const filled = `conic-gradient(var(--target) ${turn}deg, transparent 0)`;
  if (turn >= 360 || turn < FINEST) return filled;
  const edge = `var(--ink) ${turn}deg`;
  return `repeating-conic-gradient(transparent 0 ${turn - EDGE}deg, ${edge}), ${filled}`;
}

function heights(data) {
  return data.rows.map((row, index) => {
    if (row.head) return "head";
    return data.columns.some((column) => column[index].kind === "link") ? "link" : "";
  });
}

function column(parent, data, place, kinds) {
  const button = node("button", "column", parent);
  button.type = "button";
  button.setAttribute("aria-label", data.spoken[place]);
  button.setAttribute("aria-pressed", String(place === data.chosen));
  button.title = data.spoken[place];
  button.classList.toggle("on", place === data.chosen);
  button.classList.toggle("cut", place === data.cut);
  data.columns[place].forEach((cell, index) => {
    const row = node("div", `row ${cell.kind ?? "text"} ${kinds[index]}`, button);
    row.setAttribute("aria-hidden", "true");
    fill(row, cell);
  });
  return button;
}

function names(root, data, kinds) {
  if (data.rows.every((row) => !row.name)) return;
  const list = node("div", "names", root);
  list.setAttribute("aria-hidden", "true");
  data.rows.forEach((row, index) => {
    node("div", `row name ${kinds[index]}`, list, row.name).style.justifyContent = "flex-start";
  });
}

const target = (event, place, count) => ({
  ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: count - 1,
}[event.key]);

function draw(root, data, choose) {
  const had = root.contains(root.getRootNode().activeElement);
  const before = root.querySelector(".scroll");
  const left = before ? before.scrollLeft : 0;
  clear(root, data);
  root.classList.toggle("wrap", data.wrap);
  const kinds = heights(data);
  names(root, data, kinds);
  const scroll = node("div", "scroll", root);
  scroll.setAttribute("role", "group");
  scroll.setAttribute("aria-label", data.title);
  const buttons = data.columns.map((_, place) => column(scroll, data, place, kinds));
  buttons.forEach((button, place) => {
    button.tabIndex = place === data.chosen ? 0 : -1;
    button.onclick = () => choose(place);
    button.onkeydown = (event) => {
      const wanted = target(event, place, buttons.length);
      if (wanted === undefined) return;
      event.preventDefault();
      const next = buttons[Math.max(0, Math.min(buttons.length - 1, wanted))];
      for (const each of buttons) each.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    };
  });
  scroll.scrollLeft = left;
  const on = buttons[data.chosen];
  if (!on) return;
  const start = on.offsetLeft - scroll.offsetLeft;
  const end = start + on.offsetWidth - scroll.clientWidth;
  if (scroll.clientWidth && (scroll.scrollLeft > start || scroll.scrollLeft < end)) {
    scroll.scrollLeft = Math.max(0, start - scroll.clientWidth / 2);
  }
  if (had) on.focus();
}

export default function lanes(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".lanes");
  draw(root, data, (place) => setTriggerValue("pick", place));
  root.numbers = () => [{
    name: "positions",
    rows: data.columns.map((cells, place) => ({
      position: place + 1, spoken: data.spoken[place],
      ...Object.fromEntries(cells.map((cell, row) => [
        `lane_${row + 1} ${data.rows[row].name}`.trim(), (cell.text ?? "") + (SIGNS[cell.mark] ?? ""),
      ])),
    })),
  }];
}
