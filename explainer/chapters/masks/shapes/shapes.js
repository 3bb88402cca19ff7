// Masks beside each other as shapes; numbers only in the row that is pointed at.

const NARROW_SHAPES = 640;

function gridOf(holder, data, shape, index, tell) {
  const box = node("figure", "shape", holder);
  const title = node("figcaption", "", box);
  node("strong", "", title, shape.name);
  node("span", "line", title, shape.line);
  const isSmall = holder.clientWidth < NARROW_SHAPES;
  const left = isSmall ? 0 : 54;
  const width = box.clientWidth;
  const cell = Math.min(30, (width - left) / shape.keys.length);
  const row = Math.min(22, cell);
  const canvas = put(box, "svg", {
    width, height: 10, role: "group", tabindex: 0, "data-focus": `shape${index}`, "aria-label": `${shape.name}. ${shape.line}`,
  });
  hatch(canvas, `shape_hatch_${index}`);
  const top = isSmall ? 2 : columnNames(canvas, shape.keys, { left, cell, top: 0, side: shape.sides[1] });
  canvas.setAttribute("height", top + shape.rows.length * row + 3);
  const lines = shape.rows.map((name, q) => {
    const y = top + q * row;
    const group = put(canvas, "g", { class: "line" });
    if (!isSmall) fitInto(pieceInto(group, { x: left - 5, y: y + row / 2 + 4, class: `side end ${shape.sides[0]}` }, name), left - 6);
    const numbers = shape.keys.map((_, k) => {
      const isFree = shape.mask[q][k] === "1";
      const size = { x: left + k * cell + 0.6, y: y + 0.6, width: cell - 1.2, height: row - 1.2, rx: 2 };
      put(group, "rect", { ...size, class: isFree ? "free" : "closed", style: isFree ? "" : `fill:url(#shape_hatch_${index})` });
      if (shape.marked?.[q][k] === "1") put(group, "rect", { ...size, class: "marked" });
      const words = { x: left + (k + 0.5) * cell, y: y + row / 2 + 3.6, class: isFree ? "digit" : "digit off" };
      return put(group, "text", words, data.words.symbols[Number(isFree)]);
    });
    const frame = put(group, "rect", { x: left, y, width: cell * shape.keys.length, height: row, rx: 3, class: "frame" });
    return { group, numbers, frame };
  });
  const show = (q) => {
    lines.forEach(({ group }, at) => group.classList.toggle("on", at === q));
    if (q >= 0) tell(shape, q);
  };
  point(canvas, lines, show, { top, row });
  return show;
}

/** A row is pointed at by mouse and finger, or chosen by the arrow keys. */
function point(canvas, lines, show, at) {
  let now = 0;
  const rowOf = (event) => {
    const y = event.clientY - canvas.getBoundingClientRect().top - at.top;
    return Math.max(0, Math.min(lines.length - 1, Math.floor(y / at.row)));
  };
  const go = (row) => {
    now = row;
    show(row);
  };
  canvas.onpointermove = (event) => go(rowOf(event));
  canvas.onpointerdown = (event) => go(rowOf(event));
  canvas.onfocus = () => show(now);
  canvas.onkeydown = (event) => {
    const moves = { ArrowUp: now - 1, ArrowDown: now + 1, Home: 0, End: lines.length - 1 };
    if (!(event.key in moves)) return;
    event.preventDefault();
    go(Math.max(0, Math.min(lines.length - 1, moves[event.key])));
  };
}

function draw(root, data, send) {
  const refocus = anew(root, data);
  batchRows(root, data, send);
  const holder = node("div", "shapes-row", root);
  const caption = node("div", "caption", root);
  caption.setAttribute("role", "status");
  const shown = [];
  const tell = (shape, q) => {
    const free = [...shape.mask[q]].filter((cell) => cell === "1").length;
    caption.textContent = fill(data.words.told, {
      name: shape.name, row: shape.rows[q], free, hidden: shape.keys.length - free,
    });
    shown.forEach(([other, hide]) => { if (other !== shape) hide(-1); });
  };
  data.shapes.forEach((shape, index) => shown.push([shape, gridOf(holder, data, shape, index, tell)]));
  legend(root, data);
  const [, first] = shown[Math.min(1, shown.length - 1)];
  first(Math.floor(data.shapes[Math.min(1, shown.length - 1)].rows.length / 2));
  refocus();
}

function legend(root, data) {
  const kinds = ["free", "closed", ...(data.shapes.some((shape) => shape.marked?.some((row) => row.includes("1"))) ? ["marked"] : [])];
  const swatches = legendInto(root, kinds.map((kind) => [`swatch ${kind}`, data.words[kind]]));
  hatched(swatches[1], "legend_hatch");
}

const numbers = (data) => data.shapes.map((shape) => ({
  name: shape.name,
  rows: shape.rows.flatMap((query, q) => shape.keys.map((key, k) => ({
    row: q + 1, query, column: k + 1, key, may_look: shape.mask[q][k] === "1",
  }))),
}));

export default (component) => mount(component, "shapes", draw, numbers);
