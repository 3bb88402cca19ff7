// The plane of the words: where each lies, a pale shape round every group, names where there is room.
import { html, svg } from "../../drawings/html.js";
import { meet } from "../../drawings/place.js";

/** @typedef {[number, number]} Point */
/** `x` and `y` from -1 to 1. @typedef {{ word: string, tone: string, group: number, path: Point[] }} Word */

const HEIGHT = 356;
const MARGIN = { side: 46, top: 16 };
const NAME = { size: 13, height: 16 };
const MARK = 11;

/** The marks of the groups. */
export const OUTLINES = [
  "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z",
  "M-5 -5h10v10h-10z",
  "M0 -6.5l6.5 6.5l-6.5 6.5l-6.5 -6.5z",
  "M0 -6.5l6.2 11h-12.4z",
];

/** The corners round points, left turns only (Andrew's monotone chain). @param {Point[]} points */
export function hullOf(points) {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (/** @type {Point} */ o, /** @type {Point} */ a, /** @type {Point} */ b) =>
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (/** @type {Point[]} */ all) => {
    /** @type {Point[]} */
    const chain = [];
    for (const point of all) {
      while (
        chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0
      ) {
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** Where a name stands from its point: beside it, above, below or aslant; null where it finds no
 * room. @param {Point[]} points @param {number[]} widths @param {number} width */
export function roomFor(points, widths, width) {
  const boxes = points.map(([x, y]) => ({
    x: x - MARK / 2,
    y: y - MARK / 2,
    width: MARK,
    height: MARK,
  }));
  return points.map(([x, y], index) => {
    const long = widths[index];
    const at = (/** @type {number} */ dx, /** @type {number} */ dy) => (
      { x: x + dx, y: y + dy, width: long, height: NAME.height }
    );
    const free = [
      at(9, -8),
      at(-long - 9, -8),
      at(-long / 2, -24),
      at(-long / 2, 8),
      at(6, -22),
      at(6, 6),
      at(-long - 6, -22),
      at(-long - 6, 6),
    ].find((box) =>
      box.x >= 0 && box.x + long <= width && box.y >= 0 && !boxes.some((one) => meet(one, box))
    );
    if (!free) return null;
    boxes.push(free);
    return { x: free.x - x, y: free.y - y };
  });
}

/** `now` is where the words are, `at` the state they go to, `lit` the word that is looked at.
 * @param {Word[]} all @param {{ now: Point[], at: number, lit: number | null, width: number,
 *   name: string, axes: string[], measure: import("../../drawings/mount.js").Measure,
 *   look: (word: number | null) => void }} how */
export function Field(all, { now, at, lit, width, name, axes, measure, look }) {
  const [half, middle] = [width / 2, HEIGHT / 2];
  const pixels = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([
    half + x * (half - MARGIN.side),
    middle - y * (middle - MARGIN.top),
  ]);
  const points = now.map(pixels);
  const goals = all.map(({ path }) => pixels(path[at]));
  const widths = all.map(({ word }) => measure(word, NAME.size, 600) + 4);
  const corners = roomFor(goals, widths, width);
  const groups = Map.groupBy(all.keys(), (index) => all[index].group).values();
  const trail = lit === null ? null : all[lit];
  return html`
    <svg width=${width} height=${HEIGHT} role="group" aria-label=${name}>
      <path class="axis" d="M0 ${middle}H${width}M${half} 0V${HEIGHT}" />
      <text class="title end" x=${width} y=${middle - 6}>${axes[0]}</text>
      <text class="title" x=${half + 6} y="12">${axes[1]}</text>
      ${[...groups].map((group) =>
        svg`<polygon class="hull ${all[group[0]].tone}" points=${
          hullOf(group.map((index) => points[index])).join(" ")
        } />`
      )}
      <polyline class="trail ${trail?.tone}" points=${trail?.path.map(pixels).join(" ") ?? ""} />
      ${all.map(({ word, tone }, index) =>
        svg`
          <g class="word ${tone} ${corners[index] ? "" : "waits"}" tabindex="0" role="img"
            aria-label=${word} transform=${`translate(${points[index].join(" ")})`}
            onpointerenter=${() => look(index)} onpointerleave=${() => look(null)}
            onfocus=${() => look(index)} onblur=${() => look(null)}>
            <circle class="reach" r="12" />
            ${mark(index)}
          </g>
        `
      )}
      ${lit !== null && svg`
        <g class="looked ${all[lit].tone}" transform=${`translate(${points[lit].join(" ")})`}>
          <circle class="ring" r="12" />
          ${mark(lit)}
        </g>
      `}
    </svg>
  `;

  /** @param {number} index */
  function mark(index) {
    const corner = corners[index];
    const isOut = !corner && goals[index][0] + 9 + widths[index] > width;
    const { x, y } = corner ?? { x: isOut ? -widths[index] - 9 : 9, y: -8 };
    const { word, group } = all[index];
    return svg`
      <path class="mark" d=${OUTLINES[group]} />
      <text class="name" x=${x} y=${y + 12.5}>${word}</text>
    `;
  }
}
