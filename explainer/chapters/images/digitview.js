// A row for each network: the digit it reads, large, with its probability, and all ten as shades;
// once, or before and after the patches were shuffled.
import { argmax, decimal, ground, html, percent, softmax } from "../../drawings/parts.js";
/** @import { DigitViewData as Data } from "./types.d.ts" */

const SIGNS = /** @type {Words} */ ({ same: "=", close: "≈", other: "≠" });
const SAME = 1e-3; // a logit that moves less has moved by rounding alone

/** @param {Drawing<Data, object>} drawing */
export default function DigitView({ data: { networks, logits, accuracy }, words }) {
  const isPair = logits[0].length > 1;
  const rows = networks.map((network, at) => ({
    network,
    probs: logits[at].map(softmax),
    change: isPair && verdict(logits[at]),
    right: accuracy && decimal(accuracy[at], 3),
  }));
  const told = rows.map(({ network, probs, change, right }) => {
    const read = probs.map((ten) => `${argmax(ten)} (${percent(Math.max(...ten), 0)})`);
    const now = [change && words[change], right && `${words.shuffled} ${right}`];
    return [network, ...read, ...now].filter(Boolean).join(" ");
  });
  return html`
    <div role="img" aria-label="${isPair ? words.compared : words.name}: ${told.join("; ")}">
      ${rows.map(({ network, probs: [before, after], change, right }) =>
        html`
          <div class="line ${isPair && "pair"}">
            <span class="network">${network}</span> ${Reading(before, isPair && words.before)}
            ${change && [
              html`<span class="sign ${change}" title=${words[change]}>${SIGNS[change]}</span>`,
              Reading(after, words.now),
            ]}
            ${right && html`
              <span class="note"><span class="label">${words.shuffled}</span> ${right}</span>
            `}
          </div>
        `
      )}
    </div>
  `;
}

function Reading(/** @type {number[]} */ probs, /** @type {string | false} */ title) {
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
