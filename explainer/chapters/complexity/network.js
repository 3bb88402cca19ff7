// Layers as networks side by side: a dot for a token in each layer, lines for what is computed of what.
// By hand goes along the output that is reached, from the tokens below and thick from the first of them;
// or the token whose change `moves` outputs, each so far as its dot is large.
import { decimal, Dot, fill, html, Line, range, Slider } from "../../drawings/parts.js";
import { tspans, Words } from "../../drawings/parts.js";
/** @import { Edge, Network, Reach, ReachData as Data } from "./types.d.ts" */

const NARROW = 640;
const GAP = 28; // pixels between networks
const TALL = 128; // pixels of all layers together where there is room, else LOW, and of one of many
const LOW = 58;
const LEAST = 26;
const NAMES = 62; // pixels of the names of tokens
const SMALL = 4; // radius of a dot, and of one at hand, or that moves most
const LARGE = 13;

/** The lines on a way to a dot, or from it, in the order of computing, which `edges` have as well.
 * @param {Edge[]} edges @param {number} node @param {boolean} [isOnward] */
export function joined(edges, node, isOnward = false) {
  const seen = new Set([node]);
  if (isOnward) return edges.filter(([from, to]) => seen.has(from) && seen.add(to));
  return edges.toReversed().filter(([from, to]) => seen.has(to) && seen.add(from)).reverse();
}

/** Of these lines those of one way from the first token. @param {Edge[]} edges */
function firstWay(edges) {
  const onward = new Map(edges);
  const way = /** @type {Edge[]} */ ([]);
  for (let at = 0, to; (to = onward.get(at)) !== undefined; at = to) way.push([at, to]);
  return way;
}

export default function Reaching(/** @type {Reach} */ drawing) {
  const { data: { networks, tokens }, words, state: { at }, width } = drawing;
  const columns = width >= NARROW ? networks.length : Math.ceil(networks.length / 3);
  const room = (width - GAP * (columns - 1)) / columns / tokens.length;
  const most = Math.max(...networks.flatMap(({ moves }) => moves?.flat() ?? [1]));
  return html`<div class="networks" style="--network-columns: ${columns}">${
    networks.map(One)
  }</div>`;

  function One(/** @type {Network} */ { name, told, tone, layers, edges, moves }) {
    const count = tokens.length;
    const node = moves ? at : layers * count + at;
    const lines = joined(edges, node, Boolean(moves));
    const way = moves ? [] : firstWay(lines);
    const used = new Set([node, ...lines.flat()]);
    const far = [...Array(layers * count).fill(0), ...moves?.[at] ?? Array(count).fill(0)];
    const step = Math.max(LEAST, (width >= NARROW ? TALL : LOW) / layers);
    const bottom = (moves ? 30 : 20) + step * layers; // numbers stand above the last layer
    const x = (/** @type {number} */ one) => (one % count + 0.5) * room;
    const y = (/** @type {number} */ one) => bottom - Math.floor(one / count) * step;
    const size = (/** @type {number} */ one) =>
      one === node ? LARGE : SMALL + (LARGE - SMALL) * far[one] / most;
    /** @param {string} kind @param {Edge[]} some */
    const draw = (kind, some) => some.map(([a, b]) => Line(kind, x(a), y(a), x(b), y(b)));
    const title = moves ? name : fill(words.path, { kind: name, path: way.length });
    const label = moves ? words.token : words.output;
    const values = { label, max: count - 1, value: at, told: `${tokens[at]}. ${title}` };
    return html`
      <div style="--network-tone: var(--${tone})">
        <div class="name">${title}</div>
        ${told && html`<div class="told">${told}</div>`}
        <div class="picture">
          ${Slider(drawing, values, (to) => ({ at: to }))}
          <svg width=${room * count} height=${bottom + NAMES} aria-hidden="true">
            ${draw("edge", lines)} ${draw("way", way)} ${far.map((_, one) =>
              Dot(one === node ? "held" : used.has(one) ? "used" : "", x(one), y(one), size(one))
            )} ${moves &&
              range(count).map((one) => Words("far", x(one), 11, decimal(moves[at][one])))}
            ${tokens.map((token, one) => Words("token", x(one), bottom + 26, tspans(token)))}
          </svg>
        </div>
      </div>
    `;
  }
}

/** How far each output moves, or the path to the one that is chosen. @param {Data} data */
export const numbers = ({ networks, tokens }, /** @type {{ at: number }} */ { at }) => ({
  networks: networks.flatMap(({ name, layers, edges, moves }) => {
    const path = firstWay(joined(edges, layers * tokens.length + at)).length;
    return (moves?.[at] ?? [path]).map((number, to) => ({
      ...{ layer: name, token: tokens[at], output: tokens[moves ? to : at], number },
    }));
  }),
});
