// What can be pressed: names and tokens of the row, dimensions, the map.
import { offered } from "../../drawings/answers.js";
import { fill } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { cellUnder, walk } from "../../drawings/map_cells.js";
import { Box } from "../../drawings/marks.js";
import { arrows, pressed, roving, tab } from "../../drawings/roving.js";
import { bare, spans } from "../../drawings/token.js";
import { area, Frame, number, share, summand } from "./marks.js";
import { done, STEP } from "./place.js";
import { Score, Token, tokensNow, toneOf } from "./softmax.js";

/** @typedef {import("./cellsteps.js").Scene} Scene */

/** @param {Scene} scene */
export function Targets(scene) {
  const { data, words, state, place, stage, dim, products, set, pick } = scene;
  const { dims } = place;
  /** Lines of dimensions: what is pointed at is told, a press chooses it. @type {Attributes} */
  const follow = {
    onpointermove: (event) => set({ seen: cellUnder(event, dims)[0] }),
    onpointerleave: () => set({ seen: null }),
    onclick: (event) => pick({ dim: cellUnder(event, dims)[0], seen: null }),
  };
  return [
    !place.folded && Dimensions(),
    !place.early && stage >= STEP.value && Wall(),
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

/** The names of the keys choose a cell; tokens of the bar are guessed, then choose a cell, too.
 * @param {Scene} scene @param {"name" | "token"} what */
export function Keys(scene, what) {
  const { data, words, place, stage, asks, set, pick } = scene;
  const { lane, column, names, bar } = place;
  const [isName, isGuess] = [what === "name", what === "token" && stage < STEP.softmax];
  const isTold = done(scene, STEP.softmax) === 1;
  const isRadio = isGuess && !asks;
  const chosen = isGuess ? scene.guess : data.column;
  const role = isRadio ? "radiogroup" : "group";
  const under = stage >= STEP.mask ? place.scores : names;
  const high = under.y + under.height - names.y + 5;
  const tokens = tokensNow(scene);
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
    const stands = isName
      ? area(lane.x + key * column, names.y - 3, column, high)
      : `${area(from, bar.y, Math.max(2, to - from), bar.height)}; ${
        toneOf(scene, key, to - from)
      }`;
    const button = {
      ...{ role: isGuess ? "radio" : "button", tabindex: tab(key, chosen ?? 0) },
      [isGuess ? "aria-checked" : "aria-pressed"]: String(key === chosen),
      onclick: () => press(key),
    };
    return html`
      <div class="key ${what} ${key === chosen && "mine"} ${!isName && isGuess && "asked"}"
        style=${stands} title=${label} aria-label=${label} all=${{
          ...(!asks && button),
          ...(isName || asks ? offered(scene, key) : {}),
        }}>
        ${isName
          ? [
            html`<span class="called">${spans(place.fit ? bare(token) || token : token)}</span>`,
            Score(scene, key),
          ]
          : Token(scene, key)}
      </div>
    `;
  };
  return html`
    <div class="keys ${what}s ${isName &&
      `${scene.tones[1]} ${place.fit}`}" role=${role}
      aria-label=${isRadio ? words.ask : words.row}
      onkeydown=${!asks && roving(() => {}, { press })}>${data.tokens.map(Key)}</div>
  `;
}
