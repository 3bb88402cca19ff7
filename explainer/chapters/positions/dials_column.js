// All that belongs to one token: its chip, its clocks, the vector of its place. It moves as one.
import { decimal } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { signedShade } from "../../drawings/shade.js";
import { bare, tspans } from "../../drawings/token.js";
import { nameOf, px } from "./dials_layout.js";
import { angleOf, degrees, TURN, vectorOf } from "./turns.js";

/** @typedef {import("./dials_layout.js").Room} Room */
/** What there is of a token: its number, its name, where it is and where it belongs, whether it is
 * the chosen one, and that without another; `since` is the place of the one it is held together with, else null.
 * @typedef {{ token: number, name: string, x: number, place: number, isChosen: boolean,
 *   isAlone: boolean, since: number | null, similarity: number }} Column */
/** @typedef {{ at: Room, rates: number[], pairs: number[], rows: number, on: boolean,
 *   word: string, measure: import("../../drawings/mount.js").Measure,
 *   height: (similarity: number) => number, glow: (similarity: number) => number,
 *   point: (dial: number | null, token: number) => void,
 *   take: (event: PointerEvent, token: number) => void,
 *   press: (event: KeyboardEvent, token: number) => void }} Whole */

const LONG = 0.8; // of a hand, as a share of its clock

/** A token in words. @param {string} name */
export const spoken = (name) => bare(name) || name;

/** @param {number} angle @param {number} r */
export const tip = (angle, r) => [r * Math.sin(angle), -r * Math.cos(angle)];

/** @param {Column} column @param {Whole} whole */
export function Column(column, whole) {
  const { token, x, isChosen, since, similarity } = column;
  const { at, on, height, glow } = whole;
  const half = at.column / 2;
  const [top, bottom] = [at.chip.y + at.chip.height + 3, at.stripe.y + at.stripe.height + 6];
  const side = at.isRoomy ? at.radius + 41 : half - 1.5;
  const kind = isChosen ? "on" : since === null ? "" : "pair";
  const bright = glow(similarity);
  return svg`
    <g class="column ${kind}" transform="translate(${px(at.middle(x))} 0)">
      <rect class="ground ${at.isWide ? "" : "bare"}" x=${px(-side)} y=${top}
        width=${px(2 * side)} height=${px(bottom - top)} rx="9" />
      ${at.dials.map((row) => Dial(row, column, whole))}
      ${Stripe(x, whole)}
      ${Chip(column, whole)}
      ${on && svg`
        <circle class="halo" cy=${px(height(similarity))} r=${px(5 + 9 * bright)}
          opacity=${px(bright * bright / 2)} />
        <circle class="dot" cy=${px(height(similarity))} r="4" />
        <text class="value ${isChosen ? "own" : ""}" y=${at.hill.y + at.hill.height + 18}
          data-token-value=${token}>${decimal(similarity)}</text>
      `}
    </g>
  `;
}

/** What is taken by hand, and moved by keys: a slider along the sentence.
 * @param {Column} column @param {Whole} whole */
function Chip({ token, name, place, isChosen }, { at, measure, word, take, press }) {
  const last = at.count - 1;
  const { name: shown, size } = nameOf(name, at.column - (at.column < 44 ? 7 : 13), measure);
  return svg`
    <g class="chip" transform="translate(0 ${at.chip.y + at.chip.height / 2})" data-token=${token}
      role="slider" tabindex=${isChosen ? 0 : -1} aria-label=${spoken(name)} aria-valuemin="0"
      aria-valuemax=${last - 1} aria-valuenow=${Math.min(place, last - 1)}
      aria-valuetext="${word} ${place}" aria-readonly=${String(token === last)}
      onpointerdown=${(/** @type {PointerEvent} */ event) => take(event, token)}
      onkeydown=${(/** @type {KeyboardEvent} */ event) => press(event, token)}>
      <rect class="box" x=${px(2.5 - at.column / 2)} y=${-at.chip.height / 2}
        width=${px(at.column - 5)} height=${at.chip.height} rx="8" />
      <text class="token" y="5" style="font-size: ${px(size)}px">${tspans(shown)}</text>
      <g class="grip" transform="translate(0 ${at.chip.height / 2 + 1})">
        <circle class="knob" r="7.5" />
        <path class="arrows" d="M-1.9 -2.7L-4.6 0L-1.9 2.7M1.9 -2.7L4.6 0L1.9 2.7" />
      </g>
    </g>
  `;
}

