// Similarities are dragged; weights stand on the line of values, and the answer is where it balances.
import { html, svg } from "../../drawings/html.js";
import { decimal, fill, grouped } from "../../drawings/format.js";
import { argmax, clamp, softmax, sum, ticks } from "../../drawings/math.js";
import { place } from "../../drawings/place.js";
import { Slider } from "../../drawings/slider.js";

/** `hard` is what a dictionary answers, null where it has no such key.
 * @typedef {{ keys: string[], values: number[], query: string, hard: number | null,
 *   sharpest: number }} Data */
/** @typedef {{ scores: number[], sharpness: number }} State */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, State>} Balance */

const TALL = 180; // pixels of a weight of 1
const BLOCK = 38;
const LINE = 16; // of a name above its block
const [LOW, HIGH, STEP] = [0, 10, 0.1]; // of a slider; wider where a similarity asks for it

/** A round number without decimals. @param {number} value */
const short = (value) => grouped(value).replace(/\.?0+$/, "");

/** @param {Data} data @param {State} state */
export function mix({ values }, { scores, sharpness }) {
  const weights = softmax(scores.map((score) => sharpness * score));
  const parts = weights.map((weight, at) => weight * values[at]);
  return { weights, parts, value: sum(parts) };
}

/** @param {Data} data */
export const about = ({ keys }) => JSON.stringify(keys);

/** @param {Balance} drawing */
export default function Balance(drawing) {
  const { data, words, state } = drawing;
  const found = mix(data, state);
  return html`
    <div role="group" aria-label=${words.name}>
      ${answers(data, words, found)}
      <div class="body">${table(drawing, found)} ${line(drawing, found)}</div>
    </div>
  `;
}

/** The two answers, side by side.
 * @param {Data} data @param {Balance["words"]} words @param {ReturnType<typeof mix>} found */
function answers({ keys, query, hard }, words, { weights, value }) {
  const isMiss = hard === null;
  const best = argmax(weights);
  const twice = new Set(keys).size < keys.length ? ` ${words.duplicate}` : "";
  return html`
    <div class="answers">
      <div class="answer ${isMiss ? "miss" : "hit"}">
        <div class="what">${words.hard}</div>
        <div class="said">
          <code>prices['${query}']</code>
          <strong>${isMiss ? "\u2717 KeyError" : `\u2713 ${grouped(hard)}`}</strong>
        </div>
        <div class="why">${isMiss ? words.hard_miss : words.hard_hit}${twice}</div>
      </div>
      <div class="answer hit" role="status">
        <div class="what">${words.soft}</div>
        <div class="said">
            <code>Σ w × v</code> <strong>✓ ${grouped(value)}</strong>
          </div>
        <div class="why">${fill(words.soft_line, {
          best: keys[best],
          weight: decimal(weights[best]),
        })}</div>
      </div>
    </div>
  `;
}

/** One row a key: similarity to drag, its weight, and what it adds to the answer.
 * @param {Balance} drawing @param {ReturnType<typeof mix>} found */
function table(drawing, { weights, parts }) {
  const { data, words, state: { scores, sharpness } } = drawing;
  const [low, high] = [Math.min(LOW, ...scores), Math.max(HIGH, ...scores)];
  const digits = (
    /** @type {number} */ score,
  ) => (Number.isInteger(Math.round(score * 100) / 10) ? 1 : 2);
  const whole = { label: words.sharpness, max: data.sharpest, step: STEP, value: sharpness };
  return html`
    <div class="table">
      <div class="row head">
        ${["key", "similarity", "weight", "part"].map((name) => html`<span>${words[name]}</span>`)}
      </div>
      ${data.keys.map((key, at) => {
        const value = scores[at];
        const range = {
          label: `${words.similarity} ${key}`,
          min: low,
          max: high,
          step: STEP,
          value,
        };
        return html`
          <div class="row">
            <span class="key">${key}</span>
            <span class="similarity">
              ${Slider(drawing, range, (score) => ({ scores: scores.with(at, score) }))}
              <b>${decimal(value, digits(value))}</b>
            </span>
            <span class="weight">
              <span class="track"><i class="bar" style="width: ${100 * weights[at]}%"></i></span>
              <b>${decimal(weights[at], 4)}</b>
            </span>
            <span class="part">× ${short(data.values[at])} ≈ ${grouped(parts[at])}</span>
          </div>
        `;
      })}
      <label class="row foot">
        <span class="key">${words.sharpness}</span>
        <span class="similarity">
          ${Slider(drawing, whole, (to) => ({ sharpness: to }))}
          <b>${decimal(sharpness, 1)}</b>
        </span>
        <span class="ends"><span>0 ${words.even}</span><span>${data.sharpest} ${words
          .one}</span></span>
      </label>
    </div>
  `;
}

