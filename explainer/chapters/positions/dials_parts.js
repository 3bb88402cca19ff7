// All that belongs to one token and moves as one: its chip, its clocks, the vector of its place. And the
// rows that belong to none: places, names, the hill of similarities, what the encoder makes of the order.
import { bare, Box, Cells, decimal, Dot, fill, grouped, html, Line } from "../../drawings/parts.js";
import { Path, px, range, svg, tspans, Words } from "../../drawings/parts.js";
import { nameOf } from "./dials_layout.js";
import { alike, angleOf, degrees, TURN, vectorOf } from "./turns.js";

const LONG = 0.8; // of a hand, as a share of its clock

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
  const [half, base] = [at.column / 2, at.hill.y + at.hill.height];
  const [top, bottom] = [at.answer.y + at.answer.height + 2, at.hill.title];
  const side = at.isRoomy ? r + 41 : half - 1.5;
  const kind = isChosen ? "on" : since === null ? "" : "pair";
  const [bright, y] = [scene.glow(similarity), scene.height(similarity)];
  return svg`
    <g class="column ${kind}" transform="translate(${px(at.middle(x))} 0)">
      ${Box(at.isWide ? "ground" : "ground bare", -side, top, 2 * side, bottom - top, { rx: 9 })}
      ${at.dials.map(Dial)} ${Stripe()} ${Chip()}
      ${on && [
        svg`<circle class="halo" cy=${px(y)} r=${px(5 + 9 * bright)} opacity=${bright ** 2 / 2} />`,
        Dot("dot", 0, px(y), 4),
        Words(isChosen ? "value own" : "value", 0, base + 18, decimal(similarity)),
      ]}
    </g>
  `;

  /** What is taken by hand, and moved by keys: a slider along the sentence. */
  function Chip() {
    const last = at.count - 1;
    const { lines, size } = nameOf(name, at.column - (at.column < 44 ? 7 : 13), measure);
    const first = lines.length > 1 ? -1 : 5;
    return svg`
      <g class="chip" transform="translate(0 ${chip.y + chip.height / 2})" data-token=${token}
        role="slider" tabindex=${isChosen ? 0 : -1} aria-label=${bare(name) || name}
        aria-valuemin="0" aria-valuemax=${last - 1} aria-valuenow=${Math.min(place, last - 1)}
        aria-valuetext="${words.place} ${place}" aria-readonly=${String(token === last)}
        onpointerdown=${(event) => scene.hands.take(event, token)}
        onkeydown=${(event) => scene.hands.press(event, token)}>
        ${Box("box", 2.5 - half, -chip.height / 2, at.column - 5, chip.height, { rx: 8 })}
        ${lines.map((line, k) =>
          Words("token", 0, first + 11 * k, tspans(line), { style: `font-size: ${size}` })
        )}
        <g class="grip" transform="translate(0 ${chip.height / 2 + 1})">
          <circle class="knob" r="7.5" />
          <path class="arrows" d="M-1.9 -2.7L-4.6 0L-1.9 2.7M1.9 -2.7L4.6 0L1.9 2.7" />
        </g>
      </g>
    `;
  }

  function Dial(/** @type {typeof at.dials[0]} */ { dial, y }) {
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
          ${Cells({ values, kind: "signed", limit: 1 })}
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

const FINE = 8; // points of the hill from one place to the next

export function rowsOf(/** @type {import("./dials.js").Scene} */ scene) {
  const { data, words, state, at, rates, rows, chosen, isWritten } = scene;
  const { isWide, isScrolled, stripe, hill } = at;
  const { pairs, outcome, needs } = data;
  const [own, base] = [scene.x[chosen], hill.y + hill.height];
  const moved = String(outcome?.order) === String(state.order) ? outcome?.moved : null;
  return {
    /** Numbers of the places, that of the chosen token in bold. */
    places: svg`
      <g class="places" aria-hidden="true">
        ${range(at.count).map((place) =>
          Words(Math.abs(own - place) < 0.5 && "on", px(at.middle(place)), 13, place)
        )}
      </g>
    `,
    ...{ hill: Hill(), encoder: Encoder(), legs: Legs(), rail: Rail(), answer: Answer() },
  };

  /** How alike a place in the sentence is to the chosen one, which may lie between two. */
  function Hill() {
    const points = range((at.count - 1) * FINE + 1).map((index) => {
      const place = index / FINE;
      return `${px(at.middle(place))} ${px(scene.height(alike(rates, place - own)))}`;
    }).join("L");
    const [first, last] = [0, at.count - 1].map((place) => px(at.middle(place)));
    return [
      Path("hill", `M${first} ${base}L${points}L${last} ${base}Z`, { fill: "url(#glow)" }),
      Path("crest", `M${points}`),
    ];
  }

  /** Bars of how far the encoder's outputs differ. */
  function Encoder() {
    const base = at.encoder.y + at.encoder.height;
    const wide = Math.min(34, at.column - 8);
    const most = Math.max(1, ...(moved ?? []));
    return svg`
      <g class="encoder" aria-hidden="true">
        ${Path("rule", `M${at.rail} ${base}H${px(at.right)}`)}
        ${moved?.map((value, place) => {
          const [middle, high] = [at.middle(place), value / most * at.encoder.height];
          return [
            Box("bar", px(middle - wide / 2), px(base - high), px(wide), px(high), { rx: 2 }),
            Words("value", px(middle), base + 16, decimal(value)),
          ];
        })}
      </g>
    `;
  }

  /** The clock that is pointed at: its sine is the leg across, its cosine the leg upwards, each in the
   * shade of its sign, and where they stand in the vector. */
  function Legs() {
    const { dial, token } = state.pointed ?? { dial: -1, token: 0 };
    const row = at.dials.find((one) => one.dial === dial);
    if (!row) return null;
    const angle = angleOf(rates[pairs[dial]], scene.x[token]);
    const [across, up] = tip(angle, 0.8 * at.radius);
    const [x, y, step] = [at.middle(scene.x[token]), row.y, stripe.height / rows];
    const [left, top] = [stripe.width / 2, stripe.y + pairs[dial] * step];
    const tone = (/** @type {number} */ value) => (value < 0 ? "leg low" : "leg high");
    return svg`
      <g class="legs" aria-hidden="true">
        ${Line(tone(Math.sin(angle)), px(x), px(y), px(x + across), px(y))}
        ${Line(tone(Math.cos(angle)), px(x + across), px(y), px(x + across), px(y + up))}
        ${pairs[dial] < rows &&
          Box("row", px(x - left - 3), px(top - 1.5), px(2 * left + 6), px(step + 3))}
      </g>
    `;
  }

  /** Names of the rows: in the rail, or above each row on a narrow screen; they stay when it scrolls. */
  function Rail() {
    /** @param {number} y @param {number} title @param {string} first @param {string} second */
    const name = (y, title, first, second) => {
      const place = `top: ${isWide ? y - 13 : title}px`;
      return html`<div class="row" style=${place}><b>${first}</b> <span>${second}</span></div>`;
    };
    const size = fill(words.stripe_size, { shown: 2 * rows, width: 2 * rates.length });
    return html`
      <div class="rail ${isWide ? "wide" : "narrow"} ${isScrolled && "cover"}" aria-hidden="true"
        style="--high: ${at.height}px; width: ${isWide ? at.rail : at.width}px">
        ${isWide && name(13, 0, "", words.place)}
        ${at.dials.map(({ dial, y, title }) => {
          const pair = pairs[dial];
          const channels = fill(words.pair, { sine: 2 * pair, cosine: 2 * pair + 1 });
          return name(y - 3, title, turnOf(rates[pair], words), isWide ? channels : "");
        })}
        ${name(stripe.y + 14, stripe.title, words.stripe, size)}
        ${name(hill.y + 16, hill.title, words.similar, words.similar_by)}
        ${!isWritten &&
          name(at.encoder.y + 10, at.encoder.title, words.encoder, words.encoder_by)}
      </div>
    `;
  }

  /** Under the tokens: what the model writes, also in this order. While that is as written a press reverses
   * the sentence; of another one a page without the model says what is missing. */
  function Answer() {
    const place = `top: ${at.answer.y}px; --rail: ${at.rail}px; width: ${at.width}px`;
    const [before, now] = outcome?.texts ?? [];
    const kind = before === now ? "same" : "different";
    const verdict = before === now ? `✓ ${words.same}` : `≠ ${words.different}`;
    const Line = (/** @type {string} */ name, /** @type {string} */ said, isLast = false) =>
      html`
        <div>
          <span class="name">${name}</span> <b>${said}</b>
          ${isLast && html`<span class=${kind}>${verdict}</span>`}
        </div>
      `;
    return html`
      <div class="rail">
        <div class="answer ${isWide ? "wide" : ""} ${moved ? "" : "stale"}" style=${place}>
          ${isWritten
            ? html`<button onclick=${scene.hands.reverse}>${words.reverse}</button>`
            : !moved && needs ||
              outcome && [Line(words.first, before), Line(words.second, now, true)]}
        </div>
      </div>
    `;
  }
}

/** How many places a turn takes, in words. @param {number} rate @param {Words} words */
export const turnOf = (rate, words) =>
  fill(words.turn, { places: grouped(TURN / rate, TURN / rate < 100 ? 1 : 0) });
