// The nodes of a tree of hypotheses, and what leads from one to another.

/** @typedef {import("./beamtree.js").Row} Row */
/** `path` is all that is written up to here. @typedef {Row & { index: number, path: string,
 *   children: number[], end?: import("./ranking.js").End }} Node */

const CHOSEN = ["kept", "finished", "cut", "stopped"];

export const isChosen = (/** @type {Row} */ { verdict }) => CHOSEN.includes(verdict);

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
