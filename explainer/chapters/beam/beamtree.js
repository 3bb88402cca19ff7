// A beam search as a tree: the winner is a straight trunk, branches hang in the lines below. A step, a
// hypothesis and what was cut are pressed; below stand the translations in their order.
import { offered } from "../../drawings/answers.js";
import { decimal, fill, shortPercent } from "../../drawings/format.js";
import { html, keyed, svg } from "../../drawings/html.js";
import { Legend } from "../../drawings/legend.js";
import { roving, tab } from "../../drawings/roving.js";
import { tspans } from "../../drawings/token.js";
import * as branches from "./branches.js";
import { MARKS, Penalty, penalty, ranked, Ranking, scoreOf } from "./ranking.js";

/** A token of the tree, as `analysis/beam_tree.py` tells it.
 * @typedef {{ step: number, parent: number, line: number, token: string, log_prob: number,
 *   total: number, rank: number, verdict: string, greedy: boolean, rescued: boolean }} Row */
/** @typedef {import("./ranking.js").End} End */
/** The rows by their columns; above each stands its "sum" or "p". `search` fills what the words leave
 * open; from each of `jumps` on another translation wins, up to `most`. Before the answer it is
 * `blank`: no number is known.
 * @typedef {{ nodes: { [Name in keyof Row]: Row[Name][] }, n_steps: number, n_columns: number,
 *   n_lines: number, show: string, start: string, ends: End[], jumps: number[], most: number,
 *   search: { width: number, steps: number, limit: number, min: number }, blank?: boolean }} Data */
/** `step` from 1 is lit; `over` is the node that is pointed at; `scrolled` is how far the tree was, when
 * an edge last began or ceased to fade; `node` is what was pressed.
 * @typedef {{ step: number, alpha: number, over: number | null, scrolled: number, node?: number,
 *   answer?: number | null }} State */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, State>} Tree */
/** @typedef {import("./branches.js").Placed} Placed */

const { HEAD, LINE, TILE } = branches;
const WIDEST = 12; // pixels of a ribbon of probability 1
const KINDS = ["cut", "kept", "rescued", "winner"]; // later ones lie on top
const REASONS = ["kept", "finished", "cut", "stopped", "pruned", "too_short", "rescued"];
const LEGEND = ["legend_winner", "legend_kept", "legend_pruned", "legend_greedy"]
  .concat("legend_rescued", "legend_finished", "legend_stopped", "legend_cut");

/** @param {Data} data @returns {State} */
export const start = ({ nodes: { step } }) => (
  { step: Math.max(...step), alpha: 0, over: null, scrolled: 0 }
);
/** @param {Data} data */
export const about = ({ nodes: { token, parent } }) => JSON.stringify([token, parent]);

/** The ranking, and the nodes that lead to its first. @param {Data} data @param {State} state
 * @param {import("./branches.js").Node[]} nodes */
function won({ ends }, { alpha }, nodes) {
  const order = ranked(ends, alpha);
  return { order, trunk: order.length ? branches.pathTo(nodes, order[0].node) : [] };
}

