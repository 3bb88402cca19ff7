// A row for each network: the digit it reads, large, with its probability, and all ten as shades;
// once, or before and after the patches were shuffled.
import { argmax, ground, html, percent, softmax } from "../../drawings/parts.js";
/** @import { DigitViewData as Data } from "./types.d.ts" */

const SIGNS = /** @type {Words} */ ({ same: "=", close: "≈", other: "≠" });
const SAME = 1e-3; // a logit that moves less has moved by rounding alone

/** @param {Drawing<Data, object>} drawing */
export default ({ data, words }) => Readings(data, words.name);

/** What stands above two runs, and what is said of how they differ, where there are two.
 * @param {Data} data @param {string} name @param {string[]} [titles] @param {Words} [verdicts] */
export function Readings({ networks, logits }, name, titles = [], verdicts = {}) {
  const rows = networks.map((network, at) => (
    { network, probs: logits[at].map(softmax), change: titles.length > 0 && verdict(logits[at]) }
  ));
  const told = rows.map(({ network, probs, change }) => {
    const read = probs.map((ten) => `${argmax(ten)} (${percent(Math.max(...ten), 0)})`);
    return [network, ...read, change && verdicts[change]].filter(Boolean).join(" ");
  });
  return html`
    <div role="img" aria-label="${name}: ${told.join("; ")}">
      ${rows.map(({ network, probs: [before, after], change }) =>
        html`
          <div class="line ${change && "pair"}">
            <span class="network">${network}</span> ${Reading(before, titles[0])}
            ${change && [
              html`<span class="sign ${change}" title=${verdicts[change]}>${SIGNS[change]}</span>`,
              Reading(after, titles[1]),
            ]}
          </div>
        `
      )}
    </div>
  `;
}

function Reading(/** @type {number[]} */ probs, /** @type {string} */ title) {
  const best = argmax(probs);
  return html`
    <div class="reading">
      ${title && html`<span class="title">${title}</span>`}
      <b class="digit">${best}</b><span class="p">${percent(probs[best], 0)}</span>
      <span class="ten">${probs.map((p, digit) =>
        html`<i title="${digit}: ${percent(p)}" style=${ground(p)}>${digit}</i>`
      )}</span>
    </div>
  `;
}

/** Nothing has changed, or the digit has not, or it has. @param {number[][]} runs */
function verdict([before, after]) {
  const change = Math.max(...before.map((logit, digit) => Math.abs(after[digit] - logit)));
  if (change < SAME) return "same";
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
