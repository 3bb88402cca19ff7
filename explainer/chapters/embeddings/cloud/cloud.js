// Tokens as points: every word of the sentence is a star whose rays lead to its nearest tokens.

const REACH = 20; // pixels round a point in which the pointer is on it
const RADII = [2, 3, 4, 5.5, 5.5]; // pixels, in the order of the kinds

function unpackCloud(data) {
  return data.points.map(([x, y, label, kind, owner]) => ({ place: [x, y], label, kind, owner }));
}

function legendOf(root, data, points) {
  const line = node("div", "legend", root);
  data.words.kinds.forEach((words, kind) => {
    if (!points.some((point) => point.kind === kind)) return;
    const entry = node("span", "entry", line);
    node("i", `dot ${data.kinds[kind]}`, entry);
    node("span", "", entry, words);
  });
}

/** Rays from the words to their nearest, one path for those of the chosen or lit star, one for the rest. */
function rays(canvas, points, at, star) {
  const paths = { ray: "", "ray lit": "" };
  points.forEach(({ owner }, index) => {
    if (owner < 0) return;
    paths[owner === star ? "ray lit" : "ray"] += `M${at[owner].x} ${at[owner].y}L${at[index].x} ${at[index].y}`;
  });
  for (const [name, d] of Object.entries(paths)) if (d) put(canvas, "path", { class: name, d });
}

function dots(canvas, data, points, at, pale) {
  const crowd = points.map(({ kind }, index) => (kind ? "" : `M${at[index].x} ${at[index].y}h0`)).join("");
  if (crowd) put(canvas, "path", { class: "crowd", d: crowd });
  const order = points.map((_, index) => index).filter((index) => points[index].kind);
  for (const index of order.sort((a, b) => points[a].kind - points[b].kind)) {
    const { kind } = points[index];
    put(canvas, "circle", { class: `dot ${data.kinds[kind]}${pale(index)}`, cx: at[index].x, cy: at[index].y, r: RADII[kind] });
  }
}

function paint(stage, data, points, state, measure) {
  const width = Math.max(260, stage.clientWidth);
  const height = Math.min(400, Math.max(300, width * 0.5));
  stage.replaceChildren();
  const canvas = put(stage, "svg", { width, height, role: "img", "aria-label": data.words.name });
  const at = seen(points, width, height);
  const star = state.lit < 0 ? data.chosen : points[state.lit].owner < 0 ? state.lit : points[state.lit].owner;
  const isOf = (index) => index === star || points[index].owner === star || index === state.lit;
  const pale = (index) => (state.lit < 0 || isOf(index) ? "" : " pale");
  rays(canvas, points, at, star);
  dots(canvas, data, points, at, pale);
  put(canvas, "circle", { class: "ring", cx: at[data.chosen].x, cy: at[data.chosen].y, r: 10 });
  const order = nameOrder(points, data.chosen, state.lit);
  for (const { index, x, y, anchor } of placeNames(points, at, order, measure, width, height - FOOT)) {
    pieceInto(canvas, { class: `piece ${data.kinds[points[index].kind]}${pale(index)}`, x, y, "text-anchor": anchor }, points[index].label);
  }
  corner(canvas, height, data.words.shares);
  return at;
}

function draw(root, data, send) {
  const refocus = anew(root, data);
  const points = unpackCloud(data);
  const measure = ruler(root);
  const state = { lit: -1 };
  legendOf(root, data, points);
  const stage = node("div", "stage", root);
  let at;
  const redraw = () => { at = paint(stage, data, points, state, measure); };
  node("div", "hint", root, data.words.hint);
  const pointed = (event) => {
    const box = stage.getBoundingClientRect();
    const zoom = box.width / stage.offsetWidth || 1; // of a slide
    const [x, y] = [(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom];
    const gaps = at.map((spot) => Math.hypot(spot.x - x, spot.y - y));
    const best = gaps.indexOf(Math.min(...gaps));
    return gaps[best] < REACH ? best : -1;
  };
  stage.onpointermove = (event) => {
    const lit = pointed(event);
    stage.classList.toggle("pressable", lit >= 0 && points[lit].kind >= 3);
    if (lit === state.lit) return;
    state.lit = lit;
    redraw();
  };
  stage.onpointerleave = () => { if (state.lit >= 0) { state.lit = -1; redraw(); } };
  stage.onclick = (event) => {
    const hit = pointed(event);
    if (hit >= 0 && points[hit].kind >= 3 && hit !== data.chosen) send("point", hit);
  };
  redraw();
  refocus();
}

/** The points, for the reader to keep. */
function numbers(data) {
  return [{
    name: "map",
    rows: unpackCloud(data).map(({ place: [x, y], label, kind }) => ({ token: label, kind: data.words.kinds[kind], x, y })),
  }];
}

export default (component) => mount(component, "cloud", draw, numbers);
