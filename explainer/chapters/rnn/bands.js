// Where the states stand: the encoder above, the decoder below, one link from end to beginning.
import { decimal } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { clamp } from "../../drawings/math.js";
import { signedShade } from "../../drawings/shade.js";
import { bare, fitted, tspans } from "../../drawings/token.js";

/** Widths and heights of a chain. @typedef {ReturnType<typeof bandsOf>} Bands */
/** @typedef {import("../../drawings/mount.js").Measure} Measure */

const [CHIP, ARROW] = [26, 14]; // heights of a token, of the arrow between
const NUMBER = { usual: 8, low: 6 }; // of a number of a state; the latter in a low window
const LOW_WINDOW = 880;
const HEAD = 29; // the name of a half, and the button beside it
export const PAD = 8;
const LINK = 40; // between the halves
const WIDE = { most: 150, least: 31, tiny: 46, small: 76 }; // pixels of a step; below the last two names are small

/** Columns as wide as the longer half leaves room for; below the least it scrolls.
 * @param {number} longest @param {number} units @param {number} room */
export function bandsOf(longest, units, room) {
  const number = globalThis.innerHeight < LOW_WINDOW ? NUMBER.low : NUMBER.usual;
  const step = clamp((room - 2 * PAD) / longest, WIDE.least, WIDE.most);
  const state = units * number;
  const band = HEAD + CHIP + ARROW + state + PAD;
  const tops = [0, band + LINK];
  const width = Math.max(room, 2 * PAD + longest * step);
  return {
    step,
    box: Math.min(62, step - 18),
    number,
    state,
    band,
    tops,
    width,
    height: tops[1] + band,
  };
}

/** The middle of a column. @param {Bands} at @param {number} index */
const middleOf = (at, index) => PAD + (index + 0.5) * at.step;

/** One step: the token that is read or written, the state after it, the arrow from the one before.
 * @param {Bands} at @param {{ half: number, index: number, token: string, state: number[],
 *   units: number[], limit: number }} one @param {Measure} measure */
export function Step(at, { half, index, token, state, units, limit }, measure) {
  const top = at.tops[half] + HEAD;
  const middle = middleOf(at, index);
  const x = middle - at.box / 2;
  const [chip, from] = half ? [top + at.state + ARROW, top] : [top, top + CHIP + ARROW];
  const [size, pixels] = at.step < WIDE.tiny
    ? ["tiny", 11]
    : at.step < WIDE.small
    ? ["small", 12]
    : ["", 14];
  const wide = at.step - (size === "tiny" ? 2 : 6);
  const pass = from + at.state / 2;
  return svg`
    <rect class="hit" x=${middle - at.step / 2 + 1} y=${top - 3} width=${at.step - 2}
      height=${CHIP + ARROW + at.state + 7} rx="8" />
    <rect class="chip" x=${middle - wide / 2} y=${chip} width=${wide} height=${CHIP} rx="6" />
    <text class="token ${size}" x=${middle} y=${chip + 18}>${tspans(
      fitted(size === "tiny" ? bare(token) : token, wide - 3, measure, pixels, 600),
    )}</text>
    <path class="flow" d="M${middle} ${half
      ? top + at.state + 3
      : chip + CHIP + 1}v9m-4 -4l4 4l4 -4" />
    ${index > 0 && svg`
      <path class="pass"
        d="M${x - (at.step - at.box) + 3} ${pass}H${x - 4}M${x - 9} ${pass - 4}L${x -
          3} ${pass}L${x - 9} ${pass + 4}" />
    `}
    ${state.map((value, row) =>
      svg`
        <rect x=${x} y=${from + row * at.number} width=${at.box} height=${at.number}
          style="fill: ${signedShade(value / limit)}">
          <title>${units[row]}: ${decimal(value)}</title>
        </rect>
      `
    )}
    <rect class="frame" x=${x - 1.5} y=${from - 1.5} width=${at.box + 3} height=${at.state +
      3} rx="4" />
  `;
}

/** The last state of the encoder is the first thing the decoder has, and all of it.
 * @param {Bands} at @param {number} read */
export function Pipe(at, read) {
  const [first, last] = [middleOf(at, 0), middleOf(at, read - 1)];
  const from = HEAD + CHIP + ARROW + at.state + 2;
  const bend = at.tops[1] - LINK / 2;
  const to = at.tops[1] + HEAD - 3;
  return svg`
    <path class="pipe"
      d="M${last} ${from}V${bend - 8}Q${last} ${bend} ${last - 8} ${bend}H${first +
        8}Q${first} ${bend} ${first} ${bend + 8}V${to - 8}" />
    <path class="tip" d="M${first - 8} ${to - 9}h16l-8 9z" />
  `;
}

/** What stays where the steps scroll: the names of the halves, and the words of the link.
 * @param {Bands} at @param {{ names: string[], link: string, read: number, isOn: boolean,
 *   width: number, measure: Measure }} said */
export function Over(at, { names, link, read, isOn, width, measure }) {
  const words = fitted(link, (read - 1) * at.step - 20, measure, 13.5, 650);
  const wide = measure(words, 13.5, 650) + 22;
  const middle = (middleOf(at, 0) + middleOf(at, read - 1) - at.width + width) / 2;
  const bend = at.tops[1] - LINK / 2;
  return svg`
    <svg class="over" width=${width} height=${at.height}>
      ${names.map((name, half) =>
        svg`
          <text class="name" x=${half ? PAD + at.step / 2 + 18 : PAD + 4} y=${at.tops[half] +
            19}>${name}</text>
        `
      )}
      <g class="link ${isOn && "on"}">
        <rect class="plate" x=${middle - wide / 2} y=${bend -
          13} width=${wide} height="26" rx="13" />
        <text class="words" x=${middle} y=${bend + 5}>${words}</text>
      </g>
    </svg>
  `;
}
