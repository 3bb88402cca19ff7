// What can be pointed at, focused and pressed. The nodes outlive a step, so focus is never lost.

const sameTarget = (a, b) => Boolean(a && b && a.kind === b.kind && a.index === b.index);

function buildTargets(flow) {
  const { g, model, words, layers } = flow;
  layers.targets.replaceChildren();
  flow.pieceTargets = targetGroup(flow, words.group_pieces, model.sourceCount, "piece");
  flow.memoryTargets = targetGroup(flow, words.group_memory, model.sourceCount, "memory");
  flow.rowTargets = targetGroup(flow, words.group_rows, model.steps, "row");
  model.source.forEach((piece, index) => {
    const column = { x: px(g.sourceX(index) - g.column / 2), width: px(g.column) };
    setAll(flow.pieceTargets.nodes[index], {
      ...column, y: g.sourceY - 4, height: g.memoryY - g.sourceY,
      "aria-label": fillText(words.piece_label, { piece: spoken(piece, words) }),
    });
    setAll(flow.memoryTargets.nodes[index], {
      ...column, y: g.memoryY - 3, height: g.memoryHeight + 6,
    });
  });
  layerTargets(flow);
}

/** A row of buttons with one tab stop; the arrow keys move inside it. */
function targetGroup(flow, label, count, kind) {
  const parent = svgEl("g", { role: "group", "aria-label": label }, flow.layers.targets);
  const group = { kind, active: 0, nodes: [] };
  for (let index = 0; index < count; index++) {
    const node = svgEl("rect", {
      class: `target ${kind}`, role: "button", tabindex: index ? -1 : 0, rx: 6,
    }, parent);
    const hover = { kind: kind === "row" ? "row" : "piece", index };
    watchPointer(flow, node, hover, () => pressTarget(flow, kind, index));
    group.nodes.push(node);
  }
  parent.addEventListener("keydown", (event) => groupKey(flow, group, event));
  return group;
}

function pressTarget(flow, kind, index) {
  if (kind === "row") flow.go(index);
  else if (kind === "piece") flow.togglePin(index);
  else flow.openCell(index);
}

/** Hover and focus light a target; on a touch screen the first tap only lights it. */
function watchPointer(flow, node, hover, press) {
  let firstTouch = false;
  node.addEventListener("pointerenter", (event) => {
    if (event.pointerType !== "touch") flow.setHover(hover);
  });
  node.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") flow.clearHover(hover);
  });
  node.addEventListener("pointerdown", (event) => {
    firstTouch = event.pointerType === "touch" && !sameTarget(flow.hover, hover);
  });
  node.addEventListener("focus", () => flow.setHover(hover));
  node.addEventListener("blur", () => flow.clearHover(hover));
  node.addEventListener("click", () => {
    if (firstTouch) flow.setHover(hover);
    else press();
    firstTouch = false;
  });
}

function groupKey(flow, group, event) {
  const index = group.nodes.indexOf(event.target);
  if (index < 0) return;
  const isRow = group.kind === "row"; // rows stand below one another, pieces in a line
  const [back, forth] = isRow ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
  const last = isRow ? flow.view.step : group.nodes.length - 1;
  const next = { [back]: index - 1, [forth]: index + 1, Home: 0, End: last }[event.key];
  if (next !== undefined) {
    activate(group, clamp(next, 0, last));
    group.nodes[group.active].focus();
  } else if (event.key === "Enter" || (event.key === " " && !isRow)) {
    pressTarget(flow, group.kind, index);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function activate(group, index) {
  group.nodes[group.active].setAttribute("tabindex", -1);
  group.active = index;
  group.nodes[index].setAttribute("tabindex", 0);
}

/** Layer names choose the layer by pointer; by keyboard the small maps do. */
function layerTargets(flow) {
  const { g, model, layers } = flow;
  const area = (layer, box) => {
    const node = svgEl("rect", { class: "target layer", "aria-hidden": "true", ...box },
      layers.targets);
    node.addEventListener("click", () => flow.choose(layer, flow.view.head));
  };
  for (let layer = 0; layer < model.layers; layer++) {
    area(layer, {
      x: px(g.selfX(layer) - 5), y: g.rowsEnd + 5, height: 26,
      width: px(g.crossX(layer) - g.selfX(layer) + g.vectorWidth + 10),
    });
    if (g.wide && layer < model.encoderLayers) {
      area(layer, {
        x: px(g.x1 + 2), y: px(g.stageY(layer) + 6), width: 54,
        height: px(g.stageY(layer + 1) - g.stageY(layer) - 4),
      });
    }
  }
}

/** Names and places that change with the step, the layer and the head. */
function paintTargets(flow) {
  const { g, model, view, rows, words } = flow;
  flow.rowTargets.nodes.forEach((node, row) => {
    node.style.display = row <= view.step ? "" : "none";
    const { piece, probability } = model.candidates[row].chosen;
    setAll(node, {
      x: g.rail, y: px(rows.top(row)), height: px(rows.height(row)),
      width: px(g.tilesEnd - g.rail),
      "aria-label": fillText(words.row_label, {
        step: row + 1, input: spoken(model.fed[row], words), output: spoken(piece, words),
        probability: model.told && percent(probability),
      }),
    });
  });
  activate(flow.rowTargets, view.step);
  flow.memoryTargets.nodes.forEach((node, piece) => node.setAttribute("aria-label",
    fillText(words.memory_label, {
      piece: spoken(model.source[piece], words), layer: view.layer + 1,
      head: headName(flow, flow.head),
      weight: weightText(model.cross(view.layer, flow.head, view.step, piece)),
    })));
  flow.pieceTargets.nodes.forEach((node, piece) => {
    node.setAttribute("aria-pressed", flow.pinned === piece);
  });
}
