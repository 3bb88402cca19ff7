// The tokens that surface: what every state would write; how high one floats is its probability.
import { fill } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { roving, tab } from "../../drawings/roving.js";
import { meet } from "../../drawings/place.js";
import { spans, tspans, wide } from "../../drawings/token.js";
import { line } from "./bed.js";
import { named, tell, whole } from "./told.js";

/** @typedef {import("./river.js").Scene} Scene */
/** @typedef {import("./river.js").Share} Share */

const CHIP = 23; // pixels of its height
const CHIPS = 110; // that one takes with its probability, on a phone
const SEEN = 0.02; // probability from which the token that is written has a dot of its own

/** A probability at state n. @param {Scene} scene @param {number} n @param {number} p */
const floating = ({ bed: { flat, middle, most, stretch, width } }, n, p) =>
  flat
    ? [stretch(n), 148 - 100 * p]
    : [Math.min(middle + most / 2 + 18 + 60 * p, width - CHIPS), stretch(n)];

/** The states whose tokens are written: of many those that meet none that is more probable, the
 * others are dots. @param {Scene} scene @param {Share[][]} top */
function legible(scene, top) {
  const { bed: { flat, isMany }, measure } = scene;
  const states = [...top.keys()];
  if (!flat || !isMany) return states;
  const boxes = top.map(([[token, p]], n) => {
    const [[x, y], width] = [
      floating(scene, n, p),
      wide(named(scene, token), measure, 12, 600) + 17,
    ];
    return { x: x - width / 2, y: y - 25, width, height: 37 };
  });
  /** @type {number[]} */
  const written = [];
  for (const n of states.toSorted((a, b) => top[b][0][1] - top[a][0][1])) {
    if (!written.some((other) => meet(boxes[other], boxes[n]))) written.push(n);
  }
  return written;
}

/** How probable the written token is in every state, and what bears the tokens over the river.
 * @param {Scene} scene @param {Share[][]} top */
export function Lines(scene, top) {
  const { data: { now, before, wanted }, words, measure, water, bed } = scene;
  const { flat, width, stretch } = bed;
  const chips = legible(scene, top);
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
      ${points.map(([x, y], n) =>
        now.wanted[n] >= SEEN && svg`<circle class="wanted" cx=${x} cy=${y} r="2.4" />`
      )}
      ${top.map(([[, p]], n) => {
        const [bank, [x, y]] = [water.point(stretch(n), -1), floating(scene, n, p)];
        return svg`<path class="stem" d=${
          line([flat ? [bank[0], y + (chips.includes(n) ? CHIP / 2 : 4)] : [x, y], bank])
        } />`;
      })}
    </g>
  `;
}

/** @param {Scene} scene @param {Share[][]} top */
export function Surface(scene, top) {
  const chips = legible(scene, top);
  return html`
    <div class="words" onkeydown=${roving((word) => scene.set({ word }))}>
      ${top.map((_, n) => Word(scene, n, top[n], chips.includes(n)))}
    </div>
  `;
}

/** A token, of a `ghost` what was there before the dams; pointed at it unfolds the most probable ones.
 * @param {Scene} scene @param {number} n @param {Share[]} rows @param {boolean} isWritten */
function Word(scene, n, rows, isWritten) {
  const { data: { wanted, before }, state, bed, telling } = scene;
  const { n: last, flat, pitch } = bed;
  const [best, old] = [rows[0], before?.top?.[n][0] ?? rows[0]];
  const isSeen = isWritten && (!flat || 100 * Math.abs(old[1] - best[1]) > CHIP + 12);
  const isOver = state.over?.kind === "word" && state.over.at === n;
  const stands = (/** @type {Share} */ [, p]) => {
    const [x, y] = floating(scene, n, p);
    return `left: ${x}px; top: ${y}px`;
  };
  const Chip = (/** @type {Share} */ [token, p]) =>
    html`
      <span class="token">${spans(named(scene, token))}</span><span class="share">${whole(p)}</span>
    `;
  const size = !isWritten ? "dot" : flat && pitch < 76 ? "small" : "";
  const clear = Math.min(1, 0.5 + 0.7 * Math.sqrt(best[1])).toFixed(2);
  return html`
    ${old[0] !== best[0] && isSeen && html`
      <div class="chip ghost ${size}" style=${stands(old)}>${Chip(old)}</div>
    `}
    <div class="chip word ${size} ${best[0] === wanted && "found"} ${n > last / 2 && "late"}"
      role="img" style="${stands(best)}; --how-clear: ${clear}" tabindex=${tab(
        n,
        state.word ?? last,
      )}
      aria-label=${tell(scene, "word", n)} all=${telling("word", n)}>
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
