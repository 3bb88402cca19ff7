// A row for each part of the model: the switch, what its loss does to every token, and the new text.
import { clamp, crossed, differing, fill, html, keyed, offered } from "../../drawings/parts.js";
import { shortPercent, signedInkOn, signedShade, spans } from "../../drawings/parts.js";
/** @import { Run, Row, Data, Board } from "./types.d.ts" */

const LIMIT = Math.log(100); // of a probability's factor: beyond it a shade is full
const LEAST = 1e-6; // a probability below it counts as this
const STEPS = [[0.01, "÷100"], [0.1, "÷10"], [0.5, "÷2"], [1, "="], [2, "×2"]];
const ROOM = 25; // a number in a cell needs so much
const LETTER = 9; // pixels of a letter of a token, about
const WIDE = 640; // from here on the text stands beside the cells
const NAME = 158; // what a row needs besides its cells, where there is little room

export const start = (/** @type {{ off?: string | null }} */ { off = null }) => ({ off });

/** Percent, where the head of the row says so. @param {Run} run @param {number} at */
const digits = ({ probs }, at) => probs ? shortPercent(probs[at]).replace("%", "") : "?";

/** The ground of a probability that became so many times what it was, and a number on it. */
function shade(/** @type {number} */ factor) {
  const change = clamp(Math.log(factor) / LIMIT, -1, 1);
  const share = Math.sign(change) * Math.abs(change) ** 0.6;
  return `background: ${signedShade(share)}; color: ${signedInkOn(share)}`;
}

export default function Board(/** @type {Board} */ drawing) {
  const { data, words, state: { off }, choose, width, asks, ghost } = drawing;
  const { tokens, before, rows, other } = data;
  const room = (width < WIDE ? width - NAME : (width - 216) * 0.53) / tokens.length;
  const fits = room >= ROOM;
  const isUpright = Math.max(...tokens.map((token) => token.length)) * LETTER <= room;
  const attention = { encoder: words.self, decoder: words.self, cross: words.cross };
  const parts = /** @type {Words} */ ({ ...attention, ffn: words.ffn, positions: words.positions });
  return html`
    <div class="group" role="group" aria-label=${words.name}>
      <div class="row head">
        <span class="what">${words.before}${fits && ", %"}</span>
        <span class="strip">
          ${tokens.map((token, at) =>
            html`
              <span class="token">
                <b class="label ${!isUpright && "aslant"}">${spans(token)}</b>
                ${fits && html`<span class="p">${digits(before, at)}</span>`}
              </span>
            `
          )}
        </span>
        <span class="said">${before.text}</span>
      </div>
      ${other && Line(other, true, html`<span class="part off">✗ ${other.name}</span>`)}
      ${Band("encoder", words.encoder)} ${Band("decoder", words.decoder)}
    </div>
    <div class="legend">
      <span>${words.scale}</span>
      ${STEPS.map(([factor, name]) => html`<i style=${shade(Number(factor))}>${name}</i>`)}
    </div>
  `;

  /** The rows of a stack; the layers of the part that is away stand below it. */
  function Band(/** @type {string} */ stack, /** @type {string} */ name) {
    const own = rows.filter((row) => row.stack.replace("cross", "decoder") === stack);
    return html`
      <div class="band ${stack}">
        <div class="title">${name}</div>
        <div>${own.map((row) => keyed(row.id, Line(row, row.id === off, Switch(row, name))))}</div>
      </div>
    `;
  }

  /** @param {Row} row @param {string} stack */
  function Switch({ id, kind, stack: where, layer, changed }, stack) {
    const part = parts[kind === "attention" ? where : kind];
    const place = layer < 0 ? words.every : fill(words.layer, { layer: layer + 1 });
    const whole = [stack, part, ...(kind === "positions" ? [] : [place])].join(", ");
    const isOff = id === off || changed;
    return html`
      <button type="button" class="part ${isOff && "off"} ${layer >= 0 && "layer"}"
        inert=${!before.probs} aria-pressed=${String(isOff)}
        aria-label=${fill(words.off, { part: whole })} onclick=${() => choose({ off: id })}>
        ${isOff && "✗ "}${layer < 0 ? part : place}</button>
    `;
  }

  /** A cell a token; the numbers of the row that is away stand in them, or below without room.
   * @param {Run} run @param {boolean} isChosen @param {Template} name */
  function Line(run, isChosen, name) {
    return html`
      <div class="row ${isChosen && "chosen"}" role=${isChosen && "status"}>
        ${name}
        <span class="strip">
          ${tokens.map((token, at) => {
            const [was, is] = [before, run].map(({ probs }) => Math.max(probs?.[at] ?? 0, LEAST));
            const told = `${token}: ${digits(before, at)}% → ${digits(run, at)}%`;
            return html`
              <span class="cell" title=${told} style=${shade(is / was)}>
                ${isChosen && fits && digits(run, at)}
              </span>
            `;
          })}
        </span>
        ${isChosen && asks ? Guesses() : Said(run.text)}
        ${isChosen && ghost && Guesses()}
        ${isChosen && !fits && before.probs && html`
          <div class="list">
            ${tokens.map((token, at) =>
              html`
                <span><b class="label">${spans(token)}</b>
                  ${digits(before, at)} → ${digits(run, at)}%</span>
              `
            )}
          </div>
        `}
      </div>
    `;
  }

  /** What may become of the text; of what a learner said that alone. */
  function Guesses() {
    return html`
      <span class="said">
        ${[words.guess_same, words.guess_other].map((guess, at) =>
          html`<span class="guess" all=${offered(drawing, at)}>${guess}</span>`
        )}
      </span>
    `;
  }

  /** New words are marked, and where others are missing. */
  function Said(/** @type {string | null} */ text) {
    if (!text) return html`<span class="said aside">${text === null ? "?" : words.empty}</span>`;
    if (text === before.text) {
      return html`
        <span class="said aside same">= <span class="words">${words.unchanged}</span></span>
      `;
    }
    const told = differing(before.text ?? "", text, words.missing);
    return html`<span class="said" title=${text}>${told}</span>`;
  }
}

/** The probability of every token without every part. @param {Data} data */
export function numbers({ tokens, before, rows, other }) {
  const runs = [{ id: "", ...before }, ...rows, ...(other ? [{ id: other.name, ...other }] : [])];
  const parts = crossed(runs, tokens, ({ id: without, probs }, token, _, at) => (
    { without, token, probability: probs?.[at] }
  ));
  return { parts };
}
