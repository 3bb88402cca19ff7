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
/** @typedef {import("./branches.js").Place} Place */

const { HEAD, LINE, TILE } = branches;
const WIDEST = 12; // pixels of a ribbon of probability 1
const KINDS = ["cut", "kept", "rescued", "winner"]; // later ones lie on top
const REASONS = ["kept", "finished", "cut", "stopped", "pruned", "too_short", "rescued"];

/** @param {Data} data @returns {State} */
export const start = ({ nodes }) => ({
  ...{ step: Math.max(...nodes.step), alpha: 0, over: null, scrolled: 0 },
});
/** @param {Data} data */
export const about = ({ nodes: { token, parent } }) => JSON.stringify([token, parent]);

/** @param {Tree} drawing */
export default function Beamtree(drawing) {
  const { data, words, state, asks, width, set } = drawing;
  const at = branches.placed(drawing);
  const { nodes, fit } = at;
  const order = ranked(data.ends, state.alpha);
  const trunk = new Set(order.length ? branches.pathTo(nodes, order[0].node) : []);
  const won = { winner: order[0]?.words ?? "", total: order[0] ? decimal(order[0].total) : "" };
  const over = state.over === null ? null : nodes[state.over];
  const lit = over && new Set([
    ...branches.pathTo(nodes, over.index),
    ...branches.below(nodes, over.index),
  ]);
  const kindOf = (/** @type {Placed} */ node) =>
    trunk.has(node.index)
      ? "winner"
      : node.rescued
      ? "rescued"
      : branches.isChosen(node)
      ? "kept"
      : "cut";
  // After a rescue the rows move, and another node may lie under the pointer.
  const pale = (/** @type {Placed} */ node) =>
    lit && !lit.has(node.index) && !node.rescued && "pale";
  const looks = nodes.map((node) => ({ node, kind: kindOf(node), pale: pale(node) }));
  const stop = nodes.find(({ index, step }) => trunk.has(index) && step === state.step) ?? nodes[0];
  const edges = (/** @type {number} */ left) =>
    `${left > 1 ? "before" : ""} ${at.width - left - width > 1 ? "after" : ""}`;
  const scrolls = (/** @type {Event} */ { currentTarget }) => {
    const { scrollLeft } = /** @type {Element} */ (currentTarget);
    if (edges(scrollLeft) !== edges(state.scrolled)) set({ scrolled: scrollLeft });
  };
  return html`
    ${!data.blank && Penalty(drawing)} ${Marks(data, words)}
    <div class="scroll ${edges(state.scrolled)}" data-scrolls onscroll=${scrolls}
      style="--token-size: ${fit.token}px; --number-size: ${fit.number}px">
      <svg width=${at.width} height=${at.height} role="group" aria-label=${fill(words.name, {
        ...data.search,
        ...won,
      })}>
        ${Steps(drawing, at)}
        ${looks.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)).map((one) =>
          keyed(`ribbon ${one.node.index}`, Ribbon(at, one))
        )}
        ${looks.map(({ node, pale }) =>
          node.greedy && svg`<path class="greedy ${pale}" d=${branches.ribbon(at, node)} />`
        )}
        <text class="token start" x=${at.columns[0].middle} y=${HEAD + 5}>${data.start}</text>
        <g all=${asks ? {} : hands(drawing, nodes)}>
          ${looks.map((one) => Tile(drawing, one, stop))}
        </g>
      </svg>
    </div>
    ${!data.blank && html`
      <div class="caption">${over ? tell(data, words, over) : fill(words.told, won)}</div>
      ${Ranking(drawing, order)}
    `}
  `;
}

/** Only the marks that are drawn. @param {Data} data @param {Tree["words"]} words */
function Marks({ nodes, blank }, words) {
  const marks = {
    winner: words.legend_winner,
    kept: words.legend_kept,
    pruned: words.legend_pruned,
    greedy: words.legend_greedy,
    rescued: words.legend_rescued,
    finished: words.legend_finished,
    stopped: words.legend_stopped,
    cut: words.legend_cut,
  };
  const drawn = new Set(["winner", "greedy", ...nodes.verdict]);
  if (nodes.rescued.includes(true)) drawn.add("rescued");
  const shown = blank ? [] : Object.entries(marks).filter(([mark]) => drawn.has(mark));
  return Legend(shown.map(([mark, words]) => ({ mark, words, inside: html`${MARKS[mark]}` })));
}

/** The lit column and the numbers of the steps. @param {Tree} drawing @param {Place} at */
function Steps({ data, words, state: { step }, choose }, { columns, height }) {
  const { left, right } = columns[step] ?? columns[0];
  const press = (/** @type {number} */ at) => choose({ step: at + 1 });
  return svg`
    ${columns[step] && svg`
      <rect class="band" data-at-hand=${String(step)} x=${left - 7} y="4"
        width=${right - left + 14} height=${height - 6} rx="10" />
    `}
    <g onkeydown=${roving(() => {}, { press })}>
      ${columns.slice(1).map(({ middle }, at) => {
        const isOn = at + 1 === step;
        const told = fill(words.step, { number: at + 1 });
        const text = svg`<text x=${middle} y="22">${isOn ? told : at + 1}</text>`;
        if (at >= data.n_steps || data.blank) return svg`<g class="step">${text}</g>`;
        return svg`
          <g class="step ${isOn && "on"}" role="button" tabindex=${tab(at + 1, step)}
            aria-label=${told} aria-pressed=${String(isOn)} data-focus="step${at}"
            onclick=${() => press(at)}>
            <rect class="hit" x=${middle - 18} y="6" width="36" height="24" rx="6" />
            ${text}
          </g>
        `;
      })}
    </g>
  `;
}

