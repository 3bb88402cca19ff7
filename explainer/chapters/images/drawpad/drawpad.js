// A sheet of paper: strokes are kept as points of a coarse grid and sent as letters, two a point.
// All words and colours come from Python; a finished stroke is sent, nothing while it is drawn.

const PAPERS = new WeakMap(); // what is drawn on a sheet, and what of it the server was told
const WIDE = 320; // units across; the style sheet makes it as wide as there is room
const PEN = 0.085; // of the width, about as thick as in the pictures the networks know

const points = (part, data) => {
  const places = [...part].map((letter) => data.letters.indexOf(letter));
  return places.filter((_, at) => at % 2 === 0).map((x, at) => [x, places[2 * at + 1]]);
};
const read = (written, data) => (written ? written.split(data.parting).map((part) => points(part, data)) : []);
const write = (strokes, data) => strokes
  .map((stroke) => stroke.map(([x, y]) => data.letters[x] + data.letters[y]).join("")).join(data.parting);

function paint(canvas, strokes, data) {
  const brush = canvas.getContext("2d");
  const at = (place) => ((place + 0.5) / data.size) * WIDE;
  brush.clearRect(0, 0, WIDE, WIDE);
  brush.strokeStyle = data.colours.ink;
  brush.lineWidth = PEN * WIDE;
  brush.lineCap = "round";
  brush.lineJoin = "round";
  for (const stroke of strokes) {
    brush.beginPath();
    stroke.forEach(([x, y], index) => (index ? brush.lineTo(at(x), at(y)) : brush.moveTo(at(x), at(y))));
    if (stroke.length === 1) brush.lineTo(at(stroke[0][0]) + 0.1, at(stroke[0][1]));
    brush.stroke();
  }
}

/** The place of the grid under a pointer. */
function place(event, canvas, data) {
  const box = canvas.getBoundingClientRect();
  const fit = (share) => Math.max(0, Math.min(data.size - 1, Math.floor(share * data.size)));
  return [fit((event.clientX - box.left) / box.width), fit((event.clientY - box.top) / box.height)];
}

function listen(canvas, paper, show, tell) {
  const data = () => paper.data;
  canvas.onpointerdown = (event) => {
    if (event.button) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    if (!paper.own) paper.strokes = [];
    paper.own = true;
    paper.active = [place(event, canvas, data())];
    paper.strokes = [...paper.strokes, paper.active];
    show();
  };
  canvas.onpointermove = (event) => {
    if (!paper.active) return;
    const [x, y] = place(event, canvas, data());
    const [a, b] = paper.active[paper.active.length - 1];
    const isFull = write(paper.strokes, data()).length + 2 > data().most;
    if (isFull || Math.abs(x - a) + Math.abs(y - b) < 2) return;
    paper.active.push([x, y]);
    show();
  };
  const end = () => {
    if (!paper.active) return;
    paper.active = null;
    if (write(paper.strokes, data()).length > data().most) paper.strokes.pop();
    tell();
  };
  canvas.onpointerup = end;
  canvas.onpointercancel = end;
}

function build(root, paper) {
  const canvas = node("canvas", "paper", root);
  canvas.width = WIDE;
  canvas.height = WIDE;
  canvas.setAttribute("role", "img");
  const hint = node("div", "hint", root);
  const row = node("div", "row", root);
  const undo = node("button", "undo", row);
  const wipe = node("button", "clear", row);
  const show = () => {
    const { data } = paper;
    for (const name of Object.keys(data.colours)) root.style.setProperty(`--${name}`, data.colours[name]);
    canvas.setAttribute("aria-label", data.words.name);
    hint.textContent = data.words.hint;
    undo.textContent = data.words.undo;
    wipe.textContent = data.words.clear;
    undo.disabled = !paper.strokes.length;
    wipe.disabled = !paper.strokes.length;
    paint(canvas, paper.strokes, data);
  };
  const tell = () => {
    const written = write(paper.strokes, paper.data);
    paper.told.add(written);
    show();
    paper.send(written);
  };
  const change = (strokes) => {
    paper.strokes = strokes;
    paper.own = true;
    tell();
  };
  undo.onclick = () => change(paper.strokes.slice(0, -1));
  wipe.onclick = () => change([]);
  listen(canvas, paper, show, tell);
  paper.show = show;
}

export default function drawpad(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".drawpad");
  const isNew = !PAPERS.has(root);
  const paper = PAPERS.get(root) || { strokes: [], own: data.own, active: null, told: new Set() };
  PAPERS.set(root, paper);
  paper.data = data;
  paper.send = (written) => setTriggerValue("drawn", written);
  // What the server says of the reader's own strokes may be older than what is on the paper.
  if (isNew || !(data.own && (paper.active || paper.told.has(data.written)))) {
    paper.strokes = read(data.written, data);
    paper.own = data.own;
    paper.active = null;
    paper.told = new Set([data.written]);
  }
  if (isNew) build(root, paper);
  paper.show();
}
