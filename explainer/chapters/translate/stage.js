// The drawing itself: its layers in the order in which they lie on each other.
import { Box, fill, Gradient, Hatch, html, Path, pulling, px } from "../../drawings/parts.js";
import { ribbon, Stroke, svg } from "../../drawings/parts.js";
import { spoken } from "./around.js";
import { decoder, encoder, rounded } from "./bands.js";
import { Over } from "./over.js";
/** @import { Scene } from "./flow.js" */

const BAR = 22; // pixels

export function Stage(/** @type {Scene} */ scene) {
  const { data: { source, predicted }, words, state, g, asks, isOpening, set } = scene;
  const [above, below] = [encoder(scene), decoder(scene)];
  const said = (/** @type {string[]} */ all) => all.map((one) => spoken(one, words)).join(" ");
  const target = said(predicted.slice(0, state.at + 1));
  // In a lesson the cable of the step is the reader's: strands are pulled down out of the memory.
  const isPulled = asks?.kind === "shares";
  const field = isPulled && pulling(scene, source.length, (x, y) => [
    Math.floor((x - g.sourceX(0)) / g.column + 0.5),
    (y - g.memoryY) / (g.decoderY - g.memoryY),
  ]);
  const hand = (/** @type {number} */ at) =>
    Stroke(scene, source, at, [g.sourceX(at), g.memoryY + g.memoryHeight / 2]);
  return html`
    <div class="stage ${isPulled && "by-hand"}" role="group" all=${field || {}}
      aria-label=${fill(words.figure, { source: said(source), target })}>
      <svg class="main" aria-hidden="true" viewBox="0 0 ${g.width} ${px(g.height)}"
        height=${px(g.height)}>
        <defs>${Defs(scene)}</defs>
        ${Bands(scene)} ${below.boxes} ${above.ribbons} ${below.ribbons} ${above.cables}
        <g class="opens encoder">${above.stages}</g>
        ${below.axes} ${below.rows} ${Output(scene)} ${above.weights} ${below.weights}
      </svg>
      ${Over(scene)} ${isPulled && source.map((_, at) => hand(at))} ${isOpening && html`
        <button type="button" class="skip" data-screen onclick=${() => set({ begun: null })}>
          ${words.skip}
        </button>
      `}
    </div>
  `;
}

/** The blue deepens down to the memory, a cable turns from blue to violet; what is hidden is hatched. */
const Defs = (/** @type {Scene} */ { g, data }) =>
  svg`
    ${Gradient("deepen", [0, g.stageY(0)], [0, g.stageY(data.layers.encoder)], [[0, 1], [1, 1]])}
    ${Gradient("pour", [0, g.memoryEnd], [0, g.rowsY + 4], [[0, 1], [0.5, 1]])}
    ${Hatch()}
    <marker id="arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="12" markerHeight="12"
      markerUnits="userSpaceOnUse" orient="auto">
      <path d="M0 .5L7 4 0 7.5z" fill="var(--target)" />
    </marker>
  `;

function Bands(/** @type {Scene} */ { g }) {
  const top = g.sourceY - 6 - (g.isWide ? 0 : 20);
  return [
    Box("source_band", g.bandX, top, g.bandWidth, g.memoryEnd + 8 - top, { rx: 14 }),
    Box("target_band", g.bandX, g.decoderY, g.decoderWidth, g.decoderEnd - g.decoderY, { rx: 14 }),
  ];
}

/** The way of what the decoder proposes: out of its row to the most probable tokens and the rest of the
 * vocabulary, and of the chosen one back to the next row. @param {Scene} scene */
function Output({ g, data, model, state, rows, row, entries }) {
  const chosen = entries.findIndex((entry) => entry.chosen);
  const hasBack = row === state.at && row < data.fed.length - 1 && chosen >= 0;
  return svg`
    <g class="opens fans">${g.isWide ? Fan() : DownArrow()}</g>
    ${hasBack && Back(g.barY(chosen) + BAR / 2)}
  `;

  /** From the row to the bars, each strand as wide as its probability, or all the same. */
  function Fan() {
    const [start, split] = [g.tilesEnd + 2, g.width - g.right - 22];
    const tile = rows.tile(row);
    let top = rows.middle(row) - tile / 2;
    const stem = Box("fan chosen", start, top, split - start + 0.5, tile);
    const strands = entries.map(({ probability, others, chosen }, line) => {
      const share = model.isTold ? probability : 1 / entries.length;
      const end = Math.max(0.9, BAR * share);
      const to = g.barY(line) + BAR / 2 - end / 2;
      const d = ribbon(top, tile * share, split, to, end, g.outputX - 6);
      top += tile * share;
      return Path(`fan ${chosen ? "chosen" : ""} ${others ? "others" : ""}`, d);
    });
    return [stem, strands];
  }

  /** Narrow pages have the output below: one arrow leads to what is chosen. */
  function DownArrow() {
    const [x, y, middle] = [g.width - 6, g.barY(Math.max(0, chosen)) + BAR / 2, rows.middle(row)];
    const end = g.outputX + g.outputWidth;
    const d = rounded([[g.tilesEnd + 8, middle], [x, middle], [x, y], [end, y]]);
    return Path("down", d, { "marker-end": "url(#arrow)" });
  }

  /** The dashed line that carries the chosen token back: it is the next input. It goes right of the
   * bars and below all; where the bars stand below the rows, up at their left. */
  function Back(/** @type {number} */ from) {
    const y = rows.top(state.at + 1) + g.rowHeight / 2;
    const [right, left, start] = [g.width - 6, g.rail - 18, g.outputX + g.outputWidth + 2];
    const around = [[right, from], [right, g.feedbackY], [left, g.feedbackY], [left, y]];
    const way = g.isWide ? [[start, from], ...around] : [[g.outputX - 2, from], [6, from], [6, y]];
    const points = [...way, [g.labelEnd - g.homeWidth, y]];
    return Path("back opens", rounded(points), { "marker-end": "url(#arrow)" });
  }
}
