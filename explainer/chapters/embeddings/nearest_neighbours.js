// A vector and those like it: as points on a map, and a stripe each, dimensions in the order of the first
// one's values. Below: the products of the lit row with the first one, added up until they are the bar.
import { clamp, decimal, Dot, fill, FINE, html, Path, percent } from "../../drawings/parts.js";
import { place, raster, signedShade, spans, sum, svg, tspans, wide } from "../../drawings/parts.js";
/** @import { Data, State, Alike } from "./types.d.ts" */

/** @typedef {ReturnType<typeof compared>["lines"][number]} Row */

const CURVES = 76; // pixels of height
const LONGEST = 62; // percent of the room for bars: what the longest takes
const OUT = { lit: null, at: null };

/** @param {Data} data */
export const start = ({ labels }) => ({ kept: Math.min(1, labels.length - 1), ...OUT });
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
  const { data, words, state, set } = drawing;
  const { kept, lit, at } = state;
  const { order, lines: rows } = compared(data);
  const limit = Math.max(1e-9, ...data.rows.flat().map(Math.abs));
  const ends = [-limit, limit].map((one) => decimal(one));
  const most = Math.max(1e-9, ...rows.map(({ value }) => value));
  const name = fill(words.name, { count: data.groups[1][1], others: data.groups[2][1] });
  const groups = data.groups.filter(([, count]) => count > 0);
  const look = (/** @type {Happening} */ event) =>
    set({ lit: kept, at: dimensionAt(event, order.length) });
  return html`
    <div class="both">
      <div class="map" aria-hidden="true">
        ${Points(drawing, rows)}
        <div class="note">${fill(words.map, { share: percent(data.share, 0) })}</div>
      </div>
      <div>
        <div role="group" aria-label=${name}>
          ${groups.map(([told, count], group) => {
            const first = sum(groups.slice(0, group).map(([, size]) => size));
            return [
              html`
                <div class="row head ${!group && "top"}">
                  ${group > 0 && html`<span></span>`}<span class="group">${told}</span>
                  ${!group &&
                    html`<span>${data.measure === "dot" ? words.dot : words.cosine}</span>`}
                </div>
              `,
              rows.slice(first, first + count).map(Line),
            ];
          })}
        </div>
        <div class="row below">
          <span class="sums">${words.sums}</span>
          <span class="curves" onpointermove=${look} onpointerleave=${() => set(OUT)}>
            ${Curves(rows, state, words.curves)}
          </span>
          <span class="scale"><span>${ends[0]}</span><i></i><span>${ends[1]}</span></span>
        </div>
      </div>
    </div>
    <div class="caption">${told()}</div>
  `;

  /** The chosen token is compared with, not chosen: its row is no button. */
  function Line(/** @type {Row} */ { at, label, tone, cells, value }) {
    const kind = `row ${tone} ${at === (lit ?? kept) ? "lit" : ""}`;
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
    const over = /** @type {Attributes} */ ({
      onpointermove: (event) =>
        event.pointerType === "mouse" &&
        set({ lit: at || kept, at: dimensionAt(event, cells.length) }),
      onpointerleave: () => set(OUT),
    });
    if (!at) return html`<div class="first ${kind}" all=${over}>${parts}</div>`;
    return html`
      <button type="button" class=${kind} aria-pressed=${String(at === kept)}
        onclick=${() => set({ ...OUT, kept: at })} all=${over} onblur=${() => set(OUT)}
        onfocus=${() => set({ lit: at, at: null })}>
        ${parts}</button>
    `;
  }

  function told() {
    const [{ label: chosen, cells: first }, { label, cells, value }] = [rows[0], rows[lit ?? kept]];
    if (at === null) return fill(words.told, { chosen, token: label, value: decimal(value) });
    const [x, y] = [first[at], cells[at]];
    const product = decimal(x * y, 4);
    return fill(words.at, { dimension: order[at] + 1, x: decimal(x), y: decimal(y), product });
  }
}

