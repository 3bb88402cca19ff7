// The tokens that surface: what every state would write; how high one floats is its probability. And what
// the drawing of the river says.
import { decimal, Dot, fill, html, Path, percent, spans } from "../../drawings/parts.js";
import { svg, tab, tspans } from "../../drawings/parts.js";
import { line } from "./bed.js";
/** @import { Scene } from "./river.js" */
/** @import { Part, Share, River } from "./types.d.ts" */

const CHIP = 23; // pixels of its height
const CHIPS = 122; // that one takes with its probability, on a phone
const SEEN = 0.02; // probability from which the token that is written has a dot of its own

/** A probability at state n. @param {Scene} scene @param {number} n @param {number} p */
const floating = ({ bed: { flat, middle, most, stretch, width } }, n, p) =>
  flat
    ? [stretch(n), 148 - 100 * p]
    : [Math.min(middle + most / 2 + 18 + 60 * p, width - CHIPS), stretch(n)];

/** How probable the written token is in every state, and what bears the tokens over the river. */
export function Lines(/** @type {Scene} */ scene, /** @type {Share[][]} */ top) {
  const { data: { now, before, wanted }, words, measure, water, bed } = scene;
  const { flat, width, stretch } = bed;
  const said = fill(words.line, { wanted: named(scene, wanted) });
  const x = flat ? measure(words.lens, 12.5, 600) + 58 : width - measure(said, 12.5, 600) - 2;
  const [points, ghost] = [now, before].map((flow) =>
    (flow?.wanted ?? []).map((p, n) => floating(scene, n, p))
  );
  return svg`
    <g class="words">
      ${flat && svg`<text class="title" x="4" y="14">${words.lens}</text>`}
      <path class="wanted" d="M${x - 30} 10h22" />
      <text class="title" x=${x} y="14">${tspans(said)}</text>
      ${before && svg`<path class="wanted ghost" d=${line(ghost)} />`}
      <path class="wanted" d=${line(points)} />
      ${points.map(([x, y], n) => now.wanted[n] >= SEEN && Dot("wanted", x, y, 2.4))}
      ${top.map(([[, p]], n) => {
        const [bank, [x, y]] = [water.point(stretch(n), -1), floating(scene, n, p)];
        return Path("stem", line([flat ? [bank[0], y + CHIP / 2] : [x, y], bank]));
      })}
    </g>
  `;
}

/** A token, of a `ghost` what was there before the dams, where it has room; pointed at it unfolds the most
 * probable ones. @param {Scene} scene @param {number} n @param {Share[]} rows */
export function Word(scene, n, rows) {
  const { data: { source, wanted, before }, state, bed, telling } = scene;
  const { n: last, flat, pitch } = bed;
  const [best, old] = [rows[0], before?.top?.[n][0] ?? rows[0]];
  const isSeen = flat ? 100 * Math.abs(old[1] - best[1]) > CHIP + 12 : n === last;
  const isOver = state.over?.kind === "word" && state.over.at === n;
  const stands = (/** @type {Share} */ [, p]) => {
    const [x, y] = floating(scene, n, p);
    return `left: ${x}px; top: ${y}px`;
  };
  const Chip = (/** @type {Share} */ [token, p]) =>
    html`
      <span class="token">${spans(named(scene, token))}</span><span class="share">${whole(p)}</span>
    `;
  const [size, stop] = [flat && pitch < 76 ? "small" : "", state.word ?? last];
  const clear = Math.min(1, 0.5 + 0.7 * Math.sqrt(best[1])).toFixed(2);
  return html`
    ${old[0] !== best[0] && isSeen && html`
      <div class="chip ghost ${size}" style=${stands(old)}>${Chip(old)}</div>
    `}
    <div class="chip word ${size} ${best[0] === wanted ? "found" : best[0] === source && "echo"}
      ${n > last / 2 && "late"}" role="img" style="${stands(best)}; --how-clear: ${clear}"
      tabindex=${tab(n, stop)} aria-label=${tell(scene, "word", n)} all=${telling("word", n)}>
      ${Chip(best)} ${isOver && html`
        <div class="unfolded">${rows.map((share) => Row(scene, share))}</div>
      `}
    </div>
  `;
}

