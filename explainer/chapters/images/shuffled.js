// A picture whose patches fly into another order and back, and a row for each network: the digit that
// it reads of both, large, with its probability, and all ten as shades.
import { argmax, ground, html, percent, softmax, TextButton } from "../../drawings/parts.js";
import { Paper } from "./patches.js";
/** @import { ShuffleData as Data } from "./types.d.ts" */

const ORDERS = 9;
const SIGNS = /** @type {Words} */ ({ same: "=", close: "≈", other: "≠" });

/** @param {Drawing<Data, { order: number }>} drawing */
export default function Shuffled({ data, words, state: { order }, choose }) {
  return html`
    <div class="views">
      <div>
        <div class="sheet">${Paper(data.picture, { places: data.places })}</div>
        <div class="row">
          ${TextButton(words.shuffle, () => choose({ order: order % ORDERS + 1 }))}
          ${TextButton(words.restore, () => choose({ order: 0 }), !order)}
        </div>
      </div>
      <div role="group" aria-label=${words.name}>
        <div class="line heads"><span>${words.before}</span><span>${words.now}</span></div>
        ${data.networks.map((network, at) => {
          const [[before, now], change] = [data.logits[at], verdict(data.logits[at], data.same)];
          return html`
            <div class="line">
              <span class="network">${network}</span> ${Reading(before)}
              <b class="sign ${change}" role="img" aria-label=${words[change]}>${SIGNS[change]}</b>
              ${Reading(now)}
            </div>
          `;
        })}
        <div class="legend">
          ${Object.entries(SIGNS).map(([change, sign]) =>
            html`<span><b class="sign ${change}">${sign}</b> ${words[change]}</span>`
          )}
        </div>
      </div>
    </div>
  `;
}

function Reading(/** @type {number[]} */ logits) {
  const probs = softmax(logits);
  const best = argmax(probs);
  return html`
    <div class="reading">
      <b class="digit">${best}</b><span class="p">${percent(probs[best], 0)}</span>
      <span class="ten" aria-hidden="true">${probs.map((p, digit) =>
        html`<i title="${digit}: ${percent(p)}" style=${ground(p)}>${digit}</i>`
      )}</span>
    </div>
  `;
}

/** What an order changes, if anything. @param {number[][]} runs @param {number} same */
function verdict([before, after], same) {
  const change = Math.max(...before.map((logit, digit) => Math.abs(after[digit] - logit)));
  if (change < same) return "same";
  return argmax(before) === argmax(after) ? "close" : "other";
}

/** Every probability. @param {Data} data */
export const numbers = ({ networks, logits }) => ({
  probabilities: networks.flatMap((network, at) =>
    logits[at].flatMap((ten, run) =>
      softmax(ten).map((probability, digit) => ({ network, run, digit, probability }))
    )
  ),
});
