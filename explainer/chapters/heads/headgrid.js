// Layers x heads as small named maps, a button each. While one is pointed at, the rest fade and a
// sentence below tells it.
import { Cells, fill, html, lookedAt, once, roving, tab } from "../../drawings/parts.js";
import { toneOf } from "./roles.js";
/** @import { GridData as Data, Pair, Grid } from "./types.d.ts" */

export const start = () => ({ at: [0, 0], framed: [], over: null, role: null });
export const hears = { "explainer.role": (/** @type {string | null} */ role) => ({ role }) };
export const about = (/** @type {Data} */ { captions }) => captions;

export default function Grid(/** @type {Grid} */ { data, words, state, set, choose }) {
  const { maps, captions, kinds, told } = data;
  const heads = captions[0].length;
  // The last layer stands on top, as everywhere: the stack grows upwards.
  const layers = [...captions.keys()].toReversed();
  const name = (/** @type {Pair} */ [layer, head]) =>
    fill(words.head, { layer: layer + 1, head: head + 1 });
  const place = (/** @type {Pair} */ [layer, head]) => (captions.length - 1 - layer) * heads + head;
  const tell = (/** @type {Pair} */ [layer, head]) => told[layer][head];
  const shown = state.over ?? state.at;
  const Button = (/** @type {number} */ layer, /** @type {number} */ head) => {
    const at = /** @type {Pair} */ ([layer, head]);
    const isFramed = state.framed.some((pair) => place(pair) === place(at));
    const kind = kinds[layer][head], isPale = state.role !== null && state.role !== kind;
    return html`
      <button type="button" class="${toneOf(kind)} ${isFramed && "on"} ${isPale && "pale"}"
        tabindex=${tab(place(at), place(shown))} aria-label="${name(at)}. ${tell(at)}"
        aria-pressed=${String(place(at) === place(state.at))}
        onclick=${() => choose({ at, framed: [at] })} all=${lookedAt(set, "over", at)}>
        ${maps ? picture(maps[layer][head]) : html`<svg></svg>`}
        <span class="caption"><b>${head + 1}</b><i></i><span>${captions[layer][head]}</span></span>
      </button>
    `;
  };
  return html`
    <div class="grid" role="group" aria-label=${words.name}
      onkeydown=${roving(() => {}, { columns: heads })}>
      ${layers.map((layer) => [
        html`<span class="layer">${fill(words.layer, { layer: layer + 1 })}</span>`,
        captions[layer].map((_, head) => Button(layer, head)),
      ])}
    </div>
    <div class="told">${name(shown)}: ${tell(shown)}</div>
  `;
}

/** The same map again is not made anew. @param {number[][]} map */
const picture = (map) =>
  once(map, "picture", 0, () => {
    const values = map.map((row) => row.map((percent) => percent / 100));
    return html`
      <svg viewBox="0 0 ${map[0].length} ${map.length}" preserveAspectRatio="none"
        shape-rendering="crispEdges" aria-hidden="true">
        ${Cells({ values, kind: "weights", limit: null })}
      </svg>
    `;
  });

/** What every head does; layers and heads count from 1. @param {Data} data */
export const numbers = ({ told }) => ({
  heads: told.flatMap((heads, layer) =>
    heads.map((told, head) => ({ layer: layer + 1, head: head + 1, told }))
  ),
});