const [MAP, EDGE, LETTERS] = [310, 26, 14]; // pixels: how high, around the points, of names
const NARROW = 860; // pixels of width below which map and stripes stand below each other

/** Where two axes put the rows, with rays to the nearest. For the pointer alone: who hears the page has all of
 * it in the stripes. @param {Alike} drawing @param {Row[]} rows */
function Points({ data: { places, groups }, state, set, width, measure }, rows) {
  const across = Math.round(width < NARROW ? width : 0.36 * width - 24);
  const between = (/** @type {0 | 1} */ axis, /** @type {number} */ room) => {
    const all = places.map((one) => one[axis]);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    return all.map((one) => EDGE + (room - 2 * EDGE) * (one - low) / (high - low || 1));
  };
  const [xs, ys] = [between(0, across), between(1, MAP).map((y) => MAP - y)];
  const dots = rows.map(({ at }) => ({ at, x: xs[at] - 6, y: ys[at] - 6, width: 12, height: 12 }));
  const names = place([
    ...dots,
    ...rows.map(({ label, at }) => {
      const long = wide(label, measure, LETTERS, 600);
      const x = clamp(xs[at] - long / 2, 0, across - long);
      return { at, x, y: ys[at] - 23, width: long, height: 16 };
    }),
  ], 0).slice(dots.length);
  const shown = state.lit ?? state.kept;
  const rays = rows.slice(1, 1 + groups[1][1]).map(({ at }) =>
    `M${xs[0]} ${ys[0]}L${xs[at]} ${ys[at]}`
  );
  return html`
    <svg width=${across} height=${MAP}>
      ${Path("ray", rays.join(""))}
      ${rows.map(({ at, tone, label }) =>
        svg`
          <g class="point ${tone} ${at === shown && "lit"}" onclick=${() =>
            at && set({ ...OUT, kept: at })}
            onpointerenter=${() => set({ lit: at || state.kept, at: null })} onpointerleave=${() =>
              set(OUT)}>
            ${Dot("mark", xs[at], ys[at], at ? 5 : 7)}
            <text x=${names[at].x} y=${names[at].y + 12}>${tspans(
              label,
            )}</text>
          </g>
        `
      )}
    </svg>
  `;
}

/** Over which dimension the pointer is. @param {Happening} event @param {number} count */
function dimensionAt({ currentTarget, clientX }, count) {
  const { left, width } = currentTarget.querySelector("svg").getBoundingClientRect();
  const at = Math.floor(count * (clientX - left) / width);
  return at >= 0 && at < count ? at : null;
}

/** Lengths in dimensions and pixels. @param {Row[]} rows @param {State} state @param {string} name */
function Curves([, ...others], { kept, lit, at }, name) {
  const all = others.flatMap(({ sums }) => sums);
  const [low, high] = [Math.min(0, ...all), Math.max(1e-9, ...all)];
  const y = (/** @type {number} */ value) =>
    (4 + (CURVES - 8) * (high - value) / (high - low)).toFixed(1);
  const shown = lit ?? kept;
  const front = others.filter((row) => row.at === shown);
  const count = others[0]?.sums.length ?? 1;
  return html`
    <svg viewBox="0 0 ${count} ${CURVES}" preserveAspectRatio="none" role="img"
      aria-label=${name}>
      ${Path("zero", `M0 ${y(0)}H${count}`, FINE)}
      ${[...others.filter((row) => row.at !== shown), ...front].map((row) => {
        const d = `M0 ${y(0)}${row.sums.map((value, one) => `L${one + 1} ${y(value)}`).join("")}`;
        return Path(`sum ${row.tone} ${row.at === shown ? "lit" : ""}`, d, FINE);
      })}
      ${at !== null && front.map(({ sums }) => [
        Path("here", `M${at + 1} 0V${CURVES}`, FINE),
        Path("dot", `M${at + 1} ${y(sums[at])}h0`, FINE),
      ])}
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
