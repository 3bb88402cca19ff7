// The way of what the decoder proposes: out of its row to the most probable tokens and the rest of the
// vocabulary, and of the chosen one back to the next row.
import { svg } from "../../drawings/html.js";
import { Box, Path, ribbon } from "../../drawings/marks.js";
import { rounded } from "./shapes.js";

/** @typedef {import("./flow.js").Scene} Scene */

const BAR = 22;

/** @param {Scene} scene */
export function Output({ g, data, model, words, state, rows, row, measure, entries }) {
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

  /** Narrow pages have the output below: one arrow leads there. */
  function DownArrow() {
    const [x, y, middle] = [g.width - 8, g.outputY + 9, rows.middle(row)];
    const end = g.outputX + measure(words.output, 15.5, 700) + 24;
    const d = rounded([[g.tilesEnd + 8, middle], [x, middle], [x, y], [end, y]]);
    return Path("down", d, { "marker-end": "url(#arrow)" });
  }

  /** The dashed line that carries the chosen token back: it is the next input. It goes right of the bars
   * and below all; where the bars stand below the rows, up at their left.
   * @param {number} from */
  function Back(from) {
    const y = rows.top(state.at + 1) + g.rowHeight / 2;
    const [right, left, start] = [g.width - 6, g.rail - 18, g.outputX + g.outputWidth + 2];
    const around = [[right, from], [right, g.feedbackY], [left, g.feedbackY], [left, y]];
    const way = g.isWide ? [[start, from], ...around] : [[g.outputX - 2, from], [6, from], [6, y]];
    const points = [...way, [g.labelEnd - g.homeWidth, y]];
    return Path("back opens", rounded(points), { "marker-end": "url(#arrow)" });
  }
}
