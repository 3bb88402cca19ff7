// Rows of tokens, words apart, with what stands below each. As buttons they are one tab stop.
import { html, roving, spans, tab } from "./parts.js";
/** @import { Chip, ChipsData as Data, ChipsState as State } from "./types.d.ts" */

export const about = (/** @type {Data} */ { rows }) => rows;

/** @param {Drawing<Data, State>} drawing */
export default function Chips({ data: { title, rows, picks, layout }, state, set, choose }) {
  const firsts = rows.map((_, row) => rows.slice(0, row).flatMap(({ chips }) => chips).length);
  const [row, place] = state.chosen ?? [0, 0];
  const stop = state.stop ?? firsts[row] + place;
  const go = (/** @type {number} */ to) => set({ stop: to });
  return html`
    <div class=${layout} role="group" aria-label=${title}
      onkeydown=${picks && roving(go)}>
      ${rows.map(({ name, chips }, at) =>
        html`
          <div>
            ${name && html`<div class="name">${name}</div>`}
            <div class="row" dir="auto" role=${!picks && "list"}>
              ${chips.map((chip, place) => One(chip, at, place))}
            </div>
          </div>
        `
      )}
    </div>
  `;

  /** @param {Chip} chip @param {number} row @param {number} place */
  function One({ token, kind, lines, begins }, row, place) {
    const isOn = state.chosen?.[0] === row && state.chosen[1] === place;
    const at = firsts[row] + place;
    const press = () => {
      go(at);
      choose({ chosen: [row, place] });
    };
    const inside = html`
      <span class="token">${spans(token)}</span>
      ${lines.map((line, at) => html`<span class="line ${!at && "first"}">${line}</span>`)}
    `;
    const known = { class: `chip ${kind} ${begins && "begins"} ${isOn && "on"}` };
    return picks
      ? html`
        <button type="button" all=${known} aria-pressed=${String(isOn)} tabindex=${tab(at, stop)}
          onclick=${press}>${inside}</button>
      `
      : html`<div role="listitem" all=${known}>${inside}</div>`;
  }
}

export const numbers = (/** @type {Data} */ { rows }) => ({
  tokens: rows.flatMap(({ name, chips }) =>
    chips.map(({ token, lines }, place) => ({
      ...{ line: name, place: place + 1, token },
      ...Object.fromEntries(lines.map((words, at) => [`below_${at + 1}`, words])),
    }))
  ),
});
