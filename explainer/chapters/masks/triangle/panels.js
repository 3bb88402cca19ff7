// The triangle with its edge, and the row that is written alone.

const ASIDE = 8; // pixels: the handle lies on what is hidden, beside the numbers of what is seen

const kept = (data, edge) => data.edges.reduce((best, one) => (
  Math.abs(one - edge) < Math.abs(best - edge) ? one : best), data.edges[0]);

/** The staircase between what may be seen and what may not. */
function stairs(at, top, edge) {
  const x = (key) => at.left + Math.min(at.count, key) * at.cell;
  let path = `M${x(edge + 1)} ${top - 3}`;
  for (let row = 0; row < at.count; row += 1) path += `H${x(row + edge + 1)}V${top + (row + 1) * at.row}`;
  return path;
}

/** Both panels; gives back what shows a state in them. */
function panels(holder, data, state) {
  const isNarrow = holder.clientWidth < NARROW;
  const width = isNarrow ? holder.clientWidth : (holder.clientWidth - 36) / 2;
  const at = placesOf(width, data.fed.length, isNarrow);
  const left = trianglePanel(holder, data, state, at, width);
  const right = rowPanel(holder, data, at, width, isNarrow, left.top);
  return (shown) => {
    left.show(shown);
    right(shown);
  };
}

function trianglePanel(holder, data, state, at, width) {
  const canvas = put(holder, "svg", { width, height: 10, class: "panel", role: "group", "aria-label": data.words.name });
  hatch(canvas, "triangle_hatch");
  const top = columnNames(canvas, data.fed, { ...at, top: 0, side: "target" });
  canvas.setAttribute("height", top + at.count * at.row + 14);
  const list = put(canvas, "g", { role: "radiogroup", "aria-label": data.words.rows });
  const band = put(list, "rect", { class: "band", x: 0, width, height: at.row, rx: 4 });
  const rows = data.fed.map((piece, row) => {
    const y = top + row * at.row;
    const group = put(list, "g", { class: "query", role: "radio", "data-focus": `row${row}`, "data-row": row });
    group.setAttribute("aria-label", fill(data.words.row, { number: row + 1, fed: piece, wanted: data.wanted[row] }));
    put(group, "rect", { class: "hit", x: 0, y, width, height: at.row });
    const name = pieceInto(group, { x: at.left - 6, y: y + at.row / 2 + 4.5, class: "side target end" }, piece);
    fitInto(name, at.left - 8);
    return { group, cells: cellsOf(group, at, y, row), told: wantedOf(group, at, y, data.wanted[row], Boolean(data.probs)) };
  });
  const frame = put(canvas, "rect", { class: "frame", height: at.row, rx: 4 });
  const line = put(canvas, "path", { class: "edge" });
  const handle = handleOf(canvas, data);
  listen(canvas, handle, rows, data, state, at);
  return { top, show: (shown) => {
    const last = kept(data, shown.edge);
    rows.forEach((row, index) => {
      const isChosen = index === shown.row;
      showCells(data, row.cells, index, weightsOf(data.scores, index, last), index + last, isChosen);
      if (data.probs) showWanted(row.told, data.probs[data.edges.indexOf(last)][index], isChosen);
      row.group.setAttribute("aria-checked", String(isChosen));
      row.group.setAttribute("tabindex", index === shown.sent ? 0 : -1);
    });
    band.setAttribute("y", top + shown.row * at.row);
    const seen = Math.min(at.count, shown.row + last + 1);
    setAll(frame, { x: at.left, y: top + shown.row * at.row, width: seen * at.cell });
    line.setAttribute("d", stairs(at, top, last));
    at.held = at.grip ?? heldRow(at.count, last, shown.sent);
    const key = Math.min(at.count, at.held + last + 1);
    const aside = key < at.count ? ASIDE : 0; // beside the last column there are words
    handle.setAttribute("transform", `translate(${at.left + key * at.cell + aside} ${top + (at.held + 0.5) * at.row})`);
    handle.setAttribute("aria-valuenow", last);
    handle.setAttribute("aria-valuetext", fill(last ? data.words.edge_open : data.words.edge_closed, { edge: last }));
  } };
}

/** The row whose edge has the handle: in the middle, but not the chosen one, whose answer it would hide. */
function heldRow(count, edge, chosen) {
  const steps = count - 1 - edge;
  const middle = Math.floor((steps || count) / 2);
  if (middle !== chosen || count === 1) return middle;
  return middle < (steps || count - 1) ? middle + 1 : middle - 1;
}

function handleOf(canvas, data) {
  const handle = put(canvas, "g", {
    class: "handle", role: "slider", tabindex: 0, "data-focus": "edge", "aria-label": data.words.edge,
    "aria-valuemin": 0, "aria-valuemax": data.edges.at(-1),
  });
  put(handle, "circle", { r: 17, class: "hit" });
  put(handle, "circle", { r: 11, class: "knob" });
  put(handle, "path", { d: "M-3.2 -3.6L-6.8 0L-3.2 3.6M3.2 -3.6L6.8 0L3.2 3.6", class: "arrows" });
  return handle;
}

