// Bars on one axis: those a question gives, the learner's, which is pulled, and then the model's.
import { clamp, decimal, html, Slider, ticks, trimmed } from "./parts.js";
/** @import { PullBarData as Data, PullBarState as State, Bar } from "./types.d.ts" */

/** @param {Data} data */
export const about = ({ low, high, digits, given }) => [low, high, digits, given];

export default function PullBar(/** @type {Drawing<Data, State>} */ drawing) {
  const { data: { low, high, digits, given, model }, words, state: { own = null } } = drawing;
  const bar = { kind: "own", name: words.own, value: own, told: decimal(own ?? 0, digits) };
  /** Where a number lies, in percent. @param {number} value */
  const at = (value) => 100 * (clamp(value, low, high) - low) / (high - low);
  const middle = low < 0 && high > 0 ? [0] : [];
  return html`
    <div class="rows" role="group" aria-label=${words.name}>
      ${given.map(([name, value]) =>
        Row({ kind: "given", name, value, told: trimmed(decimal(value, 3)) })
      )}
      ${model === null ? Row({ ...bar, slider: Pull() }) : [
        own !== null && Row(bar),
        Row({ kind: "model", name: words.model, value: model, told: decimal(model, digits) }),
      ]}
      <div class="ends" aria-hidden="true">
        ${[low, ...middle, high].map((end) =>
          html`<span style="left: ${at(end)}%">${trimmed(decimal(end, 4))}</span>`
        )}
      </div>
    </div>
    ${model === null && html`<div class="hint">${words.hint}</div>`}
  `;

  function Row(/** @type {Bar} */ { kind, name, value, told, slider }) {
    const [from, to] = [at(0), at(value ?? 0)];
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

  function Pull() {
    const step = Math.max(10 ** -digits, ticks(high - low, 100)[1]);
    const told = own === null ? "?" : decimal(own, digits);
    const range = { min: low, max: high, step, value: own ?? clamp(0, low, high) };
    const values = { label: words.name, ...range, told };
    return Slider(drawing, values, (to) => ({ own: Number(to.toFixed(digits)) }));
  }
}
