// q, k and their product as aligned bars, one dimension framed and spelled out.

const RAIL = 86;
const STRIP = { thin: 24, wide: 66, gap: 12 };

function barBoxes(width) {
  const boxes = {};
  let y = 4;
  for (const [name, height] of [
    ["x", STRIP.thin], ["q", STRIP.wide], ["m", STRIP.thin], ["k", STRIP.wide], ["p", STRIP.wide],
  ]) {
    boxes[name] = { x: RAIL, y, width: width - RAIL - 6, height };
    y += height + (name === "x" || name === "m" ? 7 : STRIP.gap);
  }
  boxes.bottom = y - 4;
  return boxes;
}

/** Draws into an empty box; `send` gets the dimension of a click. */
function drawBars(holder, data, send) {
  const width = Math.max(220, holder.clientWidth);
  const boxes = barBoxes(width);
  const canvas = put(holder, "svg", { width, height: boxes.bottom, class: "bars" });
  const done = (stage) => data.stage >= stage;
  for (const [name, stage] of [["x", 0], ["q", 0], ["m", 0], ["k", 0], ["p", 1]]) {
    const sums = name === "p" && data.stage === 2;
    ground(canvas, boxes[name], data.stage === stage || sums);
  }
  bars(canvas, boxes.x, data.x, data.sides.query, largest(data.x));
  bars(canvas, boxes.m, data.m, data.sides.key, largest(data.m));
  const limit = Math.max(largest(data.q), largest(data.k));
  bars(canvas, boxes.q, data.q, "q", limit);
  bars(canvas, boxes.k, data.k, "k", limit);
  if (done(1)) bars(canvas, boxes.p, data.product, "weight", largest(data.product));
  const names = data.words;
  const middle = (name) => boxes[name].y + boxes[name].height / 2;
  rail(canvas, middle("x"), names.x, "", `${data.sides.query}_text`);
  rail(canvas, middle("q") - 8, "q", data.names.query, "q_text");
  rail(canvas, middle("m"), names.m, "", `${data.sides.key}_text`);
  rail(canvas, middle("k") - 8, "k", data.names.key, "k_text");
  rail(canvas, middle("p") - 8, "q \u00d7 k", names.product, "weight_text");
  node("div", "note", holder, names.bars);
  dimension(canvas, boxes, data, send);
}

/** The framed dimension: follows the pointer and the arrow keys, is sent by click or Enter. */
function dimension(canvas, boxes, data, send) {
  const count = data.q.length;
  const step = boxes.q.width / count;
  const frame = put(canvas, "rect", {
    y: boxes.q.y - 3, width: step + 2, height: boxes.p.y + boxes.p.height - boxes.q.y + 6, rx: 4,
    class: "frame",
  });
  const label = put(canvas, "text", { y: boxes.p.y + 13, class: "spelled" });
  const field = put(canvas, "rect", {
    x: boxes.q.x, y: boxes.q.y, width: boxes.q.width, height: boxes.p.y + boxes.p.height - boxes.q.y,
    class: "field", tabindex: 0, role: "slider", "data-focus": "dim", "aria-label": data.words.slider,
    "aria-valuemin": 1, "aria-valuemax": count,
  });
  let shown = data.dim;
  const show = (index) => {
    shown = Math.max(0, Math.min(count - 1, index));
    const x = boxes.q.x + shown * step;
    const words = fill(data.words.dim, {
      i: shown + 1, q: number(data.q[shown]), k: number(data.k[shown]), p: number(data.product[shown]),
    });
    frame.setAttribute("x", x - 1);
    label.textContent = words;
    const long = label.getComputedTextLength();
    const wanted = x > boxes.q.x + boxes.q.width / 2 ? x - 7 - long : x + step + 7;
    label.setAttribute("x", Math.max(RAIL, Math.min(RAIL + boxes.q.width - long, wanted)));
    field.setAttribute("aria-valuenow", shown + 1);
    field.setAttribute("aria-valuetext", words);
  };
  const at = (event) => {
    const box = field.getBoundingClientRect();
    return Math.floor(((event.clientX - box.left) / box.width) * count);
  };
  field.onpointermove = (event) => show(at(event));
  field.onpointerleave = () => show(data.dim);
  field.onclick = (event) => send("dim", Math.max(0, Math.min(count - 1, at(event))));
  field.onkeydown = (event) => {
    const moves = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: count - 1 };
    if (event.key in moves) show(moves[event.key]);
    else if (event.key === "Enter" || event.key === " ") send("dim", shown);
    else return;
    event.preventDefault();
  };
  show(data.dim);
}
