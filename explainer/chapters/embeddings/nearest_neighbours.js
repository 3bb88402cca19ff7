// A vector and those like it: as points on a map, and a stripe each, dimensions in the order of the first
// one's values. Below: the products of the row at hand with the first one, added up until they are the bar.
import { clamp, decimal, Dot, fill, FINE, html, Line, meet, Path } from "../../drawings/parts.js";
import { percent, raster, signedShade, spans, svg, tspans, wide } from "../../drawings/parts.js";
/** @import { Data, State, Alike } from "./types.d.ts" */

/** @typedef {ReturnType<typeof compared>["lines"][number]} Row */

const CURVES = 76; // pixels of height
const LONGEST = 62; // percent of the room for bars: what the longest takes

/** @param {Data} data */
export const start = ({ labels }) => ({ kept: Math.min(1, labels.length - 1) });
export const about = (/** @type {Data} */ { labels, measure }) => [labels, measure];

/** The dimensions by the values of the first row; and each row beside that one: its values in that order,
 * and what their products add up to. @param {Data} data */
function compared({ labels, rows, groups }) {
  const order = [...rows[0].keys()].toSorted((a, b) => rows[0][a] - rows[0][b]);
  const tones = groups.flatMap(([, count, tone]) => Array(count).fill(tone));
  const lines = rows.map((values, at) => {
    let value = 0;
    const sums = order.map((one) => value += rows[0][one] * values[one]);
    const cells = order.map((one) => values[one]);
    return { at, label: labels[at], tone: tones[at], cells, sums, value };
  });
  return { order, lines };
}

export default function Alike(/** @type {Alike} */ drawing) {
  const { data, words, state: { kept }, set } = drawing;
  const { lines: rows } = compared(data);
  const limit = Math.max(1e-9, ...data.rows.flat().map(Math.abs));
  const most = Math.max(1e-9, ...rows.map(({ value }) => value));
  const name = fill(words.name, { count: data.groups[1][1], others: data.groups[2][1] });
  const groups = data.groups.filter(([, count]) => count > 0);
  return html`
    <div class="both">
      <div aria-hidden="true">
        ${Points(drawing, rows)}
        <div class="note">${fill(words.map, { share: percent(data.share, 0) })}</div>
      </div>
      <div>
        <div role="group" aria-label=${name}>
          ${groups.map(([told, , tone], group) => [
            html`
              <div class="row head ${!group && "top"}">
                ${group > 0 && html`<span></span>`}<span class="group">${told}</span>
                ${!group && html`<span>${data.measure === "dot" ? words.dot : words.cosine}</span>`}
              </div>
            `,
            rows.filter((row) => row.tone === tone).map(Stripe),
          ])}
        </div>
        <div class="row below">
          <span class="sums">${words.sums}</span>
          <span class="curves">${Curves(rows, kept, words.curves)}</span>
          <span class="scale">
            <span>${decimal(-limit)}</span><i></i><span>${decimal(limit)}</span>
          </span>
        </div>
      </div>
    </div>
  `;

  /** The chosen token is compared with, not chosen: its row is no button. */
  function Stripe(/** @type {Row} */ { at, label, tone, cells, value }) {
    const kind = `row ${tone} ${at === kept ? "lit" : ""}`;
    const [length, written] = [LONGEST * Math.max(0, value) / most, decimal(value)];
    const parts = html`
      <span class="name">${spans(label)}</span>
      <svg class="stripe" shape-rendering="crispEdges" viewBox="0 0 ${cells.length} 1"
        preserveAspectRatio="none" aria-hidden="true">
        ${raster(cells.map((cell) => cell / limit), cells.length).map(({ share, d }) =>
          svg`<path d=${d} fill=${signedShade(share)} />`
        )}
      </svg>
      <span class="bar"><i style="width: ${length}%"></i><span class="written">${written}</span></span>
    `;
    const keep = () => set({ kept: at });
    return at
      ? html`
        <button type="button" class=${kind} aria-pressed=${String(at === kept)} onclick=${keep}
          onpointerenter=${keep} onfocus=${keep}>${parts}</button>
      `
      : html`<div class="first ${kind}">${parts}</div>`;
  }
}

