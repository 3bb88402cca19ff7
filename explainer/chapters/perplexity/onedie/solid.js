// A die as a solid: its faces are the planes on directions that keep as far from each other as they
// can. Of four, six and twelve directions that makes the dice that everybody knows.

const MOST = 200; // faces that are drawn; more are one grey
const SMALL = 60; // of a die whose radius is below TINY
const TINY = 40;
const SETTLED = 24; // up to so many the directions settle; more lie evenly enough as they are
const TURN = 420; // ms
const LIGHT = [-0.35, 0.6, 0.72];
const ASLANT = [0.36, 0.34, 0.87]; // where the lit face looks: at the reader, past the left shoulder
const FLAT = { 2: [0.22, 0.78, 0.58], 3: [0.62, 0.32, 0.72], 4: [0.66, 0.3, 0.69] }; // a coin lies, others show two faces

const facesOf = (nats) => Math.exp(nats);
const counted = (faces) => {
  if (!Number.isFinite(faces)) return "\u221e";
  return faces < 99.95 ? faces.toFixed(faces < 1.995 ? 2 : 1) : Math.round(faces).toLocaleString("en");
};
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const along = (a, b, share) => a.map((one, axis) => one + share * (b[axis] - one));
const unit = (a) => a.map((one) => one / Math.sqrt(dot(a, a)));
const around = (count, far) => Array.from({ length: count }, (_, at) => {
  const angle = (2 * Math.PI * at) / count;
  return { normal: [Math.cos(angle), Math.sin(angle), 0], far };
});

/** Directions on a sphere that push each other apart. */
function spread(count) {
  const golden = Math.PI * (3 - Math.sqrt(5));
  let all = Array.from({ length: count }, (_, at) => {
    const high = 1 - (2 * at + 1) / count;
    const wide = Math.sqrt(1 - high * high);
    return [wide * Math.cos(golden * at), high, wide * Math.sin(golden * at)];
  });
  for (let round = 0; round < (count > SETTLED ? 0 : 2000 / count); round += 1) {
    all = all.map((one) => {
      const push = [0, 0, 0];
      for (const other of all) {
        const far = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
        if (far > 0) push.forEach((_, axis) => { push[axis] += (one[axis] - other[axis]) / far ** 3; });
      }
      return unit(along(one, [0, 1, 2].map((axis) => one[axis] + push[axis]), 0.5 / count));
    });
  }
  return all;
}

/** The planes of a die: a coin and a roller have a rim beside their faces. */
function planes(count) {
  const ends = [1, -1].map((side) => ({ normal: [0, 0, side], far: count === 2 ? 0.16 : 0.95 }));
  if (count === 2) return [...ends, ...around(28, 1).map((one) => ({ ...one, rim: true }))];
  if (count === 3) return [...around(3, 0.52), ...ends.map((one) => ({ ...one, rim: true }))];
  return spread(count).map((normal) => ({ normal, far: 1 }));
}

