// A die as a solid: its faces are the planes on directions that keep as far from each other as they
// can. Of four, six and twelve directions that makes the dice that everybody knows; of one to three it
// is a ball, of which a share is lit.
import { html, svg } from "../../drawings/html.js";
import { Dot, Path, px } from "../../drawings/marks.js";
import { range, sum } from "../../drawings/math.js";

/** @typedef {[number, number, number]} Point */
/** @typedef {{ normal: Point, ring: Point[] }} Face */

const MOST = 60; // faces that are drawn; of more one dot is lit
export const SETTLED = 24; // up to so many the directions settle; more lie evenly enough as they are
const LIGHT = /** @type {Point} */ ([-0.35, 0.6, 0.72]);
const ASLANT = [0.36, 0.34, 0.87]; // where the lit face looks: at the reader, past the left shoulder
const AXES = [0, 1, 2];

/** @param {number[]} a @param {number[]} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Point} a @param {Point} b @returns {Point} */
const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** @param {(axis: number) => number} of */
const point = (of) => /** @type {Point} */ (AXES.map(of));
/** @param {Point} a @param {Point} b @param {number} share */
const between = (a, b, share) => point((axis) => a[axis] + share * (b[axis] - a[axis]));
/** @param {number[]} a */
const unit = (a) => point((axis) => a[axis] / Math.sqrt(dot(a, a)));

/** Directions on a sphere that push each other apart. @param {number} count */
function spread(count) {
  const golden = Math.PI * (3 - Math.sqrt(5));
  let all = range(count).map((at) => {
    const high = 1 - (2 * at + 1) / count;
    const wide = Math.sqrt(1 - high * high);
    return unit([wide * Math.cos(golden * at), high, wide * Math.sin(golden * at)]);
  });
  for (let round = 0; round < (count > SETTLED ? 0 : 2000 / count); round += 1) {
    all = all.map((one) => {
      const pushes = all.filter((other) => other !== one).map((other) => {
        const far = Math.hypot(...AXES.map((axis) => one[axis] - other[axis]));
        return AXES.map((axis) => (one[axis] - other[axis]) / far ** 3);
      });
      return unit(
        AXES.map((axis) => one[axis] + 0.5 / count * sum(pushes.map((push) => push[axis]))),
      );
    });
  }
  return all;
}

/** What the other planes, all as far from the middle, leave of one: its corners in order.
 * @param {Point} normal @param {Point[]} all */
function corners(normal, all) {
  const side = unit(cross(normal, Math.abs(normal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  const up = cross(normal, side);
  let ring = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([u, v]) =>
    point((axis) => normal[axis] + 9 * (u * side[axis] + v * up[axis]))
  );
  for (const other of all) {
    if (other === normal) continue;
    const beyond = ring.map((corner) => dot(other, corner) - 1);
    const isKept = (/** @type {number} */ at) => beyond[at] <= 1e-9;
    ring = ring.flatMap((corner, at) => {
      const next = (at + 1) % ring.length;
      const kept = isKept(at) ? [corner] : [];
      if (isKept(at) === isKept(next)) return kept;
      return [...kept, between(corner, ring[next], beyond[at] / (beyond[at] - beyond[next]))];
    });
  }
  return ring;
}

/** @type {Map<number, { faces: Face[], reach: number }>} */
const SOLIDS = new Map();

/** The faces of a die, and how far its corners lie from the middle. @param {number} count */
export function solid(count) {
  const known = SOLIDS.get(count);
  if (known) return known;
  const all = spread(count);
  const faces = all.map((normal) => ({ normal, ring: corners(normal, all) }));
  const far = faces.flatMap(({ ring }) => ring.map((corner) => Math.sqrt(dot(corner, corner))));
  const made = { faces, reach: Math.max(...far) };
  SOLIDS.set(count, made);
  return made;
}

/** Turns the first face to the reader, then everything about the upright axis.
 * @param {Point} first @param {Point} front @param {number} angle */
function turned(first, front, angle) {
  const axis = cross(first, front);
  const [sine, cosine] = [Math.sqrt(dot(axis, axis)), dot(first, front)];
  const pole = sine > 1e-6 ? unit(axis) : /** @type {Point} */ ([0, 1, 0]);
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return (/** @type {Point} */ one) => {
    const aside = cross(pole, one);
    const rest = dot(pole, one) * (1 - cosine);
    const [x, y, z] = point((at) => one[at] * cosine + aside[at] * sine + pole[at] * rest);
    return /** @type {Point} */ ([c * x + s * z, y, c * z - s * x]);
  };
}

/** A die of that many faces, whole ones, the first lit. @param {number} faces @param {number} [angle] */
export function Die(faces, angle = 0) {
  const count = Math.max(1, Math.round(faces));
  return html`
    <svg class="die" viewBox="-1.05 -1.05 2.1 2.1" aria-hidden="true">
      ${count < 4 ? Ball(count, angle) : Solid(count, angle)}
    </svg>
  `;
}

/** @param {number} count @param {number} angle */
function Ball(count, angle) {
  const end = 2 * Math.PI / count;
  const sector = `M0 0V-1A1 1 0 0 1 ${px(Math.sin(end))} ${px(-Math.cos(end))}Z`;
  return svg`
    <g transform="rotate(${angle * 180 / Math.PI})">
      ${Dot(`facet ${count === 1 && "lit"}`, 0, 0, 1)} ${count > 1 && Path("facet lit", sector)}
    </g>
    ${Dot("glint", -0.35, -0.38, 0.16)}
  `;
}

/** @param {number} count @param {number} angle */
function Solid(count, angle) {
  const { faces, reach } = solid(Math.min(count, MOST));
  const turn = turned(faces[0].normal, unit(ASLANT), angle);
  const seen = faces.map(({ normal, ring }, at) => {
    const isLit = at === 0 && count <= MOST;
    const front = turn(normal);
    const shade = isLit ? 1 : Math.max(0.07, 0.42 - 0.4 * Math.max(0, dot(front, LIGHT)));
    const corners = ring.map(turn).map(([u, v]) => `${px(u / reach)} ${px(-v / reach)}`);
    const d = `M${corners.join("L")}Z`;
    return { isSeen: front[2] > 0.01 && ring.length > 2, kind: isLit && "lit", shade, d };
  }).filter(({ isSeen }) => isSeen);
  return [
    Path("ground", seen.map(({ d }) => d).join("")),
    seen.map(({ kind, d, shade }) =>
      Path(`facet ${kind}`, d, { "fill-opacity": shade.toFixed(2) })
    ),
    count > MOST && Dot("facet lit", 0, 0, Math.max(0.03, 2 / Math.sqrt(count))),
  ];
}
