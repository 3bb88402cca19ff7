// What the sub-layers pour in, each with the sluice that dams it.

const SLUICE = { flat: 17, down: 67 }; // pixels from where a tributary comes into sight

const degrees = (cosine) => Math.round(Math.acos(Math.max(-1, Math.min(1, cosine))) * 180 / Math.PI);
const written = (value) => value.toFixed(1).replace("-", "\u2212");

/** Colours that run along a line, from one end to the other. */
function gradient(canvas, id, from, to, stops) {
  const made = put(put(canvas, "defs", {}), "linearGradient", {
    id, gradientUnits: "userSpaceOnUse", x1: from[0], y1: from[1], x2: to[0], y2: to[1],
  });
  for (const [offset, tone, opacity] of stops) {
    put(made, "stop", { offset, class: `tone ${tone}`, "stop-opacity": opacity });
  }
}

/** What a sub-layer added before it was dammed. */
const addedBefore = (data, i) => (data.before || data.now).add[i];

function tellTributary(data, i) {
  const { now, words } = data;
  const place = data.places[i + 1];
  const numbers = {
    name: place.name, add: written(now.add[i]), x: written(now.x[i]), sum: written(now.sum[i]),
    angle: degrees(now.cos[i]), cos: now.cos[i].toFixed(2).replace("-", "\u2212"),
    after: written(now.x[i + 1]), before: written(addedBefore(data, i)),
  };
  return fill(place.dammed ? words.closed : words.open, numbers);
}

function drawTributary(canvas, bed, data, i) {
  const place = data.places[i + 1];
  const group = put(canvas, "g", {
    class: `tributary ${place.part}${place.dammed ? " dammed" : ""}`, role: "button", tabindex: -1,
    "aria-pressed": String(place.dammed), "data-focus": `dam${i}`, "aria-label": tellTributary(data, i),
  });
  const flow = place.dammed && data.before ? data.before : data.now;
  const points = course(bed, i, flow.cos[i]);
  const width = Math.max(1.5, bed.scale * flow.add[i]);
  const [from, to] = [bed.at(...points[0]), bed.at(...points.at(-1))];
  const middle = bed.flat ? (points[0][0] + points.at(-1)[0]) / 2 : points[0][0] - 6;
  const [x1, y1] = bed.at(middle - bed.pitch * 0.47, 24);
  const [x2, y2] = bed.at(middle + bed.pitch * 0.47, bed.deep + (bed.flat ? 34 : 30));
  put(group, "rect", {
    class: "hit", x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1), rx: 8,
  });
  gradient(group, `river-${i}`, from, to, [[0, place.part, 0.15], [0.4, place.part, 0.75], [1, place.part, 0.9]]);
  const water = put(group, "path", { class: "water", d: ribbon(bed, points, width, i) });
  if (!place.dammed) water.setAttribute("fill", `url(#river-${i})`);
  sluice(group, bed, points, width, place.dammed);
  label(group, bed, data, i, points, width);
  return group;
}

/** Two posts; where it is shut, a gate between them. */
function sluice(group, bed, points, width, shut) {
  const near = points.findIndex(([, t]) => t <= bed.deep - (bed.flat ? SLUICE.flat : SLUICE.down));
  const [s, t] = points[near];
  const half = Math.max(6, width / 2) + 3;
  const ends = [bed.at(s - half, t), bed.at(s + half, t)];
  if (shut) put(group, "path", { class: "gate", d: line(ends) });
  for (const [x, y] of ends) put(group, "circle", { class: "post", cx: x, cy: y, r: 2.6 });
}

/** Name of the sub-layer and, where additions are lit, how long and under which angle. */
function label(group, bed, data, i, points, width) {
  const place = data.places[i + 1];
  const [s] = points[0];
  const start = bed.flat ? {} : { "text-anchor": "start" };
  const [x, y] = bed.flat ? [s, bed.middle + bed.deep + 15] : [2, s - width / 2 - 5];
  const name = bed.flat ? place.short : place.tight;
  const lines = bed.lines(name);
  lines.forEach((words, k) => put(group, "text", { class: "name", x, y: y + 13 * k, ...start }, words));
  if (!place.dammed && data.light !== "add") return;
  const told = place.dammed
    ? data.words.shut
    : data.veiled ? "+ ?" : `+${written(data.now.add[i])} \u2220${degrees(data.now.cos[i])}\u00b0`;
  put(group, "text", { class: "number", x, y: bed.flat ? y + 2 + 13 * lines.length : s + 4, ...start }, told);
}

/** Layers: a bracket below the tributaries of each. */
function layerNames(canvas, bed, data) {
  if (!bed.flat) return;
  let first = 0;
  const told = data.light === "add" || data.places.some((one) => one.dammed);
  const rows = Math.max(...data.places.map((one) => bed.lines(one.short).length)) + (told ? 1 : 0);
  const y = bed.middle + bed.deep + 15 + 13 * rows;
  data.places.slice(1).forEach((place, i, all) => {
    if (all[i + 1]?.layer === place.layer) return;
    const [a, b] = [bed.stretch(first, 0.08), bed.stretch(i, 0.92)];
    put(canvas, "path", { class: "bracket", d: `M${a} ${y - 4}v4H${b}v-4` });
    put(canvas, "text", { class: "layer", x: (a + b) / 2, y: y + 15 }, place.of);
    first = i + 1;
  });
}
