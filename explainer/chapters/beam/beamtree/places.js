// Where everything stands: a column is as wide as its widest piece.

const LINE_HEIGHT = 46;
const HEAD = 62; // the middle of the first line
const TILE = 24;
const GAP = { least: 20, most: 60 };
const WIDEST = 12; // pixels of a ribbon of probability 1
const CHOSEN = ["kept", "finished", "cut", "stopped"];
const MARKS = { finished: "\u2713", cut: "\u22a3", stopped: "\u2026" };
const FONT_SIZE = { piece: 13.5, number: 11.5 };

/** Measures text as it will be drawn. */
function ruler(root) {
  const brush = document.createElement("canvas").getContext("2d");
  const family = getComputedStyle(root).fontFamily;
  return (words, size, weight) => {
    brush.font = `${weight} ${size}px ${family}`;
    return brush.measureText(words).width;
  };
}

function unpack(data) {
  return data.nodes.map(([step, parent, line, piece, logp, sum, rank, verdict, marks], index) => ({
    step, parent, line, piece, logp, sum, rank, verdict, index,
    winner: Boolean(marks & 1), greedy: Boolean(marks & 2), rescued: Boolean(marks & 4),
    children: [],
  }));
}

const isChosen = (node) => CHOSEN.includes(node.verdict);
const canRescue = (node) => node.verdict === "pruned" || node.verdict === "stopped";
const shownNumber = (node, show) => (show === "p" ? percent(Math.exp(node.logp)) : decimals(node.sum));
const decimals = (value) => value.toFixed(2).replace("-", "\u2212");
const percent = (p) => (p < 0.001 ? "<0.1%" : `${(100 * p).toFixed(p < 0.1 ? 1 : 0)}%`);
const labelOf = (node, show) => (isChosen(node) || node.rank === 0 ? "" : "\u2717 ") + shownNumber(node, show);

/** Columns from left to right with their middle and their edges; `size` of the whole. */
function layOut(root, data, nodes, width) {
  const measure = ruler(root);
  const wide = Array(data.columns + 1).fill(30);
  wide[0] = measure(data.start, FONT_SIZE.piece, 700) + 6;
  wide[data.step] = Math.max(wide[data.step] || 0, measure(fill(data.words.step, { number: data.step }), 13, 700) + 8);
  for (const node of nodes) {
    node.width = measure(node.piece, FONT_SIZE.piece, 700) + 13;
    const label = measure(labelOf(node, data.show), FONT_SIZE.number, 700) + 4;
    const mark = node.verdict in MARKS ? 32 : 0; // the mark stands beside the tile
    wide[node.step] = Math.max(wide[node.step], node.width + mark, label);
  }
  const least = wide.reduce((sum, one) => sum + one, 0) + GAP.least * data.columns + 12;
  const spare = (width - least) / Math.max(1, data.columns);
  const gap = GAP.least + Math.max(0, Math.min(GAP.most - GAP.least, spare));
  const columns = [];
  let x = 4;
  for (const one of wide) {
    columns.push({ left: x, right: x + one, middle: x + one / 2 });
    x += one + gap;
  }
  nodes.forEach((node) => {
    node.x = columns[node.step].middle;
    node.y = HEAD + node.line * LINE_HEIGHT;
    if (node.parent >= 0) nodes[node.parent].children.push(node.index);
  });
  const height = HEAD + (data.lines - 1) * LINE_HEIGHT + TILE / 2 + 12;
  return { columns, gap, width: x - gap + 8, height };
}

/** A ribbon: level to the edge of the column, down through the gap, level to the tile. */
function ribbon(at, nodes, node) {
  const parent = node.parent >= 0 ? nodes[node.parent] : null;
  const from = parent ? parent.x + parent.width / 2 - 4 : at.columns[0].right - 4;
  const y0 = parent ? parent.y : HEAD;
  const left = at.columns[node.step - 1].right;
  const right = at.columns[node.step].left;
  const to = node.x - node.width / 2 + 2;
  if (y0 === node.y) return `M${from} ${y0}H${to}`;
  const bend = (left + right) / 2;
  return `M${from} ${y0}H${left}C${bend} ${y0} ${bend} ${node.y} ${right} ${node.y}H${to}`;
}
