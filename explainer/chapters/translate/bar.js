// Above the drawing: the translation, play, back, forward, a scrubber with its words, and the layer and
// the head, of which each has a small map of its cross-attention, the mean of the heads first.
import { CopyButton } from "../../drawings/copy.js";
import { fill } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { range, sum } from "../../drawings/math.js";
import { playAlong } from "../../drawings/play.js";
import { raster } from "../../drawings/raster.js";
import { roving, tab } from "../../drawings/roving.js";
import { GAMMA } from "../../drawings/shade.js";
import { IconButton, track } from "../../drawings/stepper.js";
import { bare } from "../../drawings/token.js";
import { MEAN, once } from "./model.js";
import { headName, spoken } from "./caption.js";

/** @typedef {import("./flow.js").Scene} Scene */

const BEAT = 1100; // milliseconds of a step while it plays
const FAR = 5; // steps of a page key

/** @param {Scene} scene */
export const play = (scene) =>
  playAlong({ ...scene, choose: scene.tell }, scene.data.fed.length, BEAT);

/** The translation as text. @param {Scene} scene */
export const Result = (scene) =>
  html`
    <div class="result">
      <span class="label">${scene.words.result}</span>
      <p class="sentence" dir="auto" lang=${scene.data.target || null}>${scene.data.sentence}</p>
      ${CopyButton(scene, [scene.words.copy, scene.words.copied], ".result", ".sentence")}
    </div>
  `;

/** @param {Scene} scene @param {Template | false} picker */
export function Steps(scene, picker) {
  const { data: { predicted }, words, state: { at, track: room }, clock, width, measure } = scene;
  const count = predicted.length;
  const names = predicted.map(bare);
  // Where the words of the translation do not fit they are left out.
  const isBare = sum(names.map((name) => measure(name, 14.5, 600) + 6)) > room;
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
      <div class="step">${at + 1} / ${count}</div>
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
  const keys = roving(
    (to) => go({ layer: Math.floor(to / heads.length), head: to % heads.length }),
    {
      columns: heads.length,
    },
  );
  return html`
    <details class="picker ${isAside && "aside"}" style="--unwritten: ${unwritten}%"
      open=${isAside && state.isOpen}
      ontoggle=${isAside && (({ target }) => set({ isOpen: target.open }))}>
      <summary aria-label="${words.pick}: ${nameOf(layer, head)}" title=${words.pick}>
        ${Cells(layer, head)}<span>${layerName(layer, true)} · ${head === MEAN
          ? words.mean_short
          : headName(scene, head)}</span>
      </summary>
      <div class="panel">
        <p class="line">${words.pick_line}</p>
        <div class="maps" role="radiogroup" aria-label=${words.pick} onkeydown=${keys}
          style="--heads: ${heads.length}">
          ${heading("")} ${heads.map((head) => heading(head || words.mean_short))}
          ${layers.map((at) => [heading(layerName(at, true)), heads.map((head) => Map(at, head))])}
        </div>
        <p class="line scale"><i class="mark-scale"></i>${words.key_weight}</p>
        ${!model.isWhole && html`<p class="line">${words.pick_long}</p>`}
      </div>
    </details>
  `;

  /** @param {number} at @param {number} of */
  function Map(at, of) {
    const isOn = at === layer && of === state.head;
    const isThere = model.available.includes(of);
    return html`
      <button type="button" class="map ${!isThere && "absent"}" role="radio"
        title=${nameOf(at, of)} aria-label=${nameOf(at, of)} aria-checked=${String(isOn)}
        tabindex=${tab(Number(isOn), 1)} onclick=${() => go({ layer: at, head: of })}>
        ${isThere && [Cells(at, of), html`<i class="veil"></i>`]}
      </button>
    `;
  }

  /** @param {number} layer @param {number} head */
  function Cells(layer, head) {
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
