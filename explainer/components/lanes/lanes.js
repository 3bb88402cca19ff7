// Columns of cells. They are one tab stop; arrow keys move between them. All words and colours come
// from Python; text reaches the page through textContent only.

const FINEST = 9; // degrees of a face; narrower ones are not drawn each
const EDGE = 6; // degrees of the line between two faces

function fill(row, cell) {
  if (cell.kind === "die") node("span", "disc", row).style.background = faces(cell.share ?? 0);
  const words = node("span", cell.kind === "fill" ? "box" : "", row, cell.text);
  if (cell.fill) words.style.background = cell.fill;
  if (cell.ink) words.style.color = cell.ink;
}

// A disc in as many faces as fit, each as large as the first, which is filled.
function faces(share) {
  const turn = Math.max(1, 360 * Math.min(1, share));
  const filled = `conic-gradient(var(--target) ${turn}deg, transparent 0)`;
  if (turn >= 360 || turn < FINEST) return filled;
  const edge = `var(--ink) ${turn}deg`;
  return `repeating-conic-gradient(transparent 0 ${turn - EDGE}deg, ${edge}), ${filled}`;
}

function column(parent, data, place) {
  const button = node("button", "column", parent);
  button.type = "button";
  button.setAttribute("aria-label", data.spoken[place]);
  button.setAttribute("aria-pressed", String(place === data.chosen));
  button.title = data.spoken[place];
  button.classList.toggle("on", place === data.chosen);
  for (const cell of data.columns[place]) {
    const row = node("div", "row", button);
    row.setAttribute("aria-hidden", "true");
    fill(row, cell);
  }
  return button;
}

const target = (event, place, count) => ({
  ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: count - 1,
}[event.key]);

function draw(root, data, choose) {
  const had = root.contains(root.getRootNode().activeElement);
  clear(root, data);
  const group = node("div", "group", root);
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", data.title);
  const buttons = data.columns.map((_, place) => column(group, data, place));
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
  if (had) buttons[data.chosen]?.focus();
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
        `lane_${row + 1}`, cell.text ?? "",
      ])),
    })),
  }];
}
