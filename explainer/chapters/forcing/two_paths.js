// Where teacher forcing and free running part: one path of tokens, then that of the reference and the
// decoder's own. It runs from left to right where there is room, else downwards. Where the decoder, fed
// with the reference, would have written something else, that stands struck out at the token it got.
import { offered } from "../../drawings/answers.js";
import { fill, grouped, percent } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { sum } from "../../drawings/math.js";
import { roving, tab } from "../../drawings/roving.js";
import { spans, wide } from "../../drawings/token.js";

/** Tokens and what each was given; of the reference its ranks and what stood on top. Before the answer
 * no number is known: one of `choices` is read after the step `asked`.
 * @typedef {{ tokens: string[], probs: number[] }} Path
 * @typedef {{ reference: Path & { ranks: number[], top: Path }, greedy: Path, asked?: number,
 *   choices?: string[] }} Data */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, { at: number }>} Fork */

const LABEL = 128; // pixels of what a path is called

/** @param {Data} data @returns the step where the paths part, or their end */
export function parting({ reference: { tokens }, greedy }) {
  const place = tokens.findIndex((token, at) => token !== greedy.tokens[at]);
  return place < 0 ? tokens.length : place;
}

/** Tokens at a step, on which path, and what was to be there instead.
 * @param {Data} data @param {number} place */
function tokensAt(data, place) {
  const { reference, greedy } = data;
  const cut = parting(data);
  const paths = place < cut ? { both: reference } : { given: reference, own: greedy };
  return Object.entries(paths).filter(([, { tokens }]) => place < tokens.length)
    .map(([side, { tokens, probs }]) => {
      const top = reference.top.tokens[place];
      const struck = side === "given" && top !== tokens[place] ? top : null;
      const mark = struck ? "forced" : side === "own" && place === cut ? "slip" : "";
      const isEnd = place === tokens.length - 1 ? "end" : "";
      const branch = side !== "both" && place === cut ? "branch" : isEnd;
      const share = place in probs ? percent(probs[place]) : "";
      return { side, token: tokens[place], share, struck, mark, branch, isEnd };
    });
}

/** @param {Fork} drawing */
export default function Fork(drawing) {
  const { data, words, width, measure, choose } = drawing;
  const { reference, greedy } = data;
  const places = [...Array(Math.max(reference.tokens.length, greedy.tokens.length)).keys()];
  const cut = parting(data);
  const rooms = places.map((place) =>
    Math.max(
      ...tokensAt(data, place).map(({ token, struck, branch }) =>
        Math.max(
          wide(token, measure, 14.5) + 16,
          struck ? wide(`✗ ${struck}`, measure, 12.5, 400) + 48 : 0,
        ) + (branch ? 26 : 0)
      ),
    ) + 8
  );
  const isDown = LABEL + 56 + sum(rooms) > width;
  const row = isDown && `grid-row: ${cut + 2}`;
  return html`
    <div class="steps ${isDown ? "down" : "across"}" role="group" aria-label=${words.name}
      onkeydown=${roving((at) => choose({ at }))}>
      <span class="cell both start">${OnRail("chip", "<s>")}</span>
      ${cut < places.length && html`
        <svg class="split" style=${row} viewBox="0 0 100 100" preserveAspectRatio="none"
          aria-hidden="true">
          <path class="given" d="M50 0C50 60 26 40 26 100" />
          <path class="own" d="M50 0C50 60 74 40 74 100" />
        </svg>
        <span class="way given" style=${row}>${words.given}</span>
        <span class="way own" style=${row}>${words.own}</span>
      `}
      ${places.map((place) => Step(drawing, place))}
    </div>
  `;
}

/** What stands on the rail, which comes in and goes on. @param {string} kind @param {unknown} inside */
const OnRail = (kind, inside) =>
  html`
    <span class="rail">
      <i class="in"></i><i class="out"></i>
      <svg class="bend" width="28" height="34" aria-hidden="true">
        <path class="given" d="M0 30C14 30 14 1 28 1" /><path class="own" d="M0 0C14 0 14 33 28 33" />
      </svg>
      <span class=${kind}><svg class="tip" width="10" height="10" aria-hidden="true"><path
        d="M10 5L0 0V10z" /></svg>${inside}</span>
    </span>
  `;

/** @param {Fork} drawing @param {number} place */
function Step(drawing, place) {
  const { data, words, state: { at }, choose, asks } = drawing;
  const { reference: { tokens, probs, ranks, top }, greedy, asked, choices } = data;
  const cells = place === asked
    ? html`<span class="cell both">${
      OnRail(
        "choices",
        choices?.map((token, at) =>
          html`<span class="chip" all=${offered(drawing, at)}>${spans(token)}</span>`
        ),
      )
    }</span>`
    : tokensAt(data, place).map(({ side, token, share, struck, mark, branch, isEnd }) =>
      html`
        <span class="cell ${side} ${branch} ${isEnd}">
          ${struck && html`
            <span class="struck">✗ <s>${spans(struck)}</s><span class="share">${percent(
              top.probs[place],
            )}</span></span>
          `}
          ${OnRail(`chip ${mark}`, spans(token))} <span class="share">${share}</span>
        </span>
      `
    );
  const inside = html`<span class="number">${place + 1}</span>${cells}`;
  if (asks) return html`<div class="step ${place === asked && "on"}">${inside}</div>`;
  const [step, own] = [place + 1, greedy.tokens[place] ?? "–"];
  const told = place < tokens.length
    ? fill(words.spoken, {
      place: step,
      token: tokens[place],
      p: percent(probs[place]),
      rank: grouped(ranks[place], 0),
      own,
    })
    : fill(words.over, { place: step, own });
  return html`
    <button type="button" class="step ${place === at && "on"}" title=${told} aria-label=${told}
      aria-pressed=${String(place === at)} tabindex=${tab(place, at)}
      onclick=${() => choose({ at: place })}>${inside}</button>
  `;
}

/** Both paths, step by step. @param {Data} data */
export function numbers({ reference, greedy }) {
  const { tokens, probs, top } = reference;
  const longer = tokens.length > greedy.tokens.length ? tokens : greedy.tokens;
  const rows = longer.map((_, at) => ({
    step: at + 1,
    reference: tokens[at],
    p_reference: probs[at],
    greedy: greedy.tokens[at],
    p_greedy: greedy.probs[at],
    top: top.tokens[at],
    p_top: top.probs[at],
  }));
  return [{ name: "steps", rows }];
}
