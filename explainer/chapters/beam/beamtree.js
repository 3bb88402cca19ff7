// A beam search as a tree: the winner is a straight trunk, branches hang in the lines below. A step, a
// hypothesis and what was cut are pressed; below stand the translations in their order.
import { decimal, fill, FINE, html, Legend, lookedAt, offered } from "../../drawings/parts.js";
import { Path, range, roving, shortPercent, signed, spans, tab } from "../../drawings/parts.js";
import { MARKS, Penalty, penalty, ranked, Ranking, scoreOf, Widths } from "./ranking.js";
/** @import { Row, Data, State, Tree, Node } from "./types.d.ts" */

const WIDEST = 12; // pixels of a ribbon of probability 1
const CHOSEN = ["kept", "finished", "cut", "stopped"];
const REASONS = ["kept", "finished", "cut", "stopped", "pruned", "too_short", "rescued"];
const LEGEND = ["legend_winner", "legend_kept", "legend_pruned", "legend_greedy"]
  .concat("legend_rescued", "legend_finished", "legend_stopped", "legend_cut", "legend_lead");

/** @param {Data} data @returns {State} */
export const start = ({ nodes: { step }, search: { width } }) => (
  { step: Math.max(...step), alpha: 0, width, over: null }
);
export const about = (/** @type {Data} */ { nodes: { token, parent } }) => [token, parent];

/** The nodes, the ranking, and the nodes that lead to its first. @param {Data} data @param {State} state */
function searched(data, { alpha }) {
  const [nodes, order] = [nodesOf(data), ranked(data.ends, alpha)];
  return { nodes, order, trunk: order.length ? pathTo(nodes, order[0].node) : [] };
}

