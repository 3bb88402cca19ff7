// One token asks, and every head looks elsewhere: strands of all heads, as wide as their weights.
import { argmax, Box, crossed, decimal, fill, fitted, html } from "../../drawings/parts.js";
import { lookedAt, offered, Path, pulled, pulling, px, roving } from "../../drawings/parts.js";
import { shared, shares, SIDES, spans, Stroke, sum, svg, tab } from "../../drawings/parts.js";
import { tspans, wide, Words } from "../../drawings/parts.js";
import { tellRole, toneOf } from "./roles.js";
/** @import { FanParts, FanData as Data, Fan } from "./types.d.ts" */

const FAINT = 0.02; // a smaller weight is not drawn
const BADGE = 25; // pixels from one number to the next
const [NARROWEST, STEEPEST] = [50, 20]; // pixels a key needs beside the next one, and with its name upright
const PORT = 20; // between two heads where their strands begin
const DEEP = { usual: 172, steep: 108, asked: 96 }; // pixels the strands run
const THICKEST = 15; // a weight of 1
const CHIP = 28;

export const start = (/** @type {Data} */ { row }) => (
  { row, lit: null, over: null, seen: null, role: null }
);
export const hears = { "explainer.role": (/** @type {string | null} */ role) => ({ role }) };
/** @param {Data} data */
export const about = ({ kind, layer, tokens, keys }) => [kind, layer, tokens, keys];

