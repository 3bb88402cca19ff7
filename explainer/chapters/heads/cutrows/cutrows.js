// Rows of bars, one path for each head's run; x counts heads, with gaps where the vector is cut.

const GAP = 0.08; // of a head's width, between two heads
const HEIGHT = 40; // of a row; the picture of a row stretches to the width there is

function floats(packed) {
  const bytes = Uint8Array.from(atob(packed), (one) => one.charCodeAt(0));
  return new Float32Array(bytes.buffer);
}

/** Where the runs of a row begin, and how wide one is. */
function runs(row, heads) {
  const wide = row.cut ? 1 : (heads * (1 + GAP) - GAP) / heads;
  return { wide, left: (head) => head * (row.cut ? 1 + GAP : wide) };
}

/** The bars of a head: shares stand on the ground, other numbers go up and down from the middle. */
function bars(row, values, head, left, wide, limit) {
  const step = wide / row.dims;
  const ground = row.share ? HEIGHT : HEIGHT / 2;
  const parts = [];
  for (let at = 0; at < row.dims; at += 1) {
    const tip = ((row.share ? HEIGHT : HEIGHT / 2) * values[head * row.dims + at]) / limit;
    const from = (left + at * step).toFixed(4);
    parts.push(`M${from} ${ground}V${(ground - tip).toFixed(2)}h${(0.86 * step).toFixed(4)}V${ground}Z`);
  }
  return parts.join("");
}

function rowInto(root, data, row, values) {
  const heads = data.heads.length;
  const all = heads * (1 + GAP) - GAP;
  const { wide, left } = runs(row, heads);
  const line = node("div", `line ${row.colour}`, root);
  const title = node("div", "title", line);
  node("b", "", title, row.name);
  node("span", "shape", title, row.shape);
  const canvas = put(line, "svg", { viewBox: `0 0 ${all} ${HEIGHT}`, height: HEIGHT, preserveAspectRatio: "none", "aria-hidden": "true" });
  const limit = row.share ? 1 : values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  for (let head = 0; head < heads; head += 1) {
    const isChosen = head === data.chosen;
    const ground = { x: left(head), y: 0, width: wide, height: HEIGHT };
    put(canvas, "rect", { class: row.cut && isChosen ? "ground framed" : "ground", ...ground });
    const strength = row.mixed || isChosen ? "bars" : "bars pale";
    put(canvas, "path", { class: strength, d: bars(row, values, head, left(head), wide, limit) });
  }
  const mark = put(canvas, "rect", { class: "mark", y: 0, height: HEIGHT, width: 0 });
  return { line, canvas, mark, all, wide, left };
}

/** The number of a head stands below its run of the weights. */
function numbersInto(line, data) {
  const scale = node("div", "numbers", line);
  data.heads.forEach((_, head) => node("i", head === data.chosen ? "chosen" : "", scale, String(head + 1)));
}

function draw(root, data) {
  clear(root, data);
  const stage = node("div", "stage", root);
  stage.setAttribute("role", "group");
  stage.setAttribute("aria-label", data.name);
  const caption = node("div", "caption", root);
  const marks = [];
  const unsay = () => {
    caption.textContent = "";
    for (const mark of marks) mark.setAttribute("width", 0);
  };
  for (const row of data.rows) {
    const values = floats(row.packed);
    const { line, canvas, mark, all, wide, left } = rowInto(stage, data, row, values);
    if (row.share) numbersInto(line, data);
    marks.push(mark);
    const point = (event) => {
      unsay();
      const box = canvas.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * all;
      const head = Math.min(data.heads.length - 1, Math.floor(x / left(1 % data.heads.length) || 0));
      const at = Math.floor(((x - left(head)) / wide) * row.dims);
      if (!(at >= 0 && at < row.dims)) return;
      mark.setAttribute("x", left(head) + (at * wide) / row.dims);
      mark.setAttribute("width", wide / row.dims);
      const owner = row.mixed ? [] : [data.heads[head]];
      caption.textContent = [row.name, ...owner, values[head * row.dims + at].toFixed(3)].join(" \u00b7 ");
    };
    canvas.onpointermove = point;
    canvas.onpointerdown = point;
    canvas.onpointerleave = unsay;
  }
}

/** Every number of every row, for the reader to keep. */
function numbers(data) {
  return [{
    name: "vector",
    rows: data.rows.flatMap((row) => [...floats(row.packed)].map((value, at) => ({
      stage: row.name, head: row.mixed ? "" : Math.floor(at / row.dims) + 1, number: (at % row.dims) + 1, value,
    }))),
  }];
}

export default (component) => mount(component, "cutrows", draw, numbers);
