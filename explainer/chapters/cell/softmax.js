// Steps 5 and 6: the whole row, one bar of length 1 that the softmax cuts anew; and the guess before.
import { decimal } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { Hatched } from "../../drawings/legend.js";
import { argmax, clamp, smooth } from "../../drawings/math.js";
import { ribbon } from "../../drawings/marks.js";
import { inkOn, shade, signedInkOn, signedShade } from "../../drawings/shade.js";
import { spans } from "../../drawings/token.js";
import { Cells, Frame, largest, Path, Say, share, tone, wider } from "./marks.js";
import { cuts, done, STEP } from "./place.js";

/** @typedef {import("./cellsteps.js").Scene} Scene */

const SHOWN = 0.3; // of the softmax's time, until all scores are there; then the cuts move

/** Where the tokens of the bar are now. @param {Scene} scene */
export function tokensNow(scene) {
  const soft = done(scene, STEP.softmax);
  const cut = smooth((soft - SHOWN) / (1 - SHOWN));
  return cuts(scene.place, scene.data, smooth(soft / SHOWN), cut);
}

/** A score below its name. Up to the softmax only the cell's own is known; the mask is stamped on all.
 * @param {Scene} scene @param {number} key */
export function Score(scene, key) {
  const { data: { scores, allowed, weights, column }, stage } = scene;
  const [soft, masked] = [done(scene, STEP.softmax), done(scene, STEP.mask)];
  const isMine = key === column && stage >= STEP.mask;
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

/** While it is cut a part of the bar is as dark as it is long: the winner is not told beforehand.
 * @param {Scene} scene @param {number} key @param {number} width */
export function toneOf(scene, key, width) {
  const [soft, weight] = [done(scene, STEP.softmax), scene.data.weights[key]];
  const dark = soft < 1 ? width / scene.place.bar.width : weight;
  return soft > 0 && `background: ${shade(dark)}; color: ${inkOn(weight)}`;
}

/** What stands in a part of the bar. @param {Scene} scene @param {number} key */
export function Token(scene, key) {
  const { data: { tokens, weights } } = scene;
  const soft = done(scene, STEP.softmax);
  const isRoomy = weights[key] * scene.place.bar.width >= 36;
  return soft === 0 ? "?" : soft === 1 && isRoomy && html`
    <span class="called">${spans(tokens[key])}</span><span class="weight">${share(
      weights[key],
    )}</span>
  `;
}

/** Of the row what lies below the targets. @param {Scene} scene */
export function softmax(scene) {
  const { data, words, place, stage, guess, measure } = scene;
  const { lane, column, names, bar } = place;
  const soft = done(scene, STEP.softmax);
  const tokens = tokensNow(scene);
  const [right, foot] = [bar.x + bar.width, bar.y + bar.height];
  const known = stage >= STEP.mask ? place.scores : names; // before it no score is below the name
  return [
    tokens.map(([from, to], key) => {
      const isMine = key === data.column;
      const [left, top] = [lane.x + key * column + 3, known.y + known.height + 2];
      const d = ribbon(left, column - 6, top, from, to - from, bar.y - 2, true);
      const isThere = to - from > 0.05 && (isMine || soft > 0);
      return isThere && Path(d, "", tone("weight"), isMine ? 0.34 : 0.13);
    }),
    soft === 1 && [
      Path(`M${bar.x} ${foot + 3}v3h${bar.width}v-3`, "bracket"),
      Say(place.wide ? "small" : "small end", place.wide ? bar.x : right, foot + 19, words.one),
    ],
    place.map && HeadMap(place.map),
    guess !== null && soft === 1 && Guessed(tokens[guess]),
  ];

  /** All rows of the head: the one that is looked at is the bar. Shaded once the weights are known.
   * @param {NonNullable<Scene["place"]["map"]>} map */
  function HeadMap(map) {
    const { x, y, step, width, height } = map;
    const [top, from] = [y + data.row * step, x + width + 2];
    const lines = [
      ...data.map.slice(1).map((_, at) => `M${x} ${y + (at + 1) * step}h${width}`),
      ...data.map[0].slice(1).map((_, at) => `M${x + (at + 1) * step} ${y}v${height}`),
    ];
    const beam = `M${from} ${top}L${lane.x - 4} ${bar.y}v${bar.height}L${from} ${top + step}z`;
    const isNamed = measure(words.map_name, 12, 400) < place.left + 40;
    return [
      isNamed && Say("small", x, y - 6, words.map_name),
      Frame(wider(map, 1), "ground"),
      soft < 1 ? Path(lines.join(""), "grid") : svg`
        <g transform="translate(${x} ${y}) scale(${step})" shape-rendering="crispEdges">
          ${Cells({ values: data.map, kind: "weights", limit: null })}
        </g>
      `,
      Frame(wider({ x, y: top, width, height: step }, 1), "frame thin"),
      Frame({ x: x + data.column * step, y: top, width: step, height: step }, "cell-frame"),
      !place.phone && Path(beam, "beam"),
    ];
  }

  /** Under the token that was guessed, once the answer is there. @param {[number, number]} token */
  function Guessed([from, to]) {
    const middle = clamp((from + to) / 2, bar.x + 5, right - 5);
    const half = measure(words.mine, 12, 700) / 2;
    const taken = measure(words.one, 12, 400) + 8; // at one end of the bar stands what all of it is
    const [low, high] = place.wide ? [taken, 0] : [0, taken];
    const x = clamp(middle, bar.x + low + half, right - high - half);
    return [
      Path(`M${middle - 5} ${foot + 11}h10l-5 -8z`, "mark"),
      Say("small chosen centre", x, foot + 23, words.mine),
    ];
  }
}

/** Beside the bar: the question, then the answer of the reader and of the model.
 * @param {Scene} scene @param {(event: Happening) => void} reveal */
export function Asked({ data, words, place, stage, phase, guess, asks }, reveal) {
  const [{ tokens, weights, blank }, { x, y, width }] = [data, place.asked];
  const [isAsked, best] = [stage < STEP.softmax, argmax(weights)];
  const isTold = !isAsked && (stage > STEP.softmax || phase === 1);
  const isRight = guess !== null && weights[guess] === weights[best];
  const sign = isTold &&
    html`<span class=${isRight ? "right" : "wrong"}>${isRight ? "✓" : "✗"}</span>`;
  /** @param {string} who @param {number} key */
  const answer = (who, key) => [
    html`<span class="who">${who}</span><b>${tokens[key]}</b>`,
    isTold && html`<span class="number">${share(weights[key])}</span>`,
  ];
  const button = html`
    <button type="button" class="reveal" data-screen onclick=${reveal}>${words.reveal}</button>
  `;
  return html`
    <div class="asked-box" style="left: ${x}px; top: ${y}px; width: ${width}px">
      ${isAsked && html`<div class="question">${!blank && words.ask}</div>`}
      ${isAsked && guess === null && html`<div class="how">${!blank && words.how}</div>`}
      ${(isAsked || isTold) && guess !== null && html`
        <div class="answer">${sign}${answer(words.mine, guess)}${isAsked && !asks && button}</div>
      `}
      ${isTold && html`
        <div class="answer">${answer(guess === null ? words.best : words.model, best)}</div>
      `}
    </div>
  `;
}