export default function Fan(/** @type {Fan} */ drawing) {
  const { data, words, state, set, choose, asks, measure } = drawing;
  const { kind, row, rows, keys, told, tokens, nats, kinds, roles } = data;
  const isPulled = asks?.kind === "shares";
  const label = { encoder: words.encoder, decoder: words.decoder, cross: words.cross }[kind];
  const shown = [state.seen, state.row].find((one) => one !== null && rows[one]) ?? row;
  const weights = (rows[shown] ?? told.map(() => keys.map(() => 0))).map((one, head) =>
    isPulled && head === data.head ? shared(pulled(drawing, keys.length)) : one
  );
  const heads = [...weights.keys()];
  const alone = isPulled ? data.head : shown === state.row ? state.over ?? state.lit : state.over;
  const isLit = (/** @type {number} */ head) =>
    alone === null ? state.role === null || state.role === kinds[head] : alone === head;
  const look = (/** @type {number} */ head) =>
    `${toneOf(kinds[head])} ${isLit(head) ? "" : "pale"}`;
  const unclear = (/** @type {string} */ kind) => Number(toneOf(kind) === "none");
  const shownRoles = [...new Set(kinds)].toSorted((a, b) => unclear(a) - unclear(b));
  const most = Math.max(...nats);
  const at = layout(drawing, weights);
  const { isSteep, pitch } = at;
  // Strong ones lie on top, so that no look is hidden by the rests of others.
  const strands = weights.flatMap((row, head) => row.map((weight, key) => ({ head, key, weight })))
    .filter(({ weight }) => weight >= FAINT).toSorted((a, b) => a.weight - b.weight);
  /** Of a strand or a number of a head, for `all=`. @param {number} head */
  const hands = (head) => ({
    "data-head": head,
    ...(!asks && lookedAt(set, "over", head)),
    onclick: !asks && (() => choose({ lit: head === state.lit ? null : head })),
  });
  const field = pulling(drawing, keys.length, (x, y) => [
    Math.floor(x / pitch),
    (at.to - y) / (at.to - at.from),
  ]);
  return html`
    <div class="label">${label}</div>
    <div class="askers ${SIDES[kind][0]}" role="group" aria-label=${label} inert=${!!asks}
      onkeydown=${roving(() => {})}>${tokens.map(Asker)}</div>
    <div class="fan ${isPulled && "pulled"}"
      all=${isPulled ? field : { onpointerleave: () => set({ over: null }) }}>
      <svg width=${at.width} height=${at.height} role=${asks ? "group" : "img"}
        aria-label=${fill(words.name, { layer: data.layer + 1 })}>
        ${strands.map(({ head, key, weight }) =>
          Path(`strand ${look(head)}`, strand(head, key), {
            ...hands(head),
            "stroke-width": Math.max(0.8, weight * at.scale).toFixed(2),
          })
        )}
        ${isPulled && !weights[data.head].some(Boolean) &&
          keys.map((_, key) => Path("ghost", strand(data.head, key)))}
        ${shown === state.row && shares(drawing)?.map(Own)}
        ${keys.map(Key)}
        ${heads.map((head) => Badge(head, at.port(head), 13))}
        ${Lookers()}
      </svg>
      ${isPulled &&
        keys.map((_, key) => Stroke(drawing, keys, key, [at.key(key), at.to + 12]))}
    </div>
    ${!asks && html`<div class="roles">${shownRoles.map(Role)}</div>`}
    ${rows[shown] && html`
      <div class="caption">${alone !== null && shown === row ? told[alone] : said(shown)}</div>
    `}
  `;

  /** Of a row while no head is pointed at. @param {number} row */
  function said(row) {
    const how = { places: data.places[row], nats: decimal(nats[row]), heads: told.length };
    const isMost = nats[row] === most && most > 0;
    return `${fill(words.told, { row: data.names[row], ...how })} ${isMost ? words.best : ""}`
      .trim();
  }

  /** A token that asks; the bar below it says how far the heads disagree there. */
  function Asker(/** @type {string} */ token, /** @type {number} */ row) {
    return html`
      <button type="button" class="asker ${row === shown && "seen"}" aria-label=${said(row)}
        tabindex=${tab(row, state.row)} aria-pressed=${String(row === state.row)}
        onclick=${() => choose({ row, seen: null })} all=${lookedAt(set, "seen", row)}>
        ${spans(token)}<i class="nats" style="width: ${most ? 100 * nats[row] / most : 0}%"></i>
      </button>
    `;
  }

  /** What a learner drew, on the strands of the head that was asked about. */
  function Own(/** @type {number} */ share, /** @type {number} */ key) {
    const thick = { "stroke-width": Math.max(2, share * at.scale) };
    return share >= FAINT && Path("own", strand(data.head, key), thick);
  }

  /** A head: its number, and below it the weight. @type {FanParts["Badge"]} */
  function Badge(head, x, y, weight) {
    return svg`
      <g class="badge ${look(head)}" all=${hands(head)}>
        <circle cx=${x} cy=${y} r="8.5" />
        ${Words("number", x, y + 4, head + 1)}
        ${weight && Words("weight", x, y + 21, weight)}
      </g>
    `;
  }

  /** The heads once more in a line, each with its weight at the token it looks at most. */
  function Lookers() {
    const there = heads.filter((head) => weights[head][at.looks[head]] > 0)
      .map((head) => ({ head, key: at.looks[head], weight: weights[head][at.looks[head]] }))
      .toSorted((a, b) => a.key - b.key || b.weight - a.weight);
    const wanted = there.map(({ key }, index) => {
      const same = there.filter((one) => one.key === key);
      return at.key(key) + (index - there.indexOf(same[0]) - (same.length - 1) / 2) * BADGE;
    });
    return spread(wanted, BADGE, at.width).map((x, index) => {
      const { head, weight } = there[index];
      return Badge(head, x, at.to + at.chip + 14, decimal(weight).replace(/^0/, ""));
    });
  }

  /** A role of the layer's heads; pressed, they alone are lit, here and among all heads. */
  function Role(/** @type {string} */ kind) {
    const own = heads.filter((head) => kinds[head] === kind), isOn = state.role === kind;
    return html`
      <button type="button" class="role ${toneOf(kind)}" aria-pressed=${String(isOn)}
        onclick=${() => tellRole(isOn ? null : kind)}>
        <i></i>${roles[own[0]]} <b>${own.map((head) => head + 1).join(" ")}</b>
      </button>
    `;
  }

  /** A token that is looked at. One that may not be looked at yet is an empty frame. */
  function Key(/** @type {string} */ token, /** @type {number} */ key) {
    const isHidden = kind === "decoder" && key > shown;
    const [x, long] = [at.key(key), at.longs[key]];
    const words = tspans(fitted(token, long + 1, measure, 14, 600));
    return svg`
      <g class="key ${isHidden ? "hidden" : SIDES[kind][1]}" aria-label=${asks && token}
        all=${isPulled ? {} : offered(drawing, key)}>
        ${isSteep
          ? Box("tile", x + 2 - pitch / 2, at.to + 2, pitch - 4, long + 13, { rx: 6 })
          : Box("tile", x - long / 2 - 6, at.to + 2, long + 13, 24, { rx: 6 })}
        ${isSteep
          ? Words("steep", x, at.to + 8.5, words)
          : Words("", x - long / 2 + 0.5, at.to + 18.8, words)}
      </g>
    `;
  }

  /** From a head to its part of a key. */
  function strand(/** @type {number} */ head, /** @type {number} */ key) {
    const before = sum(at.order.slice(0, at.order.indexOf(head)).map((one) => weights[one][key]));
    const landed = at.key(key) + (before + (weights[head][key] - at.sums[key]) / 2) * at.scale;
    const bend = (at.from + at.to) / 2;
    const [port, end] = [at.port(head), landed].map(px);
    return `M${port} ${at.from}C${port} ${bend} ${end} ${bend} ${end} ${at.to}`;
  }
}

