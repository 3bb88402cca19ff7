// The nodes of a tree of hypotheses and where they stand: a column is as wide as its widest token.
import { decimal, fill, shortPercent } from "../../drawings/format.js";
import { clamp, sum } from "../../drawings/math.js";
import { MARKS, scoreOf } from "./ranking.js";

/** @typedef {import("./beamtree.js").Row} Row */
/** @typedef {import("./beamtree.js").Tree} Tree */
/** `path` is all that is written up to here. @typedef {Row & { index: number, path: string,
 *   children: number[], end?: import("./ranking.js").End }} Node */
/** @typedef {typeof FITS[number]} Fit */
/** Drawn with `name` for its token, and so wide, around a point.
 * @typedef {Node & { name: string, width: number, x: number, y: number }} Placed */
/** @typedef {ReturnType<typeof layout>} Place */

export const LINE = 44; // pixels from line to line
export const HEAD = 60; // the middle of the first line
export const TILE = 24;
const MOST = 60; // pixels of a gap, where there is room
const PHONE = 640; // narrower, the tree scrolls rather than becoming small
const CHOSEN = ["kept", "finished", "cut", "stopped"];
/** From roomy to tight; the first that fits the width is taken. `name`: characters of a long token,
 * `digits`: decimals of the numbers. */
const FITS = [
  { token: 13.5, number: 11.5, gap: 20, pad: 13, name: 99, digits: 2 },
  { token: 12.5, number: 11, gap: 13, pad: 10, name: 99, digits: 2 },
  { token: 12, number: 10.5, gap: 9, pad: 8, name: 99, digits: 2 },
  ...[9, 8, 7, 6, 5].map((name) => ({ token: 12, number: 10.5, gap: 7, pad: 7, name, digits: 2 })),
  ...[6, 5].map((name) => ({ token: 12, number: 10.5, gap: 6, pad: 6, name, digits: 1 })),
];

export const isChosen = (/** @type {Row} */ { verdict }) => CHOSEN.includes(verdict);

/** Above a tile. @param {Row} node @param {string} show @param {number} digits */
export const labelOf = (node, show, digits) =>
  (isChosen(node) || node.rank === 0 ? "" : "✗ ") +
  (show === "p" ? shortPercent(Math.exp(node.log_prob)) : decimal(node.total, digits));

/** Beside a tile: its mark and, where a translation ends, its score.
 * @param {Node} node @param {number} alpha */
export const besideOf = ({ verdict, end }, alpha) =>
  MARKS[verdict] && MARKS[verdict] + (end ? ` ${decimal(scoreOf(end, alpha))}` : "");

/** @param {import("./beamtree.js").Data} data */
export function nodesOf({ nodes, ends }) {
  /** @type {Node[]} */
  const made = [];
  for (const index of nodes.step.keys()) {
    const fields = Object.entries(nodes).map(([name, values]) => [name, values[index]]);
    const row = /** @type {Row} */ (Object.fromEntries(fields));
    const above = made[row.parent];
    above?.children.push(index);
    made.push({ ...row, index, path: (above?.path ?? "") + row.token, children: [] });
  }
  for (const end of ends) made[end.node].end = end;
  return made;
}

/** A node and all before it. @param {Node[]} nodes @param {number} index @returns {number[]} */
export const pathTo = (nodes, index) =>
  index < 0 ? [] : [...pathTo(nodes, nodes[index].parent), index];

/** A node and all that goes on from it. @param {Node[]} nodes @param {number} index
 * @returns {number[]} */
export const below = (nodes, index) => [
  index,
  ...nodes[index].children.flatMap((child) => below(nodes, child)),
];

/** Left to the parent, right to the main child, up and down within the column.
 * @param {Node[]} nodes @param {Node} node @param {string} key @returns {Node | undefined} */
export function neighbour(nodes, node, key) {
  if (key === "ArrowLeft") return nodes[node.parent];
  const isRight = key === "ArrowRight";
  const column = nodes.filter(({ index, step }) =>
    isRight ? node.children.includes(index) : step === node.step
  ).toSorted((a, b) => a.line - b.line);
  return column[isRight ? 0 : column.indexOf(node) + (key === "ArrowUp" ? -1 : 1)];
}

