// The scores before and after the division on one axis: the division is a squeeze.
// Both are as high as their own peak, so that width alone tells.

const RIDGE = 74;
const AXIS = 26;
const BRACKET = 24;

function drawRidges(holder, data) {
  const { spread } = data;
  const width = Math.max(240, holder.clientWidth);
  const left = width < NARROW ? 0 : RAIL;
  const room = width - left - 8;
  const isNarrow = width < NARROW;
  const lift = isNarrow ? 20 : 0;
  const block = RIDGE + BRACKET + 14 + lift;
  const height = 2 * block + AXIS;
  const canvas = put(holder, "svg", { width, height, role: "img", class: "ridges", "aria-label": data.words.ridges });
  const x = (value) => left + room * (0.5 + value / (2 * spread.reach));
  axis(canvas, data, x, height, left, room);
  const clip = put(put(canvas, "defs", {}), "clipPath", { id: "recut_clip" });
  put(clip, "rect", { x: left, y: -10, width: room, height: height + 10 });
  const ridges = ["before", "after"].map((side, line) => ridge(canvas, data, {
    side, x, base: lift + RIDGE + 6 + line * block, left: isNarrow ? 0 : null, ends: [left, left + room],
  }));
  return (stop) => ridges.forEach((show) => show(stop));
}

function axis(canvas, data, x, height, left, room) {
  const { reach } = data.spread;
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => reach / one <= 5) || 200;
  for (let at = -Math.floor(reach / step) * step; at <= reach; at += step) {
    put(canvas, "line", { x1: x(at), x2: x(at), y1: 0, y2: height - AXIS, class: at ? "grid" : "grid zero" });
    put(canvas, "text", { x: x(at), y: height - AXIS + 15, class: "tick" }, String(at).replace("-", "\u2212"));
  }
  put(canvas, "line", { x1: left, x2: left + room, y1: height - AXIS, y2: height - AXIS, class: "grid zero" });
}

function ridge(canvas, data, at) {
  const isBefore = at.side === "before";
  const label = { x: 0, class: "divisor", y: at.left === null ? at.base - RIDGE / 2 : at.base - RIDGE - 10 };
  put(canvas, "text", label, isBefore ? data.words.before : data.words.after);
  const inside = put(canvas, "g", { "clip-path": "url(#recut_clip)" });
  const area = put(inside, "path", { class: `area ${at.side}` });
  const curve = put(inside, "path", { class: "theory" });
  put(canvas, "line", { x1: at.ends[0], x2: at.ends[1], y1: at.base, y2: at.base, class: "base" });
  const dots = put(inside, "g", {});
  const bracket = put(canvas, "path", { class: "bracket" });
  const told = put(canvas, "text", { y: at.base + BRACKET + 2, class: "sd" });
  return (stop) => {
    const by = isBefore ? 1 : data.root[stop];
    area.setAttribute("d", areaPath(data.spread, stop, by, at));
    curve.setAttribute("d", curvePath(isBefore ? data.spread.theory[stop] : data.spread.theory[stop] / data.root[stop], data.spread.reach, at));
    dots.replaceChildren();
    for (const score of data.scores[stop]) {
      if (score !== null) put(dots, "circle", { cx: at.x(score / by), cy: at.base, r: 4, class: "score" });
    }
    const sd = data.spread.sd[stop] / by;
    const [low, high] = [Math.max(at.ends[0], at.x(-sd)), Math.min(at.ends[1], at.x(sd))];
    const y = at.base + 9;
    bracket.setAttribute("d", `M${low} ${y - 4}V${y + 4}M${low} ${y}H${high}M${high} ${y - 4}V${y + 4}`);
    told.textContent = fill(isBefore ? data.words.sd_before : data.words.sd_after, {
      sd: sd.toFixed(2), d: data.stops[stop], theory: data.root[stop].toFixed(2),
    });
    const long = told.getComputedTextLength();
    told.setAttribute("x", Math.min(at.ends[1] - long, Math.max(at.ends[0], high + 10)));
    told.setAttribute("y", high + 10 + long > at.ends[1] ? at.base + BRACKET + 6 : y + 4.5);
  };
}

function areaPath(spread, stop, by, at) {
  const heights = spread.heights[stop];
  const edge = spread.edges[stop] / by;
  const step = (2 * edge) / heights.length;
  const most = Math.max(1, ...heights);
  let path = `M${at.x(-edge)} ${at.base}`;
  heights.forEach((height, bin) => {
    path += `V${(at.base - (RIDGE * height) / most).toFixed(1)}H${at.x(-edge + (bin + 1) * step).toFixed(1)}`;
  });
  return `${path}V${at.base}Z`;
}

function curvePath(sd, reach, at) {
  const points = [];
  for (let step = -40; step <= 40; step += 1) {
    const value = (step / 10) * sd;
    if (Math.abs(value) > reach) continue;
    points.push(`${at.x(value).toFixed(1)} ${(at.base - RIDGE * at_peak(step / 10)).toFixed(1)}`);
  }
  return `M${points.join("L")}`;
}

const at_peak = (deviations) => Math.exp(-(deviations ** 2) / 2);
