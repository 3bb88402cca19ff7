// A whole that is shared out among parts, as a lesson asks for: each is pulled as far as it is to get,
// by a pointer or, on a slider of its own, by keys. The answer has of each how far it was pulled, 0..1;
// the server keeps shares of it, so the browser has its own `strokes`.
import { fill, percent } from "./format.js";
import { html } from "./html.js";
import { clamp, sum } from "./math.js";
import { Slider } from "./slider.js";

/** @param {Pulled} drawing @param {number} count */
export const pulled = ({ state: { strokes, answer } }, count) =>
  strokes ?? answer ?? Array(count).fill(0);

const told = (/** @type {number[]} */ strokes) => ({ strokes, answer: strokes });

/** What each gets of the whole. @param {number[]} strokes */
export function shared(strokes) {
  const total = sum(strokes);
  return strokes.map((one) => (total ? one / total : 0));
}

/** For `all=` of the field: `under` is the part at a point of it and how far it is pulled there.
 * @type {Kit["pulling"]} */
export const pulling = (drawing, count, under) => {
  const { state: { pulls }, set, choose } = drawing;
  const strokes = pulled(drawing, count);
  const at = (/** @type {Happening} */ { clientX, clientY, currentTarget: field }) => {
    const box = field.getBoundingClientRect();
    const zoom = box.width / field.offsetWidth || 1; // of a slide
    return under((clientX - box.left) / zoom + field.scrollLeft, (clientY - box.top) / zoom);
  };
  /** @param {number} part @param {number} far */
  const pull = (part, far) => set({ strokes: strokes.with(part, clamp(far, 0, 1)), pulls: part });
  return {
    onpointerdown(/** @type {Happening} */ event) {
      const [part, far] = at(event);
      if (!(part in strokes)) return;
      const field = event.currentTarget;
      field.setPointerCapture(event.pointerId);
      field.querySelectorAll("input")[part].focus({ preventScroll: true });
      event.preventDefault();
      pull(part, far);
    },
    onpointermove: (/** @type {Happening} */ event) =>
      typeof pulls === "number" && pull(pulls, at(event)[1]),
    onpointerup() {
      set({ pulls: null });
      if (sum(strokes) > 0) choose(told(strokes));
    },
  };
};

/** The slider of a part, its middle at a point of the field. @type {Kit["Stroke"]} */
export const Stroke = (drawing, parts, at, [x, y]) => {
  const strokes = pulled(drawing, parts.length);
  const share = percent(shared(strokes)[at], 0);
  const label = fill(drawing.asks?.spoken ?? "", { token: parts[at], share });
  const values = { label, max: 100, step: 5, value: Math.round(100 * strokes[at]) };
  return html`<span class="stroke" style="left: ${x - 14}px; top: ${y - 13}px">${
    Slider(drawing, values, (to) => told(strokes.with(at, to / 100)))
  }</span>`;
};
