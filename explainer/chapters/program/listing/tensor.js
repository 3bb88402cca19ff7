// A tensor as a mosaic: small beside its line, large with the names of its rows and columns.

const LEVELS = 24; // shades that are told apart
const THUMB = [46, 20]; // most a small one takes
const SOURCE = [96, 52]; // one of which a part is lit
const ROOMY = 27; // pixels of a cell with a number in it
const SLANTED = { angle: -46, high: 0.72, apart: 26 }; // of a name's length its height; closer ones stand upright

/** The numbers, and what the darkest colour stands for. */
function openUp(value) {
  const bytes = Uint8Array.from(atob(value.packed), (one) => one.charCodeAt(0));
  const numbers = new Float32Array(bytes.buffer);
  const sizes = Array.from(numbers).filter(Number.isFinite).map(Math.abs);
  const most = value.is_weights ? 1 : Math.max(...sizes, 0);
  const whole = !value.is_weights && sizes.every(Number.isInteger);
  return { ...value, numbers, most, whole };
}

/** Of a share -1..1 between the ends of the signed scale. */
function signedShade(data, share) {
  const end = channels(data.colours[share < 0 ? "div_minus" : "div_plus"]);
  const mixed = channels(data.colours.div_zero).map((low, at) => Math.round(low + (end[at] - low) * Math.abs(share)));
  return `rgb(${mixed.join(",")})`;
}

function colourOf(data, tensor, number) {
  if (!Number.isFinite(number)) return data.colours.mask;
  const share = Math.round((number / (tensor.most || 1)) * LEVELS) / LEVELS;
  return tensor.is_weights ? shadeOf(data, share) : signedShade(data, share);
}

function printed(tensor, number, digits = 2) {
  if (Number.isNaN(number)) return "NaN";
  if (!Number.isFinite(number)) return number < 0 ? "\u2212\u221e" : "\u221e";
  return (tensor.whole ? String(number) : number.toFixed(digits)).replace("-", "\u2212");
}

/** A picture without names: a pixel a number. */
function thumbInto(parent, data, tensor, most = THUMB) {
  const [rows, columns] = tensor.size;
  if (rows * columns === 1) return node("span", "alone", parent, printed(tensor, tensor.numbers[0]));
  const canvas = node("canvas", "thumb", parent);
  [canvas.width, canvas.height] = [columns, rows];
  const zoom = Math.min(most[0] / columns, most[1] / rows);
  canvas.style.width = `${Math.max(5, columns * zoom)}px`;
  canvas.style.height = `${Math.max(5, rows * zoom)}px`;
  const brush = canvas.getContext("2d");
  tensor.numbers.forEach((number, at) => {
    brush.fillStyle = colourOf(data, tensor, number);
    brush.fillRect(at % columns, Math.floor(at / columns), 1, 1);
  });
  return canvas;
}

/** The letters of the axes with their lengths, or the lengths alone. */
function axesInto(parent, tensor) {
  const box = node("span", "axes", parent);
  for (const [axis, length] of tensor.axes) {
    const one = node("span", "axis", box);
    if (axis) node("i", "", one, axis);
    one.append(length.toLocaleString("en"));
  }
}

const nameAt = (data, tensor, side, at) => (tensor.names[side] ? data.labels[tensor.names[side]][at] : String(at + 1));

/** Where everything stands in the width and the height there is. */
function plan(data, tensor, width, height, measure) {
  const [rows, columns] = tensor.size;
  const lengths = (side, count) => Array.from({ length: count }, (_, at) => measure(nameAt(data, tensor, side, at), 12));
  const left = Math.min(96, Math.max(...lengths(0, rows))) + 26;
  const longest = Math.min(84, Math.max(...lengths(1, columns)));
  const wide = Math.max(1, Math.min(rows === 1 ? 64 : 40, (width - left - (tensor.names[1] ? 12 : 4)) / columns));
  const slanted = Boolean(tensor.names[1]) && longest > wide - 3;
  const upright = wide < SLANTED.apart;
  const top = 18 + (slanted ? longest * (upright ? 1 : SLANTED.high) + 8 : 16);
  const tall = Math.max(7, Math.min(rows === 1 ? 40 : 30, (height - top - 4) / rows));
  return { rows, columns, left, top, wide, tall, slanted, upright };
}

