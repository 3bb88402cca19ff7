// What can be pressed: names and tokens of the row, dimensions, the map.
import { offered } from "../../drawings/answers.js";
import { fill } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { cellUnder, walk } from "../../drawings/map_cells.js";
import { Box, Words } from "../../drawings/marks.js";
import { arrows, pressed, roving, tab } from "../../drawings/roving.js";
import { bare, fitted, tspans, wide } from "../../drawings/token.js";
import { Frame, number, share, summand, tone } from "./marks.js";
import { done, STEP } from "./place.js";
import { tokensNow } from "./softmax.js";

/** @typedef {import("./cellsteps.js").Scene} Scene */

/** @param {Scene} scene */
export function Targets(scene) {
  const { data, words, state, place, stage, asks, dim, products, set, pick, measure } = scene;
  const { lane, column, staggered, names, bar, dims } = place;
  const tokens = tokensNow(scene);
  const isTold = done(scene, STEP.softmax) === 1;
  /** Lines of dimensions: what is pointed at is told, a press chooses it. @type {Attributes} */
  const follow = {
    onpointermove: (event) => set({ seen: cellUnder(event, dims)[0] }),
    onpointerleave: () => set({ seen: null }),
    onclick: (event) => pick({ dim: cellUnder(event, dims)[0], seen: null }),
  };
  return [
    !place.folded && Dimensions(),
    !place.early && stage >= STEP.value && Wall(),
    ...[Keys("name"), Keys("token")],
    place.map && HeadField(place.map),
  ];

  /** The dimensions of q and k: arrow keys go along them, Enter chooses one. */
  function Dimensions() {
    const { x, y, height } = place.q.matrix;
    const [q, k] = [number(data.q[dim]), data.k[dim]];
    const said = { i: dim + 1, q, k: summand(k), p: number(products[dim]) };
    /** @param {KeyboardEvent} event */
    const keys = (event) => {
      if (!/Left|Right/.test(event.key)) arrows(dim, dims, (seen) => set({ seen }))(event);
      pressed(() => pick({ dim, seen: null }))(event);
    };
    return svg`
      <rect class="field" x=${x} y=${y} width=${place.width - 2 * x} height=${height} tabindex="0"
        role="slider" aria-orientation="vertical" aria-label=${words.slider} data-focus="dim"
        aria-valuemin="1" aria-valuemax=${dims} aria-valuenow=${dim + 1} all=${follow}
        aria-valuetext=${stage >= STEP.product ? fill(words.dim, said) : `q ${q}, k ${number(k)}`}
        onkeydown=${keys} />
    `;
  }

  /** Those of the values. */
  function Wall() {
    const { wv: { x, y, height }, head } = place;
    return Box("field", x, y, head.x + head.width - x, height, follow);
  }

  /** The names of the keys choose a cell; tokens of the bar are guessed, then choose a cell, too.
   * @param {"name" | "token"} what */
  function Keys(what) {
    const [isName, isGuess] = [what === "name", what === "token" && stage < STEP.softmax];
    const isRadio = isGuess && !asks;
    const chosen = isGuess ? scene.guess : data.column;
    const under = stage >= STEP.mask ? place.scores : names;
    const role = isRadio ? "radiogroup" : isName ? null : "group";
    /** @param {number} key */
    const press = (key) => {
      if (!isGuess) return pick({ col: key });
      scene.clock.stop();
      set({ guess: { of: scene.of, key } });
    };
    /** @param {string} token @param {number} key */
    const Key = (token, key) => {
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
          onfocus=${over} onblur=${out} all=${asks ? offered(scene, key) : button}>
          ${isName && Name(token, key)} <title>${label}</title> ${Frame(box, kind, 4)}
        </g>
      `;
    };
    return svg`
      <g class="keys ${what}s" role=${role} aria-label=${role && (isRadio ? words.ask : words.row)}
        onkeydown=${!asks && roving(() => {}, { press })}>${data.tokens.map(Key)}</g>
    `;
  }

  /** @param {string} token @param {number} key */
  function Name(token, key) {
    const size = column >= 40 ? 13.5 : 12;
    const [x, y] = [lane.x + (key + 0.5) * column, names.y + (staggered && key % 2 ? 29 : 14)];
    const room = (staggered ? 2 : 1) * column - 5;
    const isWhole = wide(token, measure, size, 600) <= room;
    const cut = isWhole ? token : fitted(bare(token), room, measure, size, 600);
    const style = `fill: ${tone(`${scene.tones[1]}_text`)}`;
    return Words("token centre", x, y, tspans(cut), { "font-size": size, style });
  }

  /** The map of the head: arrow keys move over it, a press goes to a cell.
   * @param {NonNullable<Scene["place"]["map"]>} map */
  function HeadField({ x, y, step, width, height }) {
    const cell = state.cursor ?? /** @type {const} */ ([data.row, data.column]);
    const [row, column] = cell;
    const choose = (/** @type {readonly [number, number]} */ [row, col]) => pick({ row, col });
    const size = /** @type {const} */ ([data.map.length, data.map[0].length]);
    const part = { x: x + column * step, y: y + row * step, width: step, height: step };
    return [
      state.isOnMap && Frame(part, "cursor"),
      Box("field", x, y, width, height, {
        ...{ tabindex: 0, role: "button", "data-focus": "map" },
        "aria-label": fill(words.map, { row: row + 1, column: column + 1 }),
        onpointermove: (event) => set({ cursor: cellUnder(event, ...size), isOnMap: true }),
        onpointerleave: () => set({ cursor: null, isOnMap: false }),
        onclick: (event) => choose(cellUnder(event, ...size)),
        ...{ onfocus: () => set({ isOnMap: true }), onblur: () => set({ isOnMap: false }) },
        onkeydown(event) {
          const to = event.key.startsWith("Arrow") && walk(data.map, cell, event.key);
          if (!to) return pressed(() => choose(cell))(event);
          event.preventDefault();
          set({ cursor: to });
        },
      }),
    ];
  }
}
