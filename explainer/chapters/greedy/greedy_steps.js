// Greedy search as rows: read, cut the bar, write the longest part, go back to the left. A press on a
// row goes to that step; a press on another part writes it there instead.
import { offered } from "../../drawings/answers.js";
import { decimal, fill, percent, shortPercent } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { sum } from "../../drawings/math.js";
import { moveTo, PlayButton } from "../../drawings/play.js";
import { pressed } from "../../drawings/roving.js";
import { bare, fitted, tspans, wide } from "../../drawings/token.js";

/** A candidate; one that `may` not be written is no button.
 * @typedef {{ token: string, prob: number, may: boolean }} Part */
/** A step: what the decoder reads last, the place of the candidate that is written (null where that is
 * asked), its rank among all, the entropy in nats, and whether the reader chose.
 * @typedef {{ read: string, parts: Part[], chosen: number | null, rank: number, entropy: number,
 *   forced: boolean }} Row */
/** `over` is the part under the pointer, `force` what is to be written: step and part.
 * @typedef {{ at: number, over: [number, number] | null, force?: number[] }} State */
/** @typedef {import("../../drawings/mount.js").Drawing<{ rows: Row[] }, State>} Picks */

const BEAT = 900; // milliseconds of a row while it plays
const PLAY = 96; // pixels that the button takes from the line above the bars
const TALL = 27; // pixels of a bar
const PITCH = TALL + 11; // from bar to bar, with the way back to the left
const HEAD = 24; // above the first bar
const LEAST = 24; // pixels of a part that can be pressed
const CUT = 44; // pixels in which a name is worth beginning
const PAD = 6;
const LEFT = 26; // of what is read

/** @param {{ rows: Row[] }} data */
export const about = ({ rows }) => JSON.stringify(rows);
/** @param {{ rows: Row[] }} data @returns {State} */
export const start = ({ rows }) => ({ at: rows.length - 1, over: null });

/** @param {string} token */
const said = (token) => bare(token) || token;
/** @param {Row} row */
const written = ({ parts, chosen }) => parts[chosen ?? 0];
const yOf = (/** @type {number} */ step) => HEAD + step * PITCH;

/** What is told of a step, or of a part of it that is not written.
 * @param {Pick<Picks, "data" | "words">} drawing @param {number} step @param {number} [part] */
export function tell({ data: { rows }, words }, step, part) {
  const row = rows[step];
  const one = row.parts[part ?? row.chosen ?? 0];
  const values = { step: step + 1, token: said(one.token), p: percent(one.prob) };
  if (one !== written(row)) return fill(words.would, values);
  const second = row.parts.find((other) => other !== one && other.may);
  const told = fill(words.told, {
    ...values,
    rank: row.rank,
    nats: decimal(row.entropy),
    even: decimal(Math.exp(row.entropy), 1),
    total: decimal(sum(rows.slice(0, step + 1).map((row) => Math.log(written(row).prob)))),
  });
  const then = second && fill(words.second, { token: said(second.token), p: percent(second.prob) });
  return [row.forced && words.forced, told, then].filter(Boolean).join(" ");
}

/** Up and down lead to what is written in another row, left and right to another part of the row.
 * @param {Picks} drawing */
const keys = (drawing) => (/** @type {KeyboardEvent} */ event) => {
  const svg = /** @type {Element} */ (event.currentTarget);
  const here = /** @type {HTMLElement} */ (event.target);
  const step = Number(here.dataset.part?.split("-")[0]);
  const parts = [...svg.querySelectorAll(`[data-part^="${step}-"]`)];
  const rows = [...svg.querySelectorAll("[data-part]:has(.on)")];
  const at = parts.indexOf(here);
  const to = /** @type {HTMLElement | undefined} */ ({
    ...{ ArrowLeft: parts[at - 1], ArrowRight: parts[at + 1] },
    ...{ ArrowUp: rows[step - 1], ArrowDown: rows[step + 1], Home: rows[0], End: rows.at(-1) },
  }[event.key]);
  if (!to?.dataset.part) return;
  event.preventDefault();
  const [row, part] = to.dataset.part.split("-").map(Number);
  drawing.set({ over: [row, part] });
  if (row !== step) moveTo(drawing, row);
  to.focus();
};

