// Where a patch looks and which patches look at it, on two copies of the picture, and every head as a
// small one. Under the pointer it changes at once; a press stays.
import { argmax, decimal, fill, html, roving, softmax, sum, tab } from "../../drawings/parts.js";
import { Paper, placesOf, Sheet, TOKENS } from "./patches.js";
/** @import { GazeViewData as Data, GazeViewState as State } from "./types.d.ts" */

const COLUMNS = [4, 8]; // of heads, and where both pictures leave them no room beside
const NARROW = 700;
const [PALE, FAINT] = [0.4, 0.22]; // the ink over the weights, of a head's small picture

export const start = () => ({ patch: 0, head: 0, pointed: null });

/** What a patch gives to all others. @param {number[]} asks @param {number[][]} keys */
const looks = (asks, keys) =>
  softmax(keys.map((key) => sum(key.map((one, at) => one * asks[at])) / Math.sqrt(asks.length)));

/** What all give to a patch. @param {number[][]} queries @param {number[][]} keys @param {number} at */
const seen = (queries, keys, at) => queries.map((asks) => looks(asks, keys)[at]);

/** @param {Drawing<Data, State>} drawing */
export default function GazeView({ data: { picture, q, k }, words, state, width, set, choose }) {
  const { patch, head, pointed } = state;
  const shown = pointed ?? patch;
  const heads = q.map((queries, at) => looks(queries[shown], k[at]));
  const gets = seen(q[head], k[head], shown);
  const top = Math.max(...heads.flat(), ...gets);
  const [columns, told] = [COLUMNS[Number(width <= NARROW)], decimal(top, 3)];
  const one = (/** @type {number} */ to) => choose({ head: to });
  const paper = (/** @type {number[]} */ shares, /** @type {number} */ pale) =>
    Paper(picture, shares.map((one) => one / top), pale);
  return html`
    <div class="views">
      ${Side(words.looks, words.looks_note, heads[head])}
      ${Side(words.seen, words.seen_note, gets)}
      <div class="heads" role="group" aria-label=${words.heads}
        onkeydown=${roving(one, { columns })}>
        <div class="title" aria-hidden="true">${words.heads}</div>
        ${heads.map((shares, at) =>
          html`
            <button type="button" class="head ${at === head && "on"}" tabindex=${tab(at, head)}
              aria-label=${fill(words.head, { head: at + 1 })} aria-pressed=${String(at === head)}
              onclick=${() => one(at)}>
              ${paper(shares, FAINT)}<span>${at + 1}</span>
            </button>
          `
        )}
      </div>
    </div>
    <div class="note">${fill(words.scale, { top: told, even: decimal(1 / TOKENS, 3) })}</div>
  `;

  /** @param {string} name @param {string} note @param {number[]} shares */
  function Side(name, note, shares) {
    const [best, place] = [argmax(shares), words.place];
    const most = { place: placesOf(place)[best], weight: decimal(shares[best], 3) };
    return html`
      <div class="side">
        <div class="title">${name}</div>
        ${Sheet({
          ...{ paper: paper(shares, PALE), name, place, chosen: patch, on: shown },
          told: (at, place) => fill(words.weight, { place, weight: decimal(shares[at], 3) }),
          choose(to) {
            set({ pointed: null });
            choose({ patch: to });
          },
          point: (to) => set({ pointed: to }),
        })}
        <div class="note">${fill(note, { head: head + 1, ...most })}</div>
      </div>
    `;
  }
}

/** What the chosen patch gives and gets in the chosen head. @param {Data} data @param {State} state */
export function numbers({ q, k }, { patch, head }) {
  const gives = looks(q[head][patch], k[head]);
  const gets = seen(q[head], k[head], patch);
  const rows = gives.map((share, at) => ({ patch: at + 1, looked_at: share, looks: gets[at] }));
  return { weights: rows };
}