const [EDGE, LETTERS, HIGH] = [26, 14, 16]; // pixels: around the points, of names, of their boxes
const NARROW = 860; // pixels of width below which map and stripes stand below each other
const RINGS = [13, 26, 40, 56, 74, 96]; // pixels from a point at which its name is tried
const ASLANT = [[0.7, -0.7], [-0.7, -0.7], [0.7, 0.7], [-0.7, 0.7]];
const SIDES = [[0, -1], [1, 0], [-1, 0], [0, 1], ...ASLANT];

/** Where two axes put the rows, each with its name at the first place around it that is free. For the pointer
 * alone: who hears the page has all of it in the stripes. @param {Alike} drawing @param {Row[]} rows */
function Points({ data: { places }, state: { kept }, set, width, measure }, rows) {
  const isNarrow = width < NARROW;
  const [across, down] = isNarrow ? [width, 180] : [Math.round(0.36 * width - 24), 310];
  const between = (/** @type {0 | 1} */ axis, /** @type {number} */ room) => {
    const all = places.map((one) => one[axis]);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    return all.map((one) => EDGE + (room - 2 * EDGE) * (one - low) / (high - low || 1));
  };
  const [xs, ys] = [between(0, across), between(1, down).map((y) => down - y)];
  const taken = rows.map(({ at }) => ({ x: xs[at] - 6, y: ys[at] - 6, width: 12, height: 12 }));
  const isFree = (/** @type {Room} */ box) =>
    box.x >= 0 && box.x + box.width <= across && box.y >= 0 && box.y + HIGH <= down &&
    !taken.some((one) => meet(one, box));
  return html`
    <svg width=${across} height=${down}>
      ${rows.map(({ at, tone, label }) => {
        const [x, y, long] = [xs[at], ys[at], wide(label, measure, LETTERS, 600)];
        const tries = RINGS.flatMap((far) =>
          SIDES.map(([right, below]) => ({
            ...{ far, width: long, height: HIGH, y: y + below * far - HIGH / 2 },
            x: x + right * far + (right - 1) * long / 2,
          }))
        );
        const box = tries.find(isFree) ?? tries[0];
        taken.push(box);
        const [toX, toY] = [clamp(x, box.x, box.x + long), clamp(y, box.y, box.y + HIGH)];
        return svg`
          <g class="point ${tone} ${at === kept && "lit"}" onpointerenter=${() =>
            at && set({ kept: at })}>
            ${box.far > RINGS[0] && Line("lead", x, y, toX, toY)}
            ${Dot("mark", x, y, at ? 5 : 7)}
            <text x=${box.x} y=${box.y + 12}>${tspans(label)}</text>
          </g>
        `;
      })}
    </svg>
  `;
}

/** Lengths in dimensions and pixels. @param {Row[]} rows @param {number} kept @param {string} name */
function Curves([, ...others], kept, name) {
  const all = others.flatMap(({ sums }) => sums);
  const [low, high] = [Math.min(0, ...all), Math.max(1e-9, ...all)];
  const y = (/** @type {number} */ value) =>
    (4 + (CURVES - 8) * (high - value) / (high - low)).toFixed(1);
  const count = others[0]?.sums.length ?? 1;
  return html`
    <svg viewBox="0 0 ${count} ${CURVES}" preserveAspectRatio="none" role="img"
      aria-label=${name}>
      ${Path("zero", `M0 ${y(0)}H${count}`, FINE)}
      ${others.toSorted((a, b) => Number(a.at === kept) - Number(b.at === kept)).map((row) => {
        const d = `M0 ${y(0)}${row.sums.map((value, one) => `L${one + 1} ${y(value)}`).join("")}`;
        return Path(`sum ${row.tone} ${row.at === kept ? "lit" : ""}`, d, FINE);
      })}
    </svg>
  `;
}

/** Every value. @param {Data} data @returns {Record<string, any[]>} */
export function numbers(data) {
  const { order, lines: rows } = compared(data);
  const vectors = rows.flatMap(({ label, cells }) =>
    cells.map((value, at) => ({ token: label, dimension: order[at] + 1, value }))
  );
  const likeness = rows.map(({ label, value }) => ({ token: label, likeness: value }));
  return { likeness, vectors };
}
