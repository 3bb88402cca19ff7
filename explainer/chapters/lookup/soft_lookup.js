// Similarities are dragged; weights stand on a plank of values, which tips until it rests on the answer.
import { argmax, clamp, decimal, fill, grouped, html, place } from "../../drawings/parts.js";
import { Slider, softmax, sum, ticks, trimmed } from "../../drawings/parts.js";
/** @import { BalanceParts, Data, State, Balance } from "./types.d.ts" */

const [TALL, LOW_TALL, ROOMY] = [180, 104, 560]; // pixels of a weight of 1, where there is less width
const TAKES = 400; // ms, of the wedge to the answer
const [TIP, MOST] = [20, 6]; // degrees of the plank, were all weight a whole axis off; and at most
const BLOCK = 38;
const WEDGE = 30; // pixels beside the wedge where no number of the axis stands
const LINE = 16; // of a name above its block
const [LOW, HIGH, STEP] = [0, 10, 0.1]; // of a slider; wider where a similarity asks for it

export function mix(/** @type {Data} */ { values }, /** @type {State} */ { scores, sharpness }) {
  const weights = softmax(scores.map((score) => sharpness * score));
  const parts = weights.map((weight, at) => weight * values[at]);
  return { weights, parts, value: sum(parts) };
}

export const about = (/** @type {Data} */ { keys }) => keys;

export default function Balance(/** @type {Balance} */ drawing) {
  const { data, words, state } = drawing;
  const found = mix(data, state);
  return html`
    <div role="group" aria-label=${words.name}>
      ${answers(data, words, found)}
      <div class="body">${table(drawing, found)} ${line(drawing, found)}</div>
    </div>
  `;
}

/** Both answers. @param {Data} data @param {Words} words @param {ReturnType<typeof mix>} found */
function answers({ keys, query, hard }, words, { weights, value }) {
  const best = argmax(weights);
  const twice = new Set(keys).size < keys.length ? ` ${words.duplicate}` : "";
  const isEven = weights[best] - Math.min(...weights) < 1e-9;
  const why = fill(isEven ? words.even_line : words.soft_line, {
    ...{ best: keys[best], weight: decimal(weights[best]), count: keys.length },
  });
  /** @type {BalanceParts["Answer"]} */
  const Answer = (what, code, found, why, role) =>
    html`
      <div class="answer ${found === null ? "miss" : "hit"}" role=${role}>
        <div class="what">${what}</div>
        <div class="said">
          <code>${code}</code>
          <strong>${found === null ? "✗ KeyError" : `✓ ${grouped(found)}`}</strong>
        </div>
        <div class="why">${why}</div>
      </div>
    `;
  const hit = (hard === null ? words.hard_miss : words.hard_hit) + twice;
  return html`
    <div class="answers">
      ${Answer(words.hard, `prices['${query}']`, hard, hit)}
      ${Answer(words.soft, "Σ w × v", value, why, "status")}
    </div>
  `;
}

/** One row a key: similarity to drag, its weight, and what it adds to the answer.
 * @param {Balance} drawing @param {ReturnType<typeof mix>} found */
function table(drawing, { weights, parts }) {
  const { data, words, state: { scores, sharpness } } = drawing;
  const ends = { min: Math.min(LOW, ...scores), max: Math.max(HIGH, ...scores), step: STEP };
  const whole = { label: words.sharpness, max: data.sharpest, step: STEP, value: sharpness };
  return html`
    <div class="table">
      <div class="row head">
        ${["key", "similarity", "weight", "part"].map((name) => html`<span>${words[name]}</span>`)}
      </div>
      ${data.keys.map((key, at) => {
        const value = scores[at];
        const range = { label: `${words.similarity} ${key}`, ...ends, value };
        return html`
          <div class="row">
            <span class="key">${key}</span>
            <span class="similarity">
              ${Slider(drawing, range, (score) => ({ scores: scores.with(at, score) }))}
              <b>${decimal(value, Math.round(100 * value) % 10 ? 2 : 1)}</b>
            </span>
            <span class="weight">
              <span class="track"><i class="bar" style="width: ${100 * weights[at]}%"></i></span>
              <b>${decimal(weights[at], 4)}</b>
            </span>
            <span class="part">× ${trimmed(grouped(data.values[at]))} ≈ ${grouped(parts[at])}</span>
          </div>
        `;
      })}
      <label class="row foot">
        <span class="key">${words.sharpness}</span>
        <span class="similarity">
          ${Slider(drawing, whole, (to) => ({ sharpness: to }))}
          <b>${decimal(sharpness, 1)}</b>
        </span>
        <span class="ends">
          <span>0 ${words.even}</span><span>${data.sharpest} ${words.one}</span>
        </span>
      </label>
    </div>
  `;
}