/** Weights as blocks on the line of values, those of one value on each other.
 * @param {Balance} drawing @param {ReturnType<typeof mix>} found */
function line({ data: { keys, values }, words, width: room, measure }, { weights, value }) {
  const width = room < 860 ? room : (room - 32) * 3 / 8;
  const reach = Math.max(...values) || 1;
  const [left, right] = [BLOCK / 2 + 4, width - BLOCK / 2 - 4];
  const x = (/** @type {number} */ of) => left + ((right - left) * of) / reach;
  const stacks = [...Map.groupBy(values.keys(), (at) => values[at])].toSorted(([a], [b]) => a - b);
  const base = TALL + LINE * Math.max(...stacks.map(([, all]) => all.length)) + 4;
  const answer = x(value);
  const told = grouped(value);
  const half = measure(told, 17, 700) / 2;
  return html`
    <div class="line">
      <svg class="scale" role="img" aria-label=${words.line}
        width=${width} height=${base + 88}>
        ${[0.5, 1].map((weight) =>
          svg`
            <line class="grid" x1="22" x2=${width} y1=${base - weight * TALL} y2=${base -
              weight * TALL} />
            <text class="level" x="0" y=${base - weight * TALL + 4}>${weight}</text>
          `
        )}
        <line class="beam" x1="0" x2=${width} y1=${base} y2=${base} />
        <line class="drop" x1=${answer} x2=${answer} y1=${base} y2=${base + 26} />
        ${ticks(reach, Math.min(6, width / 80)).map((tick) =>
          svg`
            <line class="beam" x1=${x(tick)} x2=${x(tick)} y1=${base} y2=${base + 5} />
            ${Math.abs(x(tick) - answer) > measure(short(tick), 12) / 2 + 4 && svg`
              <text class="tick" x=${x(tick)} y=${base + 19}>${short(tick)}</text>
            `}
          `
        )}
        <text class="axis" x=${width} y=${base + 82}>${words.value}</text>
        ${stacks.map(([of, all]) =>
          all.map((at, above) => {
            const height = TALL * weights[at];
            const top = base - TALL * sum(all.slice(0, above + 1).map((one) => weights[one]));
            return height > 0.2 && svg`
              <rect class="block" x=${x(of) - BLOCK / 2} y=${top} width=${BLOCK} height=${height}
                rx=${Math.min(4, height / 2)} />
            `;
          })
        )} ${names()}
        <path class="pivot" d="M${answer} ${base + 24}l11 18h-22z" />
        <text class="told" x=${clamp(answer, half, width - half)} y=${base + 62}>${told}</text>
      </svg>
    </div>
  `;

  /** Above each stack, the lowest block's lowest; one whose names meet others is named higher. */
  function names() {
    const boxes = stacks.map(([of, all]) => {
      const lines = all.map((at) => `${keys[at]} ${decimal(weights[at])}`);
      const top = base - TALL * sum(all.map((at) => weights[at]));
      const wide = Math.max(...lines.map((words) => measure(words, 13, 600))) + 10;
      const middle = clamp(x(of), wide / 2, width - wide / 2);
      const [y, height] = [top - 5 - LINE * all.length, LINE * all.length];
      return { lines, top, middle, x: middle - wide / 2, y, width: wide, height };
    });
    return place(boxes, { x: 0, y: -2 }).map((box, stack) =>
      svg`
        ${box.y + box.height < box.top - 8 && svg`
          <line class="leader" x1=${x(stacks[stack][0])}
            x2=${x(stacks[stack][0])} y1=${box.top - 2} y2=${box.y + box.height + 3} />
        `}
        ${box.lines.map((words, at) =>
          svg`
            <text class="name" x=${box.middle} y=${box.y + box.height - LINE * at}>${words}</text>
          `
        )}
      `
    );
  }
}

/** Both answers as they stand. @param {Data} data @param {State} state */
export function numbers(data, state) {
  const { weights, parts } = mix(data, state);
  const rows = data.keys.map((key, at) => ({
    ...{ key, value: data.values[at], similarity: state.scores[at], sharpness: state.sharpness },
    ...{ weight: weights[at], part: parts[at] },
  }));
  return [{ name: "look-up", rows }];
}
