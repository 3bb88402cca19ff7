// Step by step: buttons to play, to go back and on, and a track that leads to any step.
import { html } from "./html.js";
import { arrows } from "./roving.js";

const ICONS = {
  play: "M4 2l10 6-10 6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  previous: "M12 2v12L4 8z",
  following: "M4 2v12l8-6z",
};

/** `isEnd` of a button that leads nowhere: disabled, it would drop the keyboard's focus.
 * @param {keyof typeof ICONS} icon @param {string} label @param {() => void} press
 * @param {boolean} [isEnd] */
export const IconButton = (icon, label, press, isEnd) =>
  html`
    <button type="button" class="icon" aria-label=${label} title=${label} onclick=${press}
      aria-disabled=${isEnd === undefined ? null : String(isEnd)}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d=${ICONS[icon]} fill="currentColor" />
      </svg>
    </button>
  `;

/** For `all=` of a slider along marks, its `.stop`s; a page key goes `far` steps.
 * @param {{ label: string, told: string, at: number, count: number, far: number,
 *   go: (to: number) => void }} track
 * @returns {Attributes} */
export function track({ label, told, at, count, far, go }) {
  /** @param {Happening} event */
  const seek = ({ currentTarget, clientX }) => {
    const stops = [...currentTarget.querySelectorAll(".stop")];
    go(stops.filter((stop) => stop.getBoundingClientRect().left <= clientX).length - 1);
  };
  return {
    ...{ role: "slider", tabindex: 0, "aria-label": label, "aria-valuetext": told },
    ...{ "aria-valuemin": 1, "aria-valuemax": count, "aria-valuenow": at + 1 },
    onpointerdown(event) {
      event.currentTarget.setPointerCapture(event.pointerId);
      seek(event);
    },
    onpointermove: (event) => event.buttons & 1 && seek(event),
    onkeydown(event) {
      const page = { PageUp: at + far, PageDown: at - far }[event.key];
      if (page === undefined) return arrows(at, count, go, -1)(event);
      event.preventDefault();
      go(page);
    },
  };
}
