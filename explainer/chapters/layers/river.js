// The residual stream of a token as a river: as wide as its vector is long, with what every sub-layer
// pours in, and the tokens that its states would write. What is pressed is dammed.
import { fill, Gradient, html, keyed, lookedAt, Path, roving } from "../../drawings/parts.js";
import { spans, svg, tab, tspans } from "../../drawings/parts.js";
import { JOIN, line, MIXED, NORM, survey, tributary, waterIn } from "./bed.js";
import { called, degrees, Lines, Mouths, summary, tell, Word, written } from "./lens.js";
/** @import { Data, Part, State, River } from "./types.d.ts" */

/** @typedef {ReturnType<typeof sceneOf>} Scene */

const TURN = 500; // ms in which the water turns into what flows with other dams
// A tributary on its way: where, how opaque; down the page its name lies on its beginning.
const DEEPER = [[0, 0.15], [0.4, 0.75], [1, 0.9]];
const PALER = [[0, 0.1], [0.6, 0.25], [1, 0.9]];
const STREAMS = [-0.66, -0.3, 0.06, 0.4, 0.72];

export const start = () => /** @type {State} */ ({ dams: [], over: null });
/** @param {Data} data */
export const about = ({ places, source, wanted, now }) => [places, source, wanted, !now.next];

function sceneOf(/** @type {River} */ drawing) {
  const { data: { places, now }, state: { dams }, set, choose } = drawing;
  const bed = survey(drawing);
  const parts = places.slice(1).map((name) => called(drawing, name));
  return {
    ...{ ...drawing, bed, parts, water: waterIn(bed, now.x, now.sum), told: summary(drawing) },
    /** For `all=` of a part that tells what it is. @param {Part["kind"]} kind @param {number} at */
    telling: (kind, at) => lookedAt(set, "over", { kind, at }),
    press(/** @type {number} */ at) {
      const others = dams.filter((name) => name !== places[at + 1]);
      choose({ dams: parts[at].shut ? others : [...dams, places[at + 1]] });
    },
  };
}

export default function River(/** @type {River} */ drawing) {
  const scene = sceneOf(drawing);
  const { data, words, state: { over }, set, measure, bed, parts, told, press } = scene;
  const { flat, middle, deep, length, wide } = bed;
  const [x, y] = bed.at(bed.spring + 6, bed.swing(bed.spring));
  const tile = measure(data.source, 14, 700) + 12;
  const ruler = { top: middle + bed.most / 2 + 24, size: 10 * bed.scale };
  const top = data.now.top;
  return html`
    <div class="${parts[0].stack} ${flat ? "" : "down"}" data-light=${data.light}>
      <div class="scroll ${bed.isBeside && "beside"}">
        <svg width=${bed.isBeside ? length : wide} height=${flat ? middle + deep + 74 : length + 10}
          role="group" aria-label=${fill(words.name, { told })}>
          <g onkeydown=${roving((tributary) => set({ tributary }), { press })}>
            ${parts.map((_, i) => Tributary(scene, i))}
          </g>
          ${Water(scene)} ${flat && Layers(scene)}
          <g class="norms">${data.post && parts.map((_, i) => Norm(scene, i))}</g>
          <g class="spring">
            <rect class="tile" x=${x - tile / 2} y=${y - 13} width=${tile} height="26" rx="7" />
            <text class="token" x=${x} y=${y + 5}>${tspans(data.source)}</text>
          </g>
          ${flat && !data.blank && svg`
            <path class="ruler" d="M10 ${ruler.top}h6m-3 0v${ruler.size}m-3 0h6" />
            <text class="scale" x="4" y=${ruler.top + ruler.size + 16}>${words.scale}</text>
          `}
          ${top && Lines(scene, top)}
        </svg>
        ${top && html`
          <div class="words" onkeydown=${roving((word) => set({ word }))}>
            ${top.map((rows, n) => Word(scene, n, rows))}
          </div>
        `} ${Mouths(scene)}
      </div>
      <div class="caption">${spans(over ? said(scene, over) : told)}</div>
    </div>
  `;
}

function said(/** @type {Scene} */ scene, /** @type {Part} */ { kind, at }) {
  // Who has just built a dam wants to know what it did.
  const isNews = kind === "tributary" && scene.parts[at].shut;
  const sentences = [...(isNews ? [scene.told] : []), tell(scene, kind, at)];
  return sentences.map((one) => one[0].toUpperCase() + one.slice(1)).join(" ");
}

function Water(/** @type {Scene} */ { data: { now, before, dams }, bed, parts, clock }) {
  const { n, at, spring, end, stretch } = bed;
  const flow = clock.toward([...now.x, ...now.sum], TURN);
  const water = waterIn(bed, flow.slice(0, n + 1), flow.slice(n + 1));
  const middle = [[Math.min(0.5, 90 / end), 0.5], [1 - 80 / end, 0.5]];
  return svg`
    ${Gradient("stream", at(spring, 0), at(end, 0), [[0, 0.9], ...middle, [1, 0.9]])}
    ${before && svg`<path class="ghost bank" d=${waterIn(bed, before.x, before.sum).outline()} />`}
    <path class="ground" d=${water.outline()} />
    <path class="body" d=${water.outline()} fill="url(#stream)" />
    ${parts.map(({ part, shut }, i) => {
      const [from, to] = [JOIN[0], MIXED].map((share) => at(stretch(i, share), 0));
      return !shut && svg`
        <g class="plume ${part}">
          ${Gradient(`plume${i}`, from, to, [[0, 0.9], [0.45, 0.4], [1, 0]])}
          <path d=${water.plume(i)} fill="url(#plume${i})" />
        </g>
      `;
    })}
    ${STREAMS.map((share) =>
      keyed(`${dams} ${share}`, Path("stream", line(water.along(() => share))))
    )}
  `;
}