/** Places from left to right, each so far from the one before, within the width.
 * @param {number[]} wanted @param {number} apart @param {number} width */
export function spread(wanted, apart, width) {
  const placed = /** @type {number[]} */ ([]);
  for (const x of wanted) placed.push(Math.max(x, (placed.at(-1) ?? apart / 2 - apart) + apart));
  return placed.map((x, at) => Math.min(x, width - (placed.length - 1 - at + 0.5) * apart));
}

/** @param {Fan} drawing @param {number[][]} weights (H, K) */
export function layout({ data: { keys }, width, measure, asks }, weights) {
  const [count, heads] = [keys.length, weights.length];
  const isSteep = width / count < NARROWEST;
  const pitch = isSteep ? Math.max(STEEPEST, width / count) : width / count;
  const chip = isSteep ? 66 : CHIP;
  const sums = keys.map((_, key) => sum(weights.map((row) => row[key])));
  const first = (width - (heads - 1) * PORT) / 2;
  const looks = weights.map(argmax);
  // Heads begin in the order of where they look most, so that few strands cross.
  const order = [...looks.keys()].sort((a, b) => looks[a] - looks[b] || a - b);
  const from = 24;
  const to = from + DEEP[asks ? "asked" : isSteep ? "steep" : "usual"];
  const room = isSteep ? chip - 8 : pitch - 12;
  const longs = keys.map((key) => Math.min(wide(key, measure, 14, 600), room));
  return {
    ...{ isSteep, chip, pitch, from, to, looks, order, sums, longs },
    scale: Math.min(THICKEST, 0.94 * pitch / Math.max(...sums)),
    width: count * pitch,
    height: to + chip + 50,
    port: (/** @type {number} */ head) => first + order.indexOf(head) * PORT,
    key: (/** @type {number} */ index) => (index + 0.5) * pitch,
  };
}

/** The weights of the row. @param {Data} data */
export const numbers = ({ row, rows, tokens, keys, roles }) => ({
  heads: crossed(rows[row] ?? [], keys, (weights, key, head, column) => ({
    ...{ head: head + 1, role: roles[head], row: row + 1, asks: tokens[row] },
    ...{ column: column + 1, key, weight: weights[column] },
  })),
});
