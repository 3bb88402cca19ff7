// Above the drawing: the translation, play, back, forward, and a scrubber with its words.
import { copyText } from "../../drawings/copy.js";
import { fill } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { sum } from "../../drawings/math.js";
import { playAlong } from "../../drawings/play.js";
import { bare } from "../../drawings/token.js";
import { once } from "./model.js";
import { spoken } from "./caption.js";

/** @typedef {import("./flow.js").Scene} Scene */

const BEAT = 1100; // milliseconds of a step while it plays
const SAID = 2000; // milliseconds that "copied" is shown
const FAR = 5; // steps of a page key
const ICONS = {
  play: "M4 2l10 6-10 6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  previous: "M12 2v12L4 8z",
  following: "M4 2v12l8-6z",
};

/** @param {Scene} scene */
export const play = (scene) =>
  playAlong({ ...scene, choose: scene.tell }, scene.data.fed.length, BEAT);

/** The translation as text. @param {Scene} scene */
export function Result({ data, words, state, set }) {
  /** @param {Event} event */
  const copy = async ({ currentTarget }) => {
    const place = /** @type {Element} */ (currentTarget).closest(".result");
    if (!await copyText(/** @type {HTMLElement} */ (place?.querySelector(".sentence")))) return;
    set({ isCopied: true });
    setTimeout(() => set({ isCopied: false }), SAID);
  };
  return html`
    <div class="result">
      <span class="label">${words.result}</span>
      <p class="sentence" lang=${data.target || null}>${data.sentence}</p>
      <button type="button" class="copy" onclick=${copy}>
        ${state.isCopied ? words.copied : words.copy}
      </button>
      <span class="news" role="status">${state.isCopied && words.copied}</span>
    </div>
  `;
}

/** @param {Scene} scene @param {import("../../drawings/html.js").Template | false} picker */
export function Steps(scene, picker) {
  const { data, words, state: { at, track }, clock, width, measure, set, go } = scene;
  const last = data.fed.length - 1;
  const names = data.predicted.map(bare);
  // Where the words of the translation do not fit they are left out.
  const isBare = sum(names.map((name) => measure(name, 14.5, 600) + 6)) > track;
  const room = (/** @type {Element} */ node) => set({ track: node.clientWidth });
  const told = fill(words.step, { step: at + 1, total: last + 1 });
  return html`
    <div class="steps">
      ${Button(clock.plays ? "pause" : "play", () => play(scene))}
      ${Button("previous", () => go({ at: at - 1 }), at === 0)}
      ${Button("following", () => go({ at: at + 1 }), at === last)}
      <div class="track ${isBare && "bare"}" role="slider" tabindex="0" aria-label=${words.scrubber}
        aria-valuemin="1" aria-valuemax=${last + 1} aria-valuenow=${at + 1}
        aria-valuetext="${told}: ${spoken(data.predicted[at], words)}" onkeydown=${keys}
        onpointerdown=${hold} onpointermove=${seek} ref=${once(data, "track", width, () => room)}>
        ${names.map((name, stop) =>
          html`
            <span class="stop ${stop < at ? "done" : stop === at ? "now" : "later"}"
              aria-hidden="true"><span class="word">${name}</span></span>
          `
        )}
      </div>
      <div class="step">${at + 1} / ${last + 1}</div>
      ${picker}
    </div>
  `;

  /** @param {keyof typeof ICONS} icon @param {() => void} act
   * @param {boolean | null} [isEnd] of a button that has an end; `disabled` would drop the focus */
  function Button(icon, act, isEnd = null) {
    return html`
      <button type="button" class="icon" aria-label=${words[icon]} title=${words[icon]}
        onclick=${act} aria-disabled=${isEnd === null ? null : String(isEnd)}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d=${ICONS[icon]} />
        </svg>
      </button>
    `;
  }

  /** A slider has no parts that take the focus: its stops are plain marks, found by the pointer's x.
   * @param {PointerEvent} event */
  function seek({ currentTarget, clientX, buttons }) {
    const stops = [.../** @type {Element} */ (currentTarget).children];
    const to = stops.map((one) => one.getBoundingClientRect())
      .findIndex(({ left, right }) => clientX >= left && clientX < right);
    if (buttons & 1 && to >= 0) go({ at: to });
  }

  /** @param {PointerEvent} event */
  function hold(event) {
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    seek(event);
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    const to = {
      ...{ ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1 },
      ...{ PageUp: at + FAR, PageDown: at - FAR, Home: 0, End: last },
    }[event.key];
    if (to === undefined) return;
    go({ at: to });
    event.preventDefault();
  }
}
