// Where teacher forcing and free running part: one path of tokens where both read the same, else that
// of the reference and the decoder's own. It runs from left to right where there is room, else downwards.
// Where the decoder would have written something else the learner has the pen: corrected, its path goes
// back to the other. Below is what was expected at one step, after the one path and after the other.
import { bare, fill, grouped, html, keyed, offered, percent, range } from "../../drawings/parts.js";
import { roving, spans, tab, wide } from "../../drawings/parts.js";
/** @import { Fork, ForkParts, Data, Path } from "./types.d.ts" */

const [LABEL, PLACE, HAND] = [184, 42, 36]; // pixels of a path's name, of a step without its token, of a pen
const SIDES = /** @type {const} */ (["reference", "own"]);

/** Whether both read the same token at a step. @param {Data} data @param {number} place */
const isOne = ({ reference, own }, place) => reference.tokens[place] === own.tokens[place];

/** Whether the decoder would have written something else than the answer. @type {ForkParts["isSlip"]} */
export const isSlip = ({ reference: { tokens }, own: { top } }, place) =>
  place < tokens.length && place < top.length && top[place][0] !== tokens[place];

export default function TwoPaths(/** @type {Fork} */ drawing) {
  const { data, words, state: { at, pen }, width, measure, choose, asks, ghost } = drawing;
  const { reference, own, asked, choices } = data;
  const places = range(Math.max(reference.tokens.length, own.tokens.length));
  const slips = places.filter((place) => isSlip(data, place)).length;
  const long = Math.max(...[reference, own].map(({ tokens }) => wide(tokens.join(""), measure)));
  const isDown = LABEL + PLACE * places.length + HAND * slips + long > width;
  const first = places.find((place) => !isOne(data, place)) ?? -1;
  const [next, ownNext] = [reference, own].map(({ tokens, shares }) =>
    `${tokens.slice(at - 1, at + 1)} ${shares[at]}`
  );
  return html`
    <div class="steps ${isDown ? "down" : "across"}" role="group" aria-label=${words.name}
      onkeydown=${roving((at) => choose({ at }))}>
      <span class="cell both start">${OnRail("chip", "<s>")}</span>
      ${places.map((place) => {
        const kind = `${isOne(data, place)} ${isOne(data, place - 1)}`;
        const written = SIDES.map((side) => data[side].tokens[place]);
        return keyed(`${place} ${kind} ${written.join(" ")}`, Place(place));
      })}
    </div>
    ${!asks && SIDES.slice(0, next === ownNext ? 1 : 2).map(Expected)}
  `;

  /** Whether the paths part or meet at a step. */
  function isNew(/** @type {number} */ place) {
    return isOne(data, place) !== isOne(data, place - 1);
  }

  function Place(/** @type {number} */ place) {
    const late = place / places.length;
    return html`
      <div class="place" style="--late-share: ${late}; --place-column: ${place + 3}">
        ${isNew(place) && html`
          <span class="turn ${isOne(data, place) && "back"}">
            ${isDown &&
              Bends("0 0 100 100", "M50 0C50 60 26 40 26 100", "M50 0C50 60 74 40 74 100")}
            ${place === first && html`
              <span class="way given">${words.given}</span><span class="way own">${words.own}</span>
            `}
          </span>
        `}
        ${Step(place)}
        ${!asks && isSlip(data, place) && [
          Pen(place, true, "given", words.correct),
          Pen(place, false, "own", words.leave),
        ]}
      </div>
    `;
  }

  /** A slip is corrected, or let run: from there on it is written anew. @type {ForkParts["Pen"]} */
  function Pen(place, isHeld, side, label) {
    const press = () =>
      choose({ pen: pen.filter((one) => one !== place).concat(isHeld ? place : []) });
    return html`
      <button type="button" class="pen ${side}" data-screen onclick=${press}
        aria-pressed=${String(pen.includes(place) === isHeld)}>${label}</button>
    `;
  }

  /** The reference's token (0) or the model's (1), where it was the learner's. */
  function past(/** @type {number} */ place, /** @type {number} */ part) {
    return ghost && place === at && offered(drawing, part);
  }

  /** A token of a path, and what was to be there instead. @type {ForkParts["Token"]} */
  function Token(place, side, { tokens, probs, top, shares }) {
    const token = tokens[place];
    const best = top[place]?.[0];
    const struck = best !== token && best;
    const kind = struck ? "forced" : side === "own" && isSlip(data, place) && "slip";
    const share = struck && html`<span class="share">${percent(shares[place][0])}</span>`;
    return place < tokens.length && html`
      <span class="cell ${side} ${isNew(place) && "branch"} ${place === tokens.length - 1 &&
        "end"}">
        ${struck && html`
          <span class="struck" all=${past(place, 1)}>✗ <s>${spans(struck)}</s>${share}</span>
        `}
        ${OnRail(`chip ${kind}`, spans(token), side !== "own" && past(place, 0), isNew(place))}
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
        : isOne(data, place)
        ? Token(place, "both", own)
        : [Token(place, "given", reference), Token(place, "own", own)]}
    `;
    if (asks) return html`<div class="step ${place === asked && "on"}">${inside}</div>`;
    const isThere = place < reference.tokens.length;
    const told = fill(isThere ? words.spoken : words.over, {
      ...{ place: place + 1, own: own.tokens[place] ?? "–", token: reference.tokens[place] },
      ...isThere &&
        { p: percent(reference.probs[place]), rank: grouped(reference.ranks[place], 0) },
    });
    return html`
      <button type="button" class="step ${place === at && "on"}" title=${told} aria-label=${told}
        aria-pressed=${String(place === at)} tabindex=${tab(place, at)}
        onclick=${() => choose({ at: place })}>${inside}</button>
    `;
  }

  /** What was expected at the chosen step: each token as wide as its probability. */
  function Expected(/** @type {"reference" | "own"} */ side) {
    const { tokens, top, shares } = data[side];
    const way = side === "own" ? "own" : "given";
    return html`
      <div class="after ${way}">${fill(words.after, { token: bare(tokens[at - 1] ?? "<s>") })}</div>
      <div class="lane ${way}">
        ${(top[at] ?? []).map((token, index) =>
          html`
            <span class="part ${token === tokens[at] &&
              "read"}" style="--part-share: ${shares[at][index]}"
              title="${bare(token)} ${percent(shares[at][index])}">
              <b>${spans(token)}</b><span>${percent(shares[at][index])}</span>
            </span>
          `
        )}
      </div>
    `;
  }
}

