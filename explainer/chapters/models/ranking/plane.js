// Parameters and score of every model of a pair of languages; between two of them what is between.

const SLIM = 400; // pixels up to which it is lower
const NAME = { size: 13, height: 18 };
const DOT = { most: 12, least: 4.5, unknown: 6, reach: 13 };

const millionsOf = (parameters) => parameters / 1e6;

/** A difference with its sign, none where it rounds to 0. */
function signed(value, digits) {
  const told = Math.abs(value).toFixed(digits);
  const sign = value < 0 ? "\u2212" : "+";
  return Number(told) ? `${sign}${told}` : told;
}

/** Scales and sizes of the plane at this width. */
function planeOf(width, models, most) {
  const isSlim = width < SLIM;
  const box = { left: 28, right: width - 16, top: 24, bottom: (isSlim ? 262 : 322) - 36 };
  const last = 1.12 * Math.max(...models.map((model) => millionsOf(model.parameters)));
  const high = 5 * Math.ceil((Math.max(...models.map((model) => model.bleu)) + 2) / 5);
  return {
    ...box, width, height: box.bottom + 36, last, high,
    x: (model) => box.left + (box.right - box.left) * (millionsOf(model.parameters) / last),
    y: (model) => box.bottom - (box.bottom - box.top) * (model.bleu / high),
    r: ({ tokens }) => (tokens ? Math.max(DOT.least, DOT.most * Math.sqrt(tokens / most)) : DOT.unknown),
  };
}

function axesInto(canvas, data, at) {
  const step = at.high > 40 ? 10 : 5;
  for (let bleu = 0; bleu <= at.high; bleu += step) {
    const y = at.bottom - (at.bottom - at.top) * (bleu / at.high);
    put(canvas, "line", { class: "grid", x1: at.left, x2: at.right, y1: y, y2: y });
    put(canvas, "text", { class: "tick end", x: at.left - 6, y: y + 4 }, String(bleu));
  }
  for (let size = 0; size <= at.last; size += at.last > 1 ? 1 : 0.2) {
    const x = at.left + (at.right - at.left) * (size / at.last);
    put(canvas, "text", { class: "tick", x, y: at.bottom + 16 }, String(Number(size.toFixed(1))));
  }
  put(canvas, "text", { class: "title", x: 0, y: 12 }, data.words.bleu);
  put(canvas, "text", { class: "title end", x: at.right, y: at.bottom + 33 }, data.words.parameters);
}

/** From the base along the parameters, then up or down the scores; gives the boxes it fills. */
function legsInto(canvas, data, at, base, chosen) {
  const [x, y, toX, toY] = [at.x(base), at.y(base), at.x(chosen), at.y(chosen)];
  put(canvas, "path", { class: "legs", d: `M${x} ${y}H${toX}V${toY}` });
  const boxes = [];
  const label = (attributes, words) => {
    const { x: left, y: top, width, height } = put(canvas, "text", { class: "between", ...attributes }, words).getBBox();
    boxes.push({ x: left, y: top, width, height });
  };
  const size = signed(millionsOf(chosen.parameters) - millionsOf(base.parameters), 2);
  if (Math.abs(toX - x) > 46) label({ x: (x + toX) / 2, y: y + (toY < y ? 17 : -8), "text-anchor": "middle" }, `${size}M`);
  const isRight = toX > at.right - 90;
  if (Math.abs(toY - y) > 16) {
    label({ x: toX + (isRight ? -16 : 16), y: (y + toY) / 2 + 4, "text-anchor": isRight ? "end" : "start" }, `${signed(chosen.bleu - base.bleu, 1)} BLEU`);
  }
  return boxes;
}

