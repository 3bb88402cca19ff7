// One token asks, and every head looks elsewhere: strands of all heads, as wide as their weights.
import { argmax, Box, clamp, decimal, fill, fitted, html, lookedAt } from "../../drawings/parts.js";
import { offered, Path, pulled, pulling, px, roving, shared } from "../../drawings/parts.js";
import { shares, SIDES, spans, Stroke, sum, svg, tab, tspans, wide } from "../../drawings/parts.js";
import { Words } from "../../drawings/parts.js";
/** @import { FanParts, FanData as Data, Fan } from "./types.d.ts" */

const FAINT = 0.02; // a smaller weight is not drawn
const BADGE = 19; // pixels from one number to the next
const [NARROWEST, STEEPEST] = [50, 20]; // pixels a key needs beside the next one, and with its name upright
const PORT = 20; // between two heads where their strands begin
const DEEP = { usual: 172, shares: 96, pressed: 40 }; // how far the strands run
const THICKEST = 15; // a weight of 1
const CHIP = 28;
const FAINTEST = 78; // percent of the palest violet that are not the page: 3:1 on it
const STRIDES = [3, 5, 7, 11, 1]; // neighbours in the fan are so many steps of lightness apart
export const TURN = 0.301; // from this step on a number on it is white in the light theme

export const start = (/** @type {Data} */ { row }) => ({ row, lit: null, over: null, seen: null });
/** @param {Data} data */
export const about = ({ kind, layer, tokens, keys }) => [kind, layer, tokens, keys];

