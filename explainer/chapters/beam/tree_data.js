// What `view.py` tells the drawing, of beam searches in the browser.
import { searched } from "../../drawings/engine/told.js";
import { MAX_STEPS } from "../../drawings/engine/translator.js";
import { grown, poolsOf, tellingStep } from "./grown.js";
import { penalty } from "./ranking.js";

const [ALPHA, MAX_ALPHA] = [0.6, 2];
const COLUMNS = /** @type {const} */ ([
  ...["step", "parent", "line", "rank", "verdict", "greedy", "rescued", "log_prob", "total"],
]);

/** @typedef {{ ids: number[], total: number, finished: boolean }} Found */

/** @type {import("../../drawings/engine/told.js").Maker} */
export default function treeData(translation, address, translator, { said }) {
  const width = Number(address.beam_width ?? 4), alpha = Number(address.beam_alpha ?? ALPHA);
  const made = searched(translation, width, translator);
  const limit = Math.min(MAX_STEPS, translator.model.sizes.max_positions);
  const pools = poolsOf(made, width, limit);
  const found = foundIn(made, pools);
  const winner = ranked(found, ALPHA)[0].ids;
  const greedy = searched(translation, 1, translator).predicted;
  const { nodes, paths } = grown(pools, winner, greedy);
  const ends = ranked(found, alpha).map(({ ids, total, finished }) => ({
    ...{ node: paths.indexOf(ids.join(" ")), total, length: ids.length, finished },
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
      search: { width, steps: pools.length, limit, min: 0 },
    },
    chosen: { step: Math.min(tellingStep(pools, winner), pools.length), alpha },
  };
}

/** All that reached the end, and what the search gave back unfinished.
 * @param {import("./grown.js").Translation} made
 * @param {ReturnType<typeof poolsOf>} pools @returns {Found[]} */
function foundIn({ steps, hypotheses }, pools) {
  const ended = pools.flatMap((pool, at) =>
    pool.filter(({ verdict }) => verdict === "finished").map(({ parent, id, total }) => (
      { ids: [...steps[at].paths[parent].ids, id], total, finished: true }
    ))
  );
  return [...ended, ...hypotheses.filter(({ finished }) => !finished)];
}

/** @param {Found[]} found @param {number} alpha */
const ranked = (found, alpha) =>
  found.toSorted((one, other) =>
    Number(other.finished) - Number(one.finished) ||
    other.total / penalty(other.ids.length, alpha) - one.total / penalty(one.ids.length, alpha) ||
    one.ids.length - other.ids.length
  );

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
