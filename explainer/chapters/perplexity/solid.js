// A die as a solid: its faces are the planes on directions that keep as far from each other as they
// can. Of four, six and twelve directions that makes the dice that everybody knows.
import { Dot, Path, px } from "../../drawings/marks.js";
import { range, sum } from "../../drawings/math.js";

/** @typedef {[number, number, number]} Point */
/** `rim`: it is no face that can come up. @typedef {{ normal: Point, far: number, rim?: boolean }} Plane */
/** @typedef {Plane & { ring: Point[] }} Face */

const MOST = 200; // faces that are drawn; more are one grey
const SMALL = 60; // of a die whose radius is below TINY
const TINY = 40;
export const SETTLED = 24; // up to so many the directions settle; more lie evenly enough as they are
const LIGHT = /** @type {Point} */ ([-0.35, 0.6, 0.72]);
const ASLANT = [0.36, 0.34, 0.87]; // where the lit face looks: at the reader, past the left shoulder
/** A coin lies, others show two faces. @type {Record<number, number[]>} */
const FLAT = { 2: [0.22, 0.78, 0.58], 3: [0.62, 0.32, 0.72], 4: [0.66, 0.3, 0.69] };
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

/** Planes around the third axis. @param {number} count @param {number} far @returns {Plane[]} */
const around = (count, far) =>
  range(count).map((at) => 2 * Math.PI * at / count).map((angle) => (
    { normal: [Math.cos(angle), Math.sin(angle), 0], far }
  ));

/** The planes of a die: a coin and a roller have a rim beside their faces.
 * @param {number} count @returns {Plane[]} */
function planes(count) {
  const ends = [1, -1].map((side) => ({
    normal: /** @type {Point} */ ([0, 0, side]),
    far: count === 2 ? 0.16 : 0.95,
  }));
  const rim = (/** @type {Plane} */ one) => ({ ...one, rim: true });
  if (count === 2) return [...ends, ...around(28, 1).map(rim)];
  if (count === 3) return [...around(3, 0.52), ...ends.map(rim)];
  return spread(count).map((normal) => ({ normal, far: 1 }));
}

/** What the other planes leave of one: its corners in order. @param {Plane} plane @param {Plane[]} all */
function corners(plane, all) {
  const side = unit(cross(plane.normal, Math.abs(plane.normal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  const up = cross(plane.normal, side);
  let ring = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([u, v]) =>
    point((axis) => plane.far * plane.normal[axis] + 9 * (u * side[axis] + v * up[axis]))
  );
  const isMany = all.length > SETTLED && !all[all.length - 1].rim;
  const nearest = isMany ? 1 - SETTLED / all.length : -2; // only these cut
  for (const other of all) {
    if (other === plane || dot(other.normal, plane.normal) < nearest) continue;
    const beyond = ring.map((corner) => dot(other.normal, corner) - other.far);
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
  const all = planes(count);
  const faces = all.map((plane) => ({ ...plane, ring: corners(plane, all) }));
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

/** A die of that many faces, whole ones, the first lit; where it has more than can be drawn, a dot is
 * the lit one. @param {number} x @param {number} y @param {number} radius @param {number} faces
 * @param {number} [angle] */
export function Die(x, y, radius, faces, angle = 0) {
  const count = Math.max(1, Math.round(faces));
  const most = radius < TINY ? SMALL : MOST;
  if (count === 1) {
    const glint = Dot("glint", x - radius * 0.35, y - radius * 0.38, radius * 0.16);
    return [Dot("facet lit", x, y, radius), glint];
  }
  const { faces: all, reach } = solid(Math.min(count, most));
  const turn = turned(all[0].normal, unit(FLAT[count] ?? ASLANT), angle);
  const scale = radius / reach;
  const seen = all.map(({ rim, normal, ring }, at) => {
    const isLit = at === 0 && count <= most;
    const front = turn(normal);
    const shade = isLit ? 1 : Math.max(0.07, 0.42 - 0.4 * Math.max(0, dot(front, LIGHT)));
    const kind = `facet ${isLit ? "lit" : ""} ${rim ? "rim" : ""}`;
    const corners = ring.map(turn).map(([u, v]) => `${px(x + scale * u)} ${px(y - scale * v)}`);
    return { kind, shade, isSeen: front[2] > 0.01 && ring.length > 2, d: `M${corners.join("L")}Z` };
  }).filter(({ isSeen }) => isSeen);
  return [
    Path("ground", seen.map(({ d }) => d).join("")),
    seen.map(({ kind, d, shade }) => Path(kind, d, { "fill-opacity": shade.toFixed(2) })),
    count > most && Dot("facet lit", x, y, Math.max(1, 2 * radius / Math.sqrt(faces))),
  ];
}
