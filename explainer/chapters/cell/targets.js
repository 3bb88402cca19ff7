// What can be pressed: names and tokens of the row, dimensions, the map.
import { offered } from "../../drawings/answers.js";
import { fill } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { walk } from "../../drawings/map_cells.js";
import { clamp } from "../../drawings/math.js";
import { next, pressed, roving, tab } from "../../drawings/roving.js";
import { bare, fitted, tspans, wide } from "../../drawings/token.js";
import { Frame, number, share, summand, tone } from "./marks.js";
import { done, STEP } from "./place.js";
import { tokensNow } from "./softmax.js";

/** @typedef {import("./cellsteps.js").Scene} Scene */

/** Row and column under the pointer, of a field with so many. @param {PointerEvent} event
 * @param {number} rows @param {number} [columns] @returns {[number, number]} */
function cellAt({ clientX, clientY, currentTarget }, rows, columns = 1) {
  const { left, top, width, height } = /** @type {Element} */ (currentTarget)
    .getBoundingClientRect();
  const [down, across] = [(clientY - top) / height * rows, (clientX - left) / width * columns];
  return [clamp(Math.floor(down), 0, rows - 1), clamp(Math.floor(across), 0, columns - 1)];
}

/** @param {Scene} scene */
export const Targets = (scene) => [
  !scene.place.folded && Dimensions(scene),
  !scene.place.early && scene.stage >= STEP.value && Wall(scene),
  ...[Keys(scene, "name"), Keys(scene, "token")],
  scene.place.map && HeadField(scene, scene.place.map),
];

/** Lines of dimensions: what is pointed at is told, a press chooses it. @param {Scene} scene */
const follow = ({ place: { dims }, set, pick }) => ({
  onpointermove: (/** @type {PointerEvent} */ event) => set({ seen: cellAt(event, dims)[0] }),
  onpointerleave: () => set({ seen: null }),
  onclick: (/** @type {PointerEvent} */ event) => pick({ dim: cellAt(event, dims)[0], seen: null }),
});

/** The dimensions of q and k: arrow keys go along them, Enter chooses one. @param {Scene} scene */
function Dimensions(scene) {
  const { data, words, place, set, pick, stage, dim, products } = scene;
  const { x, y, height } = place.q.matrix;
  const [q, k] = [number(data.q[dim]), data.k[dim]];
  const said = { i: dim + 1, q, k: summand(k), p: number(products[dim]) };
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    const to = /Left|Right/.test(event.key) ? null : next(event.key, dim, place.dims);
    if (to === null) return pressed(() => pick({ dim, seen: null }))(event);
    event.preventDefault();
    set({ seen: to });
  };
  return svg`
    <rect class="field" x=${x} y=${y} width=${place.width - 2 * x} height=${height} tabindex="0"
      role="slider" aria-orientation="vertical" aria-label=${words.slider} data-focus="dim"
      aria-valuemin="1" aria-valuemax=${place.dims} aria-valuenow=${dim + 1} all=${follow(scene)}
      aria-valuetext=${stage >= STEP.product ? fill(words.dim, said) : `q ${q}, k ${number(k)}`}
      onkeydown=${keys} />
  `;
}

/** Those of the values. @param {Scene} scene */
const Wall = (scene) => {
  const { wv: { x, y, height }, head } = scene.place;
  return svg`
    <rect class="field" x=${x} y=${y} width=${head.x + head.width - x} height=${height}
      all=${follow(scene)} />
  `;
};

/** The names of the keys choose a cell; tokens of the bar are guessed, then choose a cell, too.
 * @param {Scene} scene @param {"name" | "token"} what */
