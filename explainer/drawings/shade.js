// Grounds of cells, as `charts/palette.py` has them: the colour of a weight or of a signed share, of
// the number on it, and the hatch of what is hidden. A colour is said by names of the palette, so
// none travels and a change of theme draws nothing anew.
import { svg } from "./html.js";
import { clamp } from "./math.js";

export const GAMMA = 0.7; // small weights stay visible
// From this weight, or share of a limit, on a number is written in `on_high`: light theme, dark one.
export const TURNS = [0.505, 0.337];
export const SIGNED_TURNS = [0.88, 0.68];

/** @param {string} low @param {string} high @param {number} share */
const mixed = (low, high, share) =>
  `color-mix(in srgb, var(--${high}) ${(100 * share).toFixed(1)}%, var(--${low}))`;

/** Of a weight 0..1. @param {number} weight */
export const shade = (weight) => mixed("seq0", "seq1", clamp(weight, 0, 1) ** GAMMA);

/** Of a share -1..1 of a limit. @param {number} share */
export const signedShade = (share) =>
  mixed("div_zero", share > 0 ? "div_plus" : "div_minus", Math.min(1, Math.abs(share)));

const ink = (/** @type {number} */ share, /** @type {number[]} */ turns) => {
  const [light, dark] = turns.map((turn) => `var(--${share >= turn ? "on_high" : "on_low"})`);
  return light === dark ? light : `light-dark(${light}, ${dark})`;
};

export const inkOn = (/** @type {number} */ weight) => ink(weight, TURNS);
export const signedInkOn = (/** @type {number} */ share) => ink(Math.abs(share), SIGNED_TURNS);

/** Of a cell with a number on it, for `style=`. @param {number} weight */
export const ground = (weight) => `background: ${shade(weight)}; color: ${inkOn(weight)}`;

/** What `fill: url(#hatch)` asks for: once in a drawing, in an <svg>. */
export const Hatch = () =>
  svg`
    <defs>
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)">
        <line class="stroke" x1="1" y1="0" x2="1" y2="6" />
      </pattern>
    </defs>
  `;
