// A layer of ours on the left, PyTorch's on the right, ribbons from each weight to where it lies there;
// below, how far both are apart after every layer. All words, numbers and colours come from Python.

const NARROW = 560; // pixels; below it neither arguments nor long names have room
const DECADES = [-8, 2]; // powers of ten on the scale of differences
const TRACK = { high: 118, left: 44, foot: 40 };

const unpack = (packed) => new Float32Array(Uint8Array.from(atob(packed), (one) => one.charCodeAt(0)).buffer);

/** A few numbers of a weight as a picture: the larger, the stronger its colour. */
function mosaic(packed, columns, colour) {
  const numbers = unpack(packed);
  const most = Math.max(...numbers.map(Math.abs)) || 1;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [columns, numbers.length / columns];
  const brush = canvas.getContext("2d");
  numbers.forEach((number, at) => {
    brush.globalAlpha = 0.12 + 0.88 * (Math.abs(number) / most);
    brush.fillStyle = colour;
    brush.fillRect(at % columns, Math.floor(at / columns), 1, 1);
  });
  return canvas;
}

/** Where every weight stands on both sides, one below the other as a vector passes them. */
function places(joints, width) {
  const narrow = width < NARROW;
  const [unit, wide, tight, apart] = narrow ? [24, 13, 3, 8] : [24, 20, 3, 9];
  const base = joints[0].shape[1];
  const edge = narrow ? [112, width - 112] : [176, width - 202];
  let y = 2;
  const rows = joints.map((joint, at) => {
    const before = joints[at - 1];
    if (joint.group && joint.group !== before?.group) y += at ? 26 : 18;
    else if (at) y += joint.group && joint.group === before.group ? tight : apart;
    if (before?.group && !joint.group) y += 2;
    const [high, broad] = joint.shape.length > 1 ? [unit * (joint.shape[0] / base), wide * (joint.shape[1] / base)] : [narrow ? 24 : 13, wide];
    const row = { joint, at, y, high, broad };
    y += high;
    return row;
  });
  for (const row of rows) {
    const share = row.joint.first / row.joint.shape[0];
    const first = rows.find((one) => one.joint.their_path.split("[")[0] === row.joint.their_path.split("[")[0]);
    const stacked = row.joint.rows !== row.joint.shape[0];
    row.their = stacked ? first.y + tight + share * row.high : row.y;
  }
  return { rows, narrow, left: edge[0], right: edge[1], high: y + 4 };
}

/** The pieces of one weight: a rectangle on each side, its names, the ribbon between. */
function jointInto(svg, data, at, row) {
  const { joint } = row;
  const group = put(svg, "g", { class: `joint ${joint.role}`, role: "button", "data-focus": `slot${row.at}`, "aria-label": spoken(data, joint) });
  const half = (at.left + at.right) / 2;
  put(group, "path", {
    class: "ribbon", fill: `var(--${joint.role})`,
    d: `M${at.left} ${row.y}C${half} ${row.y} ${half} ${row.their} ${at.right} ${row.their}v${row.high}C${half} ${row.their + row.high} ${half} ${row.y + row.high} ${at.left} ${row.y + row.high}z`,
  });
  for (const [x, y, packed] of [[at.left - row.broad, row.y, joint.packed], [at.right, row.their, joint.their_packed]]) {
    const box = { x, y, width: row.broad, height: row.high };
    put(group, "image", { ...box, preserveAspectRatio: "none", style: "image-rendering:pixelated", href: mosaic(packed, joint.columns, data.colours[joint.role]).toDataURL() });
    put(group, "rect", { ...box, class: "edge", stroke: `var(--${joint.role}_text)` });
  }
  const [mine, their] = [row.y + row.high / 2 + 4, row.their + row.high / 2 + 4];
  const [out, beyond] = [at.left - row.broad - 7, at.right + row.broad + 7];
  const tone = `var(--${joint.role}_text)`;
  put(group, "text", { class: "name", x: out, y: mine, "text-anchor": "end", fill: tone }, joint.name);
  put(group, "text", { class: "name", x: beyond, y: their, fill: tone }, joint.their_name);
  if (joint.fed && !at.narrow) {
    put(group, "text", { class: `name fed ${joint.fed}`, x: out - 90, y: mine, "text-anchor": "end" }, joint.fed);
    put(group, "path", { class: "arrow", d: `M${out - 84} ${mine - 4}H${out - 56}m-4 -3l4 3l-4 3` });
    put(group, "text", { class: "name", x: beyond + 108, y: their, fill: `var(--${joint.asked[0]}_text)` }, joint.asked);
    put(group, "path", { class: "arrow", d: `M${beyond + 102} ${their - 4}H${beyond + 76}m4 -3l-4 3l4 3` });
  }
  return group;
}

