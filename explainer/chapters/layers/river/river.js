// The residual stream of one token as a river. All words, colours and numbers come from Python; a
// press on a tributary goes back as ["dam", index].

const FLOWING = new WeakMap(); // of each root what flowed in it, to change from there
const TURN = 500; // milliseconds of that change
const STREAMS = [-0.66, -0.3, 0.06, 0.4, 0.72];

const mixed = (a, b, u) => Object.fromEntries(
  ["x", "sum", "add", "cos"].map((name) => [name, b[name].map((value, i) => a[name][i] + (value - a[name][i]) * u)]),
);

/** The water itself; gives a function that draws it again for other numbers. */
function drawWater(canvas, bed, data) {
  const end = bed.length - TIP;
  const [source, mouth] = [data.side === "encoder" ? "source" : "target", data.side === "encoder" ? "memory" : "target"];
  gradient(canvas, "river-bed", bed.at(bed.start - SPRING, 0), bed.at(end, 0), [
    [0, source, 0.9], [Math.min(0.5, 90 / end), "residual", 0.5], [1 - 80 / end, "residual", 0.5], [1, mouth, 0.9],
  ]);
  if (data.before) put(canvas, "path", { class: "ghost bank", d: banks(bed, widthsOf(bed, data.before)) });
  put(canvas, "path", { class: "ground" });
  const body = put(canvas, "path", { class: "body", fill: "url(#river-bed)" });
  const plumes = data.places.slice(1).map((place, i) => {
    const [from, to] = [bed.at(bed.stretch(i, 0.2), 0), bed.at(bed.stretch(i, 1.12), 0)];
    gradient(canvas, `river-plume-${i}`, from, to, [[0, place.part, 0.9], [0.45, place.part, 0.4], [1, place.part, 0]]);
    return put(canvas, "path", { class: "plume", fill: `url(#river-plume-${i})`, visibility: place.dammed ? "hidden" : "visible" });
  });
  const streams = STREAMS.map(() => put(canvas, "path", { class: "stream" }));
  return (flow) => {
    const knots = widthsOf(bed, flow);
    const shore = banks(bed, knots);
    canvas.querySelector(".ground").setAttribute("d", shore);
    body.setAttribute("d", shore);
    plumes.forEach((one, i) => one.setAttribute("d", plume(bed, knots, i)));
    streams.forEach((one, i) => one.setAttribute("d", line(along(bed, knots, STREAMS[i], knots[0][0], end))));
  };
}

/** Where the norm sets the width again: a weir, and beside it both widths where it is lit. */
function drawNorms(canvas, bed, knots, data, tell) {
  const all = put(canvas, "g", { class: "norms" });
  if (!data.post) return;
  for (let i = 0; i < bed.n; i += 1) {
    const s = bed.stretch(i, (NORM.from + NORM.to) / 2);
    const half = widthAt(bed, knots, s) / 2 + 5;
    const ends = [bed.at(s, bed.swing(s) - half), bed.at(s, bed.swing(s) + half)];
    const group = put(all, "g", { class: "norm" });
    put(group, "path", { class: "weir", d: line(ends) });
    put(group, "path", { class: "hit", d: line(ends) });
    tell(group, fill(data.words.norm, {
      name: data.places[i + 1].name, sum: written(data.now.sum[i]), after: written(data.now.x[i + 1]),
    }));
    if (data.light !== "norm") continue;
    for (const [share, value] of [[0.5, data.now.sum[i]], [0.98, data.now.x[i + 1]]]) {
      const place = bed.stretch(i, share);
      const bank = bed.swing(place) - widthAt(bed, knots, place) / 2;
      const [x, y] = bed.at(place, bank - 8);
      const to = bed.flat ? {} : { "text-anchor": "start" };
      put(group, "text", { class: "number", x, y: y + (bed.flat ? 0 : 4), ...to }, written(value));
    }
  }
}

function drawSpring(canvas, bed, data) {
  const width = bed.measure(data.source, 14, 700) + 12;
  const [x, y] = bed.at(bed.start - SPRING + 6, bed.swing(bed.start - SPRING));
  const group = put(canvas, "g", { class: `spring ${data.side}` });
  put(group, "rect", { class: "tile", x: x - width / 2, y: y - 13, width, height: 26, rx: 7 });
  tokenInto(group, { class: "token", x, y: y + 5 }, data.source);
}

