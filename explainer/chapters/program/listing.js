// Lines of code, beside each the tensor it made, small; the chosen line's stands large beside them, with
// threads to the lines whose values it reads and to those that read its own.
import { Code, html, indentOf, keyed, moveTo, Path, PlayButton } from "../../drawings/parts.js";
import { roving, svg, tab } from "../../drawings/parts.js";
import { Mosaic, printed } from "./mosaic.js";
import { Axes, Large, largestOf, reads } from "./tensor.js";
/** @import { TensorParts, Link, Line, ListingData as Data, ListingState as State,
 * Listing } from "./types.d.ts" */

const BEAT = 850; // ms of a line while the program runs
const THUMB = [64, 24]; // most a small picture takes
const SOURCE = [96, 52]; // one of which a part is lit
const NARROW = 860; // pixels: the large one stands below the lines
const PHONE = 560;
const RUN = 42; // pixels of the button above the lines
const AROUND = 190; // and of what stands above and below a large tensor
const BELOW = 300; // of a large tensor where it stands below the lines
const AXES = /^#\s*(?:to )?\(/; // a comment that tells what the axes beside it tell

export const about = (/** @type {Data} */ { lines }) => lines;
export const start = () => /** @type {State} */ ({ at: 0, cells: {}, over: null, boxes: null });

/** Without what a line begins with, and without a comment that says what stands beside it. */
function codeOf(/** @type {Line} */ { spans: [[kind, said], ...rest], values }) {
  const spans = /** @type {Span[]} */ ([[kind, said.trimStart()], ...rest]);
  return values.length && AXES.test(spans[spans.length - 1][1]) ? spans.slice(0, -1) : spans;
}

