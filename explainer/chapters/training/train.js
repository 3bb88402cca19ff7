// A button that takes one step of training, and the mean loss of the batch after every step so far.
import { decimal, fill } from "../../drawings/format.js";
import { html } from "../../drawings/html.js";
import { sum } from "../../drawings/math.js";

const meanOf = (/** @type {number[]} */ values) => sum(values) / values.length;

/** @param {import("./gradient_arrows.js").Pull} drawing */
export function Train(drawing) {
  const { data: { sentences, moved, epsilons, at }, words, state, choose } = drawing;
  const { stop, trained } = state;
  const tokens = sentences.flatMap((one) => one.tokens);
  const means = tokens[0].losses.map((_, step) => meanOf(tokens.map(({ losses }) => losses[step])));
  // What the steps make smaller: the mean of the smoothed losses.
  const flat = meanOf(tokens.map((token) => token.flat[trained]));
  const smooth = (1 - epsilons[stop]) * means[trained] + epsilons[stop] * flat;
  const last = decimal(moved[trained - 1] ?? 0, 6);
  const told = { step: trained, steps: moved.length, moved: last, smooth: decimal(smooth, 3) };
  const isReady = stop === at.stop && trained < moved.length;
  return html`
    <div class="train">
      <div class="bar">
        <button type="button" class="step" data-screen disabled=${!isReady}
          onclick=${() => choose({ trained: trained + 1 })}>▶ ${words.train}</button>
        <button type="button" class="restart" data-screen disabled=${!trained}
          onclick=${() => choose({ trained: 0 })}>${words.restart}</button>
      </div>
      <div class="note" role="status">${trained ? fill(words.after, told) : words.start}</div>
      ${Curve(drawing, means)}
    </div>
  `;
}

/** @param {import("./gradient_arrows.js").Pull} drawing @param {number[]} means */
function Curve({ words, state: { trained } }, means) {
  const [last, most] = [Math.max(1, means.length - 1), Math.max(...means)];
  const x = (/** @type {number} */ step) => `left: ${100 * step / last}%`;
  const y = (/** @type {number} */ step) => `${100 * means[step] / most}%`;
  const done = means.slice(0, trained + 1).map((mean, step) => `${step},${most - mean}`);
  return html`
    <div class="curve" role="img" aria-label=${words.curve}>
      <div class="head">${words.curve}</div><i class="axis"></i>
      <svg viewBox="0 0 ${last} ${most}" preserveAspectRatio="none">
        <polyline class="path" vector-effect="non-scaling-stroke" points=${done.join(" ")} />
      </svg>
      ${means.map((_, step) =>
        html`
          <i class="tick" style=${x(step)}></i>
          <i class="dot ${step === trained && "on"} ${step > trained && "ahead"}" style="${x(step)};
            bottom: ${y(step)}"></i>
          ${[0, trained].includes(step) && html`
            <span class="fact ${step && "after"} ${step === trained && "on"}" style="${x(step)};
              bottom: max(8px, ${y(step)})">${decimal(means[step])}</span>
          `}
        `
      )}
    </div>
  `;
}
