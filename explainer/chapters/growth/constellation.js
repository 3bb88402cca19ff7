// Words of the embedding on a plane: from state to state of a training they gather in groups.
import { decimal, fill, html, Legend, lookedAt, mean, meet, svg } from "../../drawings/parts.js";
import { Words } from "../../drawings/parts.js";
/** @import { DriftParts, Point, DriftData, Word, Film } from "./types.d.ts" */

const TAKES = 520; // milliseconds that words are on their way
const HEIGHT = 292;
const [SIDE, TOP] = [40, 16]; // margins
const [SIZE, LINE, MARK] = [12.5, 16, 11]; // of a name, of a mark
/** The marks of the groups. */
const OUTLINES = [
  "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z",
  "M-5 -5h10v10h-10z",
  "M0 -6.5l6.5 6.5l-6.5 6.5l-6.5 -6.5z",
  "M0 -6.5l6.2 11h-12.4z",
];
const Mark = (/** @type {number} */ group) => svg`<path class="mark" d=${OUTLINES[group]} />`;

/** Where the words lie at this state, on their way from the last one, and how alike they are.
 * @param {Film} drawing @param {DriftData} drift @param {number} width */
export function Constellation(drawing, { groups, within, across }, width) {
  const { words, state: { at }, clock } = drawing;
  const places = groups.flatMap(({ places }) => places.flat());
  // On either axis as shares of the farthest.
  const [wide, high] = [0, 1].map((axis) => Math.max(...places.map((one) => Math.abs(one[axis]))));
  const all = groups.flatMap(({ tokens, places, tone }, group) =>
    tokens.map((word, index) => /** @type {Word} */ (
      { word, tone, group, path: places[index].map(([x, y]) => [x / wide, y / high]) }
    ))
  );
  const now = clock.toward(all.flatMap(({ path }) => path[at]), TAKES);
  const told = { within: decimal(within[at]), across: decimal(across[at]) };
  return html`
    <div class="sky">
      ${Field(drawing, all, now, width)}
      ${Legend(groups.map(({ name, tone }, group) => ({
        mark: tone,
        words: name,
        inside: html`<svg viewBox="-7 -7 14 14">${Mark(group)}</svg>`,
      })))}
      <div class="alike">${fill(words.alike, told)}</div>
    </div>
  `;
}

/** Points in their order round their middle. @param {Point[]} points */
export function around(points) {
  const [x, y] = [0, 1].map((axis) => mean(points.map((point) => point[axis])));
  const turn = (/** @type {Point} */ [a, b]) => Math.atan2(b - y, a - x);
  return points.toSorted((one, other) => turn(one) - turn(other));
}

/** Where a name stands from its point: beside it, above or below; null where it finds no room.
 * @param {Point[]} points @param {number[]} widths @param {number} width */
export function roomFor(points, widths, width) {
  const size = { width: MARK, height: MARK };
  const taken = points.map(([x, y]) => ({ x: x - MARK / 2, y: y - MARK / 2, ...size }));
  return points.map(([x, y], index) => {
    const long = widths[index];
    const free = [[9, -8], [-long - 9, -8], [-long / 2, -24], [-long / 2, 8]]
      .map(([dx, dy]) => ({ x: x + dx, y: y + dy, width: long, height: LINE }))
      .find((box) =>
        box.x >= 0 && box.x + long <= width && box.y >= 0 && !taken.some((one) => meet(one, box))
      );
    if (free) taken.push(free);
    return free ? [free.x - x, free.y - y] : null;
  });
}

/** @type {DriftParts["Field"]} */
function Field({ words, state: { at, lit }, measure, set }, all, now, width) {
  const [half, middle] = [width / 2, HEIGHT / 2];
  /** @param {Point} place @returns {Point} */
  const pixels = ([x, y]) => [half + x * (half - SIDE), middle - y * (middle - TOP)];
  const points = all.map((_, index) => pixels([now[2 * index], now[2 * index + 1]]));
  const goals = all.map(({ path }) => pixels(path[at]));
  const widths = all.map(({ word }) => measure(word, SIZE, 600) + 4);
  const corners = roomFor(goals, widths, width);
  const groups = [...Map.groupBy(all.keys(), (index) => all[index].group).values()];
  const looked = all[lit ?? -1];
  return html`
    <svg width=${width} height=${HEIGHT} role="group" aria-label=${words.plane}>
      <path class="axis" d="M0 ${middle}H${width}M${half} 0V${HEIGHT}" />
      <text class="title end" x=${width} y=${middle - 6}>${fill(words.axis, { number: 1 })}</text>
      <text class="title" x=${half + 6} y="12">${fill(words.axis, { number: 2 })}</text>
      ${groups.map((group) =>
        svg`
          <polygon class="hull ${all[group[0]].tone}"
            points=${around(group.map((index) => points[index])).join(" ")} />
        `
      )}
      ${looked && svg`
        <polyline class="trail ${looked.tone}" points=${looked.path.map(pixels).join(" ")} />
      `}
      ${all.map(Word)}
    </svg>
  `;

  function Word(/** @type {Word} */ { word, tone, group }, /** @type {number} */ index) {
    const isOut = goals[index][0] + 9 + widths[index] > width;
    const [x, y] = corners[index] ?? [isOut ? -widths[index] - 9 : 9, -8];
    return svg`
      <g class="word ${tone} ${!corners[index] && "waits"}" tabindex="0" role="img"
        aria-label=${word} transform="translate(${points[index].join(" ")})"
        all=${lookedAt(set, "lit", index)}>
        <circle class="reach" r="12" />
        ${Mark(group)} ${Words("name", x, y + 12.5, word)}
      </g>
    `;
  }
}
