// Outlines of ribbons, cables and vectors, and words on them. Every width is linear in its number
// where it arrives.
import { svg } from "../../drawings/html.js";
import { Box, boxed, Path, px, ribbon, Words } from "../../drawings/marks.js";
import { range, sum } from "../../drawings/math.js";

const SHADES = 16; // of the numbers of a vector
const NUMBERS = 8;

/** The ribbons of a self-attention that are worth a node: `weight` of what asks and what is looked at,
 * `middle` and `size` of a tile. They arrive side by side over the whole tile; what leaves one sums to
 * any number, above 1 it is squeezed into the tile.
 * @param {{ count: number, least: number, weight: (query: number, key: number) => number,
 *   middle: (at: number) => number, size: (at: number) => number, from: number, to: number,
 *   isDown?: boolean }} layer */
export function selfRibbons({ count, least, weight, middle, size, from, to, isDown }) {
  const all = range(count);
  const leaving = all.map((key) => sum(all.map((query) => weight(query, key))));
  const begins = all.map((key) => middle(key) - Math.min(1, leaving[key]) * size(key) / 2);
  return all.flatMap((query) => {
    let end = middle(query) - size(query) / 2;
    return all.map((key) => {
      const [share, a, b] = [weight(query, key), begins[key], end];
      const [narrow, wide] = [share * size(key) / Math.max(1, leaving[key]), share * size(query)];
      begins[key] += narrow;
      end += wide;
      const d = share > least ? ribbon(a, narrow, from, b, wide, to, isDown) : "";
      return { query, key, weight: share, d };
    });
  }).filter(({ d }) => d);
}

/** The middle of a strand of a cable, `width` px wide: from a memory tile down into the channel and
 * around the corner into its row; `before` px of the stack are taken by other strands.
 * @param {{ fromX: number, fromY: number, channelRight: number, channelY: number, rowTop: number,
 *   tileX: number, before: number, width: number }} strand */
export function cable({ fromX, fromY, channelRight, channelY, rowTop, tileX, before, width }) {
  const [x, y] = [channelRight - before - width / 2, rowTop + before + width / 2].map(px);
  const [bend, corner] = [0.5 * (channelY - fromY), px(4 + before + width / 2)];
  return `M${px(fromX)} ${fromY}C${px(fromX)} ${fromY + bend} ${x} ${channelY - bend} ` +
    `${x} ${channelY}V${px(y - corner)}A${corner} ${corner} 0 0 0 ${px(x + corner)} ${y}H${
      px(tileX)
    }`;
}

/** A path through points, its corners rounded. @param {number[][]} points @param {number} [radius] */
export function rounded(points, radius = 8) {
  const corners = points.slice(1, -1).map(([x, y], at) => {
    const [before, after] = [points[at], points[at + 2]].map(([a, b]) => {
      const share = Math.min(radius / (Math.hypot(a - x, b - y) || 1), 0.5);
      return `${px(x + (a - x) * share)} ${px(y + (b - y) * share)}`;
    });
    return `L${before}Q${px(x)} ${px(y)} ${after}`;
  });
  const [first, last] = [points[0], points[points.length - 1]].map((end) => end.map(px).join(" "));
  return `M${first}${corners.join("")}L${last}`;
}

/** Vectors in small, each at x and y: all tiles of one shade are one outline, for a node each would be
 * thousands. @param {[x: number, y: number, shades?: number[]][]} tiles @param {number} width
 * @param {number} height @param {string} colour */
export function strips(tiles, width, height, colour) {
  const cells = tiles.flatMap(([x, y, shades]) =>
    range(NUMBERS).map((at) => ({
      shade: Math.round((shades?.[at] ?? 0) ** 0.7 * SHADES),
      d: boxed(x + width * at / NUMBERS, y, width / NUMBERS + 0.1, height),
    }))
  );
  const ground = tiles.map(([x, y]) => boxed(x - 0.5, y - 0.5, width + 1, height + 1)).join("");
  const shades = [...Map.groupBy(cells, ({ shade }) => shade)].map(([shade, same]) => {
    const opacity = (0.14 + 0.86 * shade / SHADES).toFixed(2);
    return Path("", same.map(({ d }) => d).join(""), { fill: `var(--${colour})`, opacity });
  });
  return [Path("", ground, { fill: "var(--page)" }), shades];
}

/** A number on a small rounded ground, so that it stays readable over ribbons.
 * @param {number} x @param {number} y @param {string} said @param {string} kind */
export const Pill = (x, y, said, kind) =>
  svg`
    <g class="pill ${kind}">
      ${Box("", x - 14.5, y - 8, 29, 15, { rx: 7.5 })} ${Words("number", x, y + 4, said)}
    </g>
  `;
