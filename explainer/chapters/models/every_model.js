// A sentence and what every model makes of it, the best first, each on a bar as long as its BLEU beside
// the best of its pair; words that this one did not write are underlined, a gap is where some of its
// are missing. The model at hand unfolds its facts.
import { decimal, differing, fill, html } from "../../drawings/parts.js";
/** @import { Data, Model, State } from "./types.d.ts" */

export const about = (/** @type {Data} */ data) => data;

const FACTS = /** @type {const} */ (["chrf", "tested", "layers", "heads", "width", "vocabulary"]);

const all = (/** @type {Data} */ { sentences }) => sentences.flatMap(({ models }) => models);

export default function EveryModel(/** @type {Drawing<Data, State>} */ drawing) {
  const { data, words, state: { at }, choose } = drawing;
  const models = all(data);
  return html`<div>${data.sentences.map(Section)}</div>`;

  /** The sentence that was typed stands in its field. @param {Data["sentences"][number]} section */
  function Section({ sentence, models: readers }) {
    return html`
      <section>
        <div class="head">
          <span class="source">${sentence !== data.typed && sentence}</span><span>BLEU</span>
        </div>
        ${readers.map(Row)}
      </section>
    `;
  }

  function Row(/** @type {Model} */ model) {
    const { name, pair, kind, bleu, millions, wrote, note } = model;
    const place = models.indexOf(model);
    const size = fill(words.size, { millions: decimal(millions, 1) });
    const rivals = models.filter((one) => one.pair === pair);
    const most = Math.max(1, ...rivals.map((one) => one.bleu ?? 0));
    const long = rivals.length > 1 && `width: ${100 * (bleu ?? 0) / most}%`;
    return html`
      <button type="button" class="model" aria-pressed=${String(place === at)}
        onclick=${() => choose({ at: place })}>
        <span class="who"><b>${kind}</b>
          <span class="small">${pair} · ${size}</span></span>
        <span class="written">${long && html`<i style=${long}></i>`}
          <span>${differing(rivals[0].wrote, wrote, words.missing)}</span>
          ${note && html`<span class="small">${note}</span>`}</span>
        <span class="score">${bleu === null ? "–" : decimal(bleu, 1)}</span>
        ${place === at && html`
          <span class="facts"><b>${name}</b>
            ${FACTS.filter((fact) => model[fact] !== null).map((fact) =>
              html`<span>${words[fact]} <b>${model[fact]}</b></span>`
            )}
          </span>
        `}
      </button>
    `;
  }
}

/** What every model is and writes. @param {Data} data */
export const numbers = (data) => ({ models: all(data) });
