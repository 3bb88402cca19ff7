// Rows of pieces. As buttons they are one tab stop; arrow keys move between them.
// All words and colours come from Python; text reaches the page through textContent only.

const MARK = "\u2581";

// The mark of a space is there, but not loud, and is not read out where letters follow.
function write(parent, piece) {
  const box = node("span", "piece", parent);
  if (piece === MARK) {
    box.textContent = MARK;
    return;
  }
  piece.split(MARK).forEach((part, index) => {
    if (index) node("span", "mark", box, MARK).setAttribute("aria-hidden", "true");
    if (part) node("span", "", box, part);
  });
}

function draw(root, data, choose) {
  const before = [...root.querySelectorAll("button")].indexOf(root.getRootNode().activeElement);
  clear(root, data);
  const group = node("div", data.beside ? "beside" : "", root);
  setAll(group, { role: "group", "aria-label": data.title });
  const buttons = [];
  let stop = 0;
  data.rows.forEach((row, rowIndex) => {
    const part = node("div", "", group);
    if (row.name) node("div", "name", part, row.name);
    const line = node("div", "row", part);
    if (!data.buttons) line.setAttribute("role", "list");
    row.chips.forEach((chip, place) => {
      const tag = data.buttons ? "button" : "div";
      const made = node(tag, `chip ${chip.kind}${chip.begins ? " begins" : ""}`, line);
      write(made, chip.piece);
      chip.lines.forEach((words, index) => node("span", index ? "line" : "line first", made, words));
      if (chip.tip) made.title = chip.tip;
      if (!data.buttons) {
        made.setAttribute("role", "listitem");
        return;
      }
      const on = Boolean(data.chosen) && data.chosen[0] === rowIndex && data.chosen[1] === place;
      if (on) stop = buttons.length;
      made.classList.toggle("on", on);
      made.setAttribute("aria-pressed", String(on));
      made.onclick = () => choose([rowIndex, place]);
      buttons.push(made);
    });
  });
  if (buttons[before]) stop = before; // the keyboard stays where the reader is by now
  roving(buttons, stop);
  if (before >= 0 && buttons.length) buttons[stop].focus();
}

export default function chips(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".chips");
  draw(root, data, (place) => setTriggerValue("pick", place));
  root.numbers = () => [{
    name: "pieces",
    rows: data.rows.flatMap((row) => row.chips.map((chip, place) => ({
      line: row.name, place: place + 1, piece: chip.piece,
      ...Object.fromEntries(chip.lines.map((words, index) => [`below_${index + 1}`, words])),
    }))),
  }];
}
