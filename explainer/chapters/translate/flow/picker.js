// Layer and head: one small cross-attention map for each, the mean of the heads first.

function buildPicker(flow) {
  const { words, model, pickerNode: node, g } = flow;
  node.replaceChildren();
  node.classList.toggle("aside", !g.phone);
  flow.picked = htmlEl("summary", "", node);
  const panel = htmlEl("div", "panel", node);
  htmlEl("p", "line", panel, words.pick_line);
  const heads = [MEAN, ...range(model.heads)];
  // A map is at least 24 px: with many heads they stand in several blocks.
  const room = Math.min(g.phone ? 420 : 380, flow.width);
  const perBlock = Math.max(1, Math.min(heads.length, Math.floor((room - 26) / 26)));
  const group = htmlEl("div", "maps", panel);
  group.style.maxWidth = `${Math.min(420, 26 + perBlock * 46)}px`;
  setAll(group, { role: "radiogroup", "aria-label": words.pick });
  flow.maps = [];
  for (let start = 0; start < heads.length; start += perBlock) {
    mapBlock(flow, group, heads.slice(start, start + perBlock), perBlock);
  }
  // In reading order, so that the arrow keys cross from block to block.
  flow.maps.sort((a, b) => a.layer - b.layer || a.head - b.head);
  group.addEventListener("keydown", (event) => pickerKey(flow, event));
  const scale = htmlEl("p", "line scale", panel);
  htmlEl("i", "mark-scale", scale);
  scale.append(words.key_weight);
  if (!model.whole) htmlEl("p", "line", panel, words.pick_long);
}

function mapBlock(flow, parent, heads, columns) {
  const { words, model } = flow;
  const block = htmlEl("div", "block", parent);
  block.style.gridTemplateColumns = `24px repeat(${columns},minmax(24px,1fr))`;
  block.setAttribute("role", "presentation");
  const heading = (text, column, row) => {
    const node = htmlEl("span", "heading", block, text);
    node.setAttribute("aria-hidden", "true");
    node.style.gridArea = `${row} / ${column}`;
  };
  heads.forEach((head, column) => {
    heading(head === MEAN ? words.mean_short : String(head + 1), column + 2, 1);
  });
  for (let layer = 0; layer < model.layers; layer++) {
    heading(fillText(words.layer_short, { layer: layer + 1 }), 1, layer + 2);
    heads.forEach((head, column) => {
      const node = mapButton(flow, block, layer, head);
      node.style.gridArea = `${layer + 2} / ${column + 2}`;
      flow.maps.push({ layer, head, node });
    });
  }
}

function mapButton(flow, parent, layer, head) {
  const { words, model } = flow;
  const node = htmlEl("button", "map", parent);
  const layerName = fillText(words.layer, { layer: layer + 1 });
  const label = `${layerName}, ${headName(flow, head)}`;
  setAll(node, { role: "radio", "aria-label": label, title: label });
  node.addEventListener("click", () => flow.choose(layer, head));
  if (model.available.has(head)) {
    drawMap(flow, htmlEl("canvas", "", node), layer, head);
    htmlEl("i", "veil", node);
  } else node.classList.add("absent");
  return node;
}

function headName(flow, head) {
  const { words, model } = flow;
  if (head >= 0) return fillText(words.head, { head: head + 1 });
  return model.heads === 1 ? words.mean_short : fillText(words.mean, { heads: model.heads });
}

/** One pixel is one weight: target rows, source columns, shade = weight ** 0.7. */
function drawMap(flow, canvas, layer, head) {
  const { model } = flow;
  const columns = model.sourceCount;
  canvas.width = columns;
  canvas.height = model.steps;
  const context = canvas.getContext("2d");
  const image = context.createImageData(columns, model.steps);
  const [low, high] = flow.scale;
  for (let row = 0; row < model.steps; row++) {
    for (let column = 0; column < columns; column++) {
      const shade = model.cross(layer, head, row, column) ** 0.7;
      const at = (row * columns + column) * 4;
      for (let c = 0; c < 3; c++) image.data[at + c] = low[c] + (high[c] - low[c]) * shade;
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
}

function paintPicker(flow) {
  const { view, model, words, picked } = flow;
  // Rows not yet written lie under a veil; one style for all maps.
  const written = (view.step + 1) / model.steps;
  flow.pickerNode.style.setProperty("--unwritten", `${(100 * (1 - written)).toFixed(2)}%`);
  for (const { layer, head, node } of flow.maps) {
    const on = layer === view.layer && head === view.head;
    setAll(node, { "aria-checked": on, tabindex: on ? 0 : -1 });
  }
  const layer = { layer: view.layer + 1 };
  const shown = `${fillText(words.layer, layer)}, ${headName(flow, flow.head)}`;
  const head = flow.head === MEAN ? words.mean_short : headName(flow, flow.head);
  picked.replaceChildren();
  setAll(picked, { "aria-label": `${words.pick}: ${shown}`, title: words.pick });
  drawMap(flow, htmlEl("canvas", "", picked), view.layer, flow.head);
  htmlEl("span", "", picked, `${fillText(words.layer_short, layer)} · ${head}`);
}

/** After a press elsewhere, or without `path` by key: the focus goes back to what opened it. */
function closePicker({ pickerNode, picked }, path = null) {
  if (!pickerNode.open || !pickerNode.matches(".aside") || path?.includes(pickerNode)) return;
  pickerNode.open = false;
  if (!path) picked.focus();
}

function pickerKey(flow, event) {
  const { view, model } = flow;
  const move = {
    ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0],
  }[event.key];
  if (!move) return;
  const layer = clamp(view.layer + move[0], 0, model.layers - 1);
  const head = clamp(view.head + move[1], MEAN, model.heads - 1);
  flow.choose(layer, head);
  flow.maps.find((map) => map.layer === layer && map.head === head).node.focus();
  event.preventDefault();
  event.stopPropagation();
}
