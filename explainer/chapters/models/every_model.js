// A sentence and what every model makes of it, the best first, each on a bar as long as its BLEU; words
// that the best of the pair did not write are underlined, a caret is where some of its are missing.
import { decimal, differing, fill, html } from "../../drawings/parts.js";
/** @import { Data, Model, State } from "./types.d.ts" */

export const about = (/** @type {Data} */ data) => data;

const all = (/** @type {Data} */ { sentences }) => sentences.flatMap(({ models }) => models);
const score = (/** @type {number | null} */ bleu) => (bleu === null ? "–" : decimal(bleu, 1));

export default function EveryModel(/** @type {Drawing<Data, State>} */ drawing) {
  const { data, words, state: { at }, choose } = drawing;
  const models = all(data);
  const most = Math.max(1, ...models.map(({ bleu }) => bleu ?? 0));
  return html`
    <div>${data.sentences.map(Section)}</div>
  `;

  function Section(/** @type {Data["sentences"][number]} */ { sentence, models: readers }) {
    return html`
      <section>
        <div class="head"><span class="source">${sentence}</span><span>${words.bleu}</span></div>
        ${readers.map(Row)}
      </section>
    `;
  }

  function Row(/** @type {Model} */ model) {
    const { name, pair, kind, bleu, millions, wrote } = model;
    const place = models.indexOf(model);
    const best = /** @type {Model} */ (models.find((one) => one.pair === pair));
    const long = `width: ${100 * (bleu ?? 0) / most}%`;
    return html`
      <button type="button" class="model" aria-pressed=${String(place === at)}
        onclick=${() => choose({ at: place })}>
        <span class="who"><b>${kind}</b>
          <span class="small">${pair} · ${fill(words.size, {
            millions: decimal(millions, 1),
          })}</span>
          <span class="small name">${name}</span></span>
        <span class="written"><i style=${long}></i>
          <span>${differing(best.wrote, wrote, words.missing)}</span></span>
        <span class="score">${score(bleu)}</span>
      </button>
    `;
  }
}

/** What every model is and writes. @param {Data} data */
export const numbers = (data) => ({ models: all(data) });
