// Where everything stands: a column is as wide as its widest token.

const LINE_HEIGHT = 44;
const HEAD = 60; // the middle of the first line
const TILE = 24;
const MOST = 60; // pixels of a gap, where there is room
const WIDEST = 12; // pixels of a ribbon of probability 1
const PHONE = 640; // narrower, the tree scrolls rather than becoming small
const CHOSEN = ["kept", "finished", "cut", "stopped"];
const MARKS = { finished: "\u2713", cut: "\u22a3", stopped: "\u2026" };
// From roomy to tight; the first that fits the width is taken. `name`: characters of a long token,
// `digits`: decimals of the numbers.
const FITS = [
  { piece: 13.5, number: 11.5, gap: 20, pad: 13, name: 99 },
  { piece: 12.5, number: 11, gap: 13, pad: 10, name: 99 },
  { piece: 12, number: 10.5, gap: 9, pad: 8, name: 99 },
  ...[9, 8, 7, 6, 5].map((name) => ({ piece: 12, number: 10.5, gap: 7, pad: 7, name })),
  ...[6, 5].map((name) => ({ piece: 12, number: 10.5, gap: 6, pad: 6, name, digits: 1 })),
];

function unpack(data) {
  return data.nodes.map(([step, parent, line, piece, logp, sum, rank, verdict, marks], index) => ({
    step, parent, line, piece, logp, sum, rank, verdict, index,
    greedy: Boolean(marks & 1), rescued: Boolean(marks & 2), winner: false, end: null, children: [],
  }));
}

const isChosen = (node) => CHOSEN.includes(node.verdict);
const canRescue = (node) => node.verdict === "pruned" || node.verdict === "stopped";
const shownNumber = (node, show, digits) => (show === "p" ? shortPercent(Math.exp(node.logp)) : decimals(node.sum, digits));
const decimals = (value, digits = 2) => value.toFixed(digits).replace("-", "\u2212");
const labelOf = (node, show, digits) => (isChosen(node) || node.rank === 0 ? "" : "\u2717 ") + shownNumber(node, show, digits);
const shortened = (piece, most) => (piece.length > most ? `${piece.slice(0, most - 1)}\u2026` : piece);
/** What stands beside a tile: its mark and, where a translation ends, its score. */
const besideOf = (node, alpha) => `${MARKS[node.verdict]}${node.end ? ` ${decimals(scoreOf(node.end, alpha))}` : ""}`;

/** Columns from left to right with their middle and their edges; `size` of the whole. */
function layOut(root, data, nodes, width) {
  const measure = ruler(root);
  const fits = width < PHONE ? FITS.slice(0, 2) : FITS;
  const tried = (fit) => {
    const halves = halvesOf(measure, data, nodes, fit);
    return { fit, halves, least: halves.reduce((sum, [left, right]) => sum + left + right, 0) + fit.gap * data.columns + 8 };
  };
  const fitting = fits.find((fit) => tried(fit).least <= width);
  // What has to scroll anyway keeps its names.
  const { fit, halves, least } = tried(fitting || FITS[1]);
  const spare = (width - least) / Math.max(1, data.columns);
  const gap = fit.gap + Math.max(0, Math.min(MOST - fit.gap, spare));
  const columns = [];
  let x = 4;
  for (const [left, right] of halves) {
    columns.push({ left: x, right: x + left + right, middle: x + left });
    x += left + right + gap;
  }
  nodes.forEach((node) => {
    node.x = columns[node.step].middle;
    node.y = HEAD + node.line * LINE_HEIGHT;
    if (node.parent >= 0) nodes[node.parent].children.push(node.index);
  });
  const height = HEAD + (data.lines - 1) * LINE_HEIGHT + TILE / 2 + 12;
  return { columns, gap, fit, width: x - gap + 4, height };
}

/** What every column needs to the left and to the right of its middle; notes it at the nodes. */
function halvesOf(measure, data, nodes, fit) {
  const halves = Array.from({ length: data.columns + 1 }, () => [15, 15]);
  const widen = (step, left, right = left) => {
    if (halves[step]) halves[step] = [Math.max(halves[step][0], left), Math.max(halves[step][1], right)];
  };
  widen(0, measure(data.start, fit.piece, 700) / 2 + 3);
  widen(data.step, measure(fill(data.words.step, { number: data.step }), 13, 700) / 2 + 4);
  const taken = new Set(nodes.map((node) => `${node.step} ${node.line}`));
  for (const node of nodes) {
    node.name = shortened(node.piece, fit.name);
    node.digits = fit.digits;
    node.width = measure(node.name, fit.piece, 700) + fit.pad;
    // What stands beside a tile may reach over the next column where that is empty.
    const isLast = node.step === data.columns;
    const isFree = !isLast && !taken.has(`${node.step + 1} ${node.line}`);
    const mark = node.verdict in MARKS && !isFree ? measure(besideOf(node, 0), fit.number, 700) + 6 - (isLast ? 0 : fit.gap) : 0;
    widen(node.step, node.width / 2, node.width / 2 + mark);
    widen(node.step, measure(labelOf(node, data.show, fit.digits), fit.number, 700) / 2 + 2);
  }
  return halves;
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