/** @param {Picks} drawing */
export default function Picks(drawing) {
  const { data: { rows }, words, state: { at, over }, set, choose, width, measure, clock } =
    drawing;
  const widest = Math.max(30, ...rows.map(({ read }) => wide(read, measure, 14, 650)));
  const read = Math.min(widest + 2 * PAD + 4, width < 520 ? 84 : 150);
  const bar = LEFT + read + 26;
  const room = width - bar - 2;
  const isVeiled = rows.some(({ chosen }) => chosen === null);
  const rest = () => over && set({ over: null });
  const isLater = (/** @type {number} */ step) => clock.plays && step > at && "later";
  return html`
    <div class="top" inert=${isVeiled}>${PlayButton(drawing, words.play, rows.length, BEAT)}</div>
    <svg width=${width} height=${yOf(rows.length) - PITCH + TALL + 4} role="group"
      aria-label=${words.name} onkeydown=${keys(drawing)} onpointerleave=${rest}>
      <text class="title" x=${LEFT} y="14">${words.read}</text>
      <text class="title" x=${bar} y="14">${fitted(
        words.bars,
        room - PLAY,
        measure,
        12.5,
        400,
      )}</text>
      ${rows.map(Row)} ${rows.slice(0, -1).map(Back)}
    </svg>
    ${!isVeiled && html`
      <div class="caption" role="status">${over ? tell(drawing, ...over) : tell(drawing, at)}</div>
    `}
  `;

  /** @param {Row} row @param {number} step */
  function Row(row, step) {
    const [y, middle] = [yOf(step), yOf(step) + TALL / 2];
    const ends = row.parts.map((_, at) => sum(row.parts.slice(0, at).map(({ prob }) => prob)));
    const whole = sum(row.parts.map(({ prob }) => prob));
    return svg`
      <g class="row ${step === at && "at"} ${isLater(step)}"
        onclick=${() => !isVeiled && moveTo(drawing, step)}>
        <rect class="frame" x="0.75" y=${y - 4} width=${width - 1.5} height=${TALL + 8} rx="8" />
        <text class="number" x="14" y=${middle + 5}>${step + 1}</text>
        <rect class="chip ${!step &&
          "special"}" x=${LEFT} y=${y} width=${read} height=${TALL} rx="6" />
        <text class="token" x=${LEFT + read / 2} y=${middle + 5} text-anchor="middle">
          ${tspans(fitted(row.read, read - PAD, measure, 14, 650))}
        </text>
        ${row.forced
          ? svg`<text class="mark" x=${bar - 14} y=${middle + 5}>✎</text>`
          : svg`<path class="arrow" d="M${bar - 20} ${middle}h12m-5 -4l5 4l-5 4" />`}
        <rect class="rest" x=${bar + whole * room} y=${y} height=${TALL}
          width=${Math.max(0, 1 - whole) * room} />
        ${row.parts.map((part, index) => Part(part, step, index, bar + ends[index] * room))}
      </g>
    `;
  }

  /** A candidate, with its name and its probability where there is room.
   * @param {Part} part @param {number} step @param {number} index @param {number} x */
  function Part({ token, prob, may }, step, index, x) {
    const { chosen } = rows[step];
    const [long, y] = [prob * room, yOf(step)];
    const [isOn, isAt] = [index === chosen, step === at && index === chosen];
    const act = () => isOn ? moveTo(drawing, step) : choose({ force: [step, index] });
    const [name, share] = [wide(token, measure, 14, 650), shortPercent(prob)];
    const isTold = !isVeiled && long >= name + measure(share, 12.5, 600) + 22;
    const begin = x + Math.max(4, Math.min(10, (long - name) / 2));
    const press = (/** @type {Event} */ event) => {
      event.stopPropagation();
      act();
    };
    const button = (isOn || (may && long >= LEAST)) && {
      ...{ role: "button", tabindex: isAt ? 0 : -1, "aria-pressed": String(isAt) },
      ...{ "aria-label": tell(drawing, step, index), "data-part": `${step}-${index}` },
      ...{ onclick: press, onkeydown: pressed(act) },
      onpointerenter: () => set({ over: [step, index] }),
    };
    const offer = chosen === null && { "aria-label": said(token), ...offered(drawing, index) };
    return svg`
      <g class="part" all=${isVeiled ? offer : button}>
        <rect class="box ${isOn && "on"}" x=${x} y=${y} width=${Math.max(
          1,
          long - 1,
        )} height=${TALL}
          rx="2" />
        ${long >= Math.min(name + 8, CUT) && svg`
          <text class="token" x=${begin} y=${y + TALL / 2 + 5}>
            ${tspans(fitted(token, long - 8, measure, 14, 650))}${isTold && svg`
              <tspan class="share" dx="7">${share}</tspan>
            `}
          </text>
        `}
      </g>
    `;
  }

  /** What is written goes back to the left and is read in the next row.
   * @param {Row} row @param {number} step */
  function Back({ parts, chosen }, step) {
    const before = sum(parts.slice(0, chosen ?? 0).map(({ prob }) => prob));
    const from = bar + room * before + Math.min(room * parts[chosen ?? 0].prob / 2, 40);
    const [bottom, end, to] = [yOf(step) + TALL, yOf(step + 1), LEFT + read / 2];
    const tip = `M${to - 4} ${end - 5}L${to} ${end - 1}L${to + 4} ${end - 5}`;
    return svg`
      <path class="back ${(step === at || step === at - 1) && "near"} ${isLater(step + 1)}"
        d="M${from} ${bottom}V${bottom + 4.5}H${to}V${end - 2}${tip}" />
    `;
  }
}

/** Every candidate of every step. @param {{ rows: Row[] }} data */
export const numbers = ({ rows }) => [{
  name: "steps",
  rows: rows.flatMap(({ read, parts, chosen, rank, entropy }, step) =>
    parts.map(({ token, prob }, index) => (
      { step: step + 1, read, token, prob, written: index === chosen, rank, entropy }
    ))
  ),
}];
