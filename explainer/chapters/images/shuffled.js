// A picture whose patches fly into another order and back, and what each network reads of both.
import { html, TextButton } from "../../drawings/parts.js";
import { numbers, Readings } from "./digitview.js";
import { Paper } from "./patches.js";
/** @import { ShuffleData as Data } from "./types.d.ts" */

export { numbers };
const ORDERS = 9;

/** @param {Drawing<Data, { order: number }>} drawing */
export default function Shuffled(drawing) {
  const { data: { picture, places }, words, state: { order }, choose } = drawing;
  return html`
    <div class="views">
      <div class="whole">
        <div class="sheet">${Paper(picture, { places })}</div>
        <div class="row">
          ${TextButton(words.shuffle, () => choose({ order: order % ORDERS + 1 }))}
          ${TextButton(words.restore, () => choose({ order: 0 }), !order)}
        </div>
      </div>
      ${Readings(drawing.data, words.name, [words.before, words.now], words)}
    </div>
  `;
}