export default function Fan(/** @type {Fan} */ drawing) {
  const { data, words, state, set, choose, asks, width, measure } = drawing;
  const { kind, row, rows, keys, told, tokens, nats } = data;
  const isPulled = asks?.kind === "shares";
  const label = { encoder: words.encoder, decoder: words.decoder, cross: words.cross }[kind];
  const shown = [state.seen, state.row].find((one) => one !== null && rows[one]) ?? row;
  const weights = (rows[shown] ?? told.map(() => keys.map(() => 0))).map((one, head) =>
    isPulled && head === data.head ? shared(pulled(drawing, keys.length)) : one
  );
  const heads = [...weights.keys()];
  const alone = isPulled ? data.head : shown === state.row ? state.over ?? state.lit : state.over;
  const pale = (/** @type {number} */ head) => alone === null || alone === head ? "" : "pale";
  const violetOf = (/** @type {number} */ head) => violet(head, heads.length);
  const most = Math.max(...nats);
  const longs = tokens.map((token) => Math.max(30, Math.ceil(wide(token, measure, 14, 600) + 17)));
  const at = layout(drawing, weights, origin());
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
          Path(`strand ${pale(head)}`, strand(head, key), {
            ...{ ...hands(head), style: `stroke: ${violetOf(head)}` },
            "stroke-width": Math.max(0.8, weight * at.scale).toFixed(2),
          })
        )}
        ${isPulled && !weights[data.head].some(Boolean) &&
          keys.map((_, key) => Path("ghost", strand(data.head, key)))}
        ${shown === state.row && shares(drawing)?.map(Own)}
        ${keys.map(Key)}
        ${heads.map((head) => Badge(head, at.port(head), 13))}
        ${keys.map((_, key) => Lookers(key))}
      </svg>
      ${isPulled &&
        keys.map((_, key) => Stroke(drawing, keys, key, [at.key(key), at.to + 12]))}
    </div>
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

  /** Where the token that is shown stands among those that ask, in centred lines. */
  function origin() {
    let [line, x] = [0, 0];
    const places = longs.map((long) => {
      if (x + long > width) [line, x] = [line + 1, 0];
      x += long + 5;
      return { line, middle: x - 5 - long / 2, end: x - 5 };
    });
    const here = places[shown];
    const end = Math.max(...places.filter((one) => one.line === here.line).map((one) => one.end));
    return (width - end) / 2 + here.middle;
  }

  /** A token that asks; the bar below it says how far the heads disagree there. */
  function Asker(/** @type {string} */ token, /** @type {number} */ row) {
    const isOn = row === state.row;
    return html`
      <button type="button" class="asker ${isOn && "on"} ${row === shown && "seen"}"
        style="width: ${longs[row]}px" tabindex=${tab(row, state.row)}
        aria-pressed=${String(isOn)} aria-label=${said(row)}
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

  /** A head: its number, and beside it the weight. @type {FanParts["Badge"]} */
  function Badge(head, x, y, weight) {
    return svg`
      <g class="badge ${pale(head)}" all=${hands(head)}>
        <circle cx=${x} cy=${y} r="8.5" style="fill: ${violetOf(head)}" />
        ${Words("number", x, y + 4, head + 1, { style: `fill: ${inkOf(head, heads.length)}` })}
        ${weight && Words("weight", x + 12, y + 4, weight)}
      </g>
    `;
  }

  /** The heads once more at the token each looks at most, with the weight where there is room. */
  function Lookers(/** @type {number} */ key) {
    const here = heads.filter((head) => at.looks[head] === key && weights[head][key] > 0)
      .toSorted((a, b) => weights[b][key] - weights[a][key]);
    const isFew = here.length <= 2 && !isSteep;
    const perLine = here.length <= 2 ? 1 : Math.ceil(here.length / 2);
    const apart = Math.min(BADGE, Math.max(6, pitch - BADGE) / Math.max(1, perLine - 1));
    return here.map((head, index) => {
      const [line, column] = [Math.floor(index / perLine), index % perLine];
      const weight = isFew ? decimal(weights[head][key]).replace(/^0/, "") : "";
      const x = at.key(key) + (column - (perLine - 1) / 2) * apart - (isFew ? 13 : 0);
      return Badge(head, x, at.to + at.chip + 17 + line * 21, weight);
    });
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

/** From 0, palest, to 1. Neighbours are far apart, as a number stands beside every strand and colour
 * alone says nothing. @param {number} head @param {number} count */
export function step(head, count) {
  const stride = STRIDES.find((one) => count % one || one === 1) ?? 1;
  return (head * stride) % count / Math.max(1, count - 1);
}

function violet(/** @type {number} */ head, /** @type {number} */ count) {
  const palest = `color-mix(in srgb, var(--weight) ${FAINTEST}%, var(--page))`;
  return `color-mix(in srgb, var(--seq1) ${100 * step(head, count)}%, ${palest})`;
}

/** On it. @param {number} head @param {number} count */
const inkOf = (head, count) =>
  `light-dark(var(--${step(head, count) < TURN ? "on_low" : "on_high"}), var(--on_high))`;

/** @param {Fan} drawing @param {number[][]} weights (H, K)
 * @param {number} origin the middle of the token that asks */
export function layout({ data: { keys }, width, measure, asks }, weights, origin) {
  const [count, heads] = [keys.length, weights.length];
  const isSteep = width / count < NARROWEST;
  const pitch = isSteep ? Math.max(STEEPEST, width / count) : width / count;
  const chip = isSteep ? 66 : CHIP;
  const sums = keys.map((_, key) => sum(weights.map((row) => row[key])));
  const reach = Math.max(1, heads - 1) * PORT;
  const middle = clamp(origin, reach / 2 + 12, width - reach / 2 - 12);
  const looks = weights.map(argmax);
  // Heads begin in the order of where they look most, so that few strands cross.
  const order = [...looks.keys()].sort((a, b) => looks[a] - looks[b] || a - b);
  const from = 24;
  const to = from + DEEP[asks?.kind === "shares" ? "shares" : asks ? "pressed" : "usual"];
  const room = isSteep ? chip - 8 : pitch - 12;
  const longs = keys.map((key) => Math.min(wide(key, measure, 14, 600), room));
  return {
    ...{ isSteep, chip, pitch, from, to, looks, order, sums, longs },
    scale: Math.min(THICKEST, 0.94 * pitch / Math.max(...sums)),
    width: count * pitch,
    height: to + chip + 50,
    port: (/** @type {number} */ head) => middle - reach / 2 + order.indexOf(head) * PORT,
    key: (/** @type {number} */ index) => (index + 0.5) * pitch,
  };
}

/** The weights of the row. @param {Data} data */
export const numbers = ({ row, rows, tokens, keys, roles }) => ({
  heads: (rows[row] ?? []).flatMap((weights, head) =>
    weights.map((weight, key) => ({
      ...{ head: head + 1, role: roles[head], row: row + 1, asks: tokens[row] },
      ...{ column: key + 1, key: keys[key], weight },
    }))
  ),
});
