// The cells of a map: which there are, where a key leads, how deep each is shaded.
import { Path } from "./marks.js";
import { clamp, once } from "./math.js";
import { GAMMA, shade, signedShade } from "./shade.js";
/** @import { MapData as Data, Cell, Shaded } from "./types.d.ts" */

/** The end of the scale. @param {Shaded} data */
export const end = ({ kind, limit, values }) =>
  kind === "weights"
    ? 1
    : limit ?? (Math.max(...values.flat().map((one) => Math.abs(one ?? 0))) || 1);

/** @param {Data["values"]} values @returns {Cell[]} */
export const cellsOf = (values) => values.flatMap((row, q) => row.map((_, k) => [q, k]));

/** Row and column under the pointer, of a field with so many. @type {Kit["cellUnder"]} */
export const cellUnder = ({ clientX, clientY, currentTarget }, rows, columns = 1) => {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const [down, across] = [(clientY - top) / height * rows, (clientX - left) / width * columns];
  return [clamp(Math.floor(down), 0, rows - 1), clamp(Math.floor(across), 0, columns - 1)];
};

/** The cell a key leads to over cells that are there, null for other keys. Home and End go along the
 * row, with Ctrl to the corners. @type {Kit["walk"]} */
export const walk = (values, [q, k], key, isFar = false) => {
  const [bottom, right] = [values.length - 1, values[0].length - 1];
  const ways = /** @type {Record<string, number[]>} */ ({ // where it begins, and its step
    ArrowLeft: [q, k - 1, 0, -1],
    ArrowRight: [q, k + 1, 0, 1],
    ArrowUp: [q - 1, k, -1, 0],
    ArrowDown: [q + 1, k, 1, 0],
    Home: [isFar ? 0 : q, 0, 0, 1],
    End: [isFar ? bottom : q, right, 0, -1],
  });
  if (!ways[key] || isFar && key.startsWith("Arrow")) return null;
  let [row, column, down, across] = ways[key];
  for (; row >= 0 && row <= bottom && column >= 0 && column <= right;) {
    if (values[row][column] !== null) return [row, column];
    [row, column] = [row + down, column + across];
  }
  return [q, k];
};

/** [colour, path] of all cells of one shade, to a hundredth. A cell is 1 × 1; what touches is one box,
 * but where cells stand `apart`. */
export const shades = (/** @type {Shaded} */ data, apart = false) =>
  once(data.values, "shades", apart, () => {
    const [isWeights, limit] = [data.kind === "weights", end(data)];
    const level = (/** @type {number} */ value) =>
      Math.round(100 * (isWeights ? Math.max(0, value) ** GAMMA : value / limit));
    const colour = (/** @type {number} */ level) =>
      isWeights ? shade((level / 100) ** (1 / GAMMA)) : signedShade(level / 100);
    const paths = /** @type {Map<number, string>} */ (new Map());
    data.values.forEach((row, q) => {
      const levels = row.map((value) => value === null ? null : level(value));
      for (let k = 0; k < row.length;) {
        const [from, here] = [k, levels[k]];
        do k += 1; while (!apart && k < row.length && levels[k] === here);
        if (here === null) continue;
        paths.set(here, `${paths.get(here) ?? ""}M${from} ${q}h${k - from}v1H${from}z`);
      }
    });
    return [...paths].map(([here, d]) => [colour(here), d]);
  });

/** The cells as marks. */
export const Cells = (/** @type {Shaded} */ data, apart = false) =>
  shades(data, apart).map(([colour, d]) =>
    Path(apart ? "apart" : "", d, { style: `fill: ${colour}` })
  );
