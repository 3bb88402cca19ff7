// A training that one plays or drags: strings, ribbons and curves move in the browser alone.
import { decimal, fill, grouped, percent } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { PlayButton } from "../../drawings/play.js";
import { Looks, Strings } from "./timeline_scene.js";
import { Timeline } from "./timeline_axis.js";

/** @typedef {"tokens" | "rows" | "train" | "loss"} Curve */
/** The states of a training of the toy `run`: their steps and, null where there is none, what was right
 * and lost; the ids they wrote of held-out strings, and what was wanted; `names` of ids. A head on one
 * of the strings: weights from queries to keys, the names and the colours of both sides. `guess` is
 * right where the order is guessed.
 * @typedef {{ run: string, steps: number[], curves: Record<Curve, (number | null)[]>,
 *   written: number[][][], sources: string[], wanted: number[][], names: string[],
 *   keys: string[], queries: string[], sides: string[], tones: string[],
 *   weights: number[][][], guess: number | null }} Data */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, { at: number }>} Reel */

const EVERY = 700; // milliseconds a state stands while it plays

export const about = (/** @type {Data} */ { steps, queries }) => JSON.stringify([steps, queries]);

/** @param {Reel} drawing */
export default function Reel(drawing) {
  const { data: { run, steps, curves }, words, state: { at } } = drawing;
  const said = fill(words.said, {
    ...{ run, step: grouped(steps[at], 0), tokens: percent(curves.tokens[at] ?? 0) },
    ...{ rows: percent(curves.rows[at] ?? 0, 0), loss: decimal(curves.loss[at] ?? 0, 3) },
  });
  return html`
    <div role="group" aria-label=${words.name}>
      <div class="bar">
        ${PlayButton(drawing, words.play, steps.length, EVERY)}
        <div class="said" role="status">${said}</div>
      </div>
      <div class="scene">${Strings(drawing)} ${Looks(drawing)}</div>
      ${Timeline(drawing, said)}
    </div>
  `;
}

/** The curves, and where the head looks at the state on screen.
 * @param {Data} data @param {{ at: number }} state */
export function numbers({ steps, curves, queries, keys, weights }, { at }) {
  const states = steps.map((step, state) => {
    const measured = Object.entries(curves).map(([name, values]) => [name, values[state]]);
    return { step, ...Object.fromEntries(measured) };
  });
  const looks = queries.flatMap((query, row) =>
    keys.map((key, column) => ({ step: steps[at], query, key, weight: weights[at][row][column] }))
  );
  return [{ name: "states", rows: states }, { name: "weights", rows: looks }];
}