/** Two paths that part. @type {ForkParts["Bends"]} */
const Bends = (box, given, own) =>
  html`
    <svg class="bend" viewBox=${box} preserveAspectRatio="none" aria-hidden="true">
      <path class="given" d=${given} />
      <path class="own" d=${own} />
    </svg>
  `;

/** What stands on the rail, which comes in and goes on. @type {ForkParts["OnRail"]} */
const OnRail = (kind, inside, more = false, turns = false) =>
  html`
    <span class="rail">
      <i class="in"></i><i class="out"></i>
      ${turns && Bends("0 0 28 68", "M0 34C14 34 14 1 28 1", "M0 34C14 34 14 67 28 67")}
      <span class=${kind} all=${more}><svg class="tip" width="10" height="10" aria-hidden="true"><path
        d="M10 5L0 0V10z" /></svg>${inside}</span>
    </span>
  `;

/** Both paths, step by step. @param {Data} data */
export const numbers = ({ reference, own }) => ({
  steps: range(Math.max(reference.tokens.length, own.tokens.length)).map((at) => ({
    ...{ step: at + 1, reference: reference.tokens[at], p_reference: reference.probs[at] },
    ...{ own: own.tokens[at], p_own: own.probs[at] },
    ...{ top: reference.top[at]?.[0], p_top: reference.shares[at]?.[0] },
  })),
});