/** Rows are chosen by press and arrow keys, the edge by dragging anywhere and by arrow keys. */
function listen(canvas, handle, rows, data, state, at) {
  let from = null;
  const rowAt = (event) => Number(event.target.closest?.("[data-row]")?.dataset.row ?? Number.NaN);
  canvas.onpointerdown = (event) => {
    from = { x: event.clientX, edge: state.shown.edge, row: rowAt(event), moved: false };
  };
  canvas.onpointermove = (event) => {
    if (!from) {
      if (event.pointerType === "mouse") state.hover(rowAt(event));
      return;
    }
    const far = event.clientX - from.x;
    if (!from.moved && Math.abs(far) < 6) return;
    if (!from.moved) {
      canvas.setPointerCapture(event.pointerId);
      state.hold();
      at.grip = Number.isNaN(from.row) ? at.held : from.row; // the handle stays in the row of the pointer
    }
    from.moved = true;
    canvas.classList.add("dragging");
    state.edge(from.edge + Math.round(far / at.cell));
  };
  const end = (event) => {
    if (from && !from.moved && event.type === "pointerup" && !Number.isNaN(from.row)) state.row(from.row);
    at.grip = null;
    if (from?.moved) state.show(state.shown);
    from = null;
    state.release();
    canvas.classList.remove("dragging");
  };
  canvas.onpointerup = end;
  canvas.onpointercancel = end;
  canvas.onpointerleave = () => { if (!from) state.hover(Number.NaN); };
  handle.onkeydown = (event) => {
    const at_ = data.edges.indexOf(state.shown.edge);
    const moves = { ArrowLeft: at_ - 1, ArrowDown: at_ - 1, ArrowRight: at_ + 1, ArrowUp: at_ + 1, Home: 0, End: data.edges.length - 1 };
    if (!(event.key in moves)) return;
    event.preventDefault();
    state.edge(data.edges[Math.max(0, Math.min(data.edges.length - 1, moves[event.key]))]);
  };
  keysAlong(rows.map(({ group }) => group), (to) => {
    state.row(to);
    rows[to].group.focus({ preventScroll: true });
  }, state.row);
}

/** Translation: the rows written so far; what comes later is not hidden, it is not there. */
function rowPanel(holder, data, at, width, isNarrow, top) {
  const lines = isNarrow ? 1 : at.count;
  const head = isNarrow ? 4 : top;
  const canvas = put(holder, "svg", { width, height: head + lines * at.row + 14, class: "panel single", role: "img" });
  if (!isNarrow) columnNames(canvas, data.fed, { ...at, top: 0, side: "target" });
  const names = [...canvas.querySelectorAll(".side")];
  const leaders = [...canvas.querySelectorAll(".leader")];
  const group = put(canvas, "g", {});
  return (shown) => {
    group.replaceChildren();
    names.forEach((name, key) => name.classList.toggle("later", key > shown.row));
    leaders.forEach((line) => line.classList.toggle("later", line.dataset.key > shown.row));
    for (let row = isNarrow ? shown.row : 0; row <= shown.row; row += 1) {
      const y = head + (isNarrow ? 0 : row * at.row);
      const isNow = row === shown.row;
      const line = put(group, "g", { class: isNow ? "now" : "before" });
      if (isNow) put(line, "rect", { class: "band", x: 0, y, width, height: at.row, rx: 4 });
      const name = pieceInto(line, { x: at.left - 6, y: y + at.row / 2 + 4.5, class: "side target end" }, data.fed[row]);
      fitInto(name, at.left - 8);
      const cells = cellsOf(line, { ...at, count: row + 1 }, y, row);
      showCells(data, cells, row, weightsOf(data.scores, row, 0), row, isNow);
      const told = wantedOf(line, at, y, data.wanted[row], Boolean(data.steps));
      if (data.steps) showWanted(told, data.steps[row], isNow);
      if (isNow) put(line, "rect", { class: "frame", x: at.left, y, width: (row + 1) * at.cell, height: at.row, rx: 4 });
    }
    const free = at.count - 1 - shown.row;
    if (!isNarrow && free > 0) {
      const y = head + (shown.row + 1) * at.row;
      const box = { x: at.left + 0.75, y: y + 2, width: at.count * at.cell - 1.5, height: free * at.row - 3, rx: 6 };
      put(group, "rect", { ...box, class: "nothing" });
      if (free * at.row > 26) put(group, "text", { x: box.x + box.width / 2, y: y + (free * at.row) / 2 + 5, class: "not-yet" }, data.words.not_yet);
    }
    canvas.setAttribute("aria-label", fill(data.words.row, {
      number: shown.row + 1, fed: data.fed[shown.row], wanted: data.wanted[shown.row],
    }));
  };
}
