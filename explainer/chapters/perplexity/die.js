// A die seen from above: as many facets as it has faces round its top, one of them lit.
import { html } from "../../drawings/html.js";
import { Dot, Path, px } from "../../drawings/marks.js";
import { range } from "../../drawings/math.js";

export const MOST = 60; // facets that are drawn; of more one dot is lit
const LIGHT = -2.2; // radians: from the upper left

/** A die of that many faces, whole ones. @param {number} faces @param {number} [angle] */
export function Die(faces, angle = 0) {
  const count = Math.max(1, Math.round(faces));
  const sides = Math.min(count, MOST);
  const facets = range(sides).map((at) => {
    const middle = 2 * Math.PI * at / sides - Math.PI / 2 + angle;
    const [from, to] = [-1, 1].map((side) => middle + side * Math.PI / sides)
      .map((one) => `${px(Math.cos(one))} ${px(Math.sin(one))}`);
    const isLit = at === 0 && count <= MOST;
    const shade = isLit ? 1 : 0.22 - 0.16 * Math.cos(middle - LIGHT);
    const edge = sides > 2 ? "L" : "A1 1 0 0 1 "; // a coin has two halves
    return Path(`facet ${isLit && "lit"}`, `M0 0L${from}${edge}${to}Z`, {
      "fill-opacity": shade.toFixed(2),
    });
  });
  return html`
    <svg class="die" viewBox="-1.05 -1.05 2.1 2.1" aria-hidden="true">
      ${Dot("ground", 0, 0, 0.8)} ${count > 1 ? facets : Dot("facet lit", 0, 0, 1)}
      ${count === 1 && Dot("glint", -0.35, -0.38, 0.16)}
      ${count > MOST && Dot("facet lit", 0, -0.5, Math.max(0.03, 2 / Math.sqrt(count)))}
    </svg>
  `;
}
