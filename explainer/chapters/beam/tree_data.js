// What `view.py` tells the drawing, of beam searches in the browser: the tree as `analysis/beam_tree.py`
// grows it and gives each branch a line, and the translations in their order.
import { searched } from "../../drawings/engine/told.js";
import { EOS } from "../../drawings/engine/tokenizer.js";
import { MAX_STEPS } from "../../drawings/engine/translator.js";
import { ranked } from "./ranking.js";

const [ALPHA, MAX_ALPHA, CUT_SHOWN] = [0.6, 2, 1];
const CROSSING = 4; // lines that a branch may hang lower to spare a crossing
const COLUMNS = /** @type {const} */ ([
  ...["step", "parent", "line", "rank", "verdict", "greedy", "rescued", "log_prob", "total"],
]);

/** @typedef {import("../../drawings/engine/told.js").Translation} Translation */
/** @typedef {{ ids: number[], total: number, length: number, finished: boolean }} Found */
/** A continuation that the search looked at; `row` is its place in the next beam, -1 for none.
 * @typedef {{ parent: number, id: number, log_prob: number, total: number, rank: number,
 *   verdict: string, row: number }} Candidate */
/** @typedef {Omit<Candidate, "row"> & { step: number, winner: boolean, greedy: boolean,
 *   rescued: boolean, line: number }} Node */

/** @type {import("../../drawings/engine/told.js").Maker} */
export default function treeData(translation, address, translator, { said }) {
  const width = Number(address.beam_width ?? 4), alpha = Number(address.beam_alpha ?? ALPHA);
  const made = searched(translation, width, translator);
  const limit = Math.min(MAX_STEPS, translator.model.sizes.max_positions);
  const pools = poolsOf(made, width, limit);
  const found = foundIn(made, pools);
  const winner = ranked(found, ALPHA)[0].ids;
  const alone = searched(translation, 1, translator);
  const step = 1 + Math.max(0, winner.findIndex((id, at) => id !== alone.predicted[at]));
  const { nodes, paths } = grown(pools, winner, alone.predicted);
  const ends = ranked(found, alpha).map(({ ids, ...one }) => ({
    ...{ ...one, node: paths.indexOf(ids.join(" ")) },
    words: translator.tokenizer.decode(ids) || said["beam.nothing"],
  })).filter(({ node }) => node >= 0);
  return {
    data: {
      nodes: {
        ...Object.fromEntries(COLUMNS.map((name) => [name, nodes.map((node) => node[name])])),
        token: translator.tokensOf(nodes.map(({ id }) => id)),
      },
      n_steps: pools.length,
      n_columns: Math.max(...nodes.map(({ step }) => step)),
      n_lines: Math.max(...nodes.map(({ line }) => line)) + 1,
      ends,
      jumps: jumps(ends.filter(({ finished }) => finished)),
      most: MAX_ALPHA,
      greedy_sums: poolsOf(alone, 1, limit).map(([first]) => first.total),
      search: { width, steps: pools.length, limit, min: 0 },
    },
    chosen: { step, alpha, width },
  };
}

/** All that reached the end, and what the search gave back unfinished.
 * @param {Translation} made
 * @param {ReturnType<typeof poolsOf>} pools @returns {Found[]} */
function foundIn({ steps, hypotheses }, pools) {
  const ended = pools.flatMap((pool, at) =>
    pool.filter(({ verdict }) => verdict === "finished").map(({ parent, id, total }) => (
      { ids: [...steps[at].paths[parent].ids, id], total, finished: true }
    ))
  );
  return [...ended, ...hypotheses.filter(({ finished }) => !finished)]
    .map(({ ids, total, finished }) => ({ ids, total, length: ids.length, finished }));
}

/** Every alpha from which on a longer one wins. @param {{ total: number, length: number }[]} ends */
function jumps(ends) {
  const found = [];
  let [best] = ends.toSorted((a, b) => b.total - a.total || a.length - b.length);
  while (best) {
    const { total, length } = best;
    const [next] = ends.filter((other) => other.length > length).map((other) => ({
      alpha: Math.log(other.total / total) / Math.log((5 + other.length) / (5 + length)),
      other,
    })).sort((a, b) => a.alpha - b.alpha || b.other.length - a.other.length);
    if (!next || next.alpha > MAX_ALPHA) break;
    found.push(next.alpha);
    best = next.other;
  }
  return found;
}

const isChosen = (/** @type {{ verdict: string }} */ { verdict }) => verdict !== "pruned";

/** The candidates of every step, best first. @param {Translation} found @param {number} width
 * @param {number} limit the most tokens */