const spoken = (data, joint) => `${data.words.ours} ${joint.path}, ${data.words.theirs} ${joint.their_path}: ${joint.told} ${data.words.difference} ${joint.difference}`;

/** Both layers and the ribbons; gives the group of each weight. */
function layersInto(root, board, data) {
  const box = node("div", "layers", board);
  const width = box.clientWidth;
  const at = places(data.joints, width);
  const svg = put(box, "svg", { width, height: at.high, role: "group", "aria-label": data.words.name });
  at.rows.forEach((row, index) => {
    if (!row.joint.group || row.joint.group === data.joints[index - 1]?.group) return;
    put(svg, "text", { class: "group", x: at.left, y: row.y - 5, "text-anchor": "end" }, row.joint.group);
    put(svg, "text", { class: "group", x: at.right, y: row.y - 5 }, at.narrow ? row.joint.their_group : `${row.joint.their_group}.in_proj_weight`);
  });
  return at.rows.map((row) => jointInto(svg, data, at, row));
}

/** The chosen weight in words, its few numbers as both programs hold them. */
function detail(panel, data, joint) {
  panel.replaceChildren();
  node("b", "head", panel, joint.name).style.color = `var(--${joint.role}_text)`;
  node("p", "", panel, joint.told);
  const two = node("div", "two", panel);
  const both = [[data.words.ours, joint.path, joint.packed], [data.words.theirs, joint.their_path, joint.their_packed]];
  for (const [who, path, packed] of both) {
    const side = node("div", "side", two);
    side.append(mosaic(packed, joint.columns, data.colours[joint.role]));
    const said = node("div", "", side);
    node("span", "who", said, who);
    const code = node("code", "", said);
    path.split(/(?<=\.)|(?=\[)/).forEach((part, at) => {
      if (at) node("wbr", "", code);
      code.append(part);
    });
    node("small", "", said, [...unpack(packed).slice(0, 3)].map((one) => one.toFixed(3).replace("-", "\u2212")).join(" "));
  }
  const apart = node("p", "apart", panel, `${data.words.difference} `);
  node("b", "", apart, joint.difference);
}

/** After each layer: how large the numbers are, and how far apart; powers of ten. */
function trackInto(board, data, choose) {
  const box = node("div", "track", board);
  node("div", "label", box, data.words.apart);
  const key = node("div", "key", box);
  for (const what of ["size", "apart_key"]) {
    node("i", what, key);
    node("span", "", key, data.words[what]);
  }
  const width = box.clientWidth;
  const { high, left, foot } = TRACK;
  const svg = put(box, "svg", { width, height: high + foot, role: "group", "aria-label": data.words.apart });
  const y = (number) => 8 + (high - 8) * (1 - (Math.max(DECADES[0], Math.min(DECADES[1], Math.log10(number))) - DECADES[0]) / (DECADES[1] - DECADES[0]));
  for (const [power, said] of [[-6, "10\u207b\u2076"], [-3, "10\u207b\u00b3"], [0, "1"]]) {
    put(svg, "path", { class: "grid", d: `M${left} ${y(10 ** power)}H${width}` });
    put(svg, "text", { class: "tick", x: left - 7, y: y(10 ** power) + 4, "text-anchor": "end" }, said);
  }
  const step = (width - left) / data.levels.length;
  data.levels.forEach((level, at) => {
    const x = left + (at + 0.5) * step;
    const isLayer = at < data.levels.length - 1;
    const group = put(svg, "g", { class: `level ${level.stack}${at === data.layer ? " on" : ""}`, "aria-label": `${level.name}: ${level.told}` });
    put(group, "rect", { class: "ground", x: x - step / 2 + 2, y: 0, width: step - 4, height: high + foot - 18, rx: 6 });
    const apart = level.difference;
    if (apart !== null) put(group, "path", { class: "span", d: `M${x} ${y(level.size)}V${y(apart || 1e-9)}` });
    put(group, "circle", { class: "size", cx: x, cy: y(level.size), r: 4.5 });
    if (apart !== null) put(group, "circle", { class: apart > 1e-3 ? "far" : "near", cx: x, cy: y(apart || 1e-9), r: 5.5 });
    const low = apart !== null && y(apart || 1e-9) > high - 26;
    if (step > 58 || !isLayer || apart === null) put(group, "text", { class: apart === null || apart > 1e-3 ? "said far" : "said", x: isLayer ? x : width, y: apart === null ? high / 2 : y(apart || 1e-9) + (low ? -10 : 20), "text-anchor": isLayer ? "middle" : "end" }, level.told);
    put(group, "text", { class: "name", x, y: high + 16, "text-anchor": "middle" }, level.name);
    if (!isLayer) return group.setAttribute("role", "img");
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", 0);
    group.setAttribute("aria-pressed", String(at === data.layer));
    group.dataset.focus = `layer${at}`;
    press(group, () => choose(at));
  });
  const layers = (data.levels.length - 1) / 2;
  ["encoder", "decoder"].forEach((stack, at) => put(svg, "text", {
    class: `stack ${stack}`, x: left + (at + 0.5) * layers * step, y: high + 34, "text-anchor": "middle",
  }, data.words[stack]));
}

function press(part, act) {
  part.onclick = act;
  part.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  };
}

