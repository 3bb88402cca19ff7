// The tokens that surface: what every state would write; how high one floats is its probability.
import { fill } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { clamp } from "../../drawings/math.js";
import { roving, tab } from "../../drawings/roving.js";
import { tspans } from "../../drawings/token.js";
import { line } from "./bed.js";
import { named, tell, whole } from "./told.js";

/** @typedef {import("./river.js").Scene} Scene */
/** @typedef {import("./river.js").Share} Share */

const CHIP = 23; // pixels
const CARD = 132;
const SEEN = 0.02; // probability from which the token that is written has a dot of its own

/** A probability at state n. @param {Scene} scene @param {number} n @param {number} p */
const floating = ({ bed: { flat, middle, most, stretch } }, n, p) =>
  flat ? [stretch(n), 148 - 100 * p] : [middle + most / 2 + 18 + 60 * p, stretch(n)];

/** A token, and its place; of a `ghost`, what was there before the dams, on a phone below it.
 * @param {Scene} scene @param {number} n @param {Share} share @param {boolean} [ghost] */
function chip(scene, n, [token, p], ghost) {
  const { bed: { flat, pitch, width: room }, measure } = scene;
  const name = named(scene, token);
  const size = flat && pitch < 76 ? 12 : 14;
  const width = measure(name, size, 650) - 5 * (name.split("\u2581").length - 1) + 14;
  const [s, level] = floating(scene, n, p);
  const y = ghost && !flat ? level + CHIP + 2 : level;
  const left = flat ? s - width / 2 : Math.min(s, room - width - 30);
  const [x, right] = [left + width / 2, left + width];
  const drawn = svg`
    <g class="chip ${ghost && "ghost"} ${size < 14 && "small"}">
      <rect class="tile" x=${left} y=${y - CHIP / 2} width=${width} height=${CHIP} rx="6" />
      <text class="token" x=${x} y=${y + 5}>${tspans(name)}</text>
      <text class="share" x=${flat ? s : right + 4}
        y=${flat ? y - CHIP / 2 - 5 : y + 4}>${whole(p)}</text>
    </g>
  `;
  return { drawn, left, x, right, y };
}

/** @param {Scene} scene @param {Share[][]} top @param {number} height */
export function Surface(scene, top, height) {
  const { data: { now, before }, words, state: { over }, measure, bed: { flat, width } } = scene;
  const said = fill(words.line, { wanted: named(scene, scene.data.wanted) });
  const x = flat ? measure(words.lens, 12.5, 600) + 58 : width - measure(said, 12.5, 600) - 2;
  const [points, ghost] = [now, before].map((flow) =>
    (flow?.wanted ?? []).map((p, n) => floating(scene, n, p))
  );
  return svg`
    <g class="words" onkeydown=${roving((word) => scene.set({ word }))}>
      ${flat && svg`<text class="title" x="4" y="14">${words.lens}</text>`}
      <path class="wanted" d="M${x - 30} 10h22" />
      <text class="title" x=${x} y="14">${tspans(said)}</text>
      ${before && svg`<path class="wanted ghost" d=${line(ghost)} />`}
      <path class="wanted" d=${line(points)} />
      ${points.map(([x, y], n) =>
        now.wanted[n] >= SEEN && svg`<circle class="wanted" cx=${x} cy=${y} r="2.4" />`
      )}
      ${top.map(([best], n) => Word(scene, n, best, before?.top?.[n][0] ?? best))}
    </g>
    ${over?.kind === "word" && Card(scene, over.at, top[over.at], height)}
  `;
}

/** @param {Scene} scene @param {number} n @param {Share} best @param {Share} old */
function Word(scene, n, best, old) {
  const { data: { wanted }, state, bed: { n: last, flat, stretch }, water, telling } = scene;
  const { drawn, left, y } = chip(scene, n, best);
  const isSeen = !flat || 100 * Math.abs(old[1] - best[1]) > CHIP + 12;
  const bank = water.point(stretch(n), -1);
  const clear = Math.min(1, 0.5 + 0.7 * Math.sqrt(best[1])).toFixed(2);
  return svg`
    <g class="word ${best[0] === wanted && "found"}" role="img" style="--how-clear: ${clear}"
      tabindex=${tab(n, state.word ?? last)} aria-label=${tell(scene, "word", n)}
      all=${telling("word", n)}>
      <path class="stem" d=${line([flat ? [bank[0], y + CHIP / 2] : [left, y], bank])} />
      ${old[0] !== best[0] && isSeen && chip(scene, n, old, true).drawn} ${drawn}
    </g>
  `;
}

/** The most probable tokens of a state, unfolded beside its chip and never over the river.
 * @param {Scene} scene @param {number} n @param {Share[]} rows @param {number} height */
function Card(scene, n, rows, height) {
  const { flat, surface, middle, most, wide } = scene.bed;
  const { left, x, right, y } = chip(scene, n, rows[0]);
  const tall = 8 + 22 * rows.length;
  const beside = right + 8 + CARD < wide ? right + 8 : left - 8 - CARD;
  const least = flat ? 2 : middle + most / 2 + 6;
  const from = clamp(flat ? beside : x - CARD / 2, least, wide - CARD - 2);
  const top = flat
    ? Math.max(2, Math.min(surface - tall, y - tall / 2))
    : Math.min(height - tall - 6, y + CHIP / 2 + 6);
  return svg`
    <g class="unfolded">
      <rect class="card" x=${from} y=${top} width=${CARD} height=${tall} rx="8" />
      ${rows.map((share, i) => Row(scene, share, from + 9, top + 18 + 22 * i, CARD - 18))}
    </g>
  `;
}

/** A token with its probability and a bar below both.
 * @param {Scene} scene @param {Share} share @param {number} x @param {number} y @param {number} wide */
const Row = (scene, [token, p], x, y, wide) =>
  svg`
    <g class="row ${token === scene.data.wanted && "found"}">
      <text class="token" x=${x} y=${y}>${tspans(named(scene, token))}</text>
      <text class="share" x=${x + wide} y=${y}>${whole(p)}</text>
      <rect class="rail" x=${x} y=${y + 4} width=${wide} height="4" rx="2" />
      <rect class="bar" x=${x} y=${y + 4} width=${p * wide >= 1 && p * wide} height="4" rx="2" />
    </g>
  `;

/** What is written next, and what would have been without the dams; and where these lists end.
 * @param {Scene} scene */
export function mouths(scene) {
  const { data: { now, before }, words, bed } = scene;
  const { flat, isBeside, length, middle, deep, width } = bed;
  const wide = isBeside ? 146 : flat ? Math.min(260, width / 2 - 40) : width - 8;
  const [left, top] = isBeside ? [length + 26, 14] : [4, flat ? middle + deep + 92 : length + 30];
  const isAcross = flat && !isBeside;
  const lists = [now, before].flatMap((flow) => (flow?.next ? [flow.next] : []));
  const tall = 38 + 26 * (lists[0]?.length ?? 0);
  const drawn = lists.map((rows, i) => {
    const [x, y] = isAcross ? [left + i * (wide + 40), top] : [left, top + i * tall];
    return svg`
      <g class="mouth ${i > 0 && "before"}">
        <text class="title" x=${x} y=${y}>${i ? words.mouth_before : words.mouth_now}</text>
        ${rows.map((share, k) => Row(scene, share, x, y + 24 + 26 * k, wide))}
      </g>
    `;
  });
  return { drawn, bottom: lists.length && top + tall * (isAcross ? 1 : lists.length) };
}
