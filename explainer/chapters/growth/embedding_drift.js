// Words drift on a plane from state to state of a training, and gather in groups.
import { decimal, fill } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { PlayButton } from "../../drawings/play.js";
import { Slider } from "../../drawings/slider.js";
import { Field, OUTLINES } from "./field.js";

/** Words of one kind; `places` of each at every state, on two axes.
 * @typedef {{ name: string, tone: string, tokens: string[], places: [number, number][][] }} Group */
/** `within` and `across`: the mean cosine of two words of one group and of two, at every state.
 * @typedef {{ groups: Group[], states: string[], within: number[], across: number[] }} Data */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, { at: number, lit: number | null }>} Drift
 *   `lit` is the word that is looked at */

const EVERY = 900; // milliseconds a state stands while it plays
const TAKES = 520; // of which words are on their way
const SLIM = 720;
const SIDE = 272; // pixels of what stands beside the plane

export const start = () => ({ lit: null });
/** @param {Data} data */
export const about = ({ states, groups }) =>
  JSON.stringify([states, groups.map((one) => one.tokens)]);

/** All words, their places as shares of the farthest on either axis. @param {Group[]} groups */
function wordsOf(groups) {
  const all = groups.flatMap(({ places }) => places.flat());
  const [wide, high] = [0, 1].map((axis) => Math.max(...all.map((place) => Math.abs(place[axis]))));
  return groups.flatMap(({ tokens, places, tone }, group) =>
    tokens.map((word, index) => ({
      word,
      tone,
      group,
      path: places[index].map(([x, y]) => /** @type {[number, number]} */ ([x / wide, y / high])),
    }))
  );
}

/** @param {Drift} drawing */
export default function Drift(drawing) {
  const { data: { groups, states, within, across }, words, state: { at, lit } } = drawing;
  const { width, measure, set, clock } = drawing;
  const all = wordsOf(groups);
  const moved = clock.toward(all.flatMap(({ path }) => path[at]), TAKES);
  const isSlim = width < SLIM;
  const field = Field(all, {
    now: all.map((_, index) => [moved[2 * index], moved[2 * index + 1]]),
    at,
    lit,
    width: isSlim ? width : width - SIDE,
    name: words.name,
    axes: [1, 2].map((number) => fill(words.axis, { number })),
    measure,
    look: (word) => set({ lit: word }),
  });
  return html`
    <div class="bar">
      ${PlayButton(drawing, words.play, states.length, EVERY)}
      ${Slider(
        drawing,
        { label: words.state, max: states.length - 1, value: at, told: states[at] },
        (to) => ({ at: to }),
      )}
      <strong>${states[at]}</strong>
    </div>
    <div class="both ${isSlim ? "slim" : ""}">
      <div class="field">${field}</div>
      <div class="side">
        <div class="legend">
          ${groups.map(({ name, tone }, group) =>
            html`
              <span class="entry">
                <svg class=${tone} width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
                  <path class="mark" d=${OUTLINES[group]} />
                </svg>
                <span>${name}</span>
              </span>
            `
          )}
        </div>
        <div class="alike">${fill(words.alike, {
          within: decimal(within[at]),
          across: decimal(across[at]),
        })}</div>
      </div>
    </div>
  `;
}

/** Where every word lies at every state, and how alike words are. @param {Data} data */
export function numbers({ groups, states, within, across }) {
  const rows = groups.flatMap(({ name: group, tokens, places }) =>
    tokens.flatMap((word, index) =>
      states.map((state, at) => {
        const [x, y] = places[index][at];
        return { group, word, state, x, y };
      })
    )
  );
  const alike = states.map((state, at) => ({ state, within: within[at], across: across[at] }));
  return [{ name: "words", rows }, { name: "likeness", rows: alike }];
}
