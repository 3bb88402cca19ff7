// Where teacher forcing and free running part: one path of tokens, then that of the reference and the
// decoder's own. It runs from left to right where there is room, else downwards. Where the decoder, fed
// with the reference, would have written something else, that stands struck out at the token it got.
import { fill, grouped, html, offered, percent, range, roving } from "../../drawings/parts.js";
import { spans, tab, wide } from "../../drawings/parts.js";
/** @import { ForkParts, Data } from "./types.d.ts" */

const [LABEL, PLACE] = [184, 42]; // pixels of what a path is called, and of a step without its token

/** @param {Data} data @returns the step where the paths part, or their end */
export function parting({ reference: { tokens }, greedy }) {
  const place = tokens.findIndex((token, at) => token !== greedy.tokens[at]);
  return place < 0 ? tokens.length : place;
}

export default function Fork(/** @type {Drawing<Data, { at: number }>} */ drawing) {
  const { data, words, state: { at }, width, measure, choose, asks, ghost } = drawing;
  const { reference, greedy, asked, choices } = data;
  const { tokens, probs, ranks, top } = reference;
  const places = range(Math.max(tokens.length, greedy.tokens.length));
  const cut = parting(data);
  const long = Math.max(...[tokens, greedy.tokens].map((all) => wide(all.join(""), measure)));
  const isDown = LABEL + PLACE * places.length + long > width;
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
      ${places.map(Step)}
    </div>
  `;

  /** The reference's token (0) or the model's (1), where it was the learner's. */
  function past(/** @type {number} */ place, /** @type {number} */ part) {
    return ghost && place === at && offered(drawing, part);
  }

  /** A token of a path, and what was to be there instead. @type {ForkParts["Token"]} */
  function Token(place, side, { tokens, probs }) {
    const [token, best] = [tokens[place], top.tokens[place]];
    const struck = side === "given" && best !== token && best;
    const isParted = side !== "both" && place === cut;
    const kind = struck ? "forced" : side === "own" && isParted && "slip";
    const share = struck && html`<span class="share">${percent(top.probs[place])}</span>`;
    return place < tokens.length && html`
      <span class="cell ${side} ${isParted && "branch"} ${place === tokens.length - 1 && "end"}">
        ${struck && html`
          <span class="struck" all=${past(place, 1)}>✗ <s>${spans(struck)}</s>${share}</span>
        `}
        ${OnRail(`chip ${kind}`, spans(token), side !== "own" && past(place, 0))}
        <span class="share">${place in probs && percent(probs[place])}</span>
      </span>
    `;
  }

  function Step(/** @type {number} */ place) {
    const offers = choices?.map((token, at) =>
      html`<span class="chip" all=${offered(drawing, at)}>${spans(token)}</span>`
    );
    const inside = html`
      <span class="number">${place + 1}</span>
      ${place === asked
        ? html`<span class="cell both">${OnRail("choices", offers)}</span>`
        : place < cut
        ? Token(place, "both", reference)
        : [Token(place, "given", reference), Token(place, "own", greedy)]}
    `;
    if (asks) return html`<div class="step ${place === asked && "on"}">${inside}</div>`;
    const own = greedy.tokens[place] ?? "–";
    const isThere = place < tokens.length;
    const told = fill(isThere ? words.spoken : words.over, {
      ...{ place: place + 1, own, token: tokens[place] },
      ...isThere && { p: percent(probs[place]), rank: grouped(ranks[place], 0) },
    });
    return html`
      <button type="button" class="step ${place === at && "on"}" title=${told} aria-label=${told}
        aria-pressed=${String(place === at)} tabindex=${tab(place, at)}
        onclick=${() => choose({ at: place })}>${inside}</button>
    `;
  }
}

/** What stands on the rail, which comes in and goes on. @type {ForkParts["OnRail"]} */
const OnRail = (kind, inside, more = false) =>
  html`
    <span class="rail">
      <i class="in"></i><i class="out"></i>
      <svg class="bend" width="28" height="34" aria-hidden="true">
        <path class="given" d="M0 30C14 30 14 1 28 1" /><path class="own" d="M0 0C14 0 14 33 28 33" />
      </svg>
      <span class=${kind} all=${more}><svg class="tip" width="10" height="10" aria-hidden="true"><path
        d="M10 5L0 0V10z" /></svg>${inside}</span>
    </span>
  `;

/** Both paths, step by step. @param {Data} data */
export function numbers({ reference, greedy }) {
  const { tokens, probs, top } = reference;
  const rows = range(Math.max(tokens.length, greedy.tokens.length)).map((at) => ({
    ...{ step: at + 1, reference: tokens[at], p_reference: probs[at] },
    ...{ greedy: greedy.tokens[at], p_greedy: greedy.probs[at] },
    ...{ top: top.tokens[at], p_top: top.probs[at] },
  }));
  return { steps: rows };
}
