// A sentence and what every model makes of it, the best first, each on a bar as long as its BLEU; words
// that the best model of the pair did not write are underlined. A press opens the card of a model.
import { decimal, fill } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { differing } from "../../drawings/token.js";

/** `wrote` are the words of a translation, and whether the best model wrote another one there.
 * @typedef {{ name: string, pair: string, kind: string, bleu: number | null, millions: number,
 *   wrote: [string, boolean][] }} Model */
/** @typedef {{ sentences: { sentence: string, models: Model[] }[] }} Data */
/** `at` is the model at hand, counted through all sentences. @typedef {{ at: number }} State */

export const about = (/** @type {Data} */ data) => JSON.stringify(data);

/** @param {Data} data */
const all = ({ sentences }) => sentences.flatMap(({ models }) => models);
const score = (/** @type {number | null} */ bleu) => (bleu === null ? "–" : decimal(bleu, 1));

/** @param {Drawing<Data, State>} drawing */
export default function EveryModel({ data, words, state: { at }, choose }) {
  const models = all(data);
  const most = Math.max(1, ...models.map(({ bleu }) => bleu ?? 0));
  return html`
    <div>${data.sentences.map(Section)}</div>
  `;

  /** @param {Data["sentences"][number]} read */
  function Section({ sentence, models: readers }) {
    return html`
      <section>
        <div class="head"><span class="source">${sentence}</span><span>${words.bleu}</span></div>
        ${readers.map(Row)}
      </section>
    `;
  }

  /** @param {Model} model */
  function Row(model) {
    const { name, pair, kind, bleu, millions, wrote } = model;
    const place = models.indexOf(model);
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
          <span>${differing(wrote)}</span></span>
        <span class="score">${score(bleu)}</span>
      </button>
    `;
  }
}

/** What every model is and writes. @param {Data} data */
export const numbers = (data) => [{
  name: "models",
  rows: all(data).map(({ wrote, ...model }) => ({
    ...model,
    wrote: wrote.map(([word]) => word).join(" "),
  })),
}];