/** Where names stand: beside their dots, where they cover nothing; the first come first. */
function nameBoxes(order, at, long, taken) {
  const boxes = [...taken];
  const places = new Map();
  for (const model of order) {
    const [x, y, r, width] = [at.x(model), at.y(model), at.r(model) + 4, long(model)];
    const choices = [[r, -9], [-r - width, -9], [r - 2, -21], [r - 2, 4], [-r - width + 2, -21], [-r - width + 2, 4], [-width / 2, -r - 18], [-width / 2, r]];
    const wide = choices.map(([dx, dy]) => ({ x: x + dx, y: y + dy, width, height: NAME.height }));
    const place = wide.find((box) => box.x >= at.left && box.x + width <= at.width && box.y > 0
      && box.y + NAME.height < at.bottom + 4 && !boxes.some((other) => meet(box, other)));
    if (!place) continue;
    places.set(model, place);
    boxes.push(place);
  }
  return places;
}

/** One tab stop for many: the arrow keys go from part to part, and press where `follows`. */
function roving(parts, first, follows) {
  parts.forEach((part, place) => {
    part.setAttribute("tabindex", place === first ? 0 : -1);
    part.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const isPress = event.key === "Enter" || event.key === " ";
      if (!by && !isPress) return;
      event.preventDefault();
      const next = parts[(place + (by || 0) + parts.length) % parts.length];
      parts.forEach((one) => one.setAttribute("tabindex", one === next ? 0 : -1));
      next.focus({ preventScroll: true });
      if (isPress || follows) next.dispatchEvent(new Event("click"));
    });
  });
}

/** A dot with its name, to press. */
function dotInto(canvas, at, model, place, kind, words) {
  const group = put(canvas, "g", { class: `dot ${kind}`, role: "img", "data-focus": `dot${model.name}`, "aria-label": words });
  const [cx, cy] = [at.x(model), at.y(model)];
  put(group, "circle", { class: "reach", cx, cy, r: DOT.reach });
  put(group, "circle", { class: "mark", cx, cy, r: at.r(model) });
  if (!place) return group;
  put(group, "rect", { class: "plate", x: place.x - 4, y: place.y - 1, width: place.width + 8, height: place.height + 2, rx: 6 });
  put(group, "text", { class: "name", x: place.x, y: place.y + 13.5 }, model.label);
  return group;
}

/** The plane; `press` gets the model of a dot. */
function planeInto(parent, data, look, press) {
  const { group, chosen, base } = look;
  const most = Math.max(...data.groups.flatMap(({ models }) => models.map(({ tokens }) => tokens)));
  const at = planeOf(Math.max(260, parent.clientWidth), group.models, most);
  const canvas = put(parent, "svg", { width: at.width, height: at.height, role: "group", "aria-label": `${data.words.parameters}, ${data.words.bleu}` });
  axesInto(canvas, data, at);
  const round = group.models.map((model) => ({ x: at.x(model) - at.r(model), y: at.y(model) - at.r(model), width: 2 * at.r(model), height: 2 * at.r(model) }));
  const taken = base ? legsInto(canvas, data, at, base, chosen) : [];
  const rank = (model) => (model === chosen ? 0 : model === base ? 1 : 2);
  const order = [...group.models].sort((a, b) => rank(a) - rank(b));
  const measure = ruler(parent);
  const places = nameBoxes(order, at, (model) => measure(model.label, NAME.size, 700), [...taken, ...round]);
  const drawn = [...group.models].sort((a, b) => rank(b) - rank(a) || b.tokens - a.tokens);
  const dots = new Map(drawn.map((model) => {
    const kind = model === chosen ? "chosen" : model === base ? "base" : "";
    const words = `${model.name} (${model.kind}): ${millionsOf(model.parameters).toFixed(2)}M, BLEU ${model.bleu.toFixed(1)}`;
    return [model, dotInto(canvas, at, model, places.get(model), kind, words)];
  }));
  const parts = group.models.map((model) => dots.get(model));
  parts.forEach((dot, place) => {
    const model = group.models[place];
    dot.setAttribute("role", "button");
    dot.setAttribute("aria-pressed", String(model === chosen));
    dot.addEventListener("click", () => press(model));
  });
  roving(parts, group.models.indexOf(chosen), false);
}