function poolsOf({ steps }, width, limit) {
  return steps.map(({ paths, tops }, at) => {
    const ending = at + 1 < steps.length ? "kept" : at + 1 === limit ? "cut" : "stopped";
    let kept = 0;
    return tops.flatMap((top, parent) =>
      top.map(({ id, value }) => ({
        parent,
        id,
        log_prob: value,
        total: paths[parent].total + value,
      }))
    ).sort((one, other) => other.total - one.total).map((one, at) => {
      const verdict = at >= width ? "pruned" : one.id === EOS ? "finished" : ending;
      return { ...one, rank: at + 1, verdict, row: verdict === "kept" ? kept++ : -1 };
    });
  });
}

/** @param {Candidate[][]} pools @param {number[]} winner @param {number[]} greedy */
function grown(pools, winner, greedy) {
  /** @type {Node[]} */
  const nodes = [];
  /** @type {string[]} */
  const paths = []; // of the nodes
  const starts = (/** @type {number[]} */ ids) =>
    ids.map((_, at) => ids.slice(0, at + 1).join(" "));
  const [won, eager] = [starts(winner), starts(greedy)];
  let above = [-1]; // of each row of the beam its node
  pools.forEach((pool, at) => {
    const continued = new Set(pool.filter(isChosen).map(({ parent }) => parent));
    /** @type {number[]} */
    const rows = [];
    let cut = 0;
    for (const { row, parent, ...one } of pool) {
      const before = above[parent],
        path = [...(before < 0 ? [] : [paths[before]]), one.id].join(" ");
      if (!isChosen(one)) {
        cut += 1;
        if (cut > CUT_SHOWN && continued.has(parent) && won[at] !== path && eager[at] !== path) {
          continue;
        }
        continued.add(parent);
      }
      if (row >= 0) rows[row] = nodes.length;
      const marks = { winner: won[at] === path, greedy: eager[at] === path, rescued: false };
      nodes.push({ ...one, ...marks, step: at + 1, parent: before, line: 0 });
      paths.push(path);
    }
    above = rows;
  });
  layOut(nodes);
  return { nodes, paths };
}

/** Each chain hangs in the cheapest free line below its parent: a line costs 1, a crossing CROSSING.
 * @param {Node[]} nodes */
function layOut(nodes) {
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  const reach = nodes.map(({ step }) => step);
  /** @type {number[]} */
  const first = [];
  for (const index of [...nodes.keys()].toReversed()) {
    const { parent } = nodes[index];
    if (parent < 0) first.push(index);
    else {
      children[parent].push(index);
      reach[parent] = Math.max(reach[parent], reach[index]);
    }
  }
  const ordered = (/** @type {number[]} */ siblings) =>
    siblings.toSorted((one, other) =>
      Number(nodes[other].winner) - Number(nodes[one].winner) || reach[other] - reach[one] ||
      nodes[other].total - nodes[one].total
    );
  /** @type {Set<number>[]} */
  const busy = []; // cells of each line
  /** @type {Map<number, number>[]} */
  const ways = []; // connectors through each gap
  const passing = (/** @type {number} */ line, /** @type {number} */ cell) =>
    ways[line].get(cell) ?? 0;

  /** @param {number[]} chain @param {number} above */
  function hang(chain, above) {
    const start = 2 * nodes[chain[0]].step - 1, end = 2 * nodes[chain[chain.length - 1]].step + 1;
    const cells = Array.from({ length: end - start }, (_, at) => start + at);
    let [cost, best, crossed] = [Infinity, above, 0];
    for (let line = above; line - above + CROSSING * crossed < cost; line += 1) {
      busy[line] ??= new Set();
      ways[line] ??= new Map();
      if (!cells.some((cell) => busy[line].has(cell))) {
        const met = cells.slice(1).reduce((sum, cell) => sum + passing(line, cell), 0);
        const here = line - above + CROSSING * (crossed + met);
        if (here < cost) [cost, best] = [here, line];
      }
      crossed += Number(busy[line].has(start));
    }
    for (let line = above; line < best; line += 1) ways[line].set(start, passing(line, start) + 1);
    cells.forEach((cell) => busy[best].add(cell));
    return best;
  }

  /** A chain, then what branches off it, from its end on. @param {number} index @param {number} above */
  function settle(index, above) {
    const chain = [index];
    for (let at = index; children[at].length; chain.push(at)) [at] = ordered(children[at]);
    const line = hang(chain, above);
    for (const one of chain.toReversed()) {
      nodes[one].line = line;
      for (const other of ordered(children[one]).slice(1)) settle(other, line + 1);
    }
  }
  for (const index of ordered(first)) settle(index, 0);
}
