// What the decoder proposes: the most probable tokens, the rest of the vocabulary in one bar, and the
// way of the chosen one back to the next row.
import { offered } from "../../drawings/answers.js";
import { percent } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { Box, Path, ribbon, Words } from "../../drawings/marks.js";
import { wide } from "../../drawings/token.js";
import { clip, flying } from "./opening.js";
import { Label, rounded, Token } from "./shapes.js";
import { spoken } from "./caption.js";

/** @typedef {import("./flow.js").Scene} Scene */
/** @typedef {import("./model.js").Candidate & { others?: boolean }} Entry */

const BAR = 22;

/** @param {Scene} scene */
export function Output(scene) {
  const { g, data, model, words, state, rows, row, measure, moment } = scene;
  const { list, rest } = model.candidates[row];
  const others = { token: words.rest, probability: rest, rank: 0, chosen: false, others: true };
  /** @type {Entry[]} */
  const entries = model.isTold ? [...list, others] : list;
  const chosen = list.findIndex((entry) => entry.chosen);
  const hasBack = row === state.at && row < data.fed.length - 1 && chosen >= 0;
  return svg`
    <g aria-hidden="true" opacity=${moment && Math.min(1, 4 * moment.output)}>
      <g clip-path=${clip(moment, "fan")}>${g.isWide ? Fan() : DownArrow()}</g>
      ${entries.map(Bar)} ${hasBack && Back(list[chosen].token, g.barY(chosen) + BAR / 2)}
    </g>
  `;

  /** @param {Entry} entry @param {number} line */
  function Bar({ token, probability, chosen, others }, line) {
    const [y, label, inset] = [g.barY(line), g.isPhone ? 92 : 88, g.isPhone ? 0 : 4];
    const [x, full, high] = [g.outputX + label, g.outputWidth - label - 52, BAR - 8];
    const kind = others ? "others" : chosen ? "chosen" : "candidate";
    const width = Math.max(1.5, full * probability) * (moment?.output ?? 1);
    const size = others ? 12.5 : 14.5;
    return svg`
      <g class=${kind}>
        ${chosen && Box("ground", g.outputX - inset, y - 2, g.outputWidth + inset, 26, { rx: 6 })}
        ${Token(measure, "proposed", token, g.outputX + 4, y + BAR / 2, label - 10, size)}
        ${model.isTold && [
          Box("whole", x, y + 4, full, high, { rx: 3 }),
          Box("bar", x, y + 4, width, high, { rx: 3 }),
          Words("tabular share", g.outputX + g.outputWidth - 2, y + 15.5, percent(probability), {
            opacity: moment?.output,
          }),
        ]}
      </g>
    `;
  }

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
    const end = g.outputX + scene.nameWidth("output") + 10;
    const d = rounded([[g.tilesEnd + 8, middle], [x, middle], [x, y], [end, y]]);
    return Path("down", d, { "marker-end": "url(#arrow)" });
  }

  /** The dashed line that carries the chosen token back: it is the next input. It goes right of the bars
   * and below all; where the bars stand below the rows, up at their left.
   * @param {string} token @param {number} from */
  function Back(token, from) {
    const y = rows.top(state.at + 1) + g.rowHeight / 2;
    const box = Math.min(78, g.labelEnd - g.rail - (g.isWide ? 4 : 16));
    const [right, left, start] = [g.width - 6, g.rail - 18, g.outputX + g.outputWidth + 2];
    const around = [[right, from], [right, g.feedbackY], [left, g.feedbackY], [left, y]];
    const way = g.isWide ? [[start, from], ...around] : [[g.outputX - 2, from], [6, from], [6, y]];
    const points = [...way, [g.labelEnd - box, y]];
    const [height, size] = [Math.min(21, g.rowHeight), g.isPhone ? 12 : 13.5];
    const fly = flying(scene, points, wide(token, measure, size, 600) / 2);
    const x = g.labelEnd + 14;
    const long = measure(words.feedback, 13, 600);
    const fit = Math.min(13, 13 * (g.width - x - 14) / long); // what it means stands beside its end
    const room = long * fit / 13 + 16;
    return svg`
      ${Path("back", rounded(points), {
        ...{ "stroke-dasharray": fly.dashes, "marker-end": fly.isHome && "url(#arrow)" },
      })}
      <g opacity=${fly.rest}>
        ${Box("home", g.labelEnd - box + 4, y - height / 2, box, height, { rx: 6 })}
        ${Label(x - 8 + room / 2, y, room, "feedback", words.feedback, fit)}
      </g>
      <g all=${fly.token}>
        ${Token(measure, "fed back", token, g.labelEnd, y, box - 8, size)}
      </g>
    `;
  }
}

/** In a lesson: the candidates, each to be pressed. @param {Scene} scene */
export const Choices = (scene) =>
  scene.data.choices.map((token, line) =>
    Box("choice", scene.g.outputX - 4, scene.g.barY(line) - 2, scene.g.outputWidth, 26, {
      ...{ rx: 6, "aria-label": spoken(token, scene.words) },
      ...offered(scene, scene.data.source.length + line),
    })
  );
