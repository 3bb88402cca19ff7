// The whole row, key by key; the values flow into the head's output, then through W_O.

const LINE = { height: 24, gap: 5, first: 26 };
const STAGE_OF_LINE = [2, 3, 4, 5];

function rowLayout(width, data) {
  const count = data.pieces.length;
  const column = Math.min(96, Math.max(47, (width - RAIL - 8) / count));
  const whole = Math.max(width, RAIL + 8 + count * column);
  const stem = LINE.first + 4 * (LINE.height + LINE.gap) + 2;
  const strip = { x: RAIL, width: whole - RAIL - 8 };
  const head = Math.min(380, strip.width);
  const values = { y: stem + 34, height: 36 };
  return {
    count, column, width: whole, stem, values,
    left: (index) => RAIL + index * column,
    head: { x: RAIL + (Math.min(strip.width, count * column) - head) / 2, y: values.y + 94, width: head, height: 38 },
    concat: { ...strip, y: values.y + 160, height: 34 },
    out: { ...strip, y: values.y + 234, height: 34 },
    height: values.y + 290,
  };
}

function drawRow(holder, data, send) {
  const at = rowLayout(Math.max(300, holder.clientWidth), data);
  const canvas = put(holder, "svg", { width: at.width, height: at.height, class: "row" });
  canvas.setAttribute("role", "group");
  canvas.setAttribute("aria-label", data.words.row);
  hatch(canvas);
  stageBand(canvas, at, data);
  data.lines.forEach((line, index) => drawLine(canvas, at, data, line, index));
  put(canvas, "text", { x: 0, y: at.values.y + 23, class: "letter", style: ink("v_text") }, "v");
  if (data.stage >= 6) flows(canvas, at, data);
  data.values.forEach((value, index) => {
    const box = { x: at.left(index) + 4, width: at.column - 8, ...at.values };
    bars(canvas, box, value, "v", data.value_limit);
  });
  drawHead(canvas, at, data);
  columns(canvas, at, data, send);
}

