// Steps 5 and 6: the whole row, one bar of length 1 that the softmax cuts anew, and the guess before; and
// what can be pressed: names and tokens of the row, dimensions, the map.
import { area, argmax, arrows, bare, Box, Cells, cellUnder } from "../../drawings/parts.js";
import { decimal, fill, Hatched, html, inkOn, lookedAt, offered } from "../../drawings/parts.js";
import { Path, pressed, ribbon, roving, shade, signedInkOn } from "../../drawings/parts.js";
import { signedShade, smooth, spans, svg, tab, walk, Words } from "../../drawings/parts.js";
import { Frame, largest, number, share, summand, tone, wider } from "./marks.js";
import { cuts, SHOWN, STEP } from "./place.js";
/** @import { Scene } from "./cellsteps.js" */

const ROOMY = 36; // pixels of a part of the bar that says which token it is

/** Where the tokens of the bar are now. @param {Scene} scene */
function tokensNow(scene) {
  const soft = scene.come.softmax;
  const cut = smooth((soft - SHOWN) / (1 - SHOWN));
  return cuts(scene.place, scene.data, smooth(soft / SHOWN), cut);
}

/** Of the row what lies below the targets. @param {Scene} scene */
export function softmax(scene) {
  const { data, words, place, stage, measure } = scene;
  const { lane, column, names, bar } = place;
  const soft = scene.come.softmax;
  const tokens = tokensNow(scene);
  const [right, foot] = [bar.x + bar.width, bar.y + bar.height];
  const known = stage >= STEP.mask ? place.scores : names; // before it no score is below the name
  return [
    tokens.map(([from, to], key) => {
      const isMine = key === data.column;
      const [left, top] = [lane.x + key * column + 3, known.y + known.height + 2];
      const d = ribbon(left, column - 6, top, from, to - from, bar.y - 2, true);
      const isThere = to - from > 0.05 && (isMine || soft > 0);
      return isThere && Path("", d, tone("weight", isMine ? 0.34 : 0.13));
    }),
    soft === 1 && [
      Path("bracket", `M${bar.x} ${foot + 3}v3h${bar.width}v-3`),
      Words(place.wide ? "small" : "small end", place.wide ? bar.x : right, foot + 19, words.one),
    ],
    place.map && HeadMap(place.map),
  ];

  /** All rows of the head: the one that is looked at is the bar. Shaded once the weights are known. */
  function HeadMap(/** @type {NonNullable<Scene["place"]["map"]>} */ map) {
    const { x, y, step, width } = map;
    const [top, from] = [y + data.row * step, x + width + 2];
    const beam = `M${from} ${top}L${lane.x - 4} ${bar.y}v${bar.height}L${from} ${top + step}z`;
    const isNamed = measure(words.map_name, 12.5, 400) < place.left + 40;
    return [
      isNamed && Words("small", x, y - 6, words.map_name),
      Frame(wider(map, 1), "ground"),
      soft === 1 && svg`
        <g transform="translate(${x} ${y}) scale(${step})" shape-rendering="crispEdges">
          ${Cells({ values: data.map, kind: "weights", limit: null })}
        </g>
      `,
      Frame(wider({ x, y: top, width, height: step }, 1), "frame thin"),
      Frame({ x: x + data.column * step, y: top, width: step, height: step }, "cell-frame"),
      !place.phone && Path("beam", beam),
    ];
  }
}

/** Beside the bar: the question, then the answer of the reader and of the model.
 * @param {Scene} scene @param {(event: Happening) => void} reveal */
export function Asked({ data, words, place, stage, come, guess, asks }, reveal) {
  const [{ tokens, weights, blank }, { x, y, width }] = [data, place.asked];
  const [isAsked, best] = [stage < STEP.softmax, argmax(weights)];
  const isTold = come.softmax === 1 && (place.early || !place.phone);
  const isRight = weights[guess] === weights[best];
  const sign = isTold &&
    html`<span class=${isRight ? "right" : "wrong"}>${isRight ? "✓" : "✗"}</span>`;
  const answer = (/** @type {string} */ who, /** @type {number} */ key) => [
    html`<span class="who">${who}</span><b>${tokens[key]}</b>`,
    isTold && html`<span class="number">${share(weights[key])}</span>`,
  ];
  const button = html`
    <button type="button" class="reveal" data-screen onclick=${reveal}>${words.reveal}</button>
  `;
  return html`
    <div class="asked-box" style="left: ${x}px; top: ${y}px; width: ${width}px">
      ${isAsked && html`<div class="question">${!blank && words.ask}</div>`}
      ${isAsked && guess < 0 && html`<div class="how">${!blank && words.how}</div>`}
      ${(isAsked || isTold) && guess >= 0 && html`
        <div class="answer">${sign}${answer(words.mine, guess)}${isAsked && !asks && button}</div>
      `}
      ${isTold && html`
        <div class="answer">${answer(guess < 0 ? words.best : words.model, best)}</div>
      `}
    </div>
  `;
}

