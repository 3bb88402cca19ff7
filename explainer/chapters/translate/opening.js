// The first visit's opening: six seconds in which the parts of the drawing appear in the order in
// which the model computes them, then the drawing stands still. Nothing but the moment decides.
import { html, svg } from "../../drawings/html.js";
import { clamp, mix, smooth, sum } from "../../drawings/math.js";
import { bare } from "../../drawings/token.js";
import { px } from "../../drawings/marks.js";

/** @typedef {import("./flow.js").Scene} Scene */
/** @typedef {ReturnType<typeof momentAt>} Moment */

const SEEN = "explainer.opening"; // in the browser's own store, nowhere else
// Seconds from and to.
const SCENES = {
  ...{ tokens: [0, 1.3], encoder: [1.2, 3.1], memory: [3, 3.6], cross_attention: [3.5, 4.6] },
  ...{ decoder: [3.5, 4.2], output: [4.5, 5.2], back: [5.1, 6] },
};
const OPENING = 6;
const LARGE = 1.6; // times its size: the sentence before it falls into tokens
const QUIET = "(prefers-reduced-motion: reduce), print";
const STEM = 0.3; // of the time of a layer, from the last one to the memory

/** Nobody asked for less motion, and nothing of this stands in the address. @param {string[]} names */
export function mayPlay(names) {
  const asked = new URLSearchParams(globalThis.location?.search);
  return !globalThis.matchMedia?.(QUIET).matches && !names.some((name) => asked.has(name));
}

/** Whether this browser sees the drawing for the first time; from now on it has seen it. */
export function firstVisit() {
  try {
    if (localStorage.getItem(SEEN)) return false;
    localStorage.setItem(SEEN, "1");
    return true;
  } catch {
    return false; // a browser that keeps nothing would play it on every visit
  }
}

/** What is there so many seconds after it began, null when it is over.
 * @param {number} seconds @param {import("./layout.js").Layout} g @param {number} layers */
export function momentAt(seconds, g, layers) {
  if (seconds >= OPENING) return null;
  const share = (/** @type {keyof typeof SCENES} */ scene) => {
    const [from, to] = SCENES[scene];
    return clamp((seconds - from) / (to - from), 0, 1);
  };
  // Ribbons grow downwards, one layer after another.
  const along = share("encoder") * (layers + STEM);
  const layer = Math.min(Math.floor(along), layers);
  const [next, time] = layer < layers ? [g.stageY(layer + 1), 1] : [g.memoryY, STEM];
  return {
    share,
    y: along > 0 ? mix(g.stageY(layer), next, smooth((along - layer) / time)) : 0,
    ...{ cross: smooth(share("cross_attention")), memory: smooth(share("memory")) },
    ...{ output: smooth(share("output")), back: smooth(share("back")) },
  };
}

/** @param {Moment} moment @param {string} part */
export const clip = (moment, part) => moment && `url(#clip-${part})`;

/** Of each part only what lies in its box: memory pours into the first row, which is computed from left
 * to right. @param {Scene} scene */
export function Clips({ g, rows, state, moment }) {
  if (!moment) return null;
  const memory = g.memoryHeight * moment.memory;
  const boxes = {
    encoder: [0, 0, g.width, moment.y + 1],
    memory: [0, g.memoryEnd - memory, g.width, memory],
    rows: [g.rail, 0, (g.tilesEnd + g.endWidth - g.rail) * moment.cross, g.height],
    cables: [0, g.memoryEnd, g.width, (rows.top(state.at + 1) - g.memoryEnd) * moment.cross],
    fan: [g.tilesEnd, 0, (g.width - g.tilesEnd) * moment.output, g.height],
  };
  return Object.entries(boxes).map(([part, [x, y, width, height]]) =>
    svg`
      <clipPath id="clip-${part}">
        <rect x=${x} y=${y} width=${width} height=${height} />
      </clipPath>
    `
  );
}

/** What the chip of a token is like that falls from the sentence, written as one line, into its place.
 * @param {Scene} scene @param {number} at */
export function falling({ g, data: { source }, moment, measure }, at) {
  if (!moment) return { chip: {}, frame: 1 };
  const share = moment.share("tokens");
  const own = smooth(share * 2 - 0.4 - 0.6 * at / source.length);
  if (g.isSlanted) return { chip: {}, frame: own };
  const size = LARGE * (g.isPhone ? 12 : 14.5);
  const longs = source.map((token) => measure(bare(token), size, 600));
  const spaces = source.map((token) => (bare(token) === token ? 0 : 0.3 * size));
  const before = sum(longs.slice(0, at)) + sum(spaces.slice(0, at + 1)) + longs[at] / 2;
  const home = (g.sourceX(0) + g.sourceX(source.length - 1) - sum(longs) - sum(spaces)) / 2;
  const middle = g.sourceY + g.chipHeight / 2;
  const x = mix(home + before, g.sourceX(at), own);
  const y = mix(middle - (g.isWide ? 30 : 6), middle, own);
  const scale = `scale(${mix(LARGE, 1, own).toFixed(3)})`;
  const isEnd = source[at].startsWith("</"); // no word of the sentence
  const chip = {
    transform: `translate(${px(x)} ${px(y)}) ${scale} translate(${px(-g.sourceX(at))} ${
      px(-middle)
    })`,
    opacity: isEnd ? own : Math.min(1, 6 * share),
    style: `--mark: ${own}`,
  };
  return { chip, frame: clamp(3 * own - 2, 0, 1) };
}

/** The chosen token flies back along its line, which is drawn behind it.
 * @param {Scene} scene @param {number[][]} points @param {number} half of the width of its name */
export function flying({ g, moment }, points, half) {
  if (!moment) return { isHome: true, dashes: "5 4", rest: null, token: {} };
  const parts = points.slice(1).map(([x, y], at) =>
    Math.hypot(x - points[at][0], y - points[at][1])
  );
  const ends = parts.map((_, at) => sum(parts.slice(0, at + 1)));
  const length = sum(parts);
  const gone = length * moment.back;
  const part = ends.findIndex((end, at) => gone <= end || at === parts.length - 1);
  const along = 1 - (ends[part] - gone) / (parts[part] || 1);
  const [x, y] = [0, 1].map((axis) => mix(points[part][axis], points[part + 1][axis], along));
  const left = mix(x - g.labelEnd + half, 0, clamp(8 * moment.back - 7, 0, 1));
  return {
    isHome: moment.back === 1,
    dashes: `${"5 4 ".repeat(Math.floor(gone / 9))}0 ${Math.ceil(length + 9)}`,
    rest: clamp(6 * moment.back - 5, 0, 1),
    token: {
      transform: `translate(${px(left)} ${px(y - points[points.length - 1][1])})`,
      opacity: moment.share("back") > 0 ? 1 : 0,
    },
  };
}

/** @param {Scene} scene */
export const Skip = ({ moment, words, set }) =>
  moment && html`
    <button type="button" class="skip" data-screen onclick=${() => set({ begun: null })}>
      ${words.skip}
    </button>
  `;
