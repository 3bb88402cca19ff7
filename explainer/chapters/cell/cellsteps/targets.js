// What can be pressed: names and pieces of the row, dimensions, the map. Made once for a layout, so
// that the focus stays while the drawing moves.

function buildTargets(player) {
  const { layers } = player;
  layers.targets.replaceChildren();
  buildField(player);
  player.nameNodes = buildKeys(player, "name");
  player.pieceNodes = buildKeys(player, "piece");
  buildMapTarget(player);
  paintTargets(player);
}

/** The dimensions: follow the pointer and the arrow keys, are chosen by click or Enter. */
function buildField(player) {
  const { g, data, layers } = player;
  const at = (event, box) => {
    const { top, height } = box.getBoundingClientRect();
    return clamp(Math.floor(((event.clientY - top) / height) * g.dims), 0, g.dims - 1);
  };
  const follow = (node) => {
    node.onpointermove = (event) => player.lookAt(at(event, node));
    node.onpointerleave = () => player.lookAt(player.chosenDim);
    node.onclick = (event) => player.choose({ dim: at(event, node) });
  };
  player.field = null;
  if (!g.folded) {
    player.field = put(layers.targets, "rect", {
      x: g.wq.x, y: g.wq.y, width: g.wk.x + g.wk.width - g.wq.x, height: g.high, class: "field",
      tabindex: 0, role: "slider", "aria-orientation": "vertical", "data-focus": "dim",
      "aria-label": data.words.slider, "aria-valuemin": 1, "aria-valuemax": g.dims,
    });
    follow(player.field);
    player.field.onkeydown = (event) => {
      const moves = { ArrowUp: player.dim - 1, ArrowDown: player.dim + 1, Home: 0, End: g.dims - 1 };
      if (event.key in moves) player.lookAt(clamp(moves[event.key], 0, g.dims - 1));
      else if (event.key === "Enter" || event.key === " ") player.choose({ dim: player.dim });
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
  }
  if (!g.early) {
    const wall = put(layers.targets, "rect", {
      x: g.wv.x, y: g.wv.y, width: g.head.x + g.head.width - g.wv.x, height: g.high, class: "field",
    });
    follow(wall);
    wall.style.display = player.stage >= STEP.value ? "" : "none";
    player.wallField = wall;
  } else {
    player.wallField = null;
  }
}

/** One stop for the tab key; arrow keys go from one to the next, Enter presses. */
function keysOf(nodes, index, press) {
  return (event) => {
    const moves = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: nodes.length - 1 };
    if (event.key in moves) nodes[clamp(moves[event.key], 0, nodes.length - 1)].focus();
    else if (event.key === "Enter" || event.key === " ") press();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The names of the keys choose a cell; pieces of the bar are guessed, then choose a cell, too. */
function buildKeys(player, what) {
  const { g, data, layers } = player;
  const holder = put(layers.targets, "g", { class: `keys ${what}s` });
  const nodes = [];
  data.pieces.forEach((piece, key) => {
    const group = put(holder, "g", { class: `key ${what}`, "data-focus": `${what}${key}` });
    if (what === "name") {
      const low = g.staggered && key % 2;
      pieceInto(group, {
        x: g.lane.x + (key + 0.5) * g.column, y: g.names.y + (low ? 29 : 14), class: "token centre",
        "font-size": g.nameSize, style: ink(`${data.sides.key}_text`),
      }, fitted(piece, (g.staggered ? 2 : 1) * g.column - 5, g.nameSize));
    }
    put(group, "title", {});
    put(group, "rect", { rx: 4, class: "hit" });
    const press = () => player.press(what, key);
    group.onclick = press;
    group.onpointerenter = () => player.lookOver(key);
    group.onpointerleave = () => player.lookOver(null);
    group.onfocus = () => player.lookOver(key);
    group.onblur = () => player.lookOver(null);
    nodes.push(group);
    group.onkeydown = keysOf(nodes, key, press);
  });
  return nodes;
}

function buildMapTarget(player) {
  const { g, data, layers, map } = player;
  player.mapField = null;
  if (g.phone && g.early) return;
  const { x, y, step } = g.map;
  const field = put(layers.targets, "rect", {
    x, y, width: step * map.columns, height: step * map.rows, class: "field", tabindex: 0, role: "button",
    "data-focus": "map",
  });
  let cursor = [data.row, data.column];
  const say = () => {
    field.setAttribute("aria-label", fill(data.words.map, { row: cursor[0] + 1, column: cursor[1] + 1 }));
    Object.entries({ x: x + cursor[1] * step, y: y + cursor[0] * step, width: step, height: step })
      .forEach(([name, value]) => player.mapCursor.setAttribute(name, value));
  };
  player.mapCursor = put(layers.targets, "rect", { class: "cursor" });
  const show = (isOn) => { player.mapCursor.style.display = isOn ? "" : "none"; };
  const choose = () => player.choose({ row: cursor[0], col: cursor[1] });
  const at = (event) => {
    const box = field.getBoundingClientRect();
    const place = (part, size, count) => clamp(Math.floor((part / size) * count), 0, count - 1);
    cursor = [
      place(event.clientY - box.top, box.height, map.rows), place(event.clientX - box.left, box.width, map.columns),
    ];
    say();
  };
  field.onpointermove = (event) => { at(event); show(true); };
  field.onpointerleave = () => { cursor = [data.row, data.column]; say(); show(false); };
  field.onclick = (event) => { at(event); choose(); };
  field.onfocus = () => show(true);
  field.onblur = () => show(false);
  field.onkeydown = (event) => {
    const step2 = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step2) {
      cursor = [clamp(cursor[0] + step2[0], 0, map.rows - 1), clamp(cursor[1] + step2[1], 0, map.columns - 1)];
      say();
    } else if (event.key === "Enter" || event.key === " ") choose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  say();
  show(false);
  player.mapField = field;
}

/** Where the pieces lie now and what they are for at this step. */
function paintTargets(player) {
  const { g, data } = player;
  const asks = player.stage < STEP.softmax;
  const revealed = player.stage > STEP.softmax || (player.stage === STEP.softmax && player.phase === 1);
  const pieces = piecesNow(player);
  const { y, height } = player.stage >= STEP.mask ? g.scores : g.names;
  const said = (key) => (revealed
    ? fill(data.words.column, { piece: data.pieces[key], weight: share(data.weights[key]) }) : data.pieces[key]);
  player.nameNodes.forEach((group, key) => {
    const chosen = key === data.column;
    setAll(group, { role: "button", tabindex: chosen ? 0 : -1, "aria-pressed": String(chosen), "aria-label": said(key) });
    group.querySelector("title").textContent = said(key);
    setAll(group.querySelector(".hit"), {
      x: g.lane.x + key * g.column + 1, y: g.names.y - 2, width: g.column - 2,
      height: y + height - g.names.y + 3, class: chosen && !g.staggered ? "hit frame" : "hit",
    });
  });
  const holder = player.pieceNodes[0].parentNode;
  setAll(holder, { role: asks ? "radiogroup" : "group", "aria-label": asks ? data.words.ask : data.words.row });
  const stop = asks ? player.guess ?? 0 : data.column;
  player.pieceNodes.forEach((group, key) => {
    const on = String(asks ? key === player.guess : key === data.column);
    group.removeAttribute(asks ? "aria-pressed" : "aria-checked");
    setAll(group, {
      role: asks ? "radio" : "button", tabindex: key === stop ? 0 : -1, [asks ? "aria-checked" : "aria-pressed"]: on,
      "aria-label": asks ? fill(data.words.guess, { piece: data.pieces[key] }) : said(key),
    });
    group.querySelector("title").textContent = group.getAttribute("aria-label");
    const [from, to] = pieces[key];
    setAll(group.querySelector(".hit"), {
      x: from, y: g.bar.y, width: Math.max(2, to - from), height: g.bar.height,
    });
  });
  if (player.wallField) player.wallField.style.display = player.stage >= STEP.value ? "" : "none";
  paintField(player);
}

function paintField(player) {
  if (!player.field) return;
  const { data, dim } = player;
  const known = player.stage >= STEP.product;
  setAll(player.field, {
    "aria-valuenow": dim + 1,
    "aria-valuetext": known ? fill(data.words.dim, {
      i: dim + 1, q: number(data.q[dim]), k: summand(data.k[dim]), p: number(data.product[dim]),
    }) : `q ${number(data.q[dim])}, k ${number(data.k[dim])}`,
  });
}