/** A counted axis tells as many of its numbers as have room. */
const isTold = (at, named, room, need) => named || room >= need || at === 0 || (at + 1) % (room * 5 >= need ? 5 : 10) === 0;

function namesInto(svg, data, tensor, at) {
  const [rowAxis, columnAxis] = ["", "", ...tensor.axes.map(([axis]) => axis)].slice(-2);
  if (rowAxis) put(svg, "text", { class: "letter", x: 6, y: at.top + (at.rows * at.tall) / 2 + 4 }, rowAxis);
  if (columnAxis) put(svg, "text", { class: "letter", x: at.left + (at.columns * at.wide) / 2, y: 12, "text-anchor": "middle" }, columnAxis);
  for (let row = 0; row < at.rows; row += 1) {
    if (!isTold(row, Boolean(tensor.names[0]) && at.tall >= 10, at.tall, 12)) continue;
    const y = at.top + (row + 0.5) * at.tall + 4;
    fitInto(pieceInto(svg, { class: "name", x: at.left - 6, y, "text-anchor": "end" }, nameAt(data, tensor, 0, row)), at.left - 20);
  }
  for (let column = 0; column < at.columns; column += 1) {
    if (!isTold(column, Boolean(tensor.names[1]), at.wide, 18)) continue;
    const x = at.left + (column + 0.5) * at.wide + (at.slanted && at.upright ? 4 : 0);
    const y = at.top - 6;
    const turn = at.slanted ? { transform: `rotate(${at.upright ? -90 : SLANTED.angle} ${x} ${y})`, "text-anchor": "start" } : { "text-anchor": "middle" };
    pieceInto(svg, { class: "name", x, y, ...turn }, nameAt(data, tensor, 1, column));
  }
}

/** One path for all cells of a colour: a tensor has hundreds of cells and two dozen colours. */
function cellsInto(svg, data, tensor, at) {
  const paths = new Map();
  const gap = at.tall > 12 ? 1.5 : 0.5;
  const [across, down] = [at.wide - gap, at.tall - gap].map((side) => Math.max(0.5, side).toFixed(1)); // narrow while it unfolds
  const cells = put(svg, "g", { class: "cells" });
  tensor.numbers.forEach((number, place) => {
    const colour = colourOf(data, tensor, number);
    const x = at.left + (place % at.columns) * at.wide;
    const y = at.top + Math.floor(place / at.columns) * at.tall;
    const cell = `M${x.toFixed(1)} ${y.toFixed(1)}h${across}v${down}h-${across}z`;
    paths.set(colour, `${paths.get(colour) || ""}${cell}`);
  });
  for (const [fill, d] of paths) put(cells, "path", { d, fill });
  if (at.wide < ROOMY || at.tall < 14) return;
  tensor.numbers.forEach((number, place) => {
    const share = Number.isFinite(number) ? Math.abs(number) / (tensor.most || 1) : 0;
    const turns = tensor.is_weights ? data.scale.turns : data.scale.turns_signed;
    put(cells, "text", {
      class: share >= turns ? "number high" : "number", "text-anchor": "middle",
      x: at.left + (place % at.columns + 0.5) * at.wide - gap / 2, y: at.top + (Math.floor(place / at.columns) + 0.5) * at.tall + 4,
    }, printed(tensor, number, tensor.most >= 10 ? 1 : 2));
  });
}

function scaleInto(parent, tensor) {
  const box = node("span", "scale", parent);
  node("span", "", box, tensor.is_weights ? "0" : printed(tensor, -tensor.most));
  node("i", tensor.is_weights ? "weights" : "signed", box);
  node("span", "", box, tensor.is_weights ? "1" : printed(tensor, tensor.most));
}

