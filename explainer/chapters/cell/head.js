// Above the drawing: which cell it is, play and steps, and what the step does in words.
import { html } from "../../drawings/html.js";
import { next } from "../../drawings/roving.js";
import { go, toggle } from "./moves.js";

/** @typedef {import("./cellsteps.js").Scene} Scene */

const ICONS = {
  play: "M4 2l10 6-10 6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  previous: "M12 2v12L4 8z",
  following: "M4 2v12l8-6z",
};

/** @param {Scene} scene */
export function Bar(scene) {
  const { data, words, asks, stage, clock } = scene;
  const last = data.stages.length - 1;
  const icon = clock.plays && !scene.state.waits ? "pause" : "play";
  return html`
    <div class="bar" data-screen inert=${Boolean(asks || data.blank)}>
      <div class="crumbs">${data.crumbs.map((_, at) => Crumb(scene, at))}</div>
      ${!asks && html`
        <div class="controls">
          ${Icon(icon, icon === "play" ? words.play : words.pause, () => toggle(scene))}
          ${Icon("previous", words.previous, () => go(scene, stage - 1), stage === 0)}
          ${Icon("following", words.following, () => go(scene, stage + 1), stage === last)}
          ${Rail(scene)}
        </div>
      `}
    </div>
  `;
}

/** What is chosen, and over it, unseen, the list to choose from. @param {Scene} scene
 * @param {number} at */
function Crumb({ data: { crumbs }, pick }, at) {
  const { name, label, shown, options, at: chosen } = crumbs[at];
  const choose = (/** @type {Event} */ { currentTarget }) =>
    pick({ [name]: Number(/** @type {HTMLSelectElement} */ (currentTarget).value) });
  return html`
    ${at > 0 && html`
      <span class="sign" aria-hidden="true">${at === crumbs.length - 1 ? "×" : "›"}</span>
    `}
    <span class="crumb ${name}">
      <span class="shown">${shown}</span>
      <select aria-label=${label} title=${label} onchange=${choose}>
        ${options.map((option, at) =>
          html`<option value=${at} .selected=${at === chosen}>${option}</option>`
        )}
      </select>
    </span>
  `;
}

/** `isEnd` says that it leads nowhere: disabled, it would drop the keyboard's focus.
 * @param {keyof typeof ICONS} icon @param {string} label @param {() => void} press
 * @param {boolean} [isEnd] */
const Icon = (icon, label, press, isEnd) =>
  html`
    <button type="button" class="icon" aria-label=${label} title=${label}
      aria-disabled=${isEnd === undefined ? null : String(isEnd)} onclick=${press}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d=${ICONS[icon]} fill="currentColor" />
      </svg>
    </button>
  `;

/** The steps as a slider; those that tell one beat of the story stand together. @param {Scene} scene */
function Rail(scene) {
  const { data: { stages, groups }, words, stage, name } = scene;
  let at = 0;
  const stops = stages.map(({ name }, at) => {
    const kind = at < stage ? "done" : at === stage ? "now" : "later";
    return html`<span class="stop ${kind}" title=${name} aria-hidden="true">${at + 1}</span>`;
  });
  /** @param {PointerEvent} event */
  const seek = ({ clientX, currentTarget }) => {
    const stops = [.../** @type {Element} */ (currentTarget).querySelectorAll(".stop")];
    go(scene, stops.filter((stop) => stop.getBoundingClientRect().left <= clientX).length - 1);
  };
  /** @param {PointerEvent} event */
  const down = (event) => {
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    seek(event);
  };
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    const far = { PageUp: stage + 3, PageDown: stage - 3 }[event.key];
    const to = far ?? next(event.key, stage, stages.length, -1);
    if (to === null) return;
    event.preventDefault();
    go(scene, to);
  };
  return html`
    <div class="stages" role="slider" tabindex="0" aria-label=${words.scrubber} aria-valuemin="1"
      aria-valuemax=${stages.length} aria-valuenow=${stage + 1} aria-valuetext=${name}
      onpointerdown=${down} onpointermove=${(/** @type {PointerEvent} */ event) =>
        event.buttons & 1 && seek(event)} onkeydown=${keys}>
      ${groups.map((count) => {
        const own = stops.slice(at, at += count);
        const isOn = stage < at && stage >= at - count;
        return html`<span class="group ${isOn && "on"}" style="flex-grow: ${count}">${own}</span>`;
      })}
    </div>
  `;
}

/** @param {Scene} scene */
export function Told({ data, stage, clock, name }) {
  const { expression, result, line } = data.stages[stage];
  return html`
    <div class="told" aria-live=${clock.plays ? "off" : "polite"}>
      <div class="step">
        <div class="title">${name}</div>
        <div class="numbers">${expression}${result && [
          " = ",
          html`<b>${result}</b>`,
        ]}</div>
      </div>
      <div class="line">${line.split(/(W_[QKVO])/).map((part, at) =>
        at % 2 ? html`W<sub>${part[2]}</sub>` : part
      )}</div>
    </div>
  `;
}