/** @typedef {{ node: Placed, kind: string, pale: string | false | null }} Look */

/** @param {Place} at @param {Look} look */
function Ribbon(at, { node, kind, pale }) {
  const thick = Math.max(kind === "winner" ? 2 : 1.3, WIDEST * Math.exp(node.log_prob)).toFixed(2);
  return svg`
    <path class="ribbon ${kind} ${pale}" d=${branches.ribbon(at, node)} stroke-width=${thick} />
  `;
}

/** @param {Tree} drawing @param {Look} look @param {Placed} stop */
function Tile(drawing, { node, kind, pale }, stop) {
  const { data, words, state: { alpha }, asks, set } = drawing;
  const { index, x, y, width, verdict } = node;
  const half = width / 2;
  const reach = Math.max(12, half + 3);
  const { digits } = branches.placed(drawing).fit;
  const isOpen = !asks && ["pruned", "stopped"].includes(verdict);
  return svg`
    <g class="node ${kind} ${isOpen && "open"} ${pale}" role=${!asks && "button"}
      tabindex=${asks ? null : tab(index, stop.index)} aria-pressed=${node.rescued && "true"}
      aria-label=${data.blank ? node.token : tell(data, words, node)} data-focus="node${index}"
      onfocus=${() => !asks && set({ over: index })} onblur=${() => set({ over: null })}
      all=${asks ? offered(drawing, index) : null}>
      <rect class="hit" x=${x - reach} y=${y - 27} width=${2 * reach} height=${LINE} />
      <rect class="tile" x=${x - half} y=${y - TILE / 2} width=${width} height=${TILE} rx="7" />
      <text class="token" x=${x} y=${y + 4.8}>${tspans(node.name)}</text>
      <text class="number" x=${x} y=${y - TILE / 2 - 5}>${data.blank
        ? "?"
        : branches.labelOf(node, data.show, digits)}</text>
      ${MARKS[verdict] && svg`
        <text class="mark ${verdict}" x=${x + half + 4} y=${y + 4.5}>${branches.besideOf(
          node,
          alpha,
        )}</text>
      `}
      ${node.greedy && svg`
        <rect class="under" x=${x - half + 4} y=${y + TILE / 2 + 2} width=${width - 8} height="3"
          rx="1.5" />
      `}
    </g>
  `;
}

/** Pointing tells, a press chooses, arrows lead along the branches.
 * @param {Tree} drawing @param {Placed[]} nodes */
function hands({ data, set, choose }, nodes) {
  const found = (/** @type {Event} */ { target }) => {
    const name = /** @type {Element} */ (target).closest("[data-focus]")?.getAttribute(
      "data-focus",
    );
    return nodes[Number(name?.slice(4))];
  };
  const press = (/** @type {Placed} */ { index, step }) =>
    choose(step <= data.n_steps ? { node: index, step } : { node: index });
  return {
    onpointerover: (/** @type {Event} */ event) => set({ over: found(event).index }),
    onpointerleave: () => set({ over: null }),
    onclick: (/** @type {Event} */ event) => press(found(event)),
    onkeydown(/** @type {KeyboardEvent} */ event) {
      const node = found(event);
      const isPress = event.key === "Enter" || event.key === " ";
      if (isPress) press(node);
      else if (!event.key.startsWith("Arrow")) return;
      event.preventDefault();
      const to = isPress ? node : branches.neighbour(nodes, node, event.key);
      if (!to) return;
      const group = /** @type {Element} */ (event.currentTarget);
      /** @type {HTMLElement} */ (group.children[to.index]).focus();
    },
  };
}

/** One line about a node. @param {Data} data @param {Tree["words"]} words @param {Placed} node */
function tell({ search }, words, { path, log_prob, total, rank, verdict }) {
  const reason = REASONS.find((one) => verdict.startsWith(one)) ?? "";
  return fill(words.node, {
    path: path.replaceAll("\u2581", " ").trim(),
    logp: decimal(log_prob),
    p: shortPercent(Math.exp(log_prob)),
    sum: decimal(total),
    reason: fill(words[reason], { ...search, rank }),
  });
}

/** Every node with its numbers, and the ranking. @param {Data} data @param {State} state */
export function numbers(data, { alpha }) {
  const nodes = branches.nodesOf(data);
  const order = ranked(data.ends, alpha);
  const trunk = order.length ? branches.pathTo(nodes, order[0].node) : [];
  return [{
    name: "nodes",
    rows: nodes.map(({ step, path, token, log_prob, total, rank, verdict, greedy, index }) => ({
      ...{ step, words: path, token, log_p: log_prob, sum: total, rank, verdict },
      ...{ winner: trunk.includes(index), greedy },
    })),
  }, {
    name: "ranking",
    rows: order.map((end, at) => ({
      ...{ place: at + 1, words: end.words, tokens: end.length, sum: end.total, alpha },
      divisor: penalty(end.length, alpha),
      score: scoreOf(end, alpha),
      finished: end.finished,
    })),
  }];
}
