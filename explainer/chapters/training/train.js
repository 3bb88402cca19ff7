// A button that takes one step of training, and the mean loss of the batch after every step so far.
import { decimal, fill } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { sum } from "../../drawings/math.js";

const [HEIGHT, SIDE, TOP, BOTTOM] = [74, 40, 24, 8]; // pixels of the curve and around it

/** @param {number[]} values */
const meanOf = (values) => sum(values) / values.length;

/** @param {import("./gradient_arrows.js").Pull} drawing */
export function Train(drawing) {
  const { data: { sentences, moved, epsilons, at }, words, state, choose } = drawing;
  const { stop, trained } = state;
  const tokens = sentences.flatMap((one) => one.tokens);
  const means = tokens[0].losses.map((_, step) => meanOf(tokens.map(({ losses }) => losses[step])));
  // What the steps make smaller: the mean of the smoothed losses.
  const flat = meanOf(tokens.map((token) => token.flat[trained]));
  const smooth = (1 - epsilons[stop]) * means[trained] + epsilons[stop] * flat;
  const note = trained
    ? fill(words.after, {
      step: trained,
      steps: moved.length,
      moved: decimal(moved[trained - 1], 6),
      smooth: decimal(smooth, 3),
    })
    : words.start;
  const isReady = stop === at.stop && trained < moved.length;
  return html`
    <div class="train">
      <div class="bar">
        <button type="button" class="step" data-screen disabled=${!isReady}
          onclick=${() => choose({ trained: trained + 1 })}>▶ ${words.train}</button>
        <button type="button" class="restart" data-screen disabled=${!trained}
          onclick=${() => choose({ trained: 0 })}>${words.restart}</button>
      </div>
      <div class="note" role="status">${note}</div>
      ${Curve(drawing, means)}
    </div>
  `;
}

/** @param {import("./gradient_arrows.js").Pull} drawing @param {number[]} means */
function Curve({ words, state: { trained }, width: room }, means) {
  const width = room < 780 ? room : (room - 26) / 2.15;
  const floor = HEIGHT - BOTTOM;
  const x = (/** @type {number} */ at) =>
    SIDE + at * (width - 2 * SIDE) / Math.max(1, means.length - 1);
  const y = (/** @type {number} */ at) => floor - (floor - TOP) * means[at] / Math.max(...means);
  const places = [...means.keys()];
  return svg`
    <svg width=${width} height=${HEIGHT} role="img" aria-label=${words.curve}>
      <path class="grid" d="M${SIDE - 8} ${floor}H${width - SIDE + 8}${places.map((at) =>
        `M${x(at)} ${floor}v4`
      ).join("")}" />
      <text class="head start" y="10">${words.curve}</text>
      <polyline class="path" points=${places.slice(0, trained + 1).map((at) => `${x(at)},${y(at)}`)
        .join(" ")} />
      ${places.map((at) =>
        svg`<circle class="dot ${at === trained && "on"} ${at > trained && "ahead"}" cx=${
          x(at)
        } cy=${y(at)} r="3.5" />`
      )}
      <text class="fact ${!trained && "on"}" x=${SIDE - 8} y=${y(0) + 4.5}>${decimal(
        means[0],
      )}</text>
      ${trained > 0 && svg`
        <text class="fact start on" x=${x(trained) + 9} y=${Math.min(
          floor - 2,
          y(trained) + 4.5,
        )}>${decimal(means[trained])}</text>
      `}
    </svg>
  `;
}
