// Where a patch looks, on the picture, and every head as a small one. Under the pointer it changes at
// once; a press stays.
import { argmax, decimal, fill, html, roving, softmax, sum, tab } from "../../drawings/parts.js";
import { EVEN, Paper, placesOf, shades, Sheet } from "./patches.js";
/** @import { GazeViewData as Data, GazeViewState as State } from "./types.d.ts" */

const [NARROW, COLUMNS, FEW] = [700, 8, 4]; // pixels, and columns of heads above and below them
const [PALE, FAINT] = [0.4, 0.22]; // the ink over the weights, of a head's small picture

export const start = () => ({ patch: 0, head: 0, pointed: null });

/** What a patch gives to all others. @param {number[]} asks @param {number[][]} keys */
const looks = (asks, keys) =>
  softmax(keys.map((key) => sum(key.map((one, at) => one * asks[at])) / Math.sqrt(asks.length)));

/** @param {Drawing<Data, State>} drawing */
export default function GazeView({ data: { picture, q, k }, words, state, width, set, choose }) {
  const { patch, head, pointed } = state;
  const heads = q.map((queries, at) => looks(queries[pointed ?? patch], k[at]));
  const best = argmax(heads[head]);
  const most = { place: placesOf(words.place)[best], weight: decimal(heads[head][best], 3) };
  const columns = Math.min(heads.length, width > NARROW ? COLUMNS : FEW);
  const one = (/** @type {number} */ to) => choose({ head: to });
  return html`
    <div class="views">
      <div class="side">
        <div class="title">${words.looks}</div>
        ${Sheet({
          ...{ paper: Paper(picture, { shades: shades(heads[head]), pale: PALE }) },
          ...{ name: words.looks, place: words.place, chosen: patch, on: pointed ?? patch },
          told: (at, place) => fill(words.weight, { place, weight: decimal(heads[head][at], 3) }),
          choose: (to) => choose({ patch: to, pointed: null }),
          point: (to) => set({ pointed: to }),
        })}
        <div class="note">${fill(words.looks_note, { head: head + 1, ...most })}</div>
      </div>
      <div class="heads" role="group" aria-label=${words.heads}
        style="grid-template-columns: repeat(${columns}, minmax(0, 180px))"
        onkeydown=${roving(one, { columns })}>
        <div class="title" aria-hidden="true">${words.heads}</div>
        ${heads.map((shares, at) =>
          html`
            <button type="button" class="head" tabindex=${tab(at, head)} onclick=${() => one(at)}
              aria-label=${fill(words.head, { head: at + 1 })} aria-pressed=${String(at === head)}>
              ${Paper(picture, { shades: shades(shares), pale: FAINT })}<span>${at + 1}</span>
            </button>
          `
        )}
      </div>
    </div>
    <div class="note">${fill(words.scale, { even: decimal(EVEN, 3) })}</div>
  `;
}

/** What the chosen patch gives in the chosen head. @param {Data} data @param {State} state */
export const numbers = ({ q, k }, { patch, head }) => ({
  weights: looks(q[head][patch], k[head]).map((share, at) => ({ patch: at + 1, looked_at: share })),
});
