// What drawings of masks share: the names above columns.
import { Line, Words } from "../../drawings/marks.js";
import { fitted, tspans, wide } from "../../drawings/token.js";

const TIER = 17; // pixels of a line of names
const HIGHEST = 62; // pixels of names that are turned: above them stand other words

/** Level where all of them fit, else in two lines, each name over its column; only where that is
 * too narrow do they slant, or stand upright. Gives the height they take, too.
 * @param {readonly string[]} names
 * @param {{ left: number, cell: number, kind: (column: number) => string, size: number,
 *   measure: Measure }} at  `kind` are classes */
export function columnNames(names, { left, cell, kind, size, measure }) {
  const longest = (/** @type {readonly string[]} */ all) =>
    Math.max(...all.map((name) => wide(name, measure, size, 600)));
  const tiers = [1, 2].find((count) => longest(names) <= count * cell - 4);
  const isUpright = cell < 22;
  const rise = isUpright ? 1 : 0.72; // of a name's length its height
  const most = (HIGHEST - 14) / rise;
  const said = tiers ? names : names.map((name) => fitted(name, most, measure, size, 600));
  const height = tiers ? tiers * TIER + (tiers === 1 ? 5 : 7) : longest(said) * rise + 14;
  const shown = said.map((name, column) => {
    const x = left + (column + 0.5) * cell + (isUpright && !tiers ? 4 : 0);
    const isUpper = tiers === 2 && column % 2 === 0;
    const y = height - 5 - (isUpper ? TIER : 0);
    return [
      Words(`side ${kind(column)}`, x, y, tspans(name), {
        transform: !tiers && `rotate(${isUpright ? -90 : -46} ${x} ${y})`,
        "text-anchor": tiers ? "middle" : "start",
      }),
      isUpper && Line(`leader ${kind(column)}`, x, y + 5, x, height - 3),
    ];
  });
  return { height, shown };
}
