// Bars on one axis: those a question gives, the learner's, which is pulled, and then the model's.
import { decimal } from "./format.js";
import { html } from "./html.js";
import { clamp } from "./math.js";

/** `given` are bars by their names; with the model's number nothing can be pulled any more.
 * @typedef {{ low: number, high: number, digits: number, given: [string, number][],
 *   model: number | null }} Data */
/** @typedef {{ own: number | null, held: boolean }} State */
/** @typedef {import("./mount.js").Drawing<Data, State>} PullBar */
/** @typedef {{ kind: string, name: string, value: number | null, told: string, hands?: object }} Bar */

/** @type {Record<string, number>} */
const KEYS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** @param {Data} data */
export const about = ({ low, high, digits, given }) => JSON.stringify([low, high, digits, given]);
/** @returns {State} */
export const start = () => ({ own: null, held: false });

/** 1, 2 or 5 times a power of ten, the largest that is no more than `size`. @param {number} size */
export function round125(size) {
  const power = 10 ** Math.floor(Math.log10(size));
  return power * ([5, 2].find((times) => times * power <= size * (1 + 1e-9)) ?? 1);
}

/** Without zeros at its end. @param {number} value @param {number} digits */
const short = (value, digits) => decimal(value, digits).replace(/\.?0+$/, "");

/** @param {PullBar} drawing */
export default function PullBar(drawing) {
  const { data, words, state: { own } } = drawing;
  const { low, high, digits, given, model } = data;
  const bar = { kind: "own", name: words.own, value: own, told: decimal(own ?? 0, digits) };
  const middle = low < 0 && high > 0 ? [0] : [];
  return html`
    <div class="rows" role="group" aria-label=${words.name}>
      ${given.map(([name, value]) =>
        Row(data, { kind: "given", name, value, told: short(value, 3) })
      )}
      ${model === null ? Row(data, { ...bar, hands: hands(drawing) }) : [
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

/** @param {Data} data @param {Bar} bar */
function Row(data, { kind, name, value, told, hands }) {
  const [from, to] = [at(data, 0), at(data, value ?? 0)];
  const ends = `left: ${Math.min(from, to)}%; width: ${Math.abs(to - from)}%`;
  return html`
    <div class="row ${kind}">
      <div class="name">${name}</div>
      <div class="track" all=${hands}>
        ${value !== null && html`<div class="bar" style=${ends}></div>`}
        <div class="zero" style="left: ${from}%"></div>
        ${hands && html`<div class="grip" style="left: ${to}%"></div>`}
      </div>
      <div class="value">${value === null ? "?" : told}</div>
    </div>
  `;
}

/** Pulled by the pointer, or by arrow keys; Shift takes the smallest steps. @param {PullBar} drawing */
function hands({ data, words, state: { own, held }, set, choose }) {
  const { low, high, digits } = data;
  const least = 10 ** -digits;
  const usual = Math.max(least, round125((high - low) / 100));
  const rounded = (/** @type {number} */ value, step = usual) =>
    Number(clamp(Math.round(value / step) * step, low, high).toFixed(digits));
  const to = (/** @type {PointerEvent} */ { clientX, currentTarget }) => {
    const { left, width } = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    set({ own: rounded(low + (high - low) * (clientX - left) / width), held: true });
  };
  const drop = () => {
    if (!held) return;
    set({ held: false });
    choose({ own });
  };
  return {
    role: "slider",
    tabindex: 0,
    "aria-label": words.name,
    "aria-valuemin": low,
    "aria-valuemax": high,
    "aria-valuenow": clamp(own ?? 0, low, high),
    "aria-valuetext": own === null ? "?" : decimal(own, digits),
    onpointerdown(/** @type {PointerEvent} */ event) {
      const track = /** @type {HTMLElement} */ (event.currentTarget);
      track.setPointerCapture(event.pointerId);
      track.focus({ preventScroll: true });
      to(event);
    },
    onpointermove: (/** @type {PointerEvent} */ event) => held && to(event),
    onpointerup: drop,
    onpointercancel: drop,
    onkeydown(/** @type {KeyboardEvent} */ event) {
      const { key, shiftKey } = event;
      const edge = { Home: low, End: high }[key];
      if (!(key in KEYS) && edge === undefined) return;
      event.preventDefault();
      const step = shiftKey ? least : usual;
      set({ own: edge ?? rounded((own ?? 0) + KEYS[key] * step, step) });
    },
    onkeyup: (/** @type {KeyboardEvent} */ { key }) =>
      (key in KEYS || key === "Home" || key === "End") && choose({ own }),
  };
}

/** No figure of a page. */
export const numbers = null;
