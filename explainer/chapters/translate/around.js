// Above the drawing: play, back, forward, a scrubber with the words of the translation, the layer and
// the head, of which each has a small map of its cross-attention, the mean of the heads first. Then the
// sentence that says what is pointed at, over the key.
import { argmax, bare, decimal, fill, GAMMA, html } from "../../drawings/parts.js";
import { IconButton, once, percent, playAlong, range, raster } from "../../drawings/parts.js";
import { roving, spans, sum, svg, tab, track } from "../../drawings/parts.js";
import { MEAN } from "./model.js";
/** @import { Scene } from "./flow.js" */

const BEAT = 1100; // milliseconds of a step while it plays
const FAR = 5; // steps of a page key

export const play = (/** @type {Scene} */ scene) =>
  playAlong({ ...scene, choose: scene.tell }, scene.data.fed.length, BEAT);

export function Steps(/** @type {Scene} */ scene, /** @type {Template | false} */ picker) {
  const { data, words, state: { at, track: room }, clock, width, measure } = scene;
  const { predicted } = data;
  const count = predicted.length;
  const names = predicted.map(bare);
  // Where the words of the translation do not fit they are left out.
  const isBare = sum(names.map((name) => measure(name, 14, 600) + 6)) > room;
  const look = (/** @type {Element} */ node) => scene.set({ track: node.clientWidth });
  const go = (/** @type {number} */ at) => scene.go({ at });
  const step = fill(words.step, { step: at + 1, total: count });
  const told = `${step}: ${spoken(predicted[at], words)}`;
  const icon = clock.plays ? "pause" : "play";
  return html`
    <div class="steps">
      ${IconButton(icon, words[icon], () => play(scene))}
      ${IconButton("previous", words.previous, () => go(at - 1), at === 0)}
      ${IconButton("following", words.following, () => go(at + 1), at === count - 1)}
      <div class="track ${isBare && "bare"}" ref=${once(scene.data, "track", width, () => look)}
        all=${track({ label: words.scrubber, told, at, count, far: FAR, go })}>
        ${names.map((name, stop) =>
          html`
            <span class="stop ${stop < at ? "done" : stop === at ? "now" : "later"}"
              aria-hidden="true"><span class="word">${name}</span></span>
          `
        )}
      </div>
      <div class="step">${at + 1} / ${data.count ?? count}</div>
      ${picker}
    </div>
  `;
}

/** Maps of layers and heads: a cell is a weight, target rows, source columns. @param {Scene} scene */
export function Picker(scene) {
  const { g, data, model, words, state, layer, head, layerName, set, go } = scene;
  const [layers, heads] = [range(data.layers.decoder), range(data.heads + 1)];
  const unwritten = (100 * (1 - (state.at + 1) / data.fed.length)).toFixed(2); // below a veil
  const isAside = !g.isPhone;
  const nameOf = (/** @type {number} */ layer, /** @type {number} */ head) =>
    `${layerName(layer)}, ${headName(scene, head)}`;
  const heading = (/** @type {unknown} */ said) =>
    html`<span class="heading" aria-hidden="true">${said}</span>`;
  const short = head === MEAN ? words.mean_short : headName(scene, head);
  const columns = heads.length;
  const pick = (/** @type {number} */ to) =>
    go({ layer: Math.floor(to / columns), head: to % columns });
  return html`
    <details class="picker ${isAside && "aside"}" style="--unwritten: ${unwritten}%"
      open=${isAside && state.isOpen}
      ontoggle=${isAside && (({ target }) => set({ isOpen: target.open }))}>
      <summary aria-label="${words.pick}: ${nameOf(layer, head)}" title=${words.pick}>
        ${Cells(layer, head)}<span>${layerName(layer, true)} · ${short}</span>
      </summary>
      <div class="panel">
        <p class="line">${words.pick_line}</p>
        <div class="maps" role="radiogroup" aria-label=${words.pick}
          onkeydown=${roving(pick, { columns })} style="--heads: ${columns}">
          ${heading("")} ${heads.map((head) => heading(head || words.mean_short))}
          ${layers.map((at) => [heading(layerName(at, true)), heads.map((head) => Map(at, head))])}
        </div>
        <p class="line scale"><i class="mark-scale"></i>${words.key_weight}</p>
        ${!model.isWhole && html`<p class="line">${words.pick_long}</p>`}
      </div>
    </details>
  `;

  function Map(/** @type {number} */ at, /** @type {number} */ of) {
    const isOn = at === layer && of === state.head;
    const isThere = model.available.includes(of);
    return html`
      <button type="button" class="map ${!isThere && "absent"}" role="radio"
        title=${nameOf(at, of)} aria-label=${nameOf(at, of)} aria-checked=${String(isOn)}
        tabindex=${tab(Number(isOn), 1)} onclick=${() => pick(at * columns + of)}>
        ${isThere && [Cells(at, of), html`<i class="veil"></i>`]}
      </button>
    `;
  }

  function Cells(/** @type {number} */ layer, /** @type {number} */ head) {
    const [rows, columns] = [data.fed.length, data.source.length];
    return once(data, `map ${layer} ${head}`, model, () => {
      const shades = range(rows * columns).map((at) =>
        model.cross(layer, head, Math.floor(at / columns), at % columns) ** GAMMA
      );
      return html`
        <svg class="cells" viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none"
          aria-hidden="true">
          ${raster(shades, columns).map(({ share, d }) => svg`<path d=${d} opacity=${share} />`)}
        </svg>
      `;
    });
  }
}

const COLOURS = /** @type {Words} */ ({
  ...{ input: "target", output: "target", memory: "memory", token: "source", reader: "source" },
  ...{ weight: "weight", share: "weight", probability: "weight" },
});

/** How a token is spoken: without the mark of a space, which a screen reader spells out.
 * @param {string} token @param {Words} words */
export const spoken = (token, words) => bare(token) || words.blank;

export function headName(/** @type {Scene} */ { data, words }, /** @type {number} */ head) {
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

/** Read aloud at every step, seen while something is pointed at. @param {Scene} scene */
export function Caption(scene) {
  const { model, state, token, row, asks } = scene;
  if (model.isVeiled) return null;
  const [sentence, values] = token >= 0 ? ofSource(scene, token) : ofRow(scene, row);
  return html`
    <div class="caption opens ${(state.over || token >= 0) &&
      "on"}" aria-live="polite" inert=${Boolean(asks)}>
      ${sentence.split(/\{(\w+)\}/).map((part, at) => {
        if (at % 2 === 0) return part;
        const said = String(values[part]);
        return COLOURS[part] ? html`<b class="is-${COLOURS[part]}">${spans(said)}</b>` : said;
      })}
    </div>
  `;
}
