// Who sees whom, a row for every token that asks, one of them lit; beside it the halves of the
// Transformer that the family uses.
import { fill } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { Legend } from "../../drawings/legend.js";
import { clamp } from "../../drawings/math.js";
import { next } from "../../drawings/roving.js";
import { bare, fitted, tspans } from "../../drawings/token.js";

/** Boxes from the bottom up, a title and a note, without a title a free place.
 * @typedef {{ name: string, tone: string, boxes: [string, string][] }} Stack */
/** What there is between two tokens, see `LOOKS`; `row` is lit at first. `over` are the boxes of the
 * left and the right stack between which something goes over; `mask` and `direction` are said.
 * @typedef {{ name: string, names: string[], states: number[][], row: number, stacks: Stack[],
 *   over: [number, number] | null, mask: string, direction: string }} Data */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, { at: number }>} Kin */

const LOOKS = ["hidden", "self", "cross"]; // states from 0; below, there is no attention
const [LEAST, MOST] = [11, 22]; // pixels of a cell
const LABEL = 82; // of the longest name that is written out
const [TALL, PITCH] = [34, 43]; // of a box, and from one to the next
const [SLIM, BETWEEN, MORE] = [500, 22, 1.2]; // two panels, the first of them wider

/** @param {Data} data */
export const start = ({ row }) => ({ at: row });
/** @param {Data} data */
export const about = ({ name, names, row }) => JSON.stringify([name, names, row]);

/** @param {Kin} drawing */
export default function Kin(drawing) {
  const { data, words, state: { at }, width } = drawing;
  const all = data.states.flat();
  const seen = data.states[at].filter((state) => state > 0).length;
  const looks = ["self", "cross", "hidden"].filter((look) => all.includes(LOOKS.indexOf(look)));
  const wide = width < SLIM ? width : (width - BETWEEN) * MORE / (MORE + 1);
  return html`
    <div class="panels">
      <div>
        <div class="head">${words.who}</div>
        <div class="around">${Grid(drawing, wide)}</div>
        <div class="told" role="status">${fill(words.told, {
          token: bare(data.names[at]),
          seen,
          all: data.names.length,
        })}</div>
        ${Legend(looks.map((look) => ({ mark: look, words: words[look] })))}
        <div class="line">${data.mask}</div>
      </div>
      <div>
        <div class="head">${words.which}</div>
        ${Halves(drawing)}
        <div class="line">${data.direction}</div>
      </div>
    </div>
  `;
}

/** @param {Kin} drawing @param {number} width */
function Grid({ data, words, state: { at }, set, measure }, width) {
  const { name, names, states } = data;
  const label = Math.min(LABEL, Math.max(...names.map((one) => measure(one, 12, 600))) + 6) + 2;
  const size = clamp(Math.floor((width - label - 2) / names.length), LEAST, MOST);
  const long = names.length * size;
  const font = clamp(size - 2, 9, 12);
  const [hidden, own, cross] = LOOKS.map((_, one) =>
    states.flat().filter((state) => state === one).length
  );
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const to = next(event.key, at, names.length);
    if (to === null) return;
    event.preventDefault();
    set({ at: to });
  };
  const back = (/** @type {PointerEvent} */ { pointerType }) =>
    pointerType === "mouse" && set(start(data));
  return html`
    <svg class="grid" tabindex="0" role="group" width=${label + long + 2} height=${label + long + 2}
      aria-label=${fill(words.map, { name, seen: own + cross, hidden })}
      onkeydown=${pressed} onpointerleave=${back}>
      ${names.map((one, row) => {
        const y = label + row * size;
        const middle = (row + 0.5) * size + font * 0.36;
        const words = tspans(fitted(one, label - 6, measure, font, 600));
        return svg`
          ${LOOKS.map((look, state) => {
            const cells = states[row].map((one, x) =>
              one === state
                ? `M${label + x * size + 0.5} ${y + 0.5}h${size - 1}v${size - 1}h${1 - size}z`
                : ""
            );
            return svg`<path class="${look} ${row === at && "lit"}" d=${cells.join("")} />`;
          })}
          <text class="name" x=${label - 5} y=${label + middle} font-size=${font}>${words}</text>
          <text class="above ${states[at][row] > 0 && "seen"}" font-size=${font}
            transform="translate(${label + middle} ${label - 5}) rotate(-90)">${words}</text>
          <rect class="hit" y=${y} width=${label + long} height=${size}
            onpointerenter=${() => set({ at: row })} />
        `;
      })}
      <rect class="frame" x=${label - 1} y=${label + at * size} width=${long +
        2} height=${size} rx="4" />
    </svg>
  `;
}

/** Two stacks; what a family leaves out is dashed, and nothing flows through it. @param {Kin} drawing */
function Halves({ data: { name, stacks, over }, words }) {
  const [left, right] = stacks.map(({ name, boxes }) => {
    const told = boxes.filter(([title]) => title)
      .map(([title, note]) => (note ? `${title} (${note})` : title));
    return `${name}: ${told.join(", ")}`;
  });
  const [one, other] = stacks.map(({ name, tone, boxes }) => {
    const drawn = boxes.map(([title, note], row) => {
      const long = boxes[row - 1]?.[0] ? PITCH - TALL : 2 * PITCH - TALL;
      const isFed = boxes.slice(0, row).some(([title]) => title) && tone !== "none";
      return html`
        <div class="${title && "box"} ${row % 5 === 0 && "end"}">
          <span class="title">${title}</span>${note && html`<span class="note">${note}</span>`}
          ${title && isFed && html`
            <svg class="flow" width="9" height=${long}>
              <path d="M4.5 ${long}V1m-3.5 5l3.5 -5l3.5 5" />
            </svg>
          `}
        </div>
      `;
    });
    return html`<div class="stack ${tone}"><div class="name">${name}</div>${drawn.toReversed()}</div>`;
  });
  const [from, to] = (over ?? []).map((row) => (5 - row) * PITCH + 24 + TALL / 2);
  return html`
    <div class="halves" role="img" aria-label=${fill(words.halves, { name, left, right })}>
      ${one}
      <svg width="20">${over && svg`<path d="M0 ${from}H10V${to}H19m-5 -3.5l5 3.5l-5 3.5" />`}</svg>
      ${other}
    </div>
  `;
}

/** The map as it stands. @param {Data} data */
export const numbers = ({ names, states }) => [{
  name: "map",
  rows: names.flatMap((query, q) =>
    names.map((key, k) => ({ query, key, look: LOOKS[states[q][k]] ?? "" }))
  ),
}];