/** The ruler that says how wide a length is. */
function drawScale(canvas, bed, data) {
  if (!bed.flat || data.veiled) return;
  const size = 10 * bed.scale;
  const y = bed.middle + bed.most / 2 + 24 + size;
  const group = put(canvas, "g", { class: "scale" });
  put(group, "path", { d: `M10 ${y - size}h6m-3 0v${size}m-3 0h6` });
  put(group, "text", { x: 4, y: y + 16, "text-anchor": "start" }, data.words.scale);
}

/** A line with the underlines of SentencePiece present, not loud. */
function say(caption, words) {
  caption.replaceChildren();
  for (const part of words.split(/(\u2581)/)) {
    if (part === "\u2581") node("span", "space", caption, part);
    else caption.append(part);
  }
}

/** Pointing at a part says in the line below what it is; `also` unfolds more of it. */
function pointer(caption, told) {
  return (group, words, also = () => {}) => {
    const show = () => { say(caption, words[0].toUpperCase() + words.slice(1)); also(true); };
    const hide = () => { say(caption, told); also(false); };
    Object.assign(group, { onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide });
  };
}

/** The water turns from what flowed before into what flows now. */
function turn(root, data, water) {
  const id = JSON.stringify([data.source, data.wanted, data.side, data.places.map((one) => one.name)]);
  const last = FLOWING.get(root);
  FLOWING.set(root, { id, flow: data.now });
  if (!last || last.id !== id || isStill() || JSON.stringify(last.flow) === JSON.stringify(data.now)) {
    water(data.now);
    return;
  }
  const start = performance.now();
  const frame = (now) => {
    const u = Math.min(1, Math.max(0, (now - start) / TURN));
    water(mixed(last.flow, data.now, smooth(u)));
    if (u < 1 && FLOWING.get(root).flow === data.now) requestAnimationFrame(frame);
  };
  frame(start);
}

function draw(root, data, send) {
  const refocus = anew(root, data);
  root.dataset.light = data.light;
  const bed = survey(root, data);
  const knots = widthsOf(bed, data.now);
  const scroll = node("div", "scroll", root);
  const canvas = put(scroll, "svg", { role: "group", "aria-label": data.words.name });
  const caption = node("div", "caption", root);
  say(caption, data.words.told);
  const tell = pointer(caption, data.words.told);
  const dams = data.places.slice(1).map((_, i) => drawTributary(canvas, bed, data, i));
  dams.forEach((group, i) => {
    const shut = data.places[i + 1].dammed; // who has just built the dam wants to know what it did
    tell(group, shut ? `${data.words.told} ${tellTributary(data, i)}` : tellTributary(data, i));
    group.onclick = () => send("dam", i);
  });
  const water = drawWater(canvas, bed, data);
  layerNames(canvas, bed, data);
  drawNorms(canvas, bed, knots, data, tell);
  drawSpring(canvas, bed, data);
  drawScale(canvas, bed, data);
  const bottom = drawMouth(canvas, bed, data);
  const size = bed.flat
    ? [Math.max(bed.width, bed.length + (bed.beside ? FLAT.mouth : 0)), Math.max(bottom, bed.middle + bed.deep + 74)]
    : [bed.width, Math.max(bottom, bed.length + 10)];
  for (const [name, value] of Object.entries({ width: size[0], height: size[1], viewBox: `0 0 ${size[0]} ${size[1]}` })) canvas.setAttribute(name, value);
  if (data.lens) {
    const words = drawWords(canvas, bed, knots, data);
    words.forEach((group, n) => tell(group, tellWord(data, n), (on) => unfold(canvas, bed, data, n, on && group)));
    roving(words, words.length - 1);
  }
  const shut = data.places.slice(1).findIndex((place) => place.dammed);
  roving(dams, shut < 0 ? 0 : shut, (i) => send("dam", i));
  turn(root, data, water);
  refocus();
}

/** Every level with its numbers, for the reader to keep. */
function numbers(data) {
  return [{
    name: "levels",
    rows: data.places.map((place, n) => ({
      after: place.name, dammed: Boolean(place.dammed), norm: data.now.x[n],
      added: n ? data.now.add[n - 1] : null, cosine: n ? data.now.cos[n - 1] : null, sum: n ? data.now.sum[n - 1] : null,
      word: data.lens?.now[n].top[0][0] ?? null, p: data.lens?.now[n].top[0][1] ?? null,
      p_written: data.lens?.now[n].wanted ?? null,
    })),
  }];
}

export default (component) => mount(component, "river", draw, numbers);