/** @param {Room["dials"][number]} row @param {Column} column @param {Whole} whole */
function Dial({ dial, y }, { token, x, isAlone, since }, { at, rates, pairs, on, point }) {
  const r = at.radius;
  const rate = rates[pairs[dial]];
  const angle = angleOf(rate, x);
  const [handX, handY] = tip(angle, LONG * r).map(px);
  const ticks = [[0, -1, 5], [1, 0, 2.5], [0, 1, 2.5], [-1, 0, 2.5]].map(([across, down, long]) =>
    `M${px(across * r)} ${px(down * r)}L${px(across * (r - long))} ${px(down * (r - long))}`
  );
  const from = since === null ? 0 : angleOf(rate, since);
  const turned = angleOf(1, angle - from);
  const isTold = on && (isAlone || since !== null);
  return svg`
    <g class="dial" transform="translate(0 ${px(y)})" data-angle=${angle.toFixed(4)}
      onpointerenter=${() => point(dial, token)} onpointerleave=${() => point(null, token)}>
      <circle class="face" r=${px(r)} />
      ${isTold && svg`<path class="wedge" d=${wedge(from, turned, LONG * r)} />`}
      <path class="ticks" d=${ticks.join("")} />
      ${on && since !== null && ghost(from, LONG * r)}
      ${on && svg`
        <line class="hand" x2=${handX} y2=${handY} />
        <circle class="tip" r="2.4" cx=${handX} cy=${handY} />
        <circle class="pin" r="1.6" />
      `}
      ${isTold && at.isRoomy && svg`
        <text class="angle" x=${px(r + 5)} y="4">${since !== null && "+"}${degrees(turned)}</text>
      `}
    </g>
  `;
}

/** @param {number} angle @param {number} r */
function ghost(angle, r) {
  const [x, y] = tip(angle, r).map(px);
  return svg`<line class="ghost" x2=${x} y2=${y} />`;
}

/** Clockwise from an angle on. @param {number} from @param {number} turn @param {number} r */
function wedge(from, turn, r) {
  if (turn < 1e-3 || turn > TURN - 1e-3) return "";
  const [start, end] = [tip(from, r), tip(from + turn, r)].map((one) => one.map(px).join(" "));
  return `M0 0L${start}A${px(r)} ${px(r)} 0 ${turn > Math.PI ? 1 : 0} 1 ${end}Z`;
}

/** The vector, sines on the left and cosines on the right: a row is a clock, the fastest on top.
 * @param {number} place @param {Whole} whole */
function Stripe(place, { at: { stripe }, rates, rows, on }) {
  const [x, width, height] = [px(-stripe.width / 2), px(stripe.width), stripe.height];
  const scale = `translate(${x} ${px(stripe.y)}) scale(${stripe.width / 2} ${height / rows})`;
  return svg`
    <rect class="zero" x=${x} y=${px(stripe.y)} width=${width} height=${height} />
    ${on && svg`
      <g class="stripe" transform=${scale}>
        ${shades(vectorOf(rates.slice(0, rows), place)).map(([level, d]) =>
          svg`<path style="fill: ${signedShade(level / 100)}" d=${d} />`
        )}
      </g>
    `}
    <rect class="edge" x=${x} y=${px(stripe.y)} width=${width} height=${height} />
  `;
}

/** Cells of a vector as paths, one for each shade to a hundredth; those that touch are one box.
 * @param {number[]} vector @returns {[number, string][]} */
export function shades(vector) {
  /** @type {Map<number, string>} */
  const paths = new Map();
  for (const side of [0, 1]) {
    const levels = vector.filter((_, at) => at % 2 === side).map((one) => Math.round(100 * one));
    for (let from = 0, to = 0; from < levels.length; from = to) {
      while (levels[to] === levels[from]) to += 1;
      const box = `M${side} ${from}h1v${to - from}h-1z`;
      paths.set(levels[from], (paths.get(levels[from]) ?? "") + box);
    }
  }
  return [...paths];
}
