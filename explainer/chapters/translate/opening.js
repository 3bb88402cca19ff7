// The first visit's opening: six seconds in which the parts of the drawing appear in the order in which
// the model computes them, then the drawing stands still. Its style says what appears when.
import { html } from "../../drawings/html.js";

/** @typedef {import("./flow.js").Scene} Scene */

const SEEN = "explainer.opening"; // in the browser's own store, nowhere else
const OPENING = 6000; // milliseconds
const QUIET = "(prefers-reduced-motion: reduce), print";

/** Nobody asked for less motion, and nothing of this stands in the address. @param {string[]} names */
export function mayPlay(names) {
  const asked = new URLSearchParams(globalThis.location?.search);
  return !globalThis.matchMedia?.(QUIET).matches && !names.some((name) => asked.has(name));
}

/** Whether this browser sees the drawing for the first time; from now on it has seen it. */
export function firstVisit() {
  try {
    if (localStorage.getItem(SEEN)) return false;
    localStorage.setItem(SEEN, "1");
    return true;
  } catch {
    return false; // a browser that keeps nothing would play it on every visit
  }
}

/** @param {number | null} begun @param {number} now */
export const isPlaying = (begun, now) => begun !== null && now < begun + OPENING;

/** @param {Scene} scene */
export const Skip = ({ isOpening, words, set }) =>
  isOpening && html`
    <button type="button" class="skip" data-screen onclick=${() => set({ begun: null })}>
      ${words.skip}
    </button>
  `;
