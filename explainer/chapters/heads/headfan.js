// One token asks, and every head looks elsewhere: strands of all heads, as wide as their weights.
import { offered, shares } from "../../drawings/answers.js";
import { decimal, fill } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { roving, tab } from "../../drawings/roving.js";
import { pulled, pulling, shared, Stroke } from "../../drawings/strokes.js";
import { fitted, spans, tspans, wide } from "../../drawings/token.js";
import { CHIP, inkOf, layout, point, SIDES, strand, violet } from "./fan.js";

/** `tokens` ask, called `names` in a sentence; `rows` are the weights (H, K) of each, null where the
 * text is long, and of none where they are to be guessed. `nats` and `places` are how far the heads
 * disagree there and how many tokens they look at most; `told` is said of each head at `row`.
 * @typedef {{ kind: keyof typeof SIDES, layer: number, row: number, head: number, tokens: string[],
 *   names: string[], keys: string[], rows: (number[][] | null)[], nats: number[], places: number[],
 *   roles: string[], told: string[] }} Data */
/** `lit` is the head that was pressed; `over` the one and `seen` the row that are pointed at.
 * @typedef {{ row: number, lit: number | null, over: number | null, seen: number | null,
 *   answer?: number[] | null, strokes?: number[], pulls?: number | null }} State */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, State>} Fan */
/** @typedef {ReturnType<typeof layout>} Place */

const FAINT = 0.02; // a smaller weight is not drawn
const BADGE = 19; // pixels from one number to the next

/** @param {Data} data @returns {State} */
export const start = ({ row }) => ({ row, lit: null, over: null, seen: null });
/** @param {Data} data */
export const about = ({ kind, layer, tokens, keys }) => JSON.stringify([kind, layer, tokens, keys]);

/** @param {Fan} drawing */
export default function Fan(drawing) {
  const { data, words, state, set, choose, asks } = drawing;
  const { kind, row, rows, keys, told } = data;
  const isPulled = asks?.kind === "shares";
  const label = { encoder: words.encoder, decoder: words.decoder, cross: words.cross }[kind];
  const shown = [state.seen, state.row].find((one) => one !== null && rows[one]) ?? row;
  const weights = (rows[shown] ?? told.map(() => keys.map(() => 0))).map((one, head) =>
    isPulled && head === data.head ? shared(pulled(drawing, keys.length)) : one
  );
  const alone = isPulled ? data.head : shown === state.row ? state.over ?? state.lit : state.over;
  const { buttons, origin } = askers(drawing, shown);
  const at = layout(drawing, weights, origin);
  const headOf = (/** @type {Event} */ { target }) => {
    const head = /** @type {Element} */ (target).closest("[data-head]")?.getAttribute("data-head");
    return head ? Number(head) : null;
  };
  const hands = {
    onpointermove(/** @type {PointerEvent} */ event) {
      const over = headOf(event);
      if (over !== state.over) set({ over });
    },
    onpointerleave: () => set({ over: null }),
    onclick(/** @type {PointerEvent} */ event) {
      const head = headOf(event);
      if (head !== null) choose({ lit: head === state.lit ? null : head });
    },
  };
  const field = pulling(drawing, keys.length, (x, y) => {
    const [along, across] = at.isSide ? [x, y] : [y, x];
    return [Math.floor(along / at.pitch), (at.to - across) / (at.to - at.from)];
  });
  return html`
    <div class="label">${label}</div>
    <div class="askers ${SIDES[kind][0]}" role="group" aria-label=${label} inert=${Boolean(
      asks,
    )}
      onkeydown=${roving(() => {})}>${buttons}</div>
    <div class="fan ${isPulled && "pulled"}" all=${isPulled ? field : asks ? {} : hands}>
      <svg width=${at.width} height=${at.height} role=${asks ? "group" : "img"}
        aria-label=${fill(words.name, { layer: data.layer + 1 })}>
        ${strands(at, weights).map(({ head, d, thick }) =>
          svg`
            <path class="strand ${pale(alone, head)}" data-head=${head} d=${d} stroke-width=${thick}
              style="stroke: ${violet(head, weights.length)}" />
          `
        )}
        ${isPulled && !weights[data.head].some(Boolean) &&
          keys.map((_, key) =>
            svg`<path class="ghost" d=${strand(at, weights, data.head, key)} />`
          )}
        ${shown === state.row && own(drawing, at, weights)}
        ${keys.map((_, key) => Key(drawing, at, key, kind === "decoder" && key > shown))}
        ${badges(drawing, at, weights).map(({ head, x, y, weight }) =>
          svg`
            <g class="badge ${pale(alone, head)}" data-head=${head}>
              <circle cx=${x} cy=${y} r="8.5" style="fill: ${violet(head, weights.length)}" />
              <text class="number" x=${x} y=${y + 4} style="fill: ${inkOf(
                head,
                weights.length,
              )}">${head + 1}</text>
              ${weight && svg`<text class="weight" x=${x + 12} y=${y + 4}>${weight}</text>`}
            </g>
          `
        )}
      </svg>
      ${isPulled &&
        keys.map((_, key) => Stroke(drawing, keys, key, point(at, at.key(key), at.to + 12)))}
    </div>
    ${!asks && html`
      <div class="caption">${alone !== null && shown === row
        ? told[alone]
        : said(data, words, shown)}</div>
    `}
  `;
}

