// Tokens as points: every word of the sentence is a star whose rays lead to its nearest tokens.
// Seen from the front it is flat; where it has a third axis it can be turned.

const REACH = 20; // pixels round a point in which the pointer is on it
const RADII = [2, 3, 4, 5.5, 5.5]; // pixels, in the order of the kinds

function unpackCloud(data) {
  return data.points.map(([x, y, z, label, kind, owner]) => ({ place: [x, y, z], label, kind, owner }));
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
  for (const index of order.sort((a, b) => points[a].kind - points[b].kind || at[a].near - at[b].near)) {
    const { kind } = points[index];
    const near = 1 + 0.35 * at[index].near;
    put(canvas, "circle", { class: `dot ${data.kinds[kind]}${pale(index)}`, cx: at[index].x, cy: at[index].y, r: RADII[kind] * near });
  }
}

function paint(stage, data, points, cloud, state, measure) {
  const width = Math.max(260, stage.clientWidth);
  const height = Math.min(400, Math.max(300, width * 0.5));
  stage.replaceChildren();
  const canvas = put(stage, "svg", { width, height, role: "img", "aria-label": data.words.name });
  const at = seen(cloud, state.view, width, height);
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
  corner(canvas, state.view, height, data.words.shares);
  return at;
}

/** The slider below, and the pointer that drags the cloud itself. */
function turnable(root, stage, data, state, redraw) {
  const label = node("label", "turn", root);
  node("span", "", label, data.words.turn);
  const slider = node("input", "", label);
  Object.assign(slider, { type: "range", min: -180, max: 180, step: 1, value: state.view.yaw });
  slider.dataset.focus = "turn";
  slider.oninput = () => { state.view.yaw = Number(slider.value); redraw(); };
  let from = null;
  stage.classList.add("turnable");
  stage.onpointerdown = (event) => { from = { x: event.clientX, y: event.clientY, ...state.view, moved: false }; };
  const move = (event) => {
    if (!from) return false;
    const [right, down] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.moved && Math.hypot(right, down) < 4) return true;
    if (!from.moved) stage.setPointerCapture(event.pointerId);
    from.moved = true;
    state.view.yaw = ((from.yaw + right * 0.5 + 540) % 360) - 180;
    state.view.tilt = Math.min(75, Math.max(-75, from.tilt + (event.pointerType === "mouse" ? down * 0.4 : 0)));
    slider.value = state.view.yaw;
    redraw();
    return true;
  };
  stage.onpointerup = () => { state.dragged = Boolean(from?.moved); from = null; };
  stage.onpointercancel = stage.onpointerup;
  return move;
}

function draw(root, data, send) {
  const refocus = anew(root, data);
  const points = unpackCloud(data);
  const cloud = centred(points.map(({ place }) => place));
  const measure = ruler(root);
  root.view = data.turned ? root.view || { ...START } : null; // a turn stays when another token is chosen
  const state = { lit: -1, view: root.view || { yaw: 0, tilt: 0 }, dragged: false };
  legendOf(root, data, points);
  const stage = node("div", "stage", root);
  let at;
  const redraw = () => { at = paint(stage, data, points, cloud, state, measure); };
  const dragging = data.turned ? turnable(root, stage, data, state, redraw) : () => false;
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
    if (dragging(event)) return;
    const lit = pointed(event);
    stage.classList.toggle("pressable", lit >= 0 && points[lit].kind >= 3);
    if (lit === state.lit) return;
    state.lit = lit;
    redraw();
  };
  stage.onpointerleave = () => { if (state.lit >= 0) { state.lit = -1; redraw(); } };
  stage.onclick = (event) => {
    const hit = pointed(event);
    if (!state.dragged && hit >= 0 && points[hit].kind >= 3 && hit !== data.chosen) send("point", hit);
    state.dragged = false;
  };
  redraw();
  refocus();
}

/** The points, for the reader to keep. */
function numbers(data) {
  return [{
    name: "map",
    rows: unpackCloud(data).map(({ place: [x, y, z], label, kind }) => ({ token: label, kind: data.words.kinds[kind], x, y, z })),
  }];
}

export default (component) => mount(component, "cloud", draw, numbers);
