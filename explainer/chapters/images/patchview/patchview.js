// A picture of 28 x 28 pixels with its 7 x 7 patches as buttons, one patch enlarged with its
// numbers, and the same picture once for each head, with what the head looks at painted over it.
// All words and colours come from Python; a press goes back as [what, index].

const SIDE = 28;
const PATCH = 4;
const GRID = 7;

const bytes = (packed) => Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));

/** The ink of the picture in the theme's colours, and the shades (49) over it, as a share. */
function paint(canvas, pixels, shades, colours, scale) {
  canvas.width = SIDE * scale;
  canvas.height = SIDE * scale;
  const brush = canvas.getContext("2d");
  brush.fillStyle = colours.page;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  if (shades) {
    brush.fillStyle = colours.weight;
    shades.forEach((shade, at) => {
      brush.globalAlpha = shade / 255;
      brush.fillRect((at % GRID) * PATCH * scale, Math.floor(at / GRID) * PATCH * scale, PATCH * scale, PATCH * scale);
    });
  }
  brush.fillStyle = colours.ink;
  pixels.forEach((ink, at) => {
    brush.globalAlpha = (ink / 255) * (shades ? 0.4 : 1);
    brush.fillRect((at % SIDE) * scale, Math.floor(at / SIDE) * scale, scale, scale);
  });
}

/** Buttons in a grid of which one can be reached by tab; arrow keys go along. */
function roam(buttons, columns, stop) {
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  buttons.forEach((button, at) => {
    button.tabIndex = at === stop ? 0 : -1;
    button.onkeydown = (event) => {
      const step = event.key === "Home" ? -at : event.key === "End" ? buttons.length - 1 - at : steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const target = buttons[at + step] || button;
      for (const each of buttons) each.tabIndex = each === target ? 0 : -1;
      target.focus();
    };
  });
}

function press(parent, className, words, isOn, focus, act) {
  const button = node("button", isOn ? `${className} on` : className, parent);
  button.type = "button";
  button.title = words;
  button.setAttribute("aria-label", words);
  button.setAttribute("aria-pressed", String(Boolean(isOn)));
  button.dataset.focus = focus;
  button.onclick = act;
  return button;
}

function whole(parent, data, pixels, send) {
  const figure = node("div", "whole", parent);
  const sheet = node("div", "sheet", figure);
  paint(node("canvas", "", sheet), pixels, data.shades && bytes(data.shades), data.colours, 8);
  const grid = node("div", "patches", sheet);
  grid.setAttribute("role", "group");
  grid.setAttribute("aria-label", data.words.name);
  const buttons = data.words.patches.map((words, at) => (
    press(grid, "patch", words, at === data.patch, `patch${at}`, () => send("patch", at))));
  roam(buttons, GRID, data.patch || 0);
  if (data.words.note) node("div", "note", figure, data.words.note);
}

/** The chosen patch, large, with the number of every pixel. */
function zoom(parent, data, pixels) {
  if (data.patch === null || !data.zoomed) return;
  const figure = node("div", "zoom", parent);
  const grid = node("div", "pixels", figure);
  grid.setAttribute("role", "img");
  const [top, left] = [Math.floor(data.patch / GRID) * PATCH, (data.patch % GRID) * PATCH];
  const said = [];
  for (let at = 0; at < PATCH * PATCH; at += 1) {
    const ink = pixels[(top + Math.floor(at / PATCH)) * SIDE + left + (at % PATCH)];
    const cell = node("span", ink > 140 ? "pixel full" : "pixel", grid, (ink / 255).toFixed(2));
    cell.style.setProperty("--share", `${Math.round((ink / 255) * 100)}%`);
    said.push((ink / 255).toFixed(2));
  }
  grid.setAttribute("aria-label", `${data.words.zoom}: ${said.join(" ")}`);
  node("div", "note", figure, data.words.zoom);
}

function small(parent, data, pixels, send) {
  if (!data.heads.length) return;
  const group = node("div", "heads", parent);
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", data.words.heads_name);
  const buttons = data.heads.map((shades, at) => {
    const button = press(group, "head", data.words.heads[at], at === data.head, `head${at}`, () => send("head", at));
    paint(node("canvas", "", button), pixels, bytes(shades), data.colours, 4);
    node("span", "", button, String(at + 1));
    return button;
  });
  roam(buttons, 4, data.head);
}

/** All patches in a line, in the order in which the network gets them. */
function strip(root, data, pixels) {
  const line = node("div", "strip", root);
  line.setAttribute("role", "img");
  line.setAttribute("aria-label", data.words.note);
  data.words.patches.forEach((words, at) => {
    const token = node("span", at === data.patch ? "token on" : "token", line);
    token.title = words;
    const canvas = node("canvas", "", token);
    canvas.width = PATCH;
    canvas.height = PATCH;
    const brush = canvas.getContext("2d");
    brush.fillStyle = data.colours.page;
    brush.fillRect(0, 0, PATCH, PATCH);
    brush.fillStyle = data.colours.ink;
    const first = Math.floor(at / GRID) * PATCH * SIDE + (at % GRID) * PATCH;
    for (let pixel = 0; pixel < PATCH * PATCH; pixel += 1) {
      const [row, column] = [Math.floor(pixel / PATCH), pixel % PATCH];
      brush.globalAlpha = pixels[first + row * SIDE + column] / 255;
      brush.fillRect(column, row, 1, 1);
    }
    const isNamed = at === data.patch || at === 0 || at === data.words.patches.length - 1;
    node("span", "", token, isNamed ? String(at + 1) : "\u00a0");
  });
  node("div", "note", root, data.words.note);
}

function draw(root, data, send) {
  const refocus = anew(root, data);
  const pixels = bytes(data.pixels);
  if (data.strip) {
    strip(root, data, pixels);
    return;
  }
  const row = node("div", data.heads.length ? "views" : "views alone", root);
  whole(row, data, pixels, send);
  zoom(row, data, pixels);
  small(row, data, pixels, send);
  refocus();
}

/** What a reader may keep: the pixels, and the weights as they are painted. */
function numbers(data) {
  const pixels = [...bytes(data.pixels)];
  const rows = pixels.map((ink, at) => ({ row: Math.floor(at / SIDE) + 1, column: (at % SIDE) + 1, ink: ink / 255 }));
  return [{ name: "pixels", rows }];
}

export default function patchview(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".patchview");
  root.numbers = () => numbers(data);
  draw(root, data, (what, index) => setTriggerValue("pick", [what, index]));
}
