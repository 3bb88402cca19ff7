// Attention weights of models or heads side by side. A token that is pointed at is lit in all of them:
// its strands have their colour and their numbers, the others are pale. A press holds it. As on the
// first page the strands of a row arrive as a stack as high as its tile: together they are 1.

const LEAST = 0.02; // thinner strands would be a fifth of a pixel: they are not drawn
const NUMBERED = 0.05;
const WIDEST = 15; // pixels at weight 1: of a tile
const ROOMY = 14; // tokens; more stand closer together
const TOP = 20;
const NUMBER = 34; // room for a weight between a key and its strand

const bestOf = (row) => row.indexOf(Math.max(...row));
const columnOf = (panel, key) => panel.weights.map((row) => row[key]);
const spoken = (words) => words.replaceAll("\u2581", "");
const nth = (rows, at) => rows.slice(0, at).filter((name) => name === rows[at]).length;

/** The row of a panel that is the lit one of another: the same token, else what looks at the same place. */
function rowFor(panel, other, row) {
  if (panel === other) return row;
  const same = panel.rows.flatMap((name, at) => (name === other.rows[row] ? [at] : []));
  if (same.length) return same[Math.min(nth(other.rows, row), same.length - 1)];
  const place = bestOf(other.weights[row]);
  return panel.weights.findIndex((weights) => bestOf(weights) === place);
}

function places(data, panel, width, measure) {
  const room = (names) => Math.min(width * 0.34, Math.max(...names.map((one) => measure(one))) + 22);
  const count = Math.max(panel.rows.length, data.keys.length);
  const height = count * (count <= ROOMY ? 30 : 24);
  const middle = (at, of) => TOP + ((at + 0.5) / of) * height;
  return {
    width, height: TOP + height, left: room(data.keys) + NUMBER, right: width - room(panel.rows),
    key: (at) => middle(at, data.keys.length), row: (at) => middle(at, panel.rows.length),
  };
}

/** Tokens of a side: one stop for the tab key, arrow keys go from one to the next. */
function column(view, side, names, light) {
  const { at, canvas } = view;
  const isKey = side === "key";
  const group = put(canvas, "g", { role: "group", "aria-label": isKey ? view.columns.looks : view.columns.asks });
  const nodes = names.map((name, index) => {
    const y = at[side](index);
    const token = put(group, "g", {
      class: `token ${side}`, role: "button", tabindex: -1, "aria-pressed": "false",
      "data-focus": `${view.index}${side}${index}`,
    });
    const x = isKey ? 0 : at.right + 4;
    const width = isKey ? at.left - 4 : at.width - at.right - 4;
    put(token, "rect", { class: "hit", x, y: y - 12, width, height: 24, rx: 6 });
    pieceInto(token, {
      class: "words", x: isKey ? at.left - NUMBER - 11 : at.right + 11, y: y + 5, "text-anchor": isKey ? "end" : "start",
    }, fitted(name, width - 12 - (isKey ? NUMBER : 0), view.measure));
    const place = { panel: view.index, side, at: index };
    token.onpointerenter = () => light.over(place);
    token.onpointerleave = () => light.over(null);
    token.onfocus = () => light.over(place);
    token.onblur = () => light.over(null);
    token.onclick = () => light.hold(place);
    return token;
  });
  keysAlong(nodes, (to) => nodes[to].focus(), (to) => nodes[to].onclick());
  return nodes;
}

function fitted(name, width, measure) {
  const chars = Array.from(name);
  while (chars.length > 1 && measure(chars.join("")) > width) chars.pop();
  return chars.join("");
}

/** A strand from a key to its part of the row's tile; `before` is what the keys above it take. */
function ribbon(at, key, row, before, weight) {
  const wide = WIDEST * weight;
  const bend = (at.left + at.right) / 2;
  const from = at.key(key) - wide / 2;
  const to = at.row(row) + WIDEST * (before - 0.5);
  const middle = to + wide / 2;
  const edge = (start, y1, end, y2) => `${start} ${y1.toFixed(2)}C${bend} ${y1.toFixed(2)} ${bend} ${y2.toFixed(2)} ${end} ${y2.toFixed(2)}`;
  const d = `M${edge(at.left, from, at.right, to)}L${edge(at.right, to + wide, at.left, from + wide)}Z`;
  return { d, middle };
}