/** @param {number | null} alone @param {number} head */
const pale = (alone, head) => alone !== null && alone !== head && "pale";

/** Of a row while no head is pointed at. @param {Data} data @param {Fan["words"]} words
 * @param {number} row */
function said({ names, told, nats, places }, words, row) {
  const values = {
    row: names[row],
    heads: told.length,
    places: places[row],
    nats: decimal(nats[row]),
  };
  const most = Math.max(...nats);
  return `${fill(words.told, values)} ${nats[row] === most && most > 0 ? words.best : ""}`.trim();
}

/** The tokens that ask, a button each, and where that of `shown` stands; the bar below one says how far
 * the heads disagree there. @param {Fan} drawing @param {number} shown */
function askers({ data, words, state, set, choose, width, measure }, shown) {
  const { tokens, nats } = data;
  const most = Math.max(...nats);
  const longs = tokens.map((token) => Math.max(30, Math.ceil(wide(token, measure, 14, 600) + 17)));
  let [line, x] = [0, 0];
  const places = longs.map((long) => {
    if (x + long > width) [line, x] = [line + 1, 0];
    x += long + 5;
    return { line, middle: x - 5 - long / 2, end: x - 5 };
  });
  const here = places[shown];
  const end = Math.max(...places.filter((one) => one.line === here.line).map((one) => one.end));
  const buttons = tokens.map((token, row) => {
    const see = (/** @type {boolean} */ isSeen) => isSeen && set({ seen: row, over: null });
    const mark = `${row === state.row && "on"} ${row === shown && "seen"}`;
    return html`
      <button type="button" class="asker ${mark}" style="width: ${longs[row]}px" tabindex=${tab(
        row,
        state.row,
      )}
        aria-pressed=${String(row === state.row)} aria-label=${said(data, words, row)}
        onclick=${() => choose({ row, seen: null })}
        onpointerenter=${(/** @type {PointerEvent} */ event) => see(event.pointerType === "mouse")}
        onfocus=${(/** @type {FocusEvent} */ { currentTarget }) =>
          see(/** @type {Element} */ (currentTarget).matches(":focus-visible"))}
        onpointerleave=${() => set({ seen: null })} onblur=${() => set({ seen: null })}>
        ${spans(token)}<i class="nats" style="width: ${most ? 100 * nats[row] / most : 0}%"></i>
      </button>
    `;
  });
  return { buttons, origin: (width - end) / 2 + here.middle };
}

/** Strong ones lie on top, so that no look is hidden by the rests of others.
 * @param {Place} at @param {number[][]} weights */
