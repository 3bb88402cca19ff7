// Outputs as lanes: each token as long as its -ln p, so a lane is as long as its output is improbable.
// A line at the end of the reference parts what the model likes better from what the search missed.
import { decimal, fill, percent } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { sum } from "../../drawings/math.js";
import { bare, tspans } from "../../drawings/token.js";

/** An output: its name, its tokens with their -ln p, and the palette colour. The first one is the
 * reference. @typedef {{ name: string, tone: string, tokens: string[], losses: number[] }} Lane */
/** @typedef {import("../../drawings/mount.js").Drawing<{ lanes: Lane[] }, { lit: [number, number] | null }>} TokenLosses
 *   `lit` is the lane and the token under the pointer */

const PITCH = 62; // pixels from lane to lane
const [NAME, HEIGHT] = [18, 30]; // of a lane
const TOP = 26; // for the words on both sides of the line
const FOOT = 22;
const ENDS = 58; // beside the longest lane: its sum

export const start = () => ({ lit: null });
/** @param {{ lanes: Lane[] }} data */
export const about = ({ lanes }) => JSON.stringify(lanes);

/** @param {TokenLosses} drawing */
export default function TokenLosses(
  { data: { lanes }, words, state: { lit }, width, measure, set },
) {
  const sums = lanes.map(({ losses }) => sum(losses));
  const x = (/** @type {number} */ nats) => nats * (width - ENDS) / Math.max(1e-9, ...sums);
  const bottom = TOP + lanes.length * PITCH;
  const end = x(sums[0]);
  const fits = (/** @type {string} */ text, /** @type {number} */ room) =>
    measure(text, 12.5, 500) < room - 12;
  return html`
    <svg role="img" aria-label=${fill(words.name, {
      count: lanes.length,
    })} width=${width} height=${bottom + FOOT}
      onpointerleave=${() => set({ lit: null })}>
      <rect class="beyond" x=${end} y=${TOP - 4} width=${Math.max(0, width - end)} height=${bottom -
        TOP + 4} />
      <line class="end" x1=${end} x2=${end} y1=${TOP - 8} y2=${bottom} />
      ${fits(words.liked, end) &&
        svg`<text class="side" x=${end - 8} y="14" text-anchor="end">← ${words.liked}</text>`}
      ${fits(words.missed, width - end) &&
        svg`<text class="side" x=${end + 8} y="14">${words.missed} →</text>`}
      ${lanes.map((lane, at) =>
        Lane(
          lane,
          TOP + at * PITCH,
          x,
          measure,
          (token) => set({ lit: token === null ? null : [at, token] }),
        )
      )}
      <text class="side" x="1" y=${bottom + FOOT - 5}>${words.axis}</text>
    </svg>
    <div class="caption">${lit ? told(lanes[lit[0]], lit[1], words.token) : words.hint}</div>
  `;
}

/** @param {Lane} lane @param {number} y @param {(nats: number) => number} x
 * @param {import("../../drawings/mount.js").Measure} measure @param {(token: number | null) => void} point */
function Lane({ name, tone, tokens, losses }, y, x, measure, point) {
  let from = 0;
  const parts = tokens.map((token, at) => {
    const [left, right] = [x(from), x(from += losses[at])];
    return svg`
      <rect class="token ${tone}" x=${left} y=${y + NAME} width=${Math.max(
        0.5,
        right - left,
      )} height=${HEIGHT}
        onpointerenter=${() => point(at)}>
        <title>${bare(token)} ${decimal(losses[at])}</title>
      </rect>
      ${measure(token, 13, 600) + 6 < right - left &&
        svg`<text class="label" x=${(left + right) / 2} y=${y + NAME + 20}>${tspans(token)}</text>`}
    `;
  });
  return svg`
    <text class="name ${tone}" x="1" y=${y + 13}>${name}</text>
    ${parts}
    <text class="sum" x=${x(from) + 6} y=${y + NAME + 20}>${decimal(from)}</text>
  `;
}

/** @param {Lane} lane @param {number} at @param {string} sentence */
const told = ({ tokens, losses }, at, sentence) =>
  fill(sentence, {
    token: tokens[at],
    loss: decimal(losses[at]),
    prob: percent(Math.exp(-losses[at])),
  });

/** Every token of every output. @param {{ lanes: Lane[] }} data */
export function numbers({ lanes }) {
  const rows = lanes.flatMap(({ name, tokens, losses }) =>
    tokens.map((token, at) => ({ output: name, token, loss: losses[at] }))
  );
  return [{ name: "losses", rows }];
}
