// The rows of the drawing that belong to no token: places, names, the hill of similarities, and
// what the encoder makes of the order.

/** Height of a similarity in the drawing. */
const heightOf = (at, data, value) => (
  at.hill.y + at.hill.height * (1 - (Math.max(data.floor, value) - data.floor) / (1 - data.floor)));

function buildGround(flow, at) {
  const { svg, data } = flow;
  const defs = put(svg, "defs", {});
  const glow = put(defs, "linearGradient", { id: "glow", x1: 0, y1: 0, x2: 0, y2: 1 });
  put(glow, "stop", { offset: 0, class: "bright" });
  put(glow, "stop", { offset: 1, class: "dark" });
  const places = put(svg, "g", { class: "places", "aria-hidden": "true" });
  flow.places = at.order.map((_, place) => put(places, "text", { x: px(at.middle(place)), y: 13 }, String(place)));
  flow.link = put(svg, "path", { class: "link", "aria-hidden": "true" });
  const base = at.hill.y + at.hill.height;
  const right = at.left + at.count * at.column;
  for (const y of [at.hill.y, base]) put(svg, "line", { class: "rule", x1: at.left, x2: px(right), y1: y, y2: y });
  flow.hill = put(svg, "path", { class: "hill", fill: "url(#glow)" });
  flow.crest = put(svg, "path", { class: "crest" });
  buildEncoder(flow, at, right);
}

function buildEncoder(flow, at, right) {
  const base = at.encoder.y + at.encoder.height;
  const group = put(flow.svg, "g", { class: "encoder", "aria-hidden": "true" });
  put(group, "line", { class: "rule", x1: at.left, x2: px(right), y1: base, y2: base });
  const wide = Math.min(34, at.column - 8);
  flow.bars = at.order.map((_, place) => ({
    bar: put(group, "rect", { class: "bar", x: px(at.middle(place) - wide / 2), width: px(wide), rx: 2 }),
    value: put(group, "text", { class: "value", x: px(at.middle(place)), y: base + 16 }),
  }));
  flow.waiting = put(group, "text", { class: "waiting", x: px(at.left + 4) });
}

/** The hill of the chosen token: it moves along and keeps its form. */
function paintHill(flow, at, place) {
  const { table, data } = flow;
  const own = table.vector(place);
  const points = table.fine.map((vector, index) => (
    `${px(at.middle(index / FINE))} ${px(heightOf(at, data, table.similar(own, vector)))}`));
  const base = at.hill.y + at.hill.height;
  flow.crest.setAttribute("d", data.on ? `M${points.join("L")}` : "");
  flow.hill.setAttribute("d", data.on ? `M${px(at.middle(0))} ${base}L${points.join("L")}L${px(at.middle(at.count - 1))} ${base}Z` : "");
  return own;
}

/** The dot of a token on the hill, its halo, and the number below it. */
function paintDot(flow, at, column, own, vector, isChosen) {
  const { table, data } = flow;
  const value = table.similar(own, vector);
  const y = heightOf(at, data, value);
  const glow = (Math.max(data.floor, value) - data.floor) / (1 - data.floor);
  const shown = data.on ? "inline" : "none";
  for (const mark of [column.dot, column.halo]) {
    setAll(mark, { cy: px(y), display: shown });
  }
  setAll(column.halo, { r: px(5 + 9 * glow), opacity: px(0.5 * glow * glow) });
  column.value.textContent = data.on ? value.toFixed(2) : "";
  column.value.classList.toggle("own", isChosen);
  return value;
}

