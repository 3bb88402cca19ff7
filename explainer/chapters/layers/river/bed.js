// Where everything lies: `s` runs along the river, `t` across it, from the middle towards the side
// the tributaries come from. On a wide page the river flows to the right, on a phone down.

const WIDE = 640; // pixels from which the river flows to the right
const DOWN = { pitch: 66, most: 56, deep: 104, start: 70, end: 24, mouth: 0 };
const FLAT = { pitch: 62, most: 86, deep: 122, start: 74, end: 34, mouth: 176 };
const BESIDE = 900; // pixels from which what is written next stands at the end of the river
const JOIN = { from: 0.2, to: 0.5 }; // of a stretch: where the addition comes in
const NORM = { from: 0.58, to: 0.82 }; // and where the norm sets the width again
const SPRING = 44; // pixels of the river before the first stretch
const TIP = 18; // pixels of its pointed end
const MEANDER = 4; // pixels the middle of the river swings to each side

const smooth = (u) => u * u * (3 - 2 * u);

/** Everything about the room there is; `n` stretches, one for each sub-layer. */
function survey(root, data) {
  const width = root.clientWidth;
  const flat = width >= WIDE;
  const size = flat ? FLAT : DOWN;
  const n = data.now.add.length;
  const mouth = data.mouth.length && width >= BESIDE ? size.mouth : 0;
  const pitch = flat ? Math.max(size.pitch, (width - size.start - size.end - mouth) / n) : size.pitch;
  const measure = ruler(root);
  const all = [data.now, data.before].filter(Boolean);
  const largest = Math.max(...all.flatMap((one) => [...one.x, ...one.sum, ...one.add]));
  const scale = size.most / largest;
  const surface = data.lens ? 166 : 24;
  const middle = flat ? surface + size.most / 2 + 6 : 136;
  const length = size.start + n * pitch + size.end;
  const at = (s, t) => (flat ? [s, middle + t] : [middle - t, s]);
  return {
    flat, n, pitch, scale, most: size.most, middle, surface, at, width, deep: size.deep, start: size.start, length, beside: mouth > 0,
    measure, lines: (name) => (flat && measure(name, 13, 600) > pitch - 4 ? name.split(/(?<=-)/) : [name]),
    stretch: (i, share) => size.start + (i + share) * pitch,
    swing: (s) => MEANDER * Math.sin((s - size.start) / pitch * 2.1),
  };
}

/** Places and widths of the river from its spring on, with what a stretch does in between. */
function widthsOf(bed, flow) {
  const knots = [[bed.start - SPRING, flow.x[0]]];
  for (let i = 0; i < bed.n; i += 1) {
    knots.push([bed.stretch(i, JOIN.from), flow.x[i]], [bed.stretch(i, JOIN.to), flow.sum[i]]);
    knots.push([bed.stretch(i, NORM.from), flow.sum[i]], [bed.stretch(i, NORM.to), flow.x[i + 1]]);
  }
  knots.push([bed.length - TIP, flow.x[bed.n]]);
  return knots;
}

/** Width in pixels at a place. */
function widthAt(bed, knots, s) {
  const next = knots.findIndex(([place]) => place >= s);
  if (next <= 0) return bed.scale * (next ? knots.at(-1)[1] : knots[0][1]);
  const [[a, from], [b, to]] = [knots[next - 1], knots[next]];
  return bed.scale * (from + (to - from) * smooth((s - a) / (b - a)));
}

const line = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** A line along the river at `share` of its half width, from -1 to 1. */
function along(bed, knots, share, from, to) {
  const points = [];
  for (let s = from; s < to; s += 3) points.push([s, share]);
  points.push([to, share]);
  return points.map(([s, part]) => bed.at(s, bed.swing(s) + part * widthAt(bed, knots, s) / 2));
}

/** The outline of the river: round where it springs, a point where it ends. */
function banks(bed, knots) {
  const [from, to] = [knots[0][0], knots.at(-1)[0]];
  const half = widthAt(bed, knots, from) / 2;
  const cap = [];
  for (let turn = -8; turn <= 8; turn += 1) {
    const angle = turn / 8 * Math.PI / 2;
    cap.push(bed.at(from - Math.min(half, 22) * Math.cos(angle), bed.swing(from) + half * Math.sin(-angle)));
  }
  const [upper, lower] = [along(bed, knots, -1, from, to), along(bed, knots, 1, from, to)];
  return `${line([...upper, bed.at(to + TIP, bed.swing(to)), ...lower.reverse(), ...cap])}Z`;
}

/** What a tributary has brought, still seen along its bank until it has mixed. */
function plume(bed, knots, i) {
  const [from, to] = [bed.stretch(i, JOIN.from), bed.stretch(i, 1.12)];
  const inner = [];
  for (let s = from; s <= to; s += 3) {
    const share = 1 - 1.1 * smooth(Math.min(1, (s - from) / (bed.pitch * 0.3))) * (1 - 0.75 * smooth((s - from) / (to - from)));
    inner.push(bed.at(s, bed.swing(s) + share * widthAt(bed, knots, s) / 2));
  }
  return `${line([...along(bed, knots, 1, from, to), ...inner.reverse()])}Z`;
}

/**
 * A tributary: it meets the river under the angle between the two vectors, so one that goes with
 * the stream comes from behind and one against it from the front. Gives its middle line.
 */
function course(bed, i, cosine) {
  const sine = Math.sqrt(1 - cosine * cosine);
  const mouth = bed.stretch(i, (JOIN.from + JOIN.to) / 2);
  const end = [mouth, bed.swing(mouth) + 4];
  const reach = bed.deep * 0.55;
  const from = [mouth - cosine * bed.pitch * 0.34, bed.deep];
  const bends = [[from[0], from[1] - bed.deep * 0.3], [end[0] - cosine * reach, end[1] + sine * reach]];
  const points = [];
  for (let step = 0; step <= 20; step += 1) {
    const u = step / 20;
    const parts = [(1 - u) ** 3, 3 * u * (1 - u) ** 2, 3 * u * u * (1 - u), u ** 3];
    points.push([0, 1].map((axis) => [from, ...bends, end].reduce((sum, one, k) => sum + parts[k] * one[axis], 0)));
  }
  return points;
}

/** A ribbon of even width round a middle line; it ends in the middle of the river, and one that is
 * wider than the place where it comes in narrows there. */
function ribbon(bed, points, width, i) {
  const last = width > bed.pitch * 0.8 ? bed.stretch(i, NORM.from) : Infinity;
  const sides = [[], []];
  points.forEach(([s, t], i) => {
    const [a, b] = [points[Math.max(0, i - 1)], points[Math.min(points.length - 1, i + 1)]];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const [ns, nt] = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
    [1, -1].forEach((sign, side) => {
      const place = s + sign * ns * width / 2;
      const depth = Math.max(bed.swing(place), t + sign * nt * width / 2);
      sides[side].push(bed.at(depth < bed.most / 2 ? Math.min(place, last) : place, depth));
    });
  });
  return `${line([...sides[0], ...sides[1].reverse()])}Z`;
}
