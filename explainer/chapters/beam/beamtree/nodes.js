// Ribbons, tiles and what they say.

const KINDS = ["cut", "kept", "rescued", "winner"]; // later ones lie on top

function kindOf(node) {
  if (node.winner) return "winner";
  if (node.rescued) return "rescued";
  return isChosen(node) ? "kept" : "cut";
}

function drawRibbons(canvas, at, nodes) {
  const order = [...nodes].sort((a, b) => KINDS.indexOf(kindOf(a)) - KINDS.indexOf(kindOf(b)));
  for (const node of order) {
    const kind = kindOf(node);
    const width = WIDEST * Math.exp(node.logp);
    node.ribbon = put(canvas, "path", {
      d: ribbon(at, nodes, node), class: `ribbon ${kind}`,
      "stroke-width": Math.max(kind === "winner" ? 2 : 1.3, width).toFixed(2),
    });
  }
  for (const node of nodes) {
    if (node.greedy) node.rail = put(canvas, "path", { d: ribbon(at, nodes, node), class: "greedy" });
  }
}

function drawTile(canvas, node, data, alpha) {
  const half = node.width / 2;
  const reach = Math.max(12, half + 3);
  const group = put(canvas, "g", { class: `node ${kindOf(node)}`, role: "button", tabindex: -1, "data-focus": `node${node.index}` });
  put(group, "rect", { class: "hit", x: node.x - reach, y: node.y - 27, width: 2 * reach, height: LINE_HEIGHT });
  put(group, "rect", { class: "tile", x: node.x - half, y: node.y - TILE / 2, width: node.width, height: TILE, rx: 7 });
  pieceInto(group, { x: node.x, y: node.y + 4.8, class: "piece" }, node.name);
  put(group, "text", { class: "number", x: node.x, y: node.y - TILE / 2 - 5 }, labelOf(node, data.show, node.digits));
  if (node.verdict in MARKS) {
    node.beside = put(group, "text", { class: `mark ${node.verdict}`, x: node.x + half + 4, y: node.y + 4.5 }, besideOf(node, alpha));
  }
  if (node.greedy) put(group, "rect", { class: "under", x: node.x - half + 4, y: node.y + TILE / 2 + 2, width: node.width - 8, height: 3, rx: 1.5 });
  if (node.rescued) group.setAttribute("aria-pressed", "true");
  return group;
}

function pathTo(node, nodes) {
  const before = node.parent >= 0 ? pathTo(nodes[node.parent], nodes) : [];
  return [...before, node];
}

function below(node, nodes) {
  return [node, ...node.children.flatMap((child) => below(nodes[child], nodes))];
}

/** One line about a node, from the template of the text catalogue. */
function tell(node, nodes, data) {
  const path = pathTo(node, nodes).map((one) => one.piece).join("").replaceAll("\u2581", " ").trim();
  const reason = fill(data.words.reasons[node.verdict] || "", { rank: node.rank });
  return fill(data.words.node, {
    path, logp: decimals(node.logp), p: shortPercent(Math.exp(node.logp)), sum: decimals(node.sum), reason,
  });
}

/** Left to the parent, right to the main child, up and down within the column. */
function neighbour(node, nodes, key) {
  if (key === "ArrowLeft") return node.parent >= 0 ? nodes[node.parent] : null;
  if (key === "ArrowRight") {
    const children = node.children.map((child) => nodes[child]);
    return children.sort((a, b) => a.line - b.line)[0] || null;
  }
  const column = nodes.filter((one) => one.step === node.step).sort((a, b) => a.line - b.line);
  const move = { ArrowUp: -1, ArrowDown: 1 }[key];
  return move ? column[column.indexOf(node) + move] || null : null;
}