/** @param {Tree} drawing */
export default function Beamtree(drawing) {
  const { data, words, state, asks, width, set, choose } = drawing;
  const { blank, search, n_steps } = data;
  const { step: now, scrolled } = state;
  const at = branches.placed(drawing);
  const { nodes, columns, fit } = at;
  const { order, trunk } = won(data, state, nodes);
  const [first] = order;
  const winner = { winner: first?.words ?? "", total: first ? decimal(first.total) : "" };
  const over = state.over === null ? null : nodes[state.over];
  const lit = over &&
    [...branches.pathTo(nodes, over.index), ...branches.below(nodes, over.index)];
  const looks = nodes.map((node) => {
    const own = node.rescued ? "rescued" : branches.isChosen(node) ? "kept" : "cut";
    // After a rescue the rows move, and another node may lie under the pointer.
    const pale = lit && !lit.includes(node.index) && !node.rescued && "pale";
    const kind = trunk.includes(node.index) ? "winner" : own;
    const thick = Math.max(kind === "winner" ? 2 : 1.3, WIDEST * Math.exp(node.log_prob));
    return { node, kind, pale, d: branches.ribbon(at, node), thick: thick.toFixed(2) };
  });
  const layers = looks.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  const stop = nodes[trunk.find((index) => nodes[index].step === now) ?? 0];
  const edges = (/** @type {number} */ left) =>
    `${left > 1 ? "before" : ""} ${at.width - left - width > 1 ? "after" : ""}`;
  const scrolls = (/** @type {Event} */ { currentTarget }) => {
    const { scrollLeft } = /** @type {Element} */ (currentTarget);
    if (edges(scrollLeft) !== edges(scrolled)) set({ scrolled: scrollLeft });
  };
  const column = columns[now];
  const press = (/** @type {number} */ at) => choose({ step: at + 1 });
  return html`
    ${!blank && Penalty(drawing)} ${Marks()}
    <div class="scroll ${edges(scrolled)}" data-scrolls onscroll=${scrolls}
      style="--token-size: ${fit.token}px; --number-size: ${fit.number}px">
      <svg width=${at.width} height=${at.height} role="group"
        aria-label=${fill(words.name, { ...search, ...winner })}>
        ${column && svg`
          <rect class="band" data-at-hand=${String(now)} x=${column.left - 7} y="4"
            width=${column.right - column.left + 14} height=${at.height - 6} rx="10" />
        `}
        <g onkeydown=${roving(() => {}, { press })}>${columns.slice(1).map(Step)}</g>
        ${layers.map(({ node, kind, pale, d, thick }) =>
          keyed(
            `ribbon ${node.index}`,
            svg`<path class="ribbon ${kind} ${pale}" d=${d} stroke-width=${thick} />`,
          )
        )}
        ${looks.map(({ node, pale, d }) =>
          node.greedy && svg`<path class="greedy ${pale}" d=${d} />`
        )}
        <text class="token start" x=${columns[0].middle} y=${HEAD + 5}>${data.start}</text>
        <g>${looks.map(Tile)}</g>
      </svg>
    </div>
    ${!blank && html`
      <div class="caption">${over ? tell(over) : fill(words.told, winner)}</div>
      ${Ranking(drawing, order)}
    `}
  `;

  /** Only the marks that are drawn. */
  function Marks() {
    const drawn = ["winner", "greedy", nodes.some(({ rescued }) => rescued) && "rescued"];
    const shown = LEGEND.map((name) => ({ words: words[name], mark: name.replace("legend_", "") }))
      .filter(({ mark }) => !blank && [...drawn, ...data.nodes.verdict].includes(mark));
    return Legend(shown.map((one) => ({ ...one, inside: html`${MARKS[one.mark]}` })));
  }

  /** The number of a step. @param {{ middle: number }} column @param {number} at */
  function Step({ middle }, at) {
    const isOn = at + 1 === now;
    const told = fill(words.step, { number: at + 1 });
    const text = svg`<text x=${middle} y="22">${isOn ? told : at + 1}</text>`;
    if (at >= n_steps || blank) return svg`<g class="step">${text}</g>`;
    return svg`
      <g class="step ${isOn && "on"}" role="button" tabindex=${tab(at + 1, now)}
        aria-label=${told} aria-pressed=${String(isOn)} data-focus="step${at}"
        onclick=${() => press(at)}>
        <rect class="hit" x=${middle - 18} y="6" width="36" height="24" rx="6" />
        ${text}
      </g>
    `;
  }

  /** Pointing tells, a press chooses, arrows lead along the branches. @param {Placed} node */
  function hands(node) {
    const { index, step, rescued } = node;
    const [look, leave] = [index, null].map((over) => () => set({ over }));
    const onclick = () => choose(step <= n_steps ? { node: index, step } : { node: index });
    const onkeydown = (/** @type {KeyboardEvent} */ event) => {
      const isPress = event.key === "Enter" || event.key === " ";
      if (!isPress && !event.key.startsWith("Arrow")) return;
      event.preventDefault();
      if (isPress) onclick();
      const to = branches.neighbour(nodes, node, event.key);
      const all = /** @type {Element} */ (event.currentTarget).parentElement?.children;
      if (to && !isPress) /** @type {HTMLElement} */ (all?.[to.index]).focus();
    };
    return {
      ...{ role: "button", tabindex: tab(index, stop.index), "aria-pressed": rescued && "true" },
      ...{ onclick, onkeydown, onfocus: look, onblur: leave },
      ...{ onpointerenter: look, onpointerleave: leave },
    };
  }

  /** @param {typeof looks[number]} look */
  function Tile({ node, kind, pale }) {
    const { index, x, y, width, verdict, name, greedy } = node;
    const half = width / 2;
    const reach = Math.max(12, half + 3);
    const isOpen = !asks && ["pruned", "stopped"].includes(verdict);
    return svg`
      <g class="node ${kind} ${isOpen && "open"} ${pale}" data-focus="node${index}"
        aria-label=${blank ? node.token : tell(node)}
        all=${{ ...!asks && hands(node), ...offered(drawing, index) }}>
        <rect class="hit" x=${x - reach} y=${y - 27} width=${2 * reach} height=${LINE} />
        <rect class="tile" x=${x - half} y=${y - TILE / 2} width=${width} height=${TILE} rx="7" />
        <text class="token" x=${x} y=${y + 4.8}>${tspans(name)}</text>
        <text class="number" x=${x} y=${y - TILE / 2 - 5}>${blank
          ? "?"
          : branches.labelOf(node, data.show, fit.digits)}</text>
        ${MARKS[verdict] && svg`
          <text class="mark ${verdict}" x=${x + half + 4} y=${y + 4.5}>${branches.besideOf(
            node,
            state.alpha,
          )}</text>
        `}
        ${greedy && svg`
          <rect class="under" x=${x - half + 4} y=${y + TILE / 2 + 2} width=${width - 8} height="3"
            rx="1.5" />
        `}
      </g>
    `;
  }

  /** One line about a node. @param {Placed} node */
  function tell({ path, log_prob, total, rank, verdict }) {
    const reason = REASONS.find((one) => verdict.startsWith(one)) ?? "";
    return fill(words.node, {
      ...{ path: path.replaceAll("\u2581", " ").trim(), logp: decimal(log_prob) },
      ...{ p: shortPercent(Math.exp(log_prob)), sum: decimal(total) },
      reason: fill(words[reason], { ...search, rank }),
    });
  }
}

/** Every node with its numbers, and the ranking. @param {Data} data @param {State} state */
export function numbers(data, state) {
  const nodes = branches.nodesOf(data);
  const { order, trunk } = won(data, state, nodes);
  return [{
    name: "nodes",
    rows: nodes.map(({ step, path, token, log_prob, total, rank, verdict, greedy, index }) => ({
      ...{ step, words: path, token, log_p: log_prob, sum: total, rank, verdict },
      ...{ winner: trunk.includes(index), greedy },
    })),
  }, {
    name: "ranking",
    rows: order.map((end, at) => ({
      ...{ place: at + 1, words: end.words, tokens: end.length, sum: end.total },
      ...{ alpha: state.alpha, divisor: penalty(end.length, state.alpha) },
      ...{ score: scoreOf(end, state.alpha), finished: end.finished },
    })),
  }];
}
