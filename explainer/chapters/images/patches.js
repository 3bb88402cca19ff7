// Pictures of 28 x 28 pixels in 7 x 7 patches: what the drawings of the chapter share.

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
  button.title = words;
  setAll(button, { "aria-label": words, "aria-pressed": String(Boolean(isOn)) });
  button.dataset.focus = focus;
  button.onclick = act;
  return button;
}