/** What the other planes leave of one: its corners in order. */
function corners(plane, all) {
  const side = unit(cross(plane.normal, Math.abs(plane.normal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  const up = cross(plane.normal, side);
  let ring = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([u, v]) =>
    plane.normal.map((one, axis) => plane.far * one + 9 * (u * side[axis] + v * up[axis])));
  const nearest = all.length > SETTLED && !all.at(-1).rim ? 1 - SETTLED / all.length : -2; // only these cut
  for (const other of all) {
    if (other === plane || dot(other.normal, plane.normal) < nearest) continue;
    const beyond = ring.map((corner) => dot(other.normal, corner) - other.far);
    ring = ring.flatMap((corner, at) => {
      const next = (at + 1) % ring.length;
      const kept = beyond[at] <= 1e-9 ? [corner] : [];
      const crosses = (beyond[at] <= 1e-9) !== (beyond[next] <= 1e-9);
      return crosses ? [...kept, along(corner, ring[next], beyond[at] / (beyond[at] - beyond[next]))] : kept;
    });
  }
  return ring;
}

const SOLIDS = new Map();

function solid(count) {
  if (!SOLIDS.has(count)) {
    const all = planes(count);
    const faces = all.map((plane) => ({ ...plane, ring: corners(plane, all) }));
    const reach = Math.max(...faces.flatMap((face) => face.ring.map((corner) => Math.sqrt(dot(corner, corner)))));
    SOLIDS.set(count, { faces, reach });
  }
  return SOLIDS.get(count);
}

/** Turns the first face to the reader, then everything about the upright axis. */
function turned(first, front, angle) {
  const axis = cross(first, front);
  const [sine, cosine] = [Math.sqrt(dot(axis, axis)), dot(first, front)];
  const pole = sine > 1e-6 ? axis.map((one) => one / sine) : [0, 1, 0];
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return (point) => {
    const around_ = cross(pole, point);
    const rest = dot(pole, point) * (1 - cosine);
    const [x, y, z] = point.map((one, at) => one * cosine + around_[at] * sine + pole[at] * rest);
    return [c * x + s * z, y, c * z - s * x];
  };
}

/** A die of that many faces, whole ones, the first lit; where it has more than can be drawn, a dot is the lit one. */
function drawDie(group, x, y, radius, faces, angle = 0) {
  group.replaceChildren();
  const count = Math.max(1, Math.round(faces));
  const most = radius < TINY ? SMALL : MOST;
  if (count === 1) {
    put(group, "circle", { class: "facet lit", cx: x, cy: y, r: radius });
    put(group, "circle", { class: "glint", cx: x - radius * 0.35, cy: y - radius * 0.38, r: radius * 0.16 });
    return;
  }
  const { faces: all, reach } = solid(Math.min(count, most));
  const turn = turned(all[0].normal, unit(FLAT[count] || ASLANT), angle);
  const scale = radius / reach;
  const seen = all.map((face, at) => ({ at, rim: face.rim, normal: turn(face.normal), ring: face.ring.map(turn) }))
    .filter((face) => face.normal[2] > 0.01 && face.ring.length > 2);
  const path = (face) => `M${face.ring.map(([u, v]) => `${(x + scale * u).toFixed(1)} ${(y - scale * v).toFixed(1)}`).join("L")}Z`;
  put(group, "path", { class: "ground", d: seen.map(path).join("") });
  for (const face of seen) {
    const isLit = face.at === 0 && count <= most;
    const shade = isLit ? 1 : Math.max(0.07, 0.42 - 0.4 * Math.max(0, dot(face.normal, LIGHT)));
    put(group, "path", { class: `facet${isLit ? " lit" : ""}${face.rim ? " rim" : ""}`, d: path(face), "fill-opacity": shade.toFixed(2) });
  }
  if (count > most) put(group, "circle", { class: "facet lit", cx: x, cy: y, r: Math.max(1, (2 * radius) / Math.sqrt(faces)) });
}

/** Turns the die once while it grows or loses faces; steps are even in bits. `end` is told when it lies still. */
function tumble(group, x, y, radius, faces, { turns = 1, end = () => {} } = {}) {
  cancelAnimationFrame(group.frame);
  const from = group.faces || faces;
  const stays = isStill() || (from === faces && turns === 1);
  const began = performance.now();
  const step = (now) => {
    const share = stays ? 1 : Math.min(1, (now - began) / (TURN * Math.sqrt(turns)));
    const eased = share * (2 - share);
    const near = Math.min(from, SETTLED); // solids that are quickly made
    group.faces = share > 0.6 ? faces : near * (Math.min(faces, SETTLED) / near) ** (eased / 0.84);
    drawDie(group, x, y, radius, group.faces, 2 * Math.PI * turns * (eased - 1));
    if (share < 1) group.frame = requestAnimationFrame(step);
    else end();
  };
  step(began);
}
