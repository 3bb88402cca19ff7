// What moves by itself: one clock a drawing. It stands still while nobody can see its page, it ends
// with its drawing, and where the reader asked for less motion nothing is between two places.
import { mix, smooth } from "./math.js";
import { html } from "./html.js";
import { Path } from "./marks.js";
import { arrows } from "./roving.js";
/** @import { Way } from "./types.d.ts" */

/** Whether the reader asked for less motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where a value is now: slow at both ends of its way. @param {Way} way @param {number} now */
function along({ from, goal, begun, ms }, now) {
  const share = ms > 0 ? (now - begun) / ms : 1;
  return share >= 1 ? goal : mix(from, goal, smooth(share));
}

export class Clock {
  constructor(/** @type {() => void} */ draw, /** @type {() => boolean} */ isThere) {
    this.draw = draw;
    this.isThere = isThere;
  }

  beat = 0;
  frame = 0;
  ways = /** @type {Way[]} */ ([]);

  get plays() {
    return this.beat !== 0;
  }

  /** Calls `next` every `ms`, until it says that there is no more. */
  play(/** @type {() => boolean} */ next, /** @type {number} */ ms) {
    this.stop();
    this.beat = setInterval(() => {
      if (!this.isThere()) this.stop();
      else if (!document.hidden && !next()) {
        this.stop();
        this.draw();
      }
    }, ms);
  }

  stop() {
    clearInterval(this.beat);
    this.beat = 0;
  }

  /** These values on their way to `goals`, each for so many ms since its goal is another one; at first,
   * and where there are more or fewer of them, they are there. */
  toward(/** @type {number[]} */ goals, /** @type {number | ((at: number) => number)} */ ms) {
    const now = performance.now();
    const isNew = this.ways.length !== goals.length;
    this.ways = goals.map((goal, at) => {
      const before = this.ways[at];
      if (isNew) return { from: goal, goal, begun: now, ms: 0 };
      if (before.goal === goal) return before;
      const time = isStill() ? 0 : typeof ms === "number" ? ms : ms(at);
      return { from: along(before, now), goal, begun: now, ms: time };
    });
    if (this.ways.some(({ begun, ms }) => now < begun + ms)) this.again();
    return this.ways.map((way) => along(way, now));
  }

  /** Draws once more when the browser does. */
  again() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      if (this.isThere()) this.draw();
    });
  }

  end() {
    this.stop();
    cancelAnimationFrame(this.frame);
  }
}

/** Goes to a place; what plays ends. @param {Along} drawing @param {number} at */
export function moveTo({ choose, clock }, at) {
  clock.stop();
  choose({ at });
}

/** From place to place, every `ms`, from the first one where the last is shown; the server is told
 * that it has left, and where it comes to rest. Pressed while it plays it rests.
 * @param {Along} drawing @param {number} count @param {number} ms */
export function playAlong(drawing, count, ms) {
  const { state, set, choose, clock } = drawing;
  const last = count - 1;
  if (clock.plays) return moveTo(drawing, state.at);
  const from = state.at < last ? state.at : 0;
  let at = from;
  clock.play(() => {
    at += 1;
    if (at < last && at > from + 1) set({ at });
    else choose({ at });
    return at < last;
  }, ms);
  set({ at });
}

const ICONS = {
  play: "M4 2l10 6-10 6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  previous: "M12 2v12L4 8z",
  following: "M4 2v12l8-6z",
  save: "M8 2v8M4.6 6.8 8 10.2l3.4-3.4M3 13.2h10", // of lines alone
};

export const Icon = (/** @type {keyof typeof ICONS} */ icon) =>
  html`<svg viewBox="0 0 16 16" aria-hidden="true">${Path("", ICONS[icon])}</svg>`;

/** @param {Along} drawing @param {string} label @param {number} count @param {number} ms */
export const PlayButton = (drawing, label, count, ms) =>
  html`
    <button type="button" class="play" data-screen aria-pressed=${String(drawing.clock.plays)}
      onclick=${() => playAlong(drawing, count, ms)}>
      ${Icon(drawing.clock.plays ? "pause" : "play")}<span>${label}</span>
    </button>
  `;

/** `isEnd` of one that leads nowhere: disabled, it would drop the focus. @type {Kit["IconButton"]} */
export const IconButton = (icon, label, press, isEnd) =>
  html`
    <button type="button" class="icon" aria-label=${label} title=${label} onclick=${press}
      aria-disabled=${isEnd?.toString()}>${Icon(icon)}</button>
  `;

/** @param {string} label @param {() => void} press @param {boolean} [isOff] */
export const TextButton = (label, press, isOff) =>
  html`<button type="button" class="play" disabled=${isOff} onclick=${press}>${label}</button>`;

/** For `all=` of a slider along marks, its `.stop`s; a page key goes `far` steps.
 * @param {Track} track @returns {Attributes} */
export function track({ label, told, at, count, far, go }) {
  const seek = (/** @type {Happening} */ { currentTarget, clientX }) => {
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