function hatch(canvas) {
  const pattern = put(put(canvas, "defs", {}), "pattern", {
    id: "cellsteps-hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  });
  put(pattern, "rect", { width: 6, height: 6, style: ink("panel") });
  put(pattern, "line", { x1: 0, y1: 0, x2: 0, y2: 6, style: "stroke:var(--mask)", "stroke-width": 2 });
}

/** A quiet band behind the line of the stage. */
function stageBand(canvas, at, data) {
  const line = STAGE_OF_LINE.indexOf(data.stage);
  const spans = {
    6: [at.stem, at.values.y + at.values.height],
    7: [at.values.y + at.values.height + 2, at.head.y + at.head.height + 3],
    8: [at.concat.y - 4, at.concat.y + at.concat.height + 18],
    9: [at.out.y - 4, at.out.y + at.out.height + 4],
  };
  const lineTop = LINE.first + line * (LINE.height + LINE.gap);
  const span = line >= 0 ? [lineTop - 3, lineTop + LINE.height + 3] : spans[data.stage];
  if (!span) return;
  put(canvas, "rect", {
    x: 1, y: span[0], width: at.width - 2, height: span[1] - span[0], rx: 6, class: "band stage",
  });
}

function drawLine(canvas, at, data, line, index) {
  const y = LINE.first + index * (LINE.height + LINE.gap);
  const computed = data.stage >= STAGE_OF_LINE[index];
  put(canvas, "text", { x: 6, y: y + 17, class: "name" }, line.name);
  line.cells.forEach((cell, key) => {
    const box = { x: at.left(key) + 3, y, width: at.column - 6, height: LINE.height, rx: 4 };
    if (!computed) {
      put(canvas, "rect", { ...box, class: "later" });
      return;
    }
    const fillName = cell.hatched ? "fill:url(#cellsteps-hatch)" : `fill:${cell.fill}`;
    put(canvas, "rect", { ...box, style: fillName });
    const middle = box.x + box.width / 2;
    if (cell.hatched) {
      put(canvas, "rect", { x: middle - 15, y: y + 4, width: 30, height: 16, rx: 8, style: ink("page") });
    }
    put(canvas, "text", {
      x: middle, y: y + 16.5, class: key === data.column ? "cell chosen" : "cell",
      style: cell.hatched ? ink("ink") : `fill:${cell.ink}`,
    }, cell.text);
  });
}

/** Violet stems as wide as the weights, then the values pour into the head's output. */
function flows(canvas, at, data) {
  const top = at.values.y + at.values.height;
  let arrived = at.head.x;
  data.weights.forEach((weight, key) => {
    const chosen = key === data.column;
    const centre = at.left(key) + at.column / 2;
    const half = (weight * (at.column - 12)) / 2;
    const strong = chosen ? 0.95 : 0.4;
    put(canvas, "rect", {
      x: centre - half, y: at.stem, width: 2 * half, height: at.values.y - at.stem,
      style: ink("weight"), opacity: strong,
    });
    const width = weight * at.head.width;
    const bottom = at.head.y - 2;
    const bend = (top + bottom) / 2;
    if (data.stage >= 7 || chosen) {
      put(canvas, "path", {
        d: `M${centre - half} ${top}C${centre - half} ${bend} ${arrived} ${bend} ${arrived} ${bottom}`
          + `h${width}C${arrived + width} ${bend} ${centre + half} ${bend} ${centre + half} ${top}z`,
        style: ink("v"), opacity: chosen ? 0.8 : 0.35,
      });
    }
    arrived += width;
  });
}

function drawHead(canvas, at, data) {
  const colour = data.sides.query;
  const label = (box, letter) => put(canvas, "text", {
    x: 6, y: box.y + box.height / 2 + 4, class: "name",
  }, letter);
  label(at.head, data.words.head);
  label(at.concat, data.words.concat);
  label(at.out, data.words.out);
  for (const box of [at.head, at.concat, at.out]) ground(canvas, box, false);
  if (data.stage >= 7) bars(canvas, at.head, data.head, colour, largest(data.head));
  const share = at.concat.width / data.n_heads;
  const left = at.concat.x + data.index * share;
  if (data.stage >= 8) {
    put(canvas, "path", {
      d: `M${at.head.x} ${at.head.y + at.head.height + 3}h${at.head.width}`
        + `L${left + share} ${at.concat.y - 3}h${-share}z`,
      style: ink(colour), opacity: 0.16,
    });
    const mine = [data.index * data.head.length, (data.index + 1) * data.head.length];
    bars(canvas, at.concat, data.all, colour, largest(data.all), mine);
  }
  for (let head = 0; head < data.n_heads; head += 1) {
    put(canvas, "text", {
      x: at.concat.x + (head + 0.5) * share, y: at.concat.y + at.concat.height + 14,
      class: head === data.index ? "small centre chosen" : "small centre",
    }, String(head + 1));
  }
  put(canvas, "rect", {
    x: left, y: at.concat.y - 2, width: share, height: at.concat.height + 4, rx: 4, class: "frame",
  });
  if (data.stage >= 9) bars(canvas, at.out, data.out, colour, largest(data.out));
  put(canvas, "text", {
    x: at.out.x, y: at.out.y - 8, class: "small",
  }, data.words.project);
}

/** A button over each key's column; arrow keys go from one to the next. */
function columns(canvas, at, data, send) {
  const nodes = [];
  const bottom = at.values.y + at.values.height + 4;
  data.pieces.forEach((piece, key) => {
    const chosen = key === data.column;
    const group = put(canvas, "g", {
      role: "button", tabindex: chosen ? 0 : -1, "aria-pressed": String(chosen), class: "column",
      "data-focus": `column${key}`,
      "aria-label": fill(data.words.column, { piece, weight: number(data.weights[key]) }),
    });
    put(group, "text", {
      x: at.left(key) + at.column / 2, y: 16, class: "piece", style: ink(`${data.sides.key}_text`),
    }, fitted(piece, at.column - 4, 14));
    put(group, "rect", {
      x: at.left(key) + 0.5, y: 1, width: at.column - 1, height: bottom, rx: 6,
      class: chosen ? "frame hit" : "hit",
    });
    group.onclick = () => send("column", key);
    group.onkeydown = (event) => {
      const moves = { ArrowLeft: key - 1, ArrowRight: key + 1, Home: 0, End: at.count - 1 };
      if (event.key in moves) nodes[Math.max(0, Math.min(at.count - 1, moves[event.key]))].focus();
      else if (event.key === "Enter" || event.key === " ") send("column", key);
      else return;
      event.preventDefault();
    };
    nodes.push(group);
  });
}