/** A token with its probability and a bar below both. @param {Scene} scene @param {Share} share */
const Row = (scene, [token, p]) =>
  html`
    <div class="row ${token === scene.data.wanted && "found"}">
      <span class="token">${spans(named(scene, token))}</span><span class="share">${whole(p)}</span>
      <span class="rail"><i style="width: ${100 * p}%"></i></span>
    </div>
  `;

/** What is written next, and what would have been without the dams. @param {Scene} scene */
export function Mouths(scene) {
  const { data: { now, before }, words } = scene;
  const lists = [now, before].flatMap((flow) => (flow?.next ? [flow.next] : []));
  return html`
    <div class="mouths">
      ${lists.map((rows, i) =>
        html`
          <div class="mouth ${i > 0 && "before"}">
            <div class="title">${i ? words.mouth_before : words.mouth_now}</div>
            ${rows.map((share) => Row(scene, share))}
          </div>
        `
      )}
    </div>
  `;
}

const whole = (/** @type {number} */ p) => percent(p, 0);
export const written = (/** @type {number} */ length) => decimal(length, 1);
/** @param {number} cosine */
export const degrees = (cosine) => decimal(Math.acos(cosine) * 180 / Math.PI, 0);
/** A mark of a space alone would be seen as nothing. @param {River} drawing @param {string} token */
const named = ({ words }, token) => (token === "\u2581" ? words.blank : token);

/** A sub-layer, or what is embedded, by its name. @param {River} drawing @param {string} name */
export function called({ words, state: { dams } }, name) {
  const [stack, number, part] = name.split(".");
  const layer = Number(number) + 1;
  const [short, full] = {
    self_attn: [words.self_attn, words.full_self_attn],
    cross_attn: [words.cross_attn, words.full_cross_attn],
    ffn: [words.ffn, words.full_ffn],
  }[part] ?? [words.embedded, words.embedded];
  return { stack, part, layer, short, full: fill(full, { layer }), shut: dams.includes(name) };
}

/** What the river shows. @param {River} drawing */
export function summary(drawing) {
  const { data: { places, dams, now, before, wanted, blank }, words } = drawing;
  if (blank) return "";
  const dammed = dams.map((name) => called(drawing, name)).map(({ stack, full: name }) =>
    fill(stack === "encoder" ? words.dam_encoder : words.dam_decoder, { name })
  ).join(", ");
  if (!now.next) return before ? fill(words.told_dams, { dams: dammed }) : words.told_hint;
  const [[top, p]] = now.next;
  const last = now.wanted.length - 1;
  const values = { dams: dammed, wanted, top, share: whole(p), now: whole(now.wanted[last]) };
  if (before) {
    const told = top === wanted ? words.told_kept : words.told_lost;
    return fill(told, { ...values, before: whole(before.wanted[last]) });
  }
  if (!now.top) return words.told_hint;
  const first = now.top.findLastIndex(([[token]]) => token !== wanted) + 1;
  if (first > last) return fill(words.told_other, values);
  const { full: name } = called(drawing, places[first]);
  return fill(words.told_surfaces, { ...values, name, first: whole(now.wanted[first]) });
}

/** What a part is. @param {River} drawing @param {Part["kind"]} kind @param {number} at */
export function tell(drawing, kind, at) {
  const { data: { places, now, before, wanted, blank }, words } = drawing;
  const { full: name, shut } = called(drawing, places[kind === "word" ? at : at + 1]);
  if (blank) return name;
  if (kind === "word" && now.top) {
    const [best, ...rest] = now.top[at].map(([one, p]) => `${named(drawing, one)} ${whole(p)}`);
    const share = whole(now.wanted[at]);
    return fill(words.surfaced, { name, best, rest: rest.join(", "), wanted, share });
  }
  const lengths = [now.x[at], now.add[at], now.sum[at], now.x[at + 1], (before ?? now).add[at]];
  const [x, add, sum, after, was] = lengths.map(written);
  const [angle, cos] = [degrees(now.cos[at]), decimal(now.cos[at])];
  const sentence = kind === "norm" ? words.weir : shut ? words.closed : words.open;
  return fill(sentence, { name, x, add, sum, after, before: was, angle, cos });
}
