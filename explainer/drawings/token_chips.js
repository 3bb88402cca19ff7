// Rows of tokens, words apart, with what stands below each. As buttons they are one tab stop.
import { html } from "./html.js";
import { roving, tab } from "./roving.js";

/** `begins` says that a word does. @typedef {{ token: string, kind: string, lines: string[],
 *   begins: boolean, tip: string }} Chip */
/** @typedef {{ title: string, rows: { name: string, chips: Chip[] }[], picks: boolean,
 *   beside: boolean }} Data */
/** `chosen` is the row and the place in it, `stop` where Tab arrives.
 * @typedef {{ chosen: number[] | null, stop: number | null }} State */
/** @typedef {Drawing<Data, State>} Chips */

const MARK = "\u2581";

/** @param {Data} data */
export const about = ({ rows }) => JSON.stringify(rows);
/** @returns {State} */
export const start = () => ({ chosen: null, stop: null });

/** The mark of a space is there, not loud, and not read out where letters follow. @param {string} token */
const marked = (token) =>
  token === MARK
    ? MARK
    : token.split(/(\u2581)/).filter(Boolean).map((part) =>
      part === MARK
        ? html`<span class="mark" aria-hidden="true">${MARK}</span>`
        : html`<span>${part}</span>`
    );

/** @param {Chips} drawing */
export default function Chips({ data: { title, rows, picks, beside }, state, set, choose }) {
  const firsts = rows.map((_, row) => rows.slice(0, row).flatMap(({ chips }) => chips).length);
  const [row, place] = state.chosen ?? [0, 0];
  const stop = state.stop ?? firsts[row] + place;
  const go = (/** @type {number} */ to) => set({ stop: to });
  return html`
    <div class=${beside && "beside"} role="group" aria-label=${title}
      onkeydown=${picks && roving(go)}>
      ${rows.map(({ name, chips }, at) =>
        html`
          <div>
            ${name && html`<div class="name">${name}</div>`}
            <div class="row" role=${!picks && "list"}>
              ${chips.map((chip, place) => picks ? Button(chip, at, place) : Item(chip))}
            </div>
          </div>
        `
      )}
    </div>
  `;

  /** @param {Chip} chip @param {number} row @param {number} place */
  function Button(chip, row, place) {
    const isOn = state.chosen?.[0] === row && state.chosen[1] === place;
    const at = firsts[row] + place;
    return html`
      <button type="button" class="chip ${chip.kind} ${chip.begins && "begins"} ${isOn && "on"}"
        title=${chip.tip || null} aria-pressed=${String(isOn)} tabindex=${tab(at, stop)}
        onclick=${() => {
          go(at);
          choose({ chosen: [row, place] });
        }}>${Inside(chip)}</button>
    `;
  }
}

/** @param {Chip} chip */
const Item = (chip) =>
  html`
    <div class="chip ${chip.kind} ${chip.begins && "begins"}" role="listitem" title=${chip.tip ||
      null}>${Inside(chip)}</div>
  `;

/** @param {Chip} chip */
const Inside = ({ token, lines }) =>
  html`
    <span class="token">${marked(token)}</span>
    ${lines.map((line, at) => html`<span class="line ${!at && "first"}">${line}</span>`)}
  `;

/** @param {Data} data */
export const numbers = ({ rows }) => [{
  name: "tokens",
  rows: rows.flatMap(({ name, chips }) =>
    chips.map(({ token, lines }, place) => ({
      ...{ line: name, place: place + 1, token },
      ...Object.fromEntries(lines.map((words, at) => [`below_${at + 1}`, words])),
    }))
  ),
}];
