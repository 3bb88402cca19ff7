// Outlines of ribbons, cables and vectors, and words on them. Every width is linear in its number
// where it arrives.
import { svg } from "../../drawings/html.js";
import { Box, boxed, Path, px, ribbon, Words } from "../../drawings/marks.js";
import { range, sum } from "../../drawings/math.js";

const CURVE_POINTS = 28;
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

/** One strand of a cable: from (fromX, fromY) of a memory tile, `wide` there, down into the channel and
 * around the corner into its row; its edges along the normal, so that the width is true at any slope.
 * `before` px of the stack are taken by other strands.
 * @param {{ fromX: number, fromY: number, channelRight: number, channelY: number, rowTop: number,
 *   tileX: number, before: number, width: number, wide: number }} strand */
export function cable(
  { fromX, fromY, channelRight, channelY, rowTop, tileX, before, width, wide },
) {
  const corner = 4 + before; // inner radius; the outer one keeps the strand's width
  const outer = corner + width;
  const right = channelRight - before;
  const [left, top] = [right - width, rowTop + before];
  const x1 = (left + right) / 2;
  const bend = Math.min(0.56, 0.44 + Math.abs(x1 - fromX) / 2600) * (channelY - fromY);
  const sides = range(CURVE_POINTS + 1).map((point) => {
    const t = point / CURVE_POINTS;
    const [x, dx] = cubic(t, [fromX, fromX, x1, x1]);
    const [y, dy] = cubic(t, [fromY, fromY + bend, channelY - bend, channelY]);
    const half = (wide + (width - wide) * Math.min(1, t * t * (3 - 2 * t) * 1.35)) / 2;
    const share = half / (Math.hypot(dx, dy) || 1);
    return [-1, 1].map((sign) => `${px(x + sign * dy * share)} ${px(y - sign * dx * share)}`);
  });
  const [down, up] = [0, 1].map((side) => sides.map((both) => both[side]));
  return `M${down.join("L")}L${px(left)} ${px(top + width - outer)}` +
    `A${px(outer)} ${px(outer)} 0 0 0 ${px(left + outer)} ${px(top + width)}H${px(tileX)}` +
    `V${px(top)}H${px(right + corner)}A${px(corner)} ${px(corner)} 0 0 1 ${px(right)} ` +
    `${px(top - corner)}L${up.toReversed().join("L")}Z`;
}

/** Where a cubic curve is, and its slope. @param {number} t @param {number[]} points */
function cubic(t, [p0, p1, p2, p3]) {
  const u = 1 - t;
  return [
    u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3,
    3 * u * u * (p1 - p0) + 6 * u * t * (p2 - p1) + 3 * t * t * (p3 - p2),
  ];
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