/** Weights as blocks on the line of values, those of one value on each other.
 * @param {Balance} drawing @param {ReturnType<typeof mix>} found */
function line({ data: { keys, values }, words, width: room, measure, clock }, { weights, value }) {
  const width = (room < 860 ? room : (room - 32) * 3 / 8) - BLOCK - 8;
  const reach = Math.max(...values) || 1;
  const tall = room < ROOMY ? LOW_TALL : TALL;
  const [wedge] = clock.toward([value], TAKES);
  // The weights sum to 1: about the wedge they pull by how far it is from where they balance.
  const turn = clamp(TIP * (value - wedge) / reach, -MOST, MOST);
  const at = (/** @type {number} */ of) => `left: ${100 * of / reach}%`;
  const Block = (/** @type {number} */ at) =>
    html`<i class="block" style="height: ${tall * weights[at]}px"></i>`;
  const stacks = [...Map.groupBy(values.keys(), (at) => values[at])].toSorted(([a], [b]) => a - b);
  // Above each stack, the lowest block's lowest; one whose names meet others is named higher.
  const names = stacks.map(([of, all]) => {
    const lines = all.map((at) => `${keys[at]} ${decimal(weights[at])}`);
    const wide = Math.max(...lines.map((words) => measure(words, 12.5, 600))) + 10;
    const x = clamp(width * of / reach - wide / 2, -2, width + BLOCK / 2 - wide); // not on 0.5
    const top = tall * sum(all.map((at) => weights[at]));
    const height = LINE * all.length;
    return { lines, x, y: -top - 5 - height, width: wide, height, top };
  });
  return html`
    <div class="line" role="img" aria-label=${words.line}>
      <div class="scale" style="height: ${tall}px">
        ${[0.5, 1].map((weight) =>
          html`<i class="grid" style="bottom: ${100 * weight}%"><span>${weight}</span></i>`
        )}
        <div class="pivot" style=${at(wedge)}>${grouped(value)}</div>
        <div class="plank" style="rotate: ${turn}deg; --wedge: ${100 * wedge / reach}%">
          <i class="beam"></i>
          ${ticks(reach, Math.min(6, width / 80)).map((tick) =>
            html`
              <i class="tick" style=${at(tick)}>${width * Math.abs(tick - wedge) / reach > WEDGE &&
                html`<span>${trimmed(grouped(tick))}</span>`}</i>
            `
          )}
          ${stacks.map(([of, all]) =>
            html`<div class="stack" style=${at(of)}>${all.map(Block)}</div>`
          )}
          ${place(names, 2).map(({ lines, x, y, width, height, top }) =>
            html`
              <div class="name" style="left: ${x}px; bottom: ${-y - height}px; width: ${width}px;
                --leader-height: ${-y - height - top - 5}px">
                ${lines.map((words) => html`<div>${words}</div>`)}
              </div>
            `
          )}
        </div>
      </div>
      <div class="axis">${words.value}</div>
    </div>
  `;
}

/** Both answers as they stand. @param {Data} data @param {State} state */
export function numbers(data, state) {
  const { weights, parts } = mix(data, state);
  const rows = data.keys.map((key, at) => ({
    ...{ key, value: data.values[at], similarity: state.scores[at], sharpness: state.sharpness },
    ...{ weight: weights[at], part: parts[at] },
  }));
  return { "look-up": rows };
}
