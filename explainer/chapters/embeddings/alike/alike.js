// A vector and those like it, a stripe each, dimensions in the order of the first one's values. Below:
// the products of the lit row with the first one, added up from the left until they are the bar.

const CURVES = 58; // pixels of height
const LONGEST = 0.62; // of the room for bars: what the longest takes

const signed = (value) => value.toFixed(2).replace("-", "\u2212");

/** A stripe of one pixel a dimension, stretched by the style. */
function stripe(parent, data, cells, limit) {
  const canvas = node("canvas", "stripe", parent);
  Object.assign(canvas, { width: cells.length, height: 1 });
  const [minus, zero, plus] = ["div_minus", "div_zero", "div_plus"].map((name) => channels(data.colours[name]));
  const brush = canvas.getContext("2d");
  const image = brush.createImageData(cells.length, 1);
  cells.forEach((value, at) => {
    const end = value > 0 ? plus : minus;
    const share = Math.min(1, Math.abs(value) / limit);
    zero.forEach((low, part) => { image.data[4 * at + part] = low + (end[part] - low) * share; });
    image.data[4 * at + 3] = 255;
  });
  brush.putImageData(image, 0, 0);
}

function bar(parent, row, most) {
  const place = node("span", "bar", parent);
  const length = node("i", row.tone, place);
  length.style.width = `${(100 * LONGEST * Math.max(0, row.value)) / most}%`;
  node("span", "written", place, row.written);
}

/** One row: as a button its sum is shown below; the chosen token is compared with, not chosen. */
function line(parent, data, index, limit, most) {
  const row = data.rows[index];
  const made = node(index ? "button" : "div", `row ${index ? "" : "first "}${row.tone}`, parent);
  if (index) made.dataset.focus = `row${index}`;
  pieceOf(node("span", "name", made), row.label);
  stripe(made, data, data.cells[index], limit);
  bar(made, row, most);
  return made;
}

/** What the products with the first row add up to, dimension by dimension. */
function sumsOf(data, index) {
  let sum = 0;
  return data.cells[index].map((value, at) => { sum += value * data.cells[0][at]; return sum; });
}

function curves(holder, data, sums, lit, at) {
  const width = Math.max(60, holder.clientWidth);
  const all = sums.slice(1).flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1e-9, ...all)];
  const x = (dimension) => (width * (dimension + 1)) / data.dimensions.length;
  const y = (value) => 4 + ((CURVES - 8) * (high - value)) / (high - low);
  holder.replaceChildren();
  const canvas = put(holder, "svg", { width, height: CURVES, role: "img", "aria-label": data.words.name });
  put(canvas, "line", { class: "zero", x1: 0, x2: width, y1: y(0), y2: y(0) });
  const order = sums.map((_, index) => index).slice(1).sort((a, b) => (a === lit) - (b === lit));
  for (const index of order) {
    const d = `M0 ${y(0)}${sums[index].map((sum, dimension) => `L${x(dimension).toFixed(1)} ${y(sum).toFixed(1)}`).join("")}`;
    put(canvas, "path", { class: `sum ${data.rows[index].tone}${index === lit ? " lit" : ""}`, d });
  }
  if (at !== null) {
    put(canvas, "line", { class: "here", x1: x(at), x2: x(at), y1: 0, y2: CURVES });
    put(canvas, "circle", { class: "here", cx: x(at), cy: y(sums[lit][at]), r: 3.5 });
  }
}

function scaleOf(parent, limit) {
  const line = node("span", "scale", parent);
  node("span", "", line, signed(-limit));
  node("i", "", line);
  node("span", "", line, signed(limit));
}

function draw(root, data) {
  const refocus = anew(root, data);
  const limit = Math.max(1e-9, ...data.cells.flat().map(Math.abs));
  const most = Math.max(1e-9, ...data.rows.map(({ value }) => value));
  const sums = data.rows.map((_, index) => sumsOf(data, index));
  const group = groupOf(root, "rows", data.words.name);
  const rows = [];
  for (const [words, count] of data.groups) {
    if (!count) continue;
    const head = node("div", rows.length ? "row head" : "row head top", group);
    if (rows.length) node("span", "", head);
    node("span", "group", head, words);
    node("span", "", head, rows.length ? "" : data.words.measure);
    for (let left = count; left; left -= 1) rows.push(line(group, data, rows.length, limit, most));
  }
  const below = node("div", "row below", root);
  node("span", "sums", below, data.words.sums);
  const holder = node("span", "curves", below);
  scaleOf(node("span", "", below), limit);
  const caption = node("div", "caption", root);
  let kept = Math.min(1, rows.length - 1);
  const show = (lit, at = null) => {
    rows.forEach((row, index) => {
      row.classList.toggle("lit", index === lit);
      if (index) row.setAttribute("aria-pressed", String(index === kept));
    });
    curves(holder, data, sums, lit, at);
    const { label, written } = data.rows[lit];
    const [first, other] = [0, lit].map((index) => data.cells[index][at ?? 0]);
    caption.textContent = at === null ? fill(data.words.told, { piece: label, value: written }) : fill(data.words.at, {
      piece: label, dimension: data.dimensions[at], x: signed(first), y: signed(other), product: (first * other).toFixed(4).replace("-", "\u2212"),
    });
  };
  const dimensionAt = (event) => {
    const box = event.currentTarget.querySelector(".stripe, svg").getBoundingClientRect();
    const at = Math.floor((data.dimensions.length * (event.clientX - box.left)) / box.width);
    return at >= 0 && at < data.dimensions.length ? at : null;
  };
  rows.forEach((row, index) => {
    const own = () => index || kept;
    row.onpointermove = (event) => event.pointerType === "mouse" && show(own(), dimensionAt(event));
    row.onpointerleave = () => show(kept);
    if (!index) return;
    row.onclick = () => { kept = index; show(kept); };
    row.onfocus = () => row.matches(":focus-visible") && show(index);
    row.onblur = () => show(kept);
  });
  holder.onpointermove = (event) => show(kept, dimensionAt(event));
  holder.onpointerleave = () => show(kept);
  show(kept);
  refocus();
}

/** Every value, for the reader to keep. */
function numbers(data) {
  const likeness = data.rows.map(({ label, value }) => ({ token: label, likeness: value }));
  const values = data.rows.flatMap(({ label }, index) => data.cells[index].map((value, at) => (
    { token: label, dimension: data.dimensions[at], value })));
  return [{ name: "likeness", rows: likeness }, { name: "vectors", rows: values }];
}

export default (component) => mount(component, "alike", draw, numbers);
