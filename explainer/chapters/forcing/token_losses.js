// Outputs as lanes: each token as long as its -ln p, so a lane is as long as its output is improbable.
// A line at the end of the reference parts what the model likes better from what the search missed.
import { bare, decimal, fill, html, percent, spans, sum } from "../../drawings/parts.js";
/** @import { Lane, TokenLosses } from "./types.d.ts" */

export const about = (/** @type {object} */ data) => data;

/** @param {TokenLosses} drawing */
export default function TokenLosses({ data: { lanes }, words, state: { lit }, set }) {
  const sums = lanes.map(({ losses }) => sum(losses));
  const share = (/** @type {number} */ nats) => nats / Math.max(1e-9, ...sums);
  const { tokens, losses } = lanes[lit?.[0] ?? 0];
  const at = lit?.[1] ?? 0;
  const prob = percent(Math.exp(-losses[at]));
  const told = { token: tokens[at], loss: decimal(losses[at]), prob };
  return html`
    <div class="field" role="img" aria-label=${fill(words.name, { count: lanes.length })}
      style="--liked-share: ${share(sums[0])}" onpointerleave=${() => set({ lit: null })}>
      <div class="beyond"></div>
      <div class="side liked"><span>← ${words.liked}</span></div>
      <div class="side missed"><span>${words.missed} →</span></div>
      ${lanes.map(({ name, tone, tokens, losses }, lane) =>
        html`
          <div class="name ${tone}">${name}</div>
          <div class="lane">
            ${tokens.map((token, at) =>
              html`
                <span class="token ${tone}" title="${bare(token)} ${decimal(losses[at])}"
                  style="--token-share: ${share(losses[at])}"
                  onpointerenter=${() => set({ lit: [lane, at] })}><b>${spans(token)}</b></span>
              `
            )}
            <span class="sum">${decimal(sums[lane])}</span>
          </div>
        `
      )}
    </div>
    <div class="axis">${words.axis}</div>
    <div class="caption">${lit ? fill(words.token, told) : words.hint}</div>
  `;
}

/** Every token of every output. @param {{ lanes: Lane[] }} data */
export const numbers = ({ lanes }) => ({
  losses: lanes.flatMap(({ name, tokens, losses }) =>
    tokens.map((token, at) => ({ output: name, token, loss: losses[at] }))
  ),
});