const strands = (at, weights) =>
  weights.flatMap((row, head) => row.map((weight, key) => ({ head, key, weight })))
    .filter(({ weight }) => weight >= FAINT).toSorted((a, b) => a.weight - b.weight)
    .map(({ head, key, weight }) => ({
      head,
      d: strand(at, weights, head, key),
      thick: Math.max(0.8, weight * at.scale).toFixed(2),
    }));

/** What a learner drew, on the strands of the head that was asked about.
 * @param {Fan} drawing @param {Place} at @param {number[][]} weights */
const own = (drawing, at, weights) =>
  shares(drawing)?.map((share, key) =>
    share >= FAINT && svg`
      <path class="own" d=${strand(at, weights, drawing.data.head, key)}
        stroke-width=${Math.max(2, share * at.scale)} />
    `
  );

/** The heads where their strands begin, and again at the token each looks at most, with the weight where
 * there is room. @param {Fan} drawing @param {Place} at @param {number[][]} weights */
function badges({ data: { keys } }, at, weights) {
  const { isSide, isSteep, pitch, width } = at;
  const heads = [...weights.keys()];
  const first = heads.map((head) => {
    const [x, y] = point(at, at.port(head), isSide ? 13 : 12);
    return { head, x, y, weight: "" };
  });
  return [
    ...first,
    ...keys.flatMap((_, key) => {
      const here = heads.filter((head) => at.looks[head] === key && weights[head][key] > 0)
        .toSorted((a, b) => weights[b][key] - weights[a][key]);
      const isFew = here.length <= (isSide ? 2 : 1) && !isSteep;
      const perLine = isSide ? here.length <= 2 ? 1 : Math.ceil(here.length / 2) : here.length;
      const room = isSide ? Math.max(6, pitch - BADGE) : width - at.beside - 22;
      const apart = Math.min(BADGE, room / Math.max(1, perLine - 1));
      return here.map((head, index) => {
        const [line, column] = [Math.floor(index / perLine), index % perLine];
        const [x, y] = isSide
          ? [
            at.key(key) + (column - (perLine - 1) / 2) * apart - (isFew ? 13 : 0),
            at.to + at.chip + 17 + line * 21,
          ]
          : [at.beside + 12 + index * apart, at.key(key)];
        return { head, x, y, weight: isFew ? decimal(weights[head][key]).replace(/^0/, "") : "" };
      });
    }),
  ];
}

/** A token that is looked at. One that may not be looked at yet is an empty frame.
 * @param {Fan} drawing @param {Place} at @param {number} key @param {boolean} isHidden */
function Key(drawing, at, key, isHidden) {
  const { data: { kind, keys }, asks, measure } = drawing;
  const [x, y] = point(at, at.key(key), at.to + (at.isSide ? CHIP / 2 : 4));
  const long = at.longs[key];
  const left = at.isSide ? x - long / 2 - 6 : x;
  const words = tspans(fitted(keys[key], long + 1, measure, 14, 600));
  return svg`
    <g class="key ${isHidden ? "hidden" : SIDES[kind][1]}" aria-label=${asks && keys[key]}
      all=${asks?.kind === "shares" ? {} : offered(drawing, key)}>
      ${at.isSteep
        ? svg`
          <rect class="tile" x=${x + 2 - at.pitch / 2} y=${at.to + 2} width=${at.pitch -
            4} height=${long + 13} rx="6" />
          <text class="steep" x=${x} y=${at.to + 8.5}>${words}</text>
        `
        : svg`
          <rect class="tile" x=${left} y=${y - 12} width=${long + 13} height="24" rx="6" />
          <text x=${left + 6.5} y=${y + 4.8}>${words}</text>
        `}
    </g>
  `;
}

/** The weights of the row. @param {Data} data */
export function numbers({ row, rows, tokens, keys, roles }) {
  const found = (rows[row] ?? []).flatMap((weights, head) =>
    weights.map((weight, key) => ({
      head: head + 1,
      role: roles[head],
      row: row + 1,
      asks: tokens[row],
      column: key + 1,
      key: keys[key],
      weight,
    }))
  );
  return [{ name: "heads", rows: found }];
}