/** Of what a line reads the rows, columns and cells that a cell of its tensor is made of, in words too. */
function light(data, sources, row, column) {
  return sources.map(({ tensor, picture, part }) => {
    picture.querySelector(".lit")?.remove();
    const [rows, columns] = tensor.size;
    const across = { row, row_of_column: column, cell: row }[part] ?? -1; // the row that is lit
    const down = { column, cell: column }[part] ?? -1;
    if (row < 0 || across >= rows || down >= columns || Math.max(across, down) < 0) return "";
    const lit = node("i", "lit", picture);
    const percent = (at, count) => [`${(100 * Math.max(0, at)) / count}%`, at < 0 ? "100%" : `${100 / count}%`];
    [lit.style.top, lit.style.height] = percent(across, rows);
    [lit.style.left, lit.style.width] = percent(down, columns);
    const named = [across < 0 ? ":" : nameAt(data, tensor, 0, across), ...(down < 0 ? [] : [nameAt(data, tensor, 1, down)])];
    return `${tensor.name}[${named.join(", ")}]`;
  }).filter(Boolean);
}

/** Pointer and arrow keys choose a cell; pressed, it stays chosen while the pointer is elsewhere. */
function cellsOf(svg, at, largest, choose) {
  let kept = largest;
  const frame = put(svg, "rect", { class: "chosen", width: at.wide, height: at.tall, visibility: "hidden" });
  const show = (cell) => {
    frame.setAttribute("visibility", cell ? "visible" : "hidden");
    if (cell) {
      setAll(frame, { x: at.left + cell[1] * at.wide - 0.5, y: at.top + cell[0] * at.tall - 0.5 });
    }
    choose(cell);
  };
  const under = (event) => {
    const box = svg.getBoundingClientRect();
    const [row, column] = [Math.floor((event.clientY - box.top - at.top) / at.tall), Math.floor((event.clientX - box.left - at.left) / at.wide)];
    return row >= 0 && row < at.rows && column >= 0 && column < at.columns ? [row, column] : null;
  };
  svg.onpointermove = (event) => show(under(event) || kept);
  svg.onpointerleave = () => show(kept);
  svg.onclick = (event) => {
    kept = under(event);
    show(kept);
  };
  svg.onkeydown = (event) => {
    const way = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const [row, column] = kept ? [kept[0] + way[0], kept[1] + way[1]] : [0, 0];
    kept = [Math.max(0, Math.min(at.rows - 1, row)), Math.max(0, Math.min(at.columns - 1, column))];
    show(kept);
  };
  show(kept);
}

/** Where a tensor's largest number stands. */
function largestOf(tensor) {
  const sizes = Array.from(tensor.numbers, (number) => (Number.isFinite(number) ? Math.abs(number) : -1));
  const at = sizes.indexOf(Math.max(...sizes));
  return [Math.floor(at / tensor.size[1]), at % tensor.size[1]];
}

/** The tensor of a line, large; of a chosen cell the number is told below, and what it is made of. */
function tensorInto(parent, data, tensor, height, sources) {
  const box = node("div", "tensor", parent);
  const head = node("div", "head", box);
  node("b", tensor.is_weights ? "weights" : "", head, tensor.name);
  axesInto(head, tensor);
  if (tensor.numbers.length === 1) {
    node("div", "single", box, printed(tensor, tensor.numbers[0], 4));
    return;
  }
  const at = plan(data, tensor, parent.clientWidth, height, ruler(parent));
  const size = { width: Math.ceil(Math.min(parent.clientWidth, at.left + at.columns * at.wide + (at.slanted ? 30 : 4))), height: Math.ceil(at.top + at.rows * at.tall + 2) };
  const svg = put(box, "svg", { ...size, tabindex: 0, role: "application", "aria-label": `${tensor.name} ${tensor.shape}: ${tensor.numbers_told}` });
  namesInto(svg, data, tensor, at);
  cellsInto(svg, data, tensor, at);
  const foot = node("div", "foot", box);
  node("span", "", foot, tensor.drawn);
  scaleInto(foot, tensor);
  const told = node("div", "told", box);
  cellsOf(svg, at, largestOf(tensor), (cell) => {
    told.replaceChildren();
    const [row, column] = cell || [-1, -1];
    const made = light(data, sources, row, column);
    if (!cell) return;
    told.append(`${nameAt(data, tensor, 0, row)} \u00b7 ${nameAt(data, tensor, 1, column)}: `);
    node("b", "", told, printed(tensor, tensor.numbers[row * at.columns + column], 4));
    if (made.length) node("span", "", told, ` \u2190 ${made.join(", ")}`);
  });
}