/** What a sub-layer pours in: its name and, where additions are lit, how long it is and under which
 * angle; and two posts, where it is shut with a gate between them. */
function Tributary(/** @type {Scene} */ scene, /** @type {number} */ i) {
  const { data: { now, before, light, blank }, words, state, bed, parts, telling, press } = scene;
  const { flat, pitch, deep, scale, middle, at } = bed;
  const { part, shut, layer, short } = parts[i];
  const flow = shut && before ? before : now;
  const width = Math.max(1.5, scale * flow.add[i]);
  const { points, ribbon } = tributary(bed, i, flow.cos[i], width);
  const [from, to] = [points[0], points[20]];
  const under = (flat ? (from[0] + to[0]) / 2 : from[0] - 6) - 0.47 * pitch;
  const [left, top] = flat ? [under, middle + 24] : [2, under];
  const [wide, tall] = flat ? [0.94 * pitch, deep + 10] : [deep + 6, 0.94 * pitch];
  const [s, t] = points.find(([, t]) => t <= deep - (flat ? 17 : 67)) ?? to;
  const posts = [-1, 1].map((side) => at(s + side * (Math.max(6, width / 2) + 3), t));
  const stop = state.tributary ?? Math.max(0, parts.findIndex(({ shut }) => shut));
  const lines = bed.lines(flat ? short : fill(words.tight, { layer, part: short }));
  const isTold = light === "add" && !shut;
  const [x, y] = flat ? [from[0], middle + deep + 15] : [2, from[0] + (isTold ? -3 : 4)];
  const told = blank ? "+ ?" : `+${written(now.add[i])} ∠${degrees(now.cos[i])}°`;
  return svg`
    <g class="tributary ${part} ${shut && "dammed"}" role="button" tabindex=${tab(i, stop)}
      aria-pressed=${String(shut)} aria-label=${tell(scene, "tributary", i)}
      all=${telling("tributary", i)} onclick=${() => press(i)}>
      <rect class="hit" x=${left} y=${top} width=${wide} height=${tall} rx="8" />
      ${Gradient(`in${i}`, at(from[0], from[1]), at(to[0], to[1]), flat ? DEEPER : PALER)}
      <path class="water" d=${ribbon} fill="url(#in${i})" />
      ${shut && svg`<path class="gate" d=${line(posts)} />`}
      ${posts.map(([x, y]) => svg`<circle class="post" cx=${x} cy=${y} r="2.6" />`)}
      ${lines.map((name, k) => svg`<text class="name" x=${x} y=${y + 13 * k}>${name}</text>`)}
      ${isTold && svg`
        <text class="number" x=${x} y=${y + 13 * lines.length + (flat ? 2 : 0)}>${told}</text>
      `}
    </g>
  `;
}

/** A bracket below the tributaries of each layer. @param {Scene} scene */
function Layers({ data: { light }, words, bed, parts }) {
  const rows = Math.max(...parts.map(({ short }) => bed.lines(short).length)) +
    (light === "add" ? 1 : 0);
  const y = bed.middle + bed.deep + 15 + 13 * rows;
  return [...Map.groupBy(parts.keys(), (i) => parts[i].layer)].map(([layer, all]) => {
    const [from, to] = [bed.stretch(all[0], 0.08), bed.stretch(all[all.length - 1], 0.92)];
    return svg`
      <path class="bracket" d="M${from} ${y - 4}v4H${to}v-4" />
      <text class="layer" x=${(from + to) / 2} y=${y + 15}>${fill(words.layer, { layer })}</text>
    `;
  });
}

/** Where the norm sets the width again: a weir, and both widths where norms are lit.
 * @param {Scene} scene @param {number} i */
function Norm({ data: { now, light }, bed: { flat, stretch }, water, telling }, i) {
  const middle = stretch(i, (NORM[0] + NORM[1]) / 2);
  const weir = line([-1, 1].map((side) => water.point(middle, side, 5)));
  const lengths = [{ share: 0.5, length: now.sum[i] }, { share: 0.98, length: now.x[i + 1] }];
  return svg`
    <g class="norm" all=${telling("norm", i)}>
      <path class="weir" d=${weir} />
      <path class="hit" d=${weir} />
      ${light === "norm" && lengths.map(({ share, length }) => {
        const [x, y] = water.point(stretch(i, share), -1, 8);
        return svg`<text class="number" x=${x} y=${flat ? y : y + 4}>${written(length)}</text>`;
      })}
    </g>
  `;
}

/** Every state with its numbers. @param {Data} data */
export const numbers = ({ places, now, dams }) => ({
  levels: places.map((after, n) => ({
    ...{ after, dammed: dams.includes(after), norm: now.x[n], added: now.add[n - 1] ?? null },
    ...{ cosine: now.cos[n - 1] ?? null, sum: now.sum[n - 1] ?? null },
    ...(now.top && { word: now.top[n][0][0], p: now.top[n][0][1], p_written: now.wanted[n] }),
  })),
});