export default function Listing(/** @type {Listing} */ drawing) {
  const { data: { lines }, words, state, set, width, clock } = drawing;
  const { at, cells, over, boxes } = state;
  const made = lines.filter(({ values }) => values.length);
  const line = made[at];
  const places = new Map(made.map(({ n }, place) => [n, place]));
  const links = made.flatMap(({ n, reads }) => reads.map((link) => ({ ...link, reader: n })));
  const readers = made.filter((one) => one.reads.some((link) => link.line === line.n));
  const valueOf = (/** @type {Link} */ link) => made[places.get(link.line) ?? 0].values[link.place];
  const isBeside = width > NARROW;
  const room = isBeside
    ? Math.max(150, ((boxes?.room ?? 0) + RUN) / line.values.length - AROUND)
    : BELOW;
  /** Lines break where they have no room, so threads are drawn where they are found to be. */
  const look = (/** @type {HTMLElement} */ pane) => {
    const parts = /** @type {HTMLElement[]} */ ([...pane.querySelectorAll(".can")]);
    const middles = parts.map((part) => part.offsetTop + part.offsetHeight / 2);
    const found = { middles, high: pane.scrollHeight, room: pane.clientHeight };
    if (JSON.stringify(found) !== JSON.stringify(boxes)) set({ boxes: found });
  };
  return html`
    <div class="board ${clock.plays && "running"}">
      ${PlayButton(drawing, words.run, made.length, BEAT)}
      <div class="pane" role="group" aria-label=${words.name} data-scrolls ref=${look}
        onkeydown=${roving((to) => moveTo(drawing, to))}>
        ${lines.map(Row)} ${boxes && Threads(boxes)}
      </div>
      <div class="large" aria-live="polite">${keyed(line.n, Beside())}</div>
    </div>
  `;

  function Row(/** @type {Line} */ one) {
    const place = places.get(one.n);
    const said = one.spans.length > 0 && Code(codeOf(one));
    const content = html`
      <span class="number" aria-hidden="true">${one.n}</span>
      <span class="code" style="--depth: ${indentOf(one.spans) / 4}">${said}</span>
      <span class="made">
        ${one.values.map((value) => {
          const picture = html`<span class="picture">${Mosaic(value, THUMB)}</span>`;
          return html`<span class="value">${Axes(value)} ${picture}</span>`;
        })}
      </span>
    `;
    if (place === undefined) return html`<div class="line">${content}</div>`;
    const isUsed = line.reads.some((link) => link.line === one.n) || readers.includes(one);
    const isOn = place === at;
    const told = one.values.map(({ name, axes }) => `${name} (${axes.map(([, long]) => long)})`);
    const code = one.spans.map(([, said]) => said).join("").trim();
    const press = () => moveTo(drawing, place);
    return html`
      <button type="button" tabindex=${tab(place, at)}
        class="line can ${isOn && "on"} ${isUsed && "used"} ${place > at && "ahead"}"
        aria-pressed=${String(isOn)} data-at-hand=${isOn && String(one.n)} onclick=${press}
        aria-label="${words.line} ${one.n}: ${code} ${told.join("; ")}">${content}</button>
    `;
  }

  /** All threads faint, those of the chosen line full; one back to a loop's next round is dashed. */
  function Threads(/** @type {{ middles: number[], high: number }} */ { middles, high }) {
    const wide = width <= PHONE ? 11 : 25;
    const isOn = (/** @type {typeof links[0]} */ link) => [link.line, link.reader].includes(line.n);
    return svg`
      <svg class="threads" width=${wide + 4} height=${high} aria-hidden="true">
        ${links.toSorted((a, b) => Number(isOn(a)) - Number(isOn(b))).map((link) => {
          const [source, reader] = [places.get(link.line) ?? 0, places.get(link.reader) ?? 0];
          const [from, to] = [middles[source], middles[reader]];
          const bend = wide - wide * 1.3 * Math.min(1, 0.3 + 0.14 * Math.abs(source - reader));
          const isIn = link.reader === line.n;
          return svg`
            <g class="thread ${isOn(link) && "full"} ${isIn && "in"} ${link.again && "again"}">
              ${Path("", `M${wide} ${from}C${bend} ${from} ${bend} ${to} ${wide - 2} ${to}`)}
              <circle cx=${wide} cy=${from} r="2.5" />
              <path class="tip" d="M${wide - 5} ${to - 4}l6 4l-6 4z" />
            </g>
          `;
        })}
      </svg>
    `;
  }

  /** What the line reads, what it makes of it, large, and who reads that. */
  function Beside() {
    const sources = line.reads.map((link) => ({ ...link, tensor: valueOf(link) }));
    const cellOf = (/** @type {number} */ place) => {
      if (over?.[0] === line.n && over[1] === place) return over[2];
      return cells[`${line.n} ${place}`] ?? largestOf(line.values[place]);
    };
    const lit = cellOf(over?.[0] === line.n ? over[1] : line.values.length - 1);
    return html`
      <div class="uses">
        <span>${sources.length ? words.uses : words.hint}</span>
        ${sources.map((link) =>
          Way(link.tensor, link.line, link.part ? SOURCE : THUMB, link.part, lit)
        )}
      </div>
      ${line.values.map((tensor, place) =>
        Large(drawing, tensor, {
          ...{ width: Math.floor(isBeside ? 0.36 * width : width), height: room },
          cell: cellOf(place),
          choose: (cell) => set({ cells: { ...cells, [`${line.n} ${place}`]: cell }, over: null }),
          hover: (cell) => set({ over: cell && [line.n, place, cell] }),
        })
      )}
      ${readers.length > 0 && html`
        <div class="uses by">
          <span>${words.used_by}</span> ${readers.map((one) => Way(one.values[0], one.n, THUMB))}
        </div>
      `}
    `;
  }

  /** A value of another line, small, as a way to that line; what of it a cell is made of is lit.
   * @type {TensorParts["Way"]} */
  function Way(tensor, to, most, part = "", cell = null) {
    const found = cell && reads({ tensor, part }, cell);
    const [top, left] = (found ?? []).map((place, side) =>
      place < 0 ? ["0%", "100%"] : [place, 1].map((share) => `${100 * share / tensor.size[side]}%`)
    );
    return html`
      <button type="button" onclick=${() => moveTo(drawing, places.get(to) ?? 0)}>
        <span>${tensor.name}</span>
        <span class="part">${Mosaic(tensor, most)}${found && html`
          <i class="lit"
            style="top: ${top[0]}; height: ${top[1]}; left: ${left[0]}; width: ${left[1]}"></i>
        `}</span>
      </button>
    `;
  }
}

/** What every line made, with its first numbers. @param {Data} data */
export const numbers = ({ lines }) => ({
  lines: lines.flatMap(({ n, values }) =>
    values.map((value) => ({
      ...{ line: n, name: value.name, shape: value.axes.map(([, length]) => length).join(" × ") },
      first: value.numbers.slice(0, 3).map((number) => printed(value, number)).join(", "),
    }))
  ),
});
