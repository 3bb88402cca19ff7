// Steps 5 and 6: the whole row, one bar of length 1 that the softmax cuts anew; and the guess before.
import { decimal } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { argmax, clamp, smooth } from "../../drawings/math.js";
import { ribbon } from "../../drawings/marks.js";
import { inkOn, shade, signedInkOn, signedShade } from "../../drawings/shade.js";
import { fitted, tspans, wide } from "../../drawings/token.js";
import { Cells, Frame, largest, Path, Say, share, tone, wider } from "./marks.js";
import { cuts, done, STEP } from "./place.js";
import { scaleOf } from "./score.js";

/** @typedef {import("./cellsteps.js").Scene} Scene */

const SHOWN = 0.3; // of the softmax's time, until all scores are there; then the cuts move

/** Where the tokens of the bar are now. @param {Scene} scene */
export function tokensNow(scene) {
  const soft = done(scene, STEP.softmax);
  const cut = smooth((soft - SHOWN) / (1 - SHOWN));
  return cuts(scene.place, scene.data, smooth(soft / SHOWN), cut);
}

/** Of the row what lies below the targets, and above them the whole name of what is under the pointer.
 * @param {Scene} scene */
export function softmax(scene) {
  const { data, words, place, stage, guess, state: { over }, measure } = scene;
  const { weights, allowed } = data;
  const { lane, column, staggered, names, bar } = place;
  const [soft, masked] = [done(scene, STEP.softmax), done(scene, STEP.mask)];
  const tokens = tokensNow(scene);
  const [right, foot] = [bar.x + bar.width, bar.y + bar.height];
  return { row: Row(), over: over !== null && over < weights.length && Over(over) };

  function Row() {
    const known = stage >= STEP.mask ? place.scores : names; // before it no score is below the name
    const [from, to] = tokens[data.column];
    return [
      weights.map((_, key) => Score(key)),
      tokens.map(([from, to], key) => {
        const isMine = key === data.column;
        const left = lane.x + key * column + 3;
        const top = known.y + known.height + 2;
        const d = ribbon(left, column - 6, top, from, to - from, bar.y - 2, true);
        const isThere = to - from > 0.05 && (isMine || soft > 0);
        return [isThere && Path(d, "", tone("weight"), isMine ? 0.34 : 0.13), Token(key, from, to)];
      }),
      soft > 0 && Frame(wider({ ...bar, x: from, width: to - from }, 1), "frame", 2),
      soft === 1 && [
        Path(`M${bar.x} ${foot + 3}v3h${bar.width}v-3`, "bracket"),
        Say(place.wide ? "small" : "small end", place.wide ? bar.x : right, foot + 19, words.one),
      ],
      place.map && HeadMap(place.map),
      guess !== null && soft === 1 && Guessed(tokens[guess]),
    ];
  }

  /** A score below its name. Up to the softmax only the cell's own is known; the mask is stamped on all.
   * @param {number} key */
  function Score(key) {
    const isMine = key === data.column && stage >= STEP.mask;
    const isHidden = !allowed[key];
    const box = { ...place.scores, x: lane.x + key * column + 2, width: column - 4 };
    const [middle, y] = [box.x + box.width / 2, box.y + 15.5];
    if (!isMine && soft / SHOWN <= key / weights.length && !(isHidden && masked > 0)) {
      return masked > 0 && column >= 24 &&
        svg`<text class="small centre" x=${middle} y=${y} opacity=${masked}>+ 0</text>`;
    }
    const part = data.scores[key] / largest(data.scores.filter((_, at) => allowed[at]));
    const [size, said] = [column < 34 ? 9.5 : 12.5, isHidden ? "−∞" : decimal(data.scores[key])];
    const [kind, colour] = isHidden ? ["hatched", ""] : ["", signedShade(part)];
    const disc = { x: middle - 12, y: box.y + 3, width: 24, height: 16 };
    return svg`
      ${isMine && staggered && Frame(wider(box, 1.5), "frame", 4)}
      <g all=${isMine && soft === 0 && fall(box, smooth(masked))}>
        ${Frame(box, kind, 4, colour)} ${isHidden && Frame(disc, "page", 8)}
        ${measure(said, size, 400) <= box.width + 1 && svg`
          <text class="cell ${isMine && "chosen"}" x=${middle} y=${y} font-size=${size}
            style="fill: ${isHidden ? tone("ink") : signedInkOn(part)}">${said}</text>
        `}
      </g>
    `;
  }

  /** The score comes from the end of its bar down into the row.
   * @param {import("./marks.js").Box} box @param {number} come */
  function fall(box, come) {
    const { zero, unit } = scaleOf(scene);
    const x = (1 - come) * (zero + scene.score * unit - box.x - box.width / 2);
    const y = (1 - come) * (place.sum.y - box.y);
    return { transform: `translate(${x} ${y})`, opacity: Math.min(1, 3 * come) };
  }

  /** A part of the bar. @param {number} key @param {number} from @param {number} to */
  function Token(key, from, to) {
    const [width, middle] = [Math.max(0, to - from), (from + to) / 2];
    const box = { ...bar, x: from, width };
    if (soft === 0) {
      const kind = guess === key ? "asked guessed" : "asked";
      return [
        Frame({ ...box, x: from + 1.5, width: Math.max(1, width - 3) }, kind, 5),
        Say("question centre", middle, bar.y + 22, "?"),
      ];
    }
    const [name, weight, said] = [data.tokens[key], weights[key], share(weights[key])];
    const [kind, colour] = [key === data.column ? "cell chosen" : "cell", inkOn(weight)];
    const isLong = width >= wide(name, measure, 12.5, 700) + measure(said, 12.5, 700) + 16;
    const both = [tspans(name), svg`<tspan class="weight" dx="6">${said}</tspan>`];
    const cut = tspans(fitted(name, width - 8, measure, 12.5, 400));
    return [
      // While it is cut a part is as dark as it is long: the winner is not told beforehand.
      Frame(box, "", 0, shade(soft < 1 ? width / bar.width : weight)),
      width > 2 && Path(`M${to} ${bar.y}v${bar.height}`, "cut"),
      soft === 1 && isLong && Say(kind, middle, bar.y + 21.5, both, colour),
      soft === 1 && !isLong && width >= 36 && [
        Say(kind, middle, bar.y + 15, cut, colour),
        Say(kind, middle, bar.y + 29, said, colour),
      ],
    ];
  }

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

  /** With its weight once that is known. @param {number} key */
  function Over(key) {
    const [from, to] = tokens[key];
    const name = data.tokens[key];
    const said = soft === 1 ? `${name} ${share(weights[key])}` : name;
    const half = measure(said, 13, 600) / 2 + 8;
    const middle = clamp((from + to) / 2, bar.x + half, right - half);
    const part = { ...wider(bar, 1), x: from - 1, width: Math.max(3, to - from + 2) };
    return [
      Frame(part, "frame thin", 2),
      Frame({ x: middle - half, y: bar.y - 25, width: 2 * half, height: 21 }, "tip", 6),
      Say("tip-words centre", middle, bar.y - 10, said),
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
