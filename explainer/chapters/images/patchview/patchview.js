// A picture of 28 x 28 pixels with its 7 x 7 patches as buttons, and one patch enlarged with its
// numbers; or all patches in a line. All words and colours come from Python; a press goes back as
// [what, index].

/** `what` is told when a patch is pressed; `shown` has the pixels, the framed patch and a note. */
function whole(parent, data, what, shown, send) {
  const figure = node("div", "whole", parent);
  const sheet = node("div", "sheet", figure);
  paint(node("canvas", "", sheet), bytes(shown.pixels), null, data.colours, 8);
  const grid = groupOf(sheet, "patches", shown.note || data.words.name);
  const buttons = data.words.patches.map((words, at) => (
    press(grid, "patch", words, at === shown.patch, `${what}${at}`, () => send(what, at))));
  roam(buttons, GRID, shown.patch);
  node("div", "note", figure, shown.note);
}

/** The chosen patch, large, with the number of every pixel. */
function zoom(parent, data, pixels) {
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

/** All patches in a line, in the order in which the network gets them. */
function strip(root, data, pixels) {
  const line = groupOf(root, "strip", data.words.note, "img");
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
  const row = node("div", "views", root);
  whole(row, data, "patch", { pixels: data.pixels, patch: data.patch, note: data.words.note }, send);
  if (data.beside) whole(row, data, "beside", data.beside, send);
  else zoom(row, data, pixels);
  refocus();
}

/** What a reader may keep. */
function numbers(data) {
  const pixels = [...bytes(data.pixels)];
  const rows = pixels.map((ink, at) => ({ row: Math.floor(at / SIDE) + 1, column: (at % SIDE) + 1, ink: ink / 255 }));
  return [{ name: "pixels", rows }];
}

export default (component) => mount(component, "patchview", draw, numbers);
