// Who sees whom, a row for every token that asks, one of them lit; beside it the halves of the
// Transformer that the family uses. Words, colours and numbers come from Python; nothing is sent.

const [LEAST, MOST] = [11, 22]; // pixels of a cell
const LABEL = 82; // of the longest name that is written out
const [TALL, GAP, TOP] = [34, 9, 24]; // pixels of a box, between two, of the name of a stack
const SMALLEST = 9;
const SLIM = 500;

/** As much of the words as fits. */
function cut(measure, words, size, room) {
  if (measure(words, size, 600) <= room) return words;
  let kept = words;
  while (kept.length > 1 && measure(`${kept}\u2026`, size, 600) > room) kept = kept.slice(0, -1);
  return `${kept}\u2026`;
}

/** All cells of one state as one path: a long sentence has a thousand of them. */
function cells(data, state, size, left, top) {
  const parts = [];
  data.states.forEach((row, y) => [...row].forEach((one, x) => {
    if (one === state) parts.push(`M${left + x * size + 1} ${top + y * size + 1}h${size - 2}v${size - 2}h${2 - size}z`);
  }));
  return parts.join("");
}

function grid(box, data, measure) {
  const count = data.names.length;
  const label = Math.min(LABEL, Math.max(...data.names.map((name) => measure(name, 12, 600))) + 6);
  const size = Math.max(LEAST, Math.min(MOST, Math.floor((box.clientWidth - label - 4) / count)));
  const font = Math.min(12, Math.max(SMALLEST, size - 2));
  const [left, top] = [label + 2, label + 2];
  const canvas = put(box, "svg", { width: left + count * size + 2, height: top + count * size + 2,
    class: "grid", tabindex: 0, role: "group", "aria-label": data.words.map, "data-focus": "grid" });
  for (const { state, tone } of data.looks) {
    put(canvas, "path", { class: tone === "line" ? "hidden" : "open", d: cells(data, state, size, left, top), style: `fill:var(--${tone});stroke:var(--${tone})` });
  }
  const lit = put(canvas, "g", { class: "lit" });
  const frame = put(canvas, "rect", { class: "frame", x: left - 1, width: count * size + 2, height: size, rx: 4 });
  const named = data.names.map((name, at) => {
    const words = cut(measure, name, font, label - 4);
    const middle = (at + 0.5) * size + font * 0.36;
    pieceInto(canvas, { class: "name", x: label - 3, y: top + middle, "font-size": font, "text-anchor": "end" }, words);
    return pieceInto(canvas, { class: "name", "font-size": font, transform: `translate(${left + middle} ${label - 3}) rotate(-90)` }, words);
  });
  const status = node("div", "told", box);
  status.setAttribute("role", "status");
  const show = (row) => {
    lit.replaceChildren();
    frame.setAttribute("y", top + row * size);
    for (const { state, tone } of data.looks.filter((one) => one.tone !== "line")) {
      const d = [...data.states[row]].map((one, x) => (one === state
        ? `M${left + x * size + 1} ${top + row * size + 1}h${size - 2}v${size - 2}h${2 - size}z` : "")).join("");
      put(lit, "path", { d, style: `fill:var(--${tone})` });
    }
    const seen = [...data.states[row]].map((one) => data.looks.some(({ state, tone }) => state === one && tone !== "line"));
    named.forEach((one, at) => one.classList.toggle("seen", seen[at]));
    status.textContent = fill(data.words.told, { piece: data.names[row].replaceAll("\u2581", ""), seen: seen.filter(Boolean).length, all: count });
  };
  let row = data.row;
  canvas.onpointermove = (event) => {
    const around = canvas.getBoundingClientRect();
    const at = Math.floor(((event.clientY - around.top) * (canvas.clientHeight / around.height) - top) / size);
    if (at >= 0 && at < count && at !== row) show(row = at);
  };
  canvas.onpointerdown = canvas.onpointermove;
  canvas.onpointerleave = (event) => { if (event.pointerType === "mouse") show(row = data.row); };
  canvas.onkeydown = (event) => {
    const to = { ArrowUp: row - 1, ArrowDown: row + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(row = Math.max(0, Math.min(count - 1, to)));
  };
  show(row);
}

function legend(box, data) {
  const list = node("div", "legend", box);
  for (const { name, tone } of data.looks) {
    const one = node("span", "", list);
    node("i", tone === "line" ? "swatch hidden" : "swatch", one).style.setProperty("--tone", `var(--${tone})`);
    one.append(name);
  }
}

/** Two stacks from the bottom up; what a family leaves out is dashed, and nothing flows through it. */
function halves(box, data, measure) {
  const width = box.clientWidth;
  const rows = data.stacks[0].boxes.length;
  const height = TOP + rows * (TALL + GAP);
  const canvas = put(box, "svg", { width, height, role: "img", "aria-label": data.words.halves });
  const wide = (width - 22) / 2;
  const fits = (words, size) => Math.max(SMALLEST, Math.min(size, (size * (wide - 8)) / measure(words, size, 600)));
  const y = (row) => height - (row + 1) * (TALL + GAP) + GAP - 1;
  const arrow = (d) => put(canvas, "path", { class: "flow", d });
  data.stacks.forEach((stack, side) => {
    const x = 1 + side * (wide + 20);
    const there = stack.boxes.map((one, row) => ({ ...one, row })).filter((one) => one.title);
    const group = put(canvas, "g", { class: `stack ${stack.tone}` });
    put(group, "text", { class: "stackname", x: x + wide / 2, y: 15 }, stack.name);
    there.forEach(({ title, note, row }, at) => {
      const isEnd = row === 0 || row === rows - 1;
      put(group, "rect", { class: isEnd ? "box end" : "box", x, y: y(row), width: wide, height: TALL, rx: 8 });
      const middle = y(row) + TALL / 2;
      put(group, "text", { class: "title", x: x + wide / 2, y: middle + (note ? -2 : 4), "font-size": fits(title, 12) }, title);
      if (note) put(group, "text", { class: "note", x: x + wide / 2, y: middle + 12, "font-size": fits(note, 10.5) }, note);
      if (at && stack.tone !== "none") {
        const [from, to] = [y(there[at - 1].row), y(row) + TALL];
        arrow(`M${x + wide / 2} ${from}V${to + 1}m-3.5 5l3.5 -5l3.5 5`);
      }
    });
  });
  if (!data.over) return;
  const [from, to] = data.over.map((row) => y(row) + TALL / 2);
  const [start, end] = [1 + wide, wide + 21];
  arrow(`M${start} ${from}H${(start + end) / 2}V${to}H${end - 1}m-5 -3.5l5 3.5l-5 3.5`);
}

function draw(root, data) {
  const refocus = anew(root, data);
  root.classList.toggle("slim", root.clientWidth < SLIM);
  const measure = ruler(root);
  const [who, which] = ["who", "which"].map((name) => node("div", `panel ${name}`, root));
  node("div", "head", who, data.words.who);
  const around = node("div", "around", who);
  grid(around, data, measure);
  legend(who, data);
  node("div", "line", who, data.words.mask);
  node("div", "head", which, data.words.which);
  halves(node("div", "around", which), data, measure);
  node("div", "line", which, data.words.direction);
  refocus();
}

/** The map as it stands, for the reader to keep. */
const numbers = (data) => [{ name: "map", rows: data.states.map((row, at) => ({
  query: data.names[at],
  ...Object.fromEntries(data.names.map((name, x) => [`${x + 1} ${name}`, data.looks.find((one) => one.state === row[x])?.name ?? ""])),
})) }];

export default (component) => mount(component, "kin", draw, numbers);
