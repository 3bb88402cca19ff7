// Above the drawing: which cell it is, play and steps, and what the step does in words.
import { html } from "../../drawings/html.js";
import { IconButton, track } from "../../drawings/play.js";
import { go as goTo, toggle } from "./moves.js";

/** @typedef {import("./cellsteps.js").Scene} Scene */

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
          ${IconButton(icon, words[icon], () => toggle(scene))}
          ${IconButton("previous", words.previous, () => goTo(scene, stage - 1), stage === 0)}
          ${IconButton("following", words.following, () => goTo(scene, stage + 1), stage === last)}
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
  return html`
    ${at > 0 && html`
      <span class="sign" aria-hidden="true">${at === crumbs.length - 1 ? "×" : "›"}</span>
    `}
    <span class="crumb ${name}">
      <span class="shown">${shown}</span>
      <select aria-label=${label} title=${label}
        onchange=${({ target }) => pick({ [name]: Number(target.value) })}>
        ${options.map((option, at) =>
          html`<option value=${at} .selected=${at === chosen}>${option}</option>`
        )}
      </select>
    </span>
  `;
}

/** The steps as a slider; those that tell one beat of the story stand together. @param {Scene} scene */
function Rail(scene) {
  const { data: { stages, groups }, words, stage, name } = scene;
  let at = 0;
  const stops = stages.map(({ name }, at) => {
    const kind = at < stage ? "done" : at === stage ? "now" : "later";
    return html`<span class="stop ${kind}" title=${name} aria-hidden="true">${at + 1}</span>`;
  });
  const go = (/** @type {number} */ to) => goTo(scene, to);
  const slider = { label: words.scrubber, told: name, at: stage, count: stages.length, far: 3, go };
  return html`
    <div class="stages" all=${track(slider)}>
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
