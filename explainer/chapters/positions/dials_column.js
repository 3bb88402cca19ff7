// All that belongs to one token: its chip, its clocks, the vector of its place. It moves as one.
import { decimal } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { shades } from "../../drawings/map_cells.js";
import { Box, Dot, Line, Path, px, Words } from "../../drawings/marks.js";
import { range } from "../../drawings/math.js";
import { bare, tspans } from "../../drawings/token.js";
import { nameOf } from "./dials_layout.js";
import { alike, angleOf, degrees, TURN, vectorOf } from "./turns.js";

const LONG = 0.8; // of a hand, as a share of its clock

/** A token in words. @param {string} name */
export const spoken = (name) => bare(name) || name;

/** @param {number} angle @param {number} r */
export const tip = (angle, r) => [r * Math.sin(angle), -r * Math.cos(angle)];

/** @param {import("./dials.js").Scene} scene @param {number} token */
export function Column(scene, token) {
  const { data: { tokens, pairs, on }, words, state, at, rates, chosen, other, measure } = scene;
  const [name, x, place] = [tokens[token], scene.x[token], state.order.indexOf(token)];
  const isChosen = token === chosen;
  const since = token === other ? scene.x[chosen] : null; // of two the place of the chosen one
  const similarity = alike(rates, x - scene.x[chosen]);
  const { chip, stripe, radius: r } = at;
  const half = at.column / 2;
  const [top, bottom] = [chip.y + chip.height + 3, stripe.y + stripe.height + 6];
  const side = at.isRoomy ? r + 41 : half - 1.5;
  const kind = isChosen ? "on" : since === null ? "" : "pair";
  const [bright, y] = [scene.glow(similarity), scene.height(similarity)];
  return svg`
    <g class="column ${kind}" transform="translate(${px(at.middle(x))} 0)">
      ${Box(at.isWide ? "ground" : "ground bare", -side, top, 2 * side, bottom - top, { rx: 9 })}
      ${at.dials.map(Dial)} ${Stripe()} ${Chip()}
      ${on && [
        svg`
          <circle class="halo" cy=${px(y)} r=${px(5 + 9 * bright)} opacity=${bright ** 2 / 2} />
        `,
        Dot("dot", 0, px(y), 4),
        Words(
          isChosen ? "value own" : "value",
          0,
          at.hill.y + at.hill.height + 18,
          decimal(similarity),
          {
            "data-token-value": token,
          },
        ),
      ]}
    </g>
  `;

  /** What is taken by hand, and moved by keys: a slider along the sentence. */
  function Chip() {
    const last = at.count - 1;
    const { name: shown, size } = nameOf(name, at.column - (at.column < 44 ? 7 : 13), measure);
    return svg`
      <g class="chip" transform="translate(0 ${chip.y + chip.height / 2})" data-token=${token}
        role="slider" tabindex=${isChosen ? 0 : -1} aria-label=${spoken(name)} aria-valuemin="0"
        aria-valuemax=${last - 1} aria-valuenow=${Math.min(place, last - 1)}
        aria-valuetext="${words.place} ${place}" aria-readonly=${String(token === last)}
        onpointerdown=${(event) => scene.hands.take(event, token)}
        onkeydown=${(event) => scene.hands.press(event, token)}>
        ${Box("box", 2.5 - half, -chip.height / 2, at.column - 5, chip.height, { rx: 8 })}
        ${Words("token", 0, 5, tspans(shown), { style: `font-size: ${px(size)}px` })}
        <g class="grip" transform="translate(0 ${chip.height / 2 + 1})">
          <circle class="knob" r="7.5" />
          <path class="arrows" d="M-1.9 -2.7L-4.6 0L-1.9 2.7M1.9 -2.7L4.6 0L1.9 2.7" />
        </g>
      </g>
    `;
  }

  /** @param {typeof at.dials[0]} row */
  function Dial({ dial, y }) {
    const rate = rates[pairs[dial]];
    const angle = angleOf(rate, x);
    const [handX, handY] = tip(angle, LONG * r).map(px);
    const from = since === null ? 0 : angleOf(rate, since);
    const [ghostX, ghostY] = tip(from, LONG * r).map(px);
    const turned = angleOf(1, angle - from);
    const isTold = on && (isChosen && other === null || since !== null);
    const told = [since !== null && "+", degrees(turned)];
    return svg`
      <g class="dial" transform="translate(0 ${px(y)})" data-angle=${angle.toFixed(4)}
        onpointerenter=${() => scene.point(dial, token)}
        onpointerleave=${() => scene.point(null, token)}>
        <circle class="face" r=${px(r)} />
        ${isTold && Path("wedge", wedge(from, turned, LONG * r))}
        ${on && [
          since !== null && Line("ghost", 0, 0, ghostX, ghostY),
          ...[Line("hand", 0, 0, handX, handY), Dot("tip", handX, handY, 2.4)],
          Dot("pin", 0, 0, 1.6),
        ]}
        ${isTold && at.isRoomy && Words("angle", px(r + 5), 4, told)}
      </g>
    `;
  }

  /** The vector, sines on the left and cosines on the right: a row is a clock, the fastest on top. */
  function Stripe() {
    const [left, width, rows] = [-stripe.width / 2, stripe.width, scene.rows];
    const vector = vectorOf(rates.slice(0, rows), x);
    const values = range(rows).map((row) => vector.slice(2 * row, 2 * row + 2));
    const scale = `scale(${width / 2} ${stripe.height / rows})`;
    return [
      Box("zero", left, stripe.y, width, stripe.height),
      on && svg`
        <g class="stripe" transform="translate(${px(left)} ${px(stripe.y)}) ${scale}">
          ${shades({ values, kind: "signed", limit: 1 }).map(([fill, d]) =>
            Path("", d, { style: `fill: ${fill}` })
          )}
        </g>
      `,
      Box("edge", left, stripe.y, width, stripe.height),
    ];
  }
}

/** Clockwise from an angle on. @param {number} from @param {number} turn @param {number} r */
function wedge(from, turn, r) {
  if (turn < 1e-3 || turn > TURN - 1e-3) return "";
  const [start, end] = [tip(from, r), tip(from + turn, r)].map((one) => one.map(px).join(" "));
  return `M0 0L${start}A${px(r)} ${px(r)} 0 ${turn > Math.PI ? 1 : 0} 1 ${end}Z`;
}
