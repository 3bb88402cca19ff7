// Who sees whom, a row for every token that asks, one of them lit; before it the halves of the
// Transformer that the family uses. From one family to the next the map stays, and its blocks move.
import { arrows, bare, crossed, fill, html, Legend, spans, svg } from "../../drawings/parts.js";
/** @import { Block, Stack, Data, Kin } from "./types.d.ts" */

const LOOKS = ["hidden", "self", "cross"]; // states from 0; below, there is no attention
const [TALL, PITCH] = [34, 43]; // of a box, and from one to the next

export const start = (/** @type {Data} */ { row }) => ({ at: row });
export const about = (/** @type {Data} */ { name, names, row }) => [name, names, row];

/** The stretches of the map: of the left stack, of the right one, and between them. A family of one
 * stack has it in both places, once unseen, so that what is the same in the next family stays.
 * @param {Pick<Data, "names" | "left">} data @returns {Block[]} */
export function blocks({ names: { length }, left }) {
  const isOne = left === 0 || left === length;
  const [end, from] = isOne ? [length, 0] : [left, left];
  return [
    { rows: [0, end], keys: [0, end], isOn: left > 0 },
    { rows: [from, length], keys: [from, length], isOn: left < length },
    { rows: [end, length], keys: [0, from], isOn: !isOne },
  ];
}

export default function Kin(/** @type {Kin} */ { data, words, state: { at }, set }) {
  const { name, names, states, stacks, over } = data;
  const [hidden, own, cross] = LOOKS.map((_, look) =>
    states.flat().filter((state) => state === look).length
  );
  const seen = states[at].filter((state) => state > 0).length;
  const told = { token: bare(names[at]), seen, all: names.length };
  const looks = Object.entries({ self: own, cross, hidden }).filter(([, count]) => count > 0);
  return html`
    <div class="panels">
      <div>
        <div class="head">${words.which}</div>
        ${Halves()}
        <div class="line">${data.direction}</div>
      </div>
      <div class="around">
        <div class="square" tabindex="0" role="group" style="--token-count: ${names.length}"
          aria-label=${fill(words.map, { name, seen: own + cross, hidden })}
          onkeydown=${arrows(at, names.length, (to) => set({ at: to }))}
          onpointerleave=${({ pointerType }) => pointerType === "mouse" && set(start(data))}>
          ${names.map((one, row) =>
            html`
              <span class="above ${states[at][row] > 0 && "seen"}" style="--token-at: ${row}">
                ${spans(one)}
              </span>
              <span class="name ${row === at && "seen"}" style="--token-at: ${row}">
                ${spans(one)}
              </span>
            `
          )}
          ${blocks(data).map(Block)}
          <b class="frame" style="--token-at: ${at}"></b>
        </div>
        <div class="told" role="status">${fill(words.told, told)}</div>
        ${Legend(looks.map(([mark]) => ({ mark, words: words[mark] })))}
      </div>
    </div>
  `;

  /** The cells between two stretches of tokens. */
  function Block(/** @type {Block} */ { rows: [top, bottom], keys: [left, right], isOn }) {
    const rows = `--row-from: ${top}; --row-to: ${bottom}`;
    return html`
      <div class="block ${!isOn && "off"}"
        style="${rows}; --key-from: ${left}; --key-to: ${right}">
        ${states.slice(top, bottom).map((row, asks) =>
          html`
            <div class=${top + asks === at && "lit"}
              onpointerenter=${() => set({ at: top + asks })}>
              ${row.slice(left, right).map((state) =>
                html`<i class=${LOOKS[state] ?? "none"}></i>`
              )}
            </div>
          `
        )}
      </div>
    `;
  }

  /** Two stacks; what a family leaves out is dashed, and nothing flows through it. */
  function Halves() {
    const [left, right] = stacks.map(({ name, boxes }) => {
      const told = boxes.filter(([title]) => title)
        .map(([title, note]) => (note ? `${title} (${note})` : title));
      return `${name}: ${told.join(", ")}`;
    });
    const [from, to] = (over ?? []).map((row) => (5 - row) * PITCH + 24 + TALL / 2);
    const across = over && svg`<path d="M0 ${from}H10V${to}H19m-5 -3.5l5 3.5l-5 3.5" />`;
    return html`
      <div class="halves" role="img" aria-label=${fill(words.halves, { name, left, right })}>
        ${Stack(stacks[0])} <svg width="20">${across}</svg> ${Stack(stacks[1])}
      </div>
    `;
  }
}

function Stack(/** @type {Stack} */ { name, tone, boxes }) {
  const drawn = boxes.map(([title, note], row) => {
    const long = boxes[row - 1]?.[0] ? PITCH - TALL : 2 * PITCH - TALL;
    const isFed = title && tone !== "none" && boxes.slice(0, row).some(([title]) => title);
    return html`
      <div class="${title && "box"} ${row % 5 === 0 && "end"}">
        <span class="title">${title}</span>${note && html`<span class="note">${note}</span>`}
        ${isFed && html`<i class="flow" style="height: ${long}px"></i>`}
      </div>
    `;
  });
  return html`<div class="stack ${tone}"><div class="name">${name}</div>${drawn.toReversed()}</div>`;
}

/** The map as it stands. @param {Data} data */
export const numbers = ({ names, states }) => ({
  map: crossed(names, names, (query, key, q, k) => (
    { query, key, look: LOOKS[states[q][k]] ?? "" }
  )),
});
