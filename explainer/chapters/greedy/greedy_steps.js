// Greedy search as rows: read, cut the bar, write the longest part, go back to the left; at the right
// the product of all that is written. A press on a row goes to that step; a press on another part writes
// it there instead, and the way that was left stays as a ghost.
import { bare, decimal, exact, fill, grouped, html, moveTo } from "../../drawings/parts.js";
import { offered, percent, PlayButton, pressed, roving } from "../../drawings/parts.js";
import { shortPercent, spans, sum, wide } from "../../drawings/parts.js";
/** @import { PicksParts, Part, Row, Data, Picks } from "./types.d.ts" */

const BEAT = 900; // milliseconds of a row while it plays
const LEAST = 24; // pixels of a part that can be pressed
const SLIM = 520; // pixels
const PRODUCT = 70; // pixels of the column of products
const GHOST = 180; // and of that of the way that was left
const NAMED = 41; // pixels from which on a name is cut and not left out, as in the style

export const about = (/** @type {object} */ data) => data;
export const start = (/** @type {Data} */ { rows }) => ({ at: rows.length - 1, over: null });

const said = (/** @type {string} */ token) => bare(token) || token;
const written = (/** @type {Row} */ { parts, chosen }) => parts[chosen ?? 0];

/** Of each step the product of all probabilities up to it. */
export function products(/** @type {Pick<Part, "prob">[]} */ steps) {
  let product = 1;
  return steps.map(({ prob }) => product *= prob);
}

/** What is left of the way greedy search goes by itself, with its products: from where the reader has
 * left it. */
export function ghostOf(/** @type {Data} */ { rows, left }) {
  const others = products(left ?? []);
  const ghost = left?.map(({ token }, step) => ({ token, product: others[step] })) ?? [];
  const parted = ghost.findIndex(({ token }, step) =>
    !rows[step] || token !== written(rows[step]).token
  );
  return ghost.map((one, step) => parted >= 0 && step >= parted ? one : null);
}

/** What is told of a step, or of a part of it that is not written. @type {PicksParts["tell"]} */
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

export default function Picks(/** @type {Picks} */ drawing) {
  const { data, words, state: { at, over }, set, choose, width, measure, clock, ghost } = drawing;
  const { rows } = data;
  const widest = Math.max(30, ...rows.map(({ read }) => wide(read, measure, 14, 650)));
  const isVeiled = rows.some(({ chosen }) => chosen === null);
  const own = isVeiled ? [] : products(rows.map(written));
  const left = ghostOf(data);
  const isSlim = width < SLIM;
  const beside = isVeiled ? 0 : PRODUCT + (left.length && !isSlim ? GHOST : 0);
  const room = width - 54 - Math.min(widest + 16, isSlim ? 84 : 150) - beside;
  return html`
    <div class="top" inert=${isVeiled}>${PlayButton(drawing, words.play, rows.length, BEAT)}</div>
    <div class="rows" role="group" aria-label=${words.name} onkeydown=${roving(go, { rows: true })}
      onpointerleave=${() => set({ over: null })}>
      <span class="title">${words.read}</span><span class="title bars">${words.bars}</span>
      ${!isVeiled && html`<span class="title product">${words.product}</span>`}
      ${left.length > 0 && html`<span class="title left">${words.left}</span>`}
      ${rows.map(Row)}
    </div>
    ${left.length > 0 && html`<div class="ways" role="status">${ways()}</div>`}
    ${!isVeiled && html`
      <div class="caption" role="status">${over ? tell(drawing, ...over) : tell(drawing, at)}</div>
    `}
  `;

  function go(/** @type {number} */ _, /** @type {HTMLElement} */ to) {
    const [step, part] = (to.dataset.part ?? "").split("-").map(Number);
    set({ over: [step, part] });
    if (step !== at) moveTo(drawing, step);
  }

  /** Which way is more probable as a whole. */
  function ways() {
    const [here, there] = [own.at(-1) ?? 0, products(data.left ?? []).at(-1) ?? 0];
    const told = { own: exact(here, 3), left: exact(there, 3) };
    const times = grouped(Math.max(here, there) / Math.min(here, there), 1);
    return fill(here > there ? words.gained : words.lost, { ...told, times });
  }

  /** What is written goes back to the left and is read in the next row. */
  function Row(/** @type {Row} */ { read, parts, chosen, forced }, /** @type {number} */ step) {
    const [place, last] = [chosen ?? 0, rows.length - 1];
    const before = sum(parts.slice(0, place).map(({ prob }) => prob));
    return html`
      <div class="row ${step === at && "at"} ${clock.plays && step > at && "later"}"
        onclick=${() => !isVeiled && moveTo(drawing, step)}>
        <span class="number">${step + 1}</span>
        <span class="chip">
          <span class="token">${spans(read)}</span>
          ${step < last && html`<i class="back"></i>`}
        </span>
        <span class="mark">${forced ? "✎" : "→"}</span>
        <span class="bar" style="--share-before: ${before}; --own-share: ${parts[place].prob}">
          ${parts.map((part, index) => Part(part, step, index))}<i class="rest"></i>
          ${step < last && html`<i class="back"></i>`}
        </span>
        ${!isVeiled && html`<span class="product">${exact(own[step], 3)}</span>`}
        ${left[step] && html`
          <span class="left">
            <span class="token">${spans(left[step].token)}</span>${exact(left[step].product, 3)}
          </span>
        `}
      </div>
    `;
  }

  /** A candidate, with its name and its probability where there is room. @type {PicksParts["Part"]} */
  function Part({ token, prob, may }, step, index) {
    const { chosen } = rows[step];
    const [isOn, isAt] = [index === chosen, index === chosen && step === at];
    const act = () => isOn ? moveTo(drawing, step) : choose({ force: [step, index] });
    const button = (isOn || may && prob * room >= LEAST) && {
      ...{ role: "button", tabindex: isAt ? 0 : -1, "aria-pressed": String(isAt) },
      ...{ "aria-label": tell(drawing, step, index), "data-part": `${step}-${index}` },
      onkeydown: pressed(act),
      onpointerenter: () => set({ over: [step, index] }),
      onclick(/** @type {Event} */ event) {
        event.stopPropagation();
        act();
      },
    };
    const offer = chosen === null && { "aria-label": said(token), ...offered(drawing, index) };
    const isNamed = prob * room >= Math.min(NAMED, wide(token, measure, 14, 650) + 8);
    return html`
      <span class="part ${isOn && "on"} ${!isNamed && "nameless"}" style="width: ${100 * prob}%"
        all=${isVeiled ? offer : { ...button, ...step === at && ghost && offered(drawing, index) }}>
        <span class="box">
          <span class="token">${spans(token)}</span>
          ${!isVeiled && html`<span class="share">${shortPercent(prob)}</span>`}
        </span>
      </span>
    `;
  }
}

/** Every candidate of every step. @param {{ rows: Row[] }} data */
export const numbers = ({ rows }) => ({
  steps: rows.flatMap(({ read, parts, chosen, rank, entropy }, step) =>
    parts.map(({ token, prob }, index) => (
      { step: step + 1, read, token, prob, written: index === chosen, rank, entropy }
    ))
  ),
});
