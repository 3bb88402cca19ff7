// Words drift on a plane from state to state of a training, and gather in groups.
import { decimal, fill } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { Legend } from "../../drawings/legend.js";
import { PlayButton } from "../../drawings/play.js";
import { Slider } from "../../drawings/slider.js";
import { Field, OUTLINES } from "./field.js";

/** Words of one kind; `places` of each at every state, on two axes.
 * @typedef {{ name: string, tone: string, tokens: string[], places: [number, number][][] }} Group */
/** `within` and `across`: the mean cosine of two words of one group and of two, at every state.
 * @typedef {{ groups: Group[], states: string[], within: number[], across: number[] }} Data */
/** `lit` is the word that is looked at.
 * @typedef {Drawing<Data, { at: number, lit: number | null }>} Drift */

const EVERY = 900; // milliseconds a state stands while it plays
const TAKES = 520; // of which words are on their way
const SLIM = 720;
const SIDE = 272; // pixels of what stands beside the plane

export const start = () => ({ lit: null });
export const about = (/** @type {Data} */ { states, groups }) =>
  JSON.stringify([states, groups.map((one) => one.tokens)]);

/** All words, their places as shares of the farthest on either axis. @param {Group[]} groups
 * @returns {import("./field.js").Word[]} */
function wordsOf(groups) {
  const all = groups.flatMap(({ places }) => places.flat());
  const [wide, high] = [0, 1].map((axis) => Math.max(...all.map((place) => Math.abs(place[axis]))));
  return groups.flatMap(({ tokens, places, tone }, group) =>
    tokens.map((word, index) => (
      { word, tone, group, path: places[index].map(([x, y]) => [x / wide, y / high]) }
    ))
  );
}

/** @param {Drift} drawing */
export default function Drift(drawing) {
  const { data: { groups, states, within, across }, words, state: { at }, width, clock } = drawing;
  const all = wordsOf(groups);
  const now = clock.toward(all.flatMap(({ path }) => path[at]), TAKES);
  const values = { label: words.state, max: states.length - 1, value: at, told: states[at] };
  const told = { within: decimal(within[at]), across: decimal(across[at]) };
  return html`
    <div class="bar">
      ${PlayButton(drawing, words.play, states.length, EVERY)}
      ${Slider(drawing, values, (to) => ({ at: to }))} <strong>${states[at]}</strong>
    </div>
    <div class="both">
      <div class="field">${Field(drawing, all, now, width < SLIM ? width : width - SIDE)}</div>
      <div class="side">
        ${Legend(groups.map(({ name, tone }, group) => ({
          mark: tone,
          words: name,
          inside: html`
            <svg viewBox="-7 -7 14 14">
              <path class="mark" d=${OUTLINES[group]} />
            </svg>
          `,
        })))}
        <div class="alike">${fill(words.alike, told)}</div>
      </div>
    </div>
  `;
}

/** Where every word lies at every state, and how alike words are. @param {Data} data */
export function numbers({ groups, states, within, across }) {
  const rows = groups.flatMap(({ name: group, tokens, places }) =>
    tokens.flatMap((word, index) =>
      places[index].map(([x, y], at) => ({ group, word, state: states[at], x, y }))
    )
  );
  const alike = states.map((state, at) => ({ state, within: within[at], across: across[at] }));
  return [{ name: "words", rows }, { name: "likeness", rows: alike }];
}