/** Bars of the encoder's outputs; without an answer for this order the reason there is none. */
function paintEncoder(flow, at) {
  const { data } = flow;
  const isAnswered = Boolean(data.moved) && flow.isTold();
  const isWritten = flow.order.every((token, place) => token === place);
  const most = Math.max(1, ...(data.moved || []));
  const base = at.encoder.y + at.encoder.height;
  flow.bars.forEach(({ bar, value }, place) => {
    const moved = isAnswered ? data.moved[place] : 0;
    const high = (moved / most) * at.encoder.height;
    setAll(bar, { y: px(base - high), height: px(high) });
    value.textContent = isAnswered ? moved.toFixed(2) : "";
  });
  sayWaiting(flow, at, isAnswered ? "" : isWritten ? data.words.waiting : "\u2026");
  flow.texts.classList.toggle("stale", !isAnswered);
}

/** In two lines where one has no room. */
function sayWaiting({ waiting }, at, words) {
  if (waiting.dataset.words === words) return;
  const base = at.encoder.y + at.encoder.height - 9;
  waiting.dataset.words = words;
  waiting.textContent = words;
  waiting.setAttribute("y", base);
  if (waiting.getComputedTextLength() <= at.width - at.left - 8) return;
  const middle = words.lastIndexOf(" ", words.length * 0.6);
  waiting.textContent = words.slice(0, middle);
  waiting.setAttribute("y", base - 16);
  put(waiting, "tspan", { x: waiting.getAttribute("x"), dy: 16 }, words.slice(middle + 1));
}

/** Both translations, and whether they are the same. */
function buildTexts(root, { texts, words }) {
  const block = node("div", "texts", root);
  (texts || []).forEach((text, index) => {
    const line = node("div", "text", block);
    node("span", "name", line, index ? words.second : words.first);
    node("span", "said", line, text);
    if (!index) return;
    const isSame = texts[0] === texts[1];
    node("span", isSame ? "same" : "different", line, isSame ? `\u2713 ${words.same}` : `\u2260 ${words.different}`);
  });
  return block;
}

/** Names of the rows: in the rail, or above each row on a narrow screen; they stay when it scrolls. */
function buildRail(flow, at) {
  const { svg, data: { words } } = flow;
  const rail = put(svg, "g", { class: "rail", "aria-hidden": "true" });
  if (at.isWide && at.isScrolled) put(rail, "rect", { class: "cover", x: 0, y: 0, width: at.rail - 4, height: at.height });
  const say = (y, titleY, first, second) => {
    put(rail, "text", { class: "first", x: 0, y: px(at.isWide ? y : titleY + 12) }, at.isWide ? first : [first, second].filter(Boolean).join(" \u00b7 "));
    if (at.isWide && second) put(rail, "text", { class: "second", x: 0, y: px(y + 15) }, second);
  };
  if (at.isWide) put(rail, "text", { class: "second", x: 0, y: 13 }, words.place);
  at.dials.forEach((row) => say(row.y - 3, row.title, words.turns[row.dial], at.isWide ? words.pairs[row.dial] : ""));
  say(at.stripe.y + 14, at.stripe.title, ...words.stripe);
  say(at.hill.y + 16, at.hill.title, ...words.similar);
  say(at.encoder.y + 10, at.encoder.title, ...words.encoder);
  if (at.isWide) {
    const scale = put(rail, "g", { class: "scale" });
    put(scale, "text", { x: at.rail - 8, y: at.hill.y + 4 }, "1");
    put(scale, "text", { x: at.rail - 8, y: at.hill.y + at.hill.height + 4 }, flow.data.floor.toFixed(1).replace("-", "\u2212"));
    at.dials.filter((row) => flow.data.pairs[row.dial] < flow.data.rows).forEach((row) => {
      const y = at.stripe.y + ((flow.data.pairs[row.dial] + 0.5) / flow.data.rows) * at.stripe.height;
      put(scale, "text", { x: at.rail - 8, y: px(y + 4) }, String(2 * flow.data.pairs[row.dial])); // the clock's first dimension
      if (!at.isScrolled) put(scale, "path", { class: "notch", d: `M${at.rail - 5} ${px(y)}h${px(at.middle(0) - at.rail - at.stripe.width / 2)}` });
    });
  }
  return rail;
}