export function Targets(/** @type {Scene} */ scene) {
  const { data, words, state, place, stage, dim, products, set, pick } = scene;
  const { dims, folded, early, all, wv, head } = place;
  return [
    folded === 0 && Dimensions(all),
    !early && stage >= STEP.value && Dimensions({ ...wv, width: head.x + head.width - wv.x }),
    place.map && HeadField(place.map),
  ];

  /** The lines of the dimensions: what is pointed at is told, a press chooses it; arrow keys go along
   * them, Enter chooses one. @param {Room} room */
  function Dimensions({ x, y, width, height }) {
    const [q, k, v] = [data.q[dim], data.k[dim], data.values[data.column][dim]].map(number);
    const said = { i: dim + 1, q, k: summand(data.k[dim]), p: number(products[dim]) };
    const known = stage >= STEP.product ? fill(words.dim, said) : `q ${q}, k ${k}`;
    const keys = (/** @type {KeyboardEvent} */ event) => {
      if (!/Left|Right/.test(event.key)) arrows(dim, dims, (seen) => set({ seen }))(event);
      pressed(() => pick({ dim, seen: null }))(event);
    };
    return svg`
      <rect class="field" x=${x} y=${y} width=${width} height=${height} tabindex="0"
        role="slider" aria-orientation="vertical" aria-label=${words.slider} data-focus="dim"
        aria-valuemin="1" aria-valuemax=${dims} aria-valuenow=${dim + 1}
        aria-valuetext=${stage >= STEP.value ? `v ${v}` : known}
        onpointermove=${(event) => set({ seen: cellUnder(event, dims)[0] })}
        onpointerleave=${() => set({ seen: null })}
        onclick=${(event) => pick({ dim: cellUnder(event, dims)[0], seen: null })}
        onkeydown=${keys} />
    `;
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
      state.cursor && Frame(part, "cursor"),
      Box("field", x, y, width, height, {
        ...{ tabindex: 0, role: "button", "data-focus": "map" },
        "aria-label": fill(words.map, { row: row + 1, column: column + 1 }),
        ...lookedAt(set, "cursor", cell),
        onpointermove: (event) => set({ cursor: cellUnder(event, ...size) }),
        onclick: (event) => choose(cellUnder(event, ...size)),
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

/** The names of the keys choose a cell; tokens of the bar are guessed, then choose a cell, too. */
export function Keys(/** @type {Scene} */ scene, /** @type {"name" | "token"} */ what) {
  const { data, words, place, stage, asks, set, pick } = scene;
  const { scores, allowed, weights } = data;
  const { lane, column, names, bar } = place;
  const { softmax: soft, mask: masked } = scene.come;
  const [isName, isGuess] = [what === "name", what === "token" && stage < STEP.softmax];
  const isRadio = isGuess && !asks;
  const chosen = isGuess ? scene.guess : data.column;
  const role = isRadio ? "radiogroup" : "group";
  const under = stage >= STEP.mask ? place.scores : names;
  const high = under.y + under.height - names.y + 5;
  const tokens = tokensNow(scene);
  const press = (/** @type {number} */ key) => {
    if (!isGuess) return pick({ col: key });
    scene.clock.stop();
    set({ guess: key });
  };
  const Key = (/** @type {string} */ token, /** @type {number} */ key) => {
    const told = { token, weight: share(weights[key]) };
    const label = isGuess ? fill(words.guess, told) : soft === 1 ? fill(words.column, told) : token;
    const [from, to] = tokens[key];
    // While it is cut a part is as dark as it is long: the winner is not told beforehand.
    const dark = soft < 1 ? (to - from) / bar.width : weights[key];
    const look = soft > 0 ? `; background: ${shade(dark)}; color: ${inkOn(weights[key])}` : "";
    const stands = isName
      ? area(lane.x + key * column, names.y - 3, column, high)
      : area(from, bar.y, Math.max(2, to - from), bar.height) + look;
    const button = {
      ...{ role: isGuess ? "radio" : "button", tabindex: tab(key, Math.max(0, chosen)) },
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
            Score(key),
          ]
          : soft === 0
          ? "?"
          : soft === 1 && weights[key] * bar.width >= ROOMY && html`
            <span class="called">${spans(token)}</span><span class="weight">${told.weight}</span>
          `}
      </div>
    `;
  };
  return html`
    <div class="keys ${what}s ${isName && `${scene.tones[1]} ${place.fit}`}" role=${role}
      aria-label=${isRadio ? words.ask : words.row}
      onkeydown=${!asks && roving(() => {}, { press })}>${data.tokens.map(Key)}</div>
  `;

  /** Below its name. Up to the softmax only the cell's own is known; the mask is stamped on all. */
  function Score(/** @type {number} */ key) {
    const isMine = key === data.column && stage >= STEP.mask;
    const isHidden = !allowed[key];
    if (!isMine && soft / SHOWN <= key / weights.length && !(isHidden && masked > 0)) {
      return masked > 0 && html`<span class="score" style="opacity: ${masked}">+ 0</span>`;
    }
    const part = scores[key] / largest(scores.filter((_, at) => allowed[at]));
    const look = isHidden ? "" : `background: ${signedShade(part)}; color: ${signedInkOn(part)}`;
    return html`
      <span class="score cell ${isMine && "chosen"}" style="opacity: ${soft ? 1 : masked}; ${look}">
        ${isHidden && Hatched()}<b>${isHidden ? "−∞" : decimal(scores[key])}</b>
      </span>
    `;
  }
}