/** @type {WeakMap<object, { about: string, place: Place }>} */
const KNOWN = new WeakMap();

/** The same for all drawings of a step in one width and font: hundreds of names are measured.
 * @param {Tree} drawing */
export function placed(drawing) {
  const { data, state: { step }, width, measure } = drawing;
  const about = `${step} ${width} ${measure(data.start)}`;
  const known = KNOWN.get(data);
  if (known?.about === about) return known.place;
  const place = layout(drawing);
  KNOWN.set(data, { about, place });
  return place;
}

/** Columns from left to right with their middle and their edges. @param {Tree} drawing */
function layout({ data, words, state: { step }, width, measure }) {
  const { n_columns, n_lines, show, start } = data;
  const nodes = nodesOf(data);
  const taken = new Set(nodes.map((node) => `${node.step} ${node.line}`));
  const fits = width < PHONE ? FITS.slice(0, 2) : FITS;
  // What has to scroll anyway keeps its names.
  const fit = fits.find((one) => sized(one).least <= width) ?? FITS[1];
  const { names, widths, halves, least } = sized(fit);
  const gap = fit.gap + clamp((width - least) / Math.max(1, n_columns), 0, MOST - fit.gap);
  let x = 4 - gap;
  const columns = halves.map(([left, right]) => {
    const from = x + gap;
    x = from + left + right;
    return { left: from, middle: from + left, right: x };
  });
  return {
    nodes: nodes.map((node, at) => ({
      ...{ ...node, name: names[at], width: widths[at] },
      ...{ x: columns[node.step].middle, y: HEAD + node.line * LINE },
    })),
    ...{ columns, fit, width: x + 4 },
    height: HEAD + (n_lines - 1) * LINE + TILE / 2 + 12,
  };

  /** What every node, and every column to the left and to the right of its middle, needs.
   * @param {Fit} fit */
  function sized(fit) {
    const halves = Array.from({ length: n_columns + 1 }, () => [15, 15]);
    const widen = (/** @type {number} */ at, /** @type {number} */ left, right = left) => {
      if (halves[at]) halves[at] = [Math.max(halves[at][0], left), Math.max(halves[at][1], right)];
    };
    widen(0, measure(start, fit.token, 700) / 2 + 3);
    widen(step, measure(fill(words.step, { number: step }), 13, 700) / 2 + 4);
    const names = nodes.map(({ token }) =>
      token.length > fit.name ? `${token.slice(0, fit.name - 1)}…` : token
    );
    const widths = names.map((name) => measure(name, fit.token, 700) + fit.pad);
    nodes.forEach((node, at) => {
      // What stands beside a tile may reach over the next column where that is empty.
      const isLast = node.step === n_columns;
      const beside = isLast || taken.has(`${node.step + 1} ${node.line}`) ? besideOf(node, 0) : "";
      const mark = beside ? measure(beside, fit.number, 700) + 6 - (isLast ? 0 : fit.gap) : 0;
      widen(node.step, widths[at] / 2, widths[at] / 2 + mark);
      widen(node.step, measure(labelOf(node, show, fit.digits), fit.number, 700) / 2 + 2);
    });
    return { names, widths, halves, least: sum(halves.flat()) + fit.gap * n_columns + 8 };
  }
}

/** Level to the edge of the column, down through the gap, level to the tile.
 * @param {Place} at @param {Placed} node */
export function ribbon({ nodes, columns }, node) {
  const parent = nodes[node.parent];
  const from = parent ? parent.x + parent.width / 2 - 4 : columns[0].right - 4;
  const y = parent?.y ?? HEAD;
  const [left, right] = [columns[node.step - 1].right, columns[node.step].left];
  const to = node.x - node.width / 2 + 2;
  if (y === node.y) return `M${from} ${y}H${to}`;
  const bend = (left + right) / 2;
  return `M${from} ${y}H${left}C${bend} ${y} ${bend} ${node.y} ${right} ${node.y}H${to}`;
}
