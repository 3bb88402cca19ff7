// The sentence above the drawing says what it shows; the table below gives the same numbers.
import { decimal, fill, percent } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { argmax, range } from "../../drawings/math.js";
import { bare, spans } from "../../drawings/token.js";
import { MEAN } from "./model.js";

/** @typedef {import("./flow.js").Scene} Scene */

/** @type {Record<string, string>} */
const COLOURS = {
  ...{ input: "target", output: "target", memory: "memory", token: "source", reader: "source" },
  ...{ weight: "weight", share: "weight", probability: "weight" },
};

/** How a token is spoken: without the mark of a space, which a screen reader spells out.
 * @param {string} token @param {Record<string, string>} words */
export const spoken = (token, words) => bare(token) || words.blank;

/** @param {Scene} scene @param {number} head */
export function headName({ data, words }, head) {
  if (head !== MEAN) return fill(words.head, { head });
  return data.heads === 1 ? words.mean_short : fill(words.mean, { heads: data.heads });
}

/** @typedef {[string, Record<string, string | number>]} Said  a sentence with its {holes}, and them */

/** @param {Scene} scene @param {number} row @returns {Said} */
function ofRow(scene, row) {
  const { data, model, words, layer, head, cross } = scene;
  const weights = data.source.map((_, at) => cross(layer, row, at));
  const most = argmax(weights);
  const { token, probability, rank } = model.candidates[row].chosen;
  const ranked = rank > 1 ? words.caption_row_ranked : words.caption_row;
  return [model.isTold ? ranked : words.caption_row_bare, {
    ...{ input: data.fed[row], memory: data.source[most], weight: decimal(weights[most]) },
    ...{ layer: layer + 1, head: headName(scene, head), output: token, rank },
    probability: percent(probability),
  }];
}

/** @param {Scene} scene @param {number} token @returns {Said} */
function ofSource({ data, model, words, layer, head, row, cross }, token) {
  const at = Math.min(layer, data.layers.encoder - 1);
  const share = decimal(cross(layer, row, token));
  const values = { token: data.source[token], layer: at + 1, share };
  const others = range(data.source.length).filter((query) => query !== token);
  if (!others.length) return [words.caption_source_alone, values];
  const reads = others.map((query) => model.encoder(at, head, query, token));
  const reader = argmax(reads);
  return [words.caption_source, {
    ...{ ...values, reader: data.source[others[reader]], weight: decimal(reads[reader]) },
  }];
}

/** @param {Scene} scene */
export function Caption(scene) {
  const { model, token, row, asks } = scene;
  if (model.isVeiled) return null;
  const [sentence, values] = token >= 0 ? ofSource(scene, token) : ofRow(scene, row);
  return html`
    <div class="caption opens" aria-live="polite" inert=${Boolean(asks)}>
      ${sentence.split(/\{(\w+)\}/).map((part, at) => {
        if (at % 2 === 0) return part;
        const said = String(values[part]);
        return COLOURS[part] ? html`<b class="is-${COLOURS[part]}">${spans(said)}</b>` : said;
      })}
    </div>
  `;
}

/** Made only while it is open: it follows the step, not the pointer. @param {Scene} scene */
export function Tables(scene) {
  const { data, model, words, state, head, layerName, set } = scene;
  const step = state.at + 1;
  const { list, rest } = model.candidates[state.at];
  const layers = range(data.layers.decoder);
  return html`
    <details class="numbers" open=${state.isListed}
      ontoggle=${({ target }) => set({ isListed: target.open })}>
      <summary>${words.table}</summary>
      <div class="tables">
        ${state.isListed && Table(
          fill(words.table_cross, { step, head: headName(scene, head) }),
          [words.table_token, ...layers.map((layer) => layerName(layer))],
          data.source.map((token, at) => [
            token,
            ...layers.map((layer) => decimal(scene.cross(layer, state.at, at))),
          ]),
        )}
        ${state.isListed && model.isTold && Table(
          fill(words.table_output, { step }),
          [words.table_candidate, words.table_rank, words.table_probability],
          [
            ...list.map(({ token, rank, probability, chosen }) => [
              ...[token, chosen ? `${rank} ✓` : String(rank), percent(probability)],
            ]),
            [words.rest, "", percent(rest)],
          ],
        )}
      </div>
    </details>
  `;
}

/** In a frame that may scroll sideways, which must be reached by keys.
 * @param {string} caption @param {string[]} headings @param {string[][]} rows */
const Table = (caption, headings, rows) =>
  html`
    <div class="scroll" tabindex="0" role="region" aria-label=${caption}>
      <table>
        <caption>${caption}</caption>
        <thead>
          <tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.map(([name, ...cells]) =>
            html`
              <tr><th scope="row">${spans(name)}</th>${cells.map((cell) =>
                html`<td>${cell}</td>`
              )}</tr>
            `
          )}
        </tbody>
      </table>
    </div>
  `;