export default function Beamtree(/** @type {Tree} */ drawing) {
  const { data, words, state, asks, set, choose } = drawing;
  const { blank, search, n_steps, n_columns, n_lines, greedy_sums } = data;
  const { step: now } = state;
  const { nodes, order, order: [first], trunk } = searched(data, state);
  const winner = { winner: first?.words ?? "", total: first ? decimal(first.total) : "" };
  const over = state.over === null ? null : nodes[state.over];
  const lit = over && [...pathTo(nodes, over.index), ...below(nodes, over.index)];
  const looks = nodes.map((node) => {
    const own = node.rescued ? "rescued" : isChosen(node) ? "kept" : "cut";
    // After a rescue the rows move, and another node may lie under the pointer.
    const pale = lit && !lit.includes(node.index) && !node.rescued && "pale";
    const kind = trunk.includes(node.index) ? "winner" : own;
    const wide = blank ? 2 : WIDEST * Math.exp(node.log_prob), least = kind === "winner" ? 2 : 1.3;
    return { node, kind, pale, thick: Math.max(least, wide) };
  });
  const tiles = looks.toSorted(({ node: a }, { node: b }) => a.line - b.line || a.step - b.step);
  const act = (/** @type {Node} */ { index, step }) =>
    choose(step <= n_steps ? { node: index, step } : { node: index });
  const keys = roving(() => {}, { rows: true, press: (at) => act(tiles[at].node) });
  const stop = nodes[trunk.find((index) => nodes[index].step === now) ?? 0];
  const press = (/** @type {number} */ at) => choose({ step: at + 1 });
  return html`
    ${!blank && html`<div class="settings">${Widths(drawing)} ${Penalty(drawing)}</div>`} ${Marks()}
    <div class="scroll" data-scrolls>
      <div class="tree" role="group" aria-label=${fill(words.name, { ...search, ...winner })}
        style="--column-count: ${n_columns}; --line-count: ${n_lines}">
        <i class="band" data-at-hand=${String(now)} style="grid-column: ${now + 1}"></i>
        <div class="parts" onkeydown=${roving(() => {}, { press })}>
          ${range(n_columns).map(Step)}
        </div>
        ${!blank && Leads()}
        ${looks.map(({ node, kind, pale, thick }) => Way(node, `${kind} ${pale}`, thick))}
        ${looks.map(({ node, pale }) => node.greedy && Way(node, `greedy ${pale}`, 1.4))}
        <span class="start">${data.start}</span>
        <div class="parts" onkeydown=${!asks && keys}>${tiles.map(Tile)}</div>
      </div>
    </div>
    ${!blank && html`
      <div class="caption">${over ? tell(over) : fill(words.told, winner)}</div>
      ${Ranking(drawing, order)}
    `}
  `;

  /** Level to the edge of the column, up or down through the gap, level to the tile.
   * @param {Node} node @param {string} kind @param {number} thick */
  function Way({ step, line, parent }, kind, thick) {
    const from = nodes[parent]?.line ?? 0;
    const [top, end] = [Math.min(from, line), Math.max(from, line)];
    const ends = line === from ? ["M0 .5H1"] : ["M0 0C.5 0 .5 1 1 1", "M0 1C.5 1 .5 0 1 0"];
    const bend = ends[Number(line < from)];
    return html`
      <div class="way ${kind}"
        style="grid-area: ${top + 3} / ${step} / ${end + 4} / ${step + 2};
        --line-way: ${end - top}; stroke-width: ${thick.toFixed(2)}px">
        ${[["out", "M0 .5H1"], ["bend", bend], ["in", "M0 .5H1"]].map(([name, d]) =>
          html`
            <svg class="${name} ${line < from ? "up" : "down"}" viewBox="0 0 1 1"
              preserveAspectRatio="none">${Path("", d, FINE)}</svg>
          `
        )}
      </div>
    `;
  }

  /** Only the marks that are drawn. */
  function Marks() {
    const drawn = ["winner", "greedy", "lead", nodes.some(({ rescued }) => rescued) && "rescued"];
    const shown = LEGEND.map((name) => ({ words: words[name], mark: name.replace("legend_", "") }))
      .filter(({ mark }) => !blank && [...drawn, ...data.nodes.verdict].includes(mark));
    return Legend(shown.map((one) => ({ ...one, inside: html`${MARKS[one.mark]}` })));
  }

  /** How far the trunk is ahead of greedy search's path, by their sums, since it left it. */
  function Leads() {
    const apart = trunk.filter((at) => !nodes[at].greedy), shared = trunk.length - apart.length;
    return html`
      ${shared > 0 && html`
        <i class="lead" style="grid-column: 2 / ${shared + 2}">${words.together}</i>
      `}
      ${apart.slice(0, greedy_sums.length - shared).map((at) => {
        const { step, total } = nodes[at];
        const [own, other] = [total, greedy_sums[step - 1]].map((sum) => Number(sum.toFixed(2)));
        const lead = own - other;
        const kind = lead > 0 ? "ahead" : "behind", place = `grid-column: ${step + 1}`;
        return html`<b class="lead ${kind}" style=${place}>${signed(lead)}</b>`;
      })}
    `;
  }

  /** The number of a step. @param {number} at */
  function Step(at) {
    const isOn = at + 1 === now;
    const told = fill(words.step, { number: at + 1 });
    const place = `grid-column: ${at + 2}`;
    if (at >= n_steps || blank) return html`<span class="step" style=${place}>${at + 1}</span>`;
    return html`
      <button type="button" class="step ${isOn && "on"}" tabindex=${tab(at + 1, now)} style=${place}
        aria-label=${told} aria-pressed=${String(isOn)} data-focus="step${at}"
        onclick=${() => press(at)}>${isOn ? told : at + 1}</button>
    `;
  }

  /** Pointing tells, a press chooses. @param {Node} node */
  function hands(node) {
    return {
      ...{ role: "button", tabindex: tab(node.index, stop.index), onclick: () => act(node) },
      ...{ "aria-pressed": node.rescued && "true", ...lookedAt(set, "over", node.index) },
    };
  }

  /** @param {typeof looks[number]} look */
  function Tile({ node, kind, pale }) {
    const { index, step, line, verdict, token, greedy, end } = node;
    const isOpen = !asks && ["pruned", "stopped"].includes(verdict);
    const p = data.show === "p" ? shortPercent(Math.exp(node.log_prob)) : decimal(node.total);
    const sign = isChosen(node) || node.rank === 0 ? "" : "✗ ";
    return html`
      <div class="node ${kind} ${isOpen && "open"} ${pale}" data-focus="node${index}"
        aria-label=${blank ? token : tell(node)} style="grid-area: ${line + 3} / ${step + 1}"
        all=${{ ...!asks && hands(node), ...offered(drawing, index) }}>
        <span class="number">${blank ? "?" : sign + p}</span>
        <span class="tile ${greedy && "under"}">${spans(token)}</span>
        ${MARKS[verdict] && html`
          <span class="mark ${verdict}">
            ${MARKS[verdict]}${end && ` ${decimal(scoreOf(end, state.alpha))}`}</span>
        `}
      </div>
    `;
  }

  /** One line about a node. @param {Node} node */
  function tell({ path, log_prob, total, rank, verdict }) {
    const reason = REASONS.find((one) => verdict.startsWith(one)) ?? "";
    return fill(words.node, {
      ...{ path: path.replaceAll("\u2581", " ").trim(), logp: decimal(log_prob) },
      ...{ p: shortPercent(Math.exp(log_prob)), sum: decimal(total) },
      reason: fill(words[reason], { ...search, rank }),
    });
  }
}

const isChosen = (/** @type {Row} */ { verdict }) => CHOSEN.includes(verdict);

export function nodesOf(/** @type {Data} */ { nodes, ends }) {
  const made = /** @type {Node[]} */ ([]);
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
const pathTo = (nodes, index) => index < 0 ? [] : [...pathTo(nodes, nodes[index].parent), index];

/** A node and all that goes on from it. @param {Node[]} nodes @param {number} at @returns {number[]} */
const below = (nodes, at) => [at, ...nodes[at].children.flatMap((child) => below(nodes, child))];

/** Every node with its numbers, and the ranking. @param {Data} data @param {State} state */
export function numbers(data, state) {
  const { nodes, order, trunk } = searched(data, state);
  return {
    nodes: nodes.map(({ step, path, token, log_prob, total, rank, verdict, greedy, index }) => ({
      ...{ step, words: path, token, log_p: log_prob, sum: total, rank, verdict },
      ...{ winner: trunk.includes(index), greedy },
    })),
    ranking: order.map((end, at) => ({
      ...{ place: at + 1, words: end.words, tokens: end.length, sum: end.total },
      ...{ alpha: state.alpha, divisor: penalty(end.length, state.alpha) },
      ...{ score: scoreOf(end, state.alpha), finished: end.finished },
    })),
  };
}