/** What PyTorch makes of the sentence. */
function outcomeInto(board, data) {
  const { written, loss, error, right } = data.outcome;
  const box = node("div", right ? "outcome" : "outcome wrong", board);
  node("div", "label", box, `${right ? "\u2713" : "\u2717"} ${error ? data.words.stopped : data.words.outcome}`);
  if (error) node("code", "error", box, error);
  else {
    node("div", "written", box, written);
    const fact = node("div", "fact", box, `${data.words.loss} `);
    node("b", "", fact, loss);
  }
}

function draw(root, data, send) {
  const state = remember(root);
  const about = JSON.stringify({ ...data, chosen: 0 });
  const chosen = state.clock.chosen(about, data.chosen);
  if (isDrawn(state, root, about)) {
    if (chosen !== state.chosen) state.show(chosen);
    return state;
  }
  const refocus = anew(root, data);
  const board = node("div", "board", root);
  const groups = layersInto(root, board, data);
  const side = node("div", "beside", board);
  outcomeInto(side, data);
  trackInto(side, data, (at) => send("layer", at));
  const panel = node("div", "panel", side);
  panel.setAttribute("aria-live", "polite");
  chooseOne(state, groups, chosen, (place) => detail(panel, data, data.joints[place]), (at) => send("slot", at));
  refocus();
  return state;
}

const numbers = (data) => [
  { name: "weights", rows: data.joints.map(({ path, their_path, difference }) => ({ ours: path, theirs: their_path, difference })) },
  { name: "layers", rows: data.levels.map(({ stack, name, size, difference }) => ({ stack, name, largest: size, difference })) },
];

export default function slots(component) {
  return mount(component, "slots", draw, numbers);
}
