// Bars on one axis: those a question gives, the learner's, which is pulled, and then the model's.
import { clamp, decimal, html, Slider, ticks } from "./parts.js";
/** @import { PullBarData as Data, PullBarState as State, Bar } from "./types.d.ts" */

/** @param {Data} data */
export const about = ({ low, high, digits, given }) => [low, high, digits, given];
export const start = () => /** @type {State} */ ({ own: null });

/** Without zeros at its end. @param {number} value @param {number} digits */
const short = (value, digits) => decimal(value, digits).replace(/\.?0+$/, "");

export default function PullBar(/** @type {Drawing<Data, State>} */ drawing) {
  const { data, words, state: { own } } = drawing;
  const { low, high, digits, given, model } = data;
  const bar = { kind: "own", name: words.own, value: own, told: decimal(own ?? 0, digits) };
  const middle = low < 0 && high > 0 ? [0] : [];
  return html`
    <div class="rows" role="group" aria-label=${words.name}>
      ${given.map(([name, value]) =>
        Row(data, { kind: "given", name, value, told: short(value, 3) })
      )}
      ${model === null ? Row(data, { ...bar, slider: Pull(drawing) }) : [
        own !== null && Row(data, bar),
        Row(data, { kind: "model", name: words.model, value: model, told: decimal(model, digits) }),
      ]}
      <div class="ends" aria-hidden="true">
        ${[low, ...middle, high].map((value) =>
          html`<span class=${{ [low]: "left", [high]: "right" }[value]} style="left: ${
            at(data, value)
          }%">${short(value, 4)}</span>`
        )}
      </div>
    </div>
    ${model === null && html`<div class="hint">${words.hint}</div>`}
  `;
}

/** Where a number lies, in percent. @param {Data} data @param {number} value */
const at = ({ low, high }, value) => 100 * (clamp(value, low, high) - low) / (high - low);

function Row(/** @type {Data} */ data, /** @type {Bar} */ { kind, name, value, told, slider }) {
  const [from, to] = [at(data, 0), at(data, value ?? 0)];
  const ends = `left: ${Math.min(from, to)}%; width: ${Math.abs(to - from)}%`;
  return html`
    <div class="row ${kind}">
      <div class="name">${name}</div>
      <div class="track">
        ${value !== null && html`<div class="bar" style=${ends}></div>`}
        <div class="zero" style="left: ${from}%"></div>
        ${slider && [slider, html`<div class="grip" style="left: ${to}%"></div>`]}
      </div>
      <div class="value">${value === null ? "?" : told}</div>
    </div>
  `;
}

function Pull(/** @type {Drawing<Data, State>} */ drawing) {
  const { data: { low, high, digits }, words, state: { own } } = drawing;
  const step = Math.max(10 ** -digits, ticks(high - low, 100)[1]);
  const told = own === null ? "?" : decimal(own, digits);
  const range = { min: low, max: high, step, value: own ?? clamp(0, low, high) };
  return Slider(
    drawing,
    { label: words.name, ...range, told },
    (to) => ({ own: Number(to.toFixed(digits)) }),
  );
}

/** No figure of a page. */
export const numbers = null;
