// One token: what the model gave (bars), what is asked for (marks), and the pull between them.
import { percent, signed } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { fitted, tspans } from "../../drawings/token.js";

const [LINE, BAR, TOP, RAIL] = [26, 13, 18, 84]; // pixels
const FACTS = { wide: [50, 152], phone: [48, 106] }; // right edges of the numbers, from the end of the bars
const [SLIM, PHONE] = [780, 380]; // widths of the drawing, and of this part of it
const ARROW = 9; // from which on a pull is an arrow

/** @param {import("./gradient_arrows.js").Pull} drawing
 * @param {{ name: string, p: number, q: number, pull: number }[]} pulls */
export function Arrows({ data, words, width: room, measure }, pulls) {
  const width = room < SLIM ? room : (room - 26) / 2.15;
  const isPhone = width < PHONE;
  const facts = FACTS[isPhone ? "phone" : "wide"];
  const long = width - RAIL - facts[1];
  const height = TOP + pulls.length * LINE;
  return svg`
    <svg width=${width} height=${height + 2} role="img" aria-label=${words.pulls}>
      ${(isPhone ? ["p", "p − q"] : [words.p, words.gradient]).map((head, at) =>
        svg`<text class="head" x=${RAIL + long + facts[at]} y="11">${head}</text>`
      )}
      ${[0, 0.5, 1].map((tick) =>
        svg`<path class="grid" d="M${RAIL + tick * long} ${TOP - 2}V${height}" />`
      )}
      ${pulls.map(({ name, p, q, pull }, at) => {
        const y = TOP + (at + 0.5) * LINE;
        const [from, to] = [RAIL + p * long, RAIL + q * long];
        const side = to > from ? 1 : -1;
        const tone = `${side > 0 ? "up" : "down"} ${Math.abs(to - from) < ARROW ? "short" : ""}`;
        const end = to - 8 * side;
        return svg`
          <text class="name ${!at && "wanted"}" x=${RAIL - 8} y=${y + 4.5}>${tspans(
            fitted(name, RAIL - 12, measure, 13, 700),
          )}</text>
          <rect class="given" x=${RAIL} y=${y - BAR / 2} height=${BAR} rx="2"
            style="width: ${Math.max(0.8, p * long)}px" />
          <path class="asked" d="M${to} ${y - 10}v20" />
          <rect class="pull ${tone}" y=${y - 1.5} height="3"
            style="x: ${Math.min(from, end)}px; width: ${Math.abs(end - from)}px" />
          <path class="tip ${tone}" d="M${to - 2 * side} ${y}l${-8 * side} -5v10z" />
          <text class="fact" x=${RAIL + long + facts[0]} y=${y + 4.5}>${data.blank
            ? "?"
            : percent(p)}</text>
          <text class="fact ${!data.blank && Number(pull.toFixed(3)) !== 0 &&
            tone.split(" ")[0]}" x=${RAIL + long +
            facts[1]} y=${y + 4.5}>${data.blank ? "?" : signed(pull, 3)}</text>
        `;
      })}
    </svg>
  `;
}
