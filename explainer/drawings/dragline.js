// A chart whose upright line is a handle: a finger or arrow keys take it from stop to stop. What lies beyond
// it is hollow. In a narrow room dots have numbers and a list of their names.
import { html, svg } from "./html.js";
import { Dot, Line, Path, px, Words } from "./marks.js";
import { clamp } from "./math.js";
import { meet } from "./place.js";
import { track } from "./play.js";
/** @import { DraglineAxis as Axis, DraglineData as Data, DraglineState as State, Placed } from "./types.d.ts" */

const [TALL, LOW] = [330, 280]; // pixels of the chart, in a narrow room
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 14, 52, 40]; // beside, above and below what is drawn
const GAP = 8; // pixels before the name of a curve
const NARROW = 620; // pixels in which dots have no room for names
const [RADIUS, LINE, WRITTEN] = [6, 17, 13]; // of a dot; of a line of text, and down to where it stands

/** Where a value stands on an axis, 0..1. @param {Axis} axis @param {number} value */
export const shareOf = ({ low, high, log }, value) =>
  log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);

/** Where names stand: each beside its dot, where it lies on no dot and on no other name, or else right of
 * it. @param {Placed[]} dots @param {number} width @returns {Room[]} */
export function besides(dots, width) {
  const taken = dots.map(({ x, y }) => (
    { x: x - RADIUS, y: y - RADIUS, width: 2 * RADIUS, height: 2 * RADIUS }
  ));
  return dots.map(({ x, y, long }) => {
    const [right, left, middle] = [x + RADIUS + 4, x - RADIUS - 4 - long, x - long / 2];
    const [beside, above] = [y - LINE / 2, y - RADIUS - LINE];
    const places = [[right, beside], [left, beside], [middle, y + RADIUS], [middle, above]];
    const rooms = places.map(([x, y]) => ({ x, y, width: long, height: LINE }));
    const isFree = (/** @type {Room} */ room) =>
      room.x > LEFT && room.x + long < width && !taken.some((one) => meet(one, room));
    const room = rooms.find(isFree) ?? rooms[0];
    taken.push(room);
    return room;
  });
}

export default function Dragline(/** @type {Drawing<Data, State>} */ drawing) {
  const { data, state: { at }, width, measure, choose } = drawing;
  const { name, handle, x, y, stops, curves, bars, dots, levels } = data;
  const isNarrow = width < NARROW;
  const high = (isNarrow ? LOW : TALL) - BOTTOM; // where the axis of x lies
  const [stop, last] = [stops[at], stops.length - 1];
  const across = (/** @type {number} */ value) =>
    px(LEFT + shareOf(x, value) * (width - LEFT - RIGHT));
  const up = (/** @type {number} */ value) => px(high - shareOf(y, value) * (high - TOP));
  const here = across(stop.x);
  const long = measure(stop.label, 14, 700) + 40; // of the grip
  const placed = dots.map(({ name, x, y, strong }, number) => {
    const words = isNarrow ? String(number + 1) : name;
    return { x: across(x), y: up(y), words, long: measure(words, 14, strong ? 700 : 400) };
  });
  const names = besides(placed, width);
  const told = [stop.label, ...stop.facts.map((fact) => fact.join(" "))].join(". ");
  const go = (/** @type {number} */ to) => choose({ at: clamp(to, 0, last) });
  return html`
    <div role="group" aria-label=${name}>
      <div class="field" data-screen all=${track({
        ...{ label: handle, told, at, count: last + 1, far: 3, go },
      })}>
        <svg width=${width} height=${high + BOTTOM} aria-hidden="true">
          <rect class="reach" x=${LEFT} y=${TOP} width=${here - LEFT} height=${high - TOP} />
          ${y.ticks.map(([value, words]) => [
            Line("grid", LEFT, up(value), width - RIGHT, up(value)),
            Words("tick end", LEFT - 7, up(value) + 4, words),
          ])}
          ${x.ticks.map(([value, words]) => Words("tick middle", across(value), high + 17, words))}
          ${Words("title", 0, TOP - 9, y.title)}
          ${Words("title end", width - RIGHT, high + BOTTOM - 4, x.title)}
          ${levels.map(([value, words]) => [
            Line("level", LEFT, up(value), width - RIGHT, up(value)),
            Words("title end", width - RIGHT, up(value) - 6, words),
          ])}
          ${bars.map(({ tone, name, at: [x, y], bars }) =>
            svg`
              <g style="color: var(--${tone})">
                ${bars.map(([x, from, to]) => Line("bar", across(x), up(from), across(x), up(to)))}
                ${Words("name", across(x), up(y), name)}
              </g>
            `
          )}
          ${Line("rule", here, TOP, here, high)}
          ${curves.map(({ tone, name, mark, points }) => {
            const line = points[at] ?? points[0];
            const [x, y] = line.at(mark) ?? line[0];
            const long = measure(name, 14, 700) + GAP;
            const left = Math.min(across(x) - 2, width - long);
            const room = { x: left, y: up(y) - 22, width: long, height: LINE };
            while (names.some((one) => meet(one, room)) && room.x + room.width < width) room.x += 4;
            return svg`
              <g style="color: var(--${tone})">
                ${Path("curve", `M${line.map(([x, y]) => `${across(x)} ${up(y)}`).join("L")}`)}
                ${Words("name", px(room.x + GAP), px(room.y + WRITTEN), name)}
              </g>
            `;
          })}
          ${dots.map(({ tone, x, strong }, number) => {
            const [{ x: cx, y: cy, words }, name] = [placed[number], names[number]];
            return svg`
              <g class="dot ${x <= stop.x && "in"} ${strong &&
                "strong"}" style="color: var(--${tone})">
                ${Dot("", cx, cy, RADIUS)} ${Words("", px(name.x), px(name.y + WRITTEN), words)}
              </g>
            `;
          })}
        </svg>
        ${stops.map(({ x }) => html`<i class="stop" style="left: ${across(x)}px"></i>`)}
        <b class="grip" style="left: ${clamp(here, long / 2, width - long / 2)}px">${stop.label}</b>
      </div>
      ${isNarrow && dots.length > 0 && html`
        <ol>
          ${dots.map(({ name, x, told, strong }) =>
            html`<li class="${x <= stop.x && "in"} ${strong && "strong"}">${name} ${told}</li>`
          )}
        </ol>
      `}
      <div role="status"><dl>
        ${stop.facts.map(([name, value]) =>
          html`
            <div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>
          `
        )}
      </dl></div>
    </div>
  `;
}

/** The dots, and the curves as they are at the handle. @param {Data} data @param {State} state */
export const numbers = ({ dots, curves, x, y }, { at }) => ({
  points: dots.map((dot) => ({ name: dot.name, [x.title]: dot.x, [y.title]: dot.y })),
  curves: curves.filter(({ name }) => name).flatMap(({ name, points }) =>
    (points[at] ?? points[0]).map((point) => ({ name, [x.title]: point[0], [y.title]: point[1] }))
  ),
});