function panelView(holder, data, panel, index, light, measure) {
  const head = node("div", "head", holder);
  if (panel.name) node("div", "name", head, panel.name);
  if (panel.written) node("div", "written", head, panel.written);
  const told = node("div", "told", holder);
  const at = places(data, panel, holder.clientWidth, measure);
  const canvas = put(holder, "svg", { width: at.width, height: at.height, role: "group", "aria-label": panel.alt });
  put(canvas, "text", { class: "column keys", x: 0, y: 12 }, data.columns.looks);
  put(canvas, "text", { class: "column rows", x: at.width, y: 12, "text-anchor": "end" }, data.columns.asks);
  const lines = [];
  panel.weights.forEach((row, q) => {
    let before = 0;
    row.forEach((weight, k) => {
      const { d, middle } = ribbon(at, k, q, before, weight);
      before += weight;
      if (weight >= LEAST) lines.push({ line: put(canvas, "path", { class: "line", d }), q, k, middle });
    });
    put(canvas, "rect", { class: "tile", x: at.right, y: at.row(q) - WIDEST / 2, width: 4, height: WIDEST, rx: 1.5 });
  });
  const view = { index, panel, canvas, at, told, lines, measure, columns: data.columns };
  view.keys = column(view, "key", data.keys, light);
  view.rows = column(view, "row", panel.rows, light);
  view.numbers = put(canvas, "g", { "aria-hidden": "true" });
  return view;
}

/** What is told of a token: its strongest partner, and how strong. */
function partner(data, panel, side, at) {
  const weights = side === "row" ? panel.weights[at] : columnOf(panel, at);
  const best = bestOf(weights);
  const [row, key] = side === "row" ? [at, best] : [best, at];
  return { row: panel.rows[row], key: data.keys[key], share: weights[best].toFixed(2) };
}

function paint(view, data, lit, held) {
  const { panel, at, told } = view;
  const placeOf = (one) => (one.side === "key" ? one.at : rowFor(panel, data.panels[one.panel], one.at));
  const place = placeOf(lit);
  const stop = { [held.side]: Math.max(0, placeOf(held)) }; // of the tab key: pointing does not move it
  const isMine = (q, k) => (lit.side === "key" ? k : q) === place;
  told.replaceChildren();
  view.numbers.replaceChildren();
  for (const { line, q, k } of view.lines) line.classList.toggle("lit", isMine(q, k));
  for (const [side, nodes] of [["key", view.keys], ["row", view.rows]]) {
    nodes.forEach((token, index) => {
      const on = side === lit.side && index === place;
      const isHeld = held.side === side && held.panel === view.index && held.at === index;
      const { row, key, share } = partner(data, panel, side, index);
      token.classList.toggle("lit", on);
      token.classList.toggle("held", isHeld);
      token.setAttribute("aria-pressed", String(isHeld));
      token.setAttribute("aria-label", spoken(side === "row" ? `${row}: ${key} ${share}` : `${key}: ${row} ${share}`));
      token.tabIndex = index === (stop[side] ?? 0) ? 0 : -1;
    });
  }
  if (place < 0) return;
  const { row, key, share } = partner(data, panel, lit.side, place);
  pieceOf(node("span", "rows", told), row);
  node("span", "sign", told, lit.side === "row" ? " \u2190 " : " \u2192 ");
  pieceOf(node("span", "keys", told), key);
  node("span", "share", told, ` ${share}`);
  for (const { q, k, middle } of view.lines) {
    const weight = panel.weights[q][k];
    if (!isMine(q, k) || weight < NUMBERED) continue;
    const isAtKey = lit.side === "row"; // the far end of what is pointed at
    put(view.numbers, "text", {
      class: "number", x: isAtKey ? at.left - 6 : at.right - 0.05 * (at.right - at.left), y: (isAtKey ? at.key(k) : middle) + 5,
      "text-anchor": "end",
    }, weight.toFixed(2));
  }
}

const kept = new WeakMap(); // by root: what is held, and of which tokens

function draw(root, data) {
  const giveBack = anew(root, data);
  root.style.setProperty("--looks", `var(--${data.columns.looks_colour})`);
  root.style.setProperty("--asks", `var(--${data.columns.asks_colour})`);
  const of = JSON.stringify([data.keys, data.panels.map((panel) => panel.rows)]);
  const first = { panel: data.lit.panel, side: "row", at: data.lit.row };
  if (kept.get(root)?.of !== of) kept.set(root, { of, held: first });
  const state = kept.get(root);
  let views = [];
  const show = (lit) => views.forEach((view) => paint(view, data, lit ?? state.held, state.held));
  const light = {
    over: show,
    hold: (place) => {
      state.held = place;
      show(place);
    },
  };
  const measure = ruler(root);
  const holders = data.panels.map(() => node("div", "panel", root)); // all of them share the width
  views = data.panels.map((panel, index) => panelView(holders[index], data, panel, index, light, measure));
  show(null);
  giveBack();
}

/** Every weight of every model, for the reader to keep. */
const numbers = (data) => data.panels.map((panel) => ({
  name: panel.name,
  rows: panel.weights.flatMap((row, q) => row.map((weight, k) => ({ target: panel.rows[q], source: data.keys[k], weight }))),
}));

export default (component) => mount(component, "strands", draw, numbers);