function Keys(scene, what) {
  const { data, words, place, stage, asks, set, pick, clock, guess, of } = scene;
  const { lane, column, staggered, names, scores, bar } = place;
  const [isName, isGuess] = [what === "name", what === "token" && stage < STEP.softmax];
  const [isRadio, isTold] = [isGuess && !asks, done(scene, STEP.softmax) === 1];
  const chosen = isGuess ? guess : data.column;
  const under = stage >= STEP.mask ? scores : names;
  const tokens = tokensNow(scene);
  const role = isRadio ? "radiogroup" : isName ? null : "group";
  /** @param {number} key */
  const press = (key) => {
    if (!isGuess) return pick({ col: key });
    clock.stop();
    set({ guess: { of, key } });
  };
  return svg`
    <g class="keys ${what}s" role=${role} aria-label=${role && (isRadio ? words.ask : words.row)}
      onkeydown=${!asks && roving(() => {}, { press })}>${data.tokens.map(Key)}</g>
  `;

  /** @param {string} token @param {number} key */
  function Key(token, key) {
    const told = { token, weight: share(data.weights[key]) };
    const label = isGuess ? fill(words.guess, told) : isTold ? fill(words.column, told) : token;
    const [from, to] = tokens[key];
    const high = under.y + under.height - names.y + 3;
    const box = isName
      ? { x: lane.x + key * column + 1, y: names.y - 2, width: column - 2, height: high }
      : { ...bar, x: from, width: Math.max(2, to - from) };
    const [over, out] = [key, null].map((over) => () => set({ over }));
    const button = {
      ...{ role: isGuess ? "radio" : "button", tabindex: tab(key, chosen ?? 0) },
      [isGuess ? "aria-checked" : "aria-pressed"]: String(key === chosen),
      onclick: () => press(key),
    };
    const kind = isName && key === chosen && !staggered ? "hit frame" : "hit";
    return svg`
      <g class="key ${what}" aria-label=${label} onpointerenter=${over}
        onpointerleave=${out}
        onfocus=${over} onblur=${out} all=${asks
          ? offered(scene, key)
          : isName
          ? { ...button, ...offered(scene, key) }
          : button}>
        ${isName && Name(scene, token, key)} <title>${label}</title> ${Frame(box, kind, 4)}
      </g>
    `;
  }
}

/** @param {Scene} scene @param {string} token @param {number} key */
function Name({ place: { lane, column, staggered, names }, measure, tones }, token, key) {
  const size = column >= 40 ? 13.5 : 12;
  const [x, y] = [lane.x + (key + 0.5) * column, names.y + (staggered && key % 2 ? 29 : 14)];
  const room = (staggered ? 2 : 1) * column - 5;
  const isWhole = wide(token, measure, size, 600) <= room;
  const cut = isWhole ? token : fitted(bare(token), room, measure, size, 600);
  return svg`
    <text class="token centre" x=${x} y=${y} font-size=${size}
      style="fill: ${tone(
        `${tones[1]}_text`,
      )}">${tspans(cut)}</text>
  `;
}

/** The map of the head: arrow keys move over it, a press goes to a cell.
 * @param {Scene} scene @param {NonNullable<Scene["place"]["map"]>} map */
function HeadField({ data, words, state, set, pick }, { x, y, step, width, height }) {
  const cell = state.cursor ?? /** @type {const} */ ([data.row, data.column]);
  const [row, column] = cell;
  const under = (/** @type {PointerEvent} */ event) =>
    cellAt(event, data.map.length, data.map[0].length);
  const choose = (/** @type {readonly [number, number]} */ [row, col]) => pick({ row, col });
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    const to = event.key.startsWith("Arrow") && walk(data.map, cell, event.key);
    if (!to) return pressed(() => choose(cell))(event);
    event.preventDefault();
    set({ cursor: to });
  };
  const part = { x: x + column * step, y: y + row * step, width: step, height: step };
  const field = {
    onpointermove: (/** @type {PointerEvent} */ event) =>
      set({ cursor: under(event), isOnMap: true }),
    onpointerleave: () => set({ cursor: null, isOnMap: false }),
    onclick: (/** @type {PointerEvent} */ event) => choose(under(event)),
    ...{ onfocus: () => set({ isOnMap: true }), onblur: () => set({ isOnMap: false }) },
    ...{ onkeydown: keys, "aria-label": fill(words.map, { row: row + 1, column: column + 1 }) },
  };
  return svg`
    ${state.isOnMap && Frame(part, "cursor")}
    <rect class="field" x=${x} y=${y} width=${width} height=${height} tabindex="0"
      role="button"
      data-focus="map" all=${field} />
  `;
}
