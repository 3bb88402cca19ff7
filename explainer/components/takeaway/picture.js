// A figure as one picture: its name, then what is drawn in it, side by side as on the screen.

const GAP = 20;
const MARGIN = 16;
const TITLE = 34;
const SCALE = 2; // pixels of a PNG for one of the screen

/** The theme's ground and ink, and the font of the page. */
function look() {
  const app = getComputedStyle(document.querySelector('[data-testid="stApp"]'));
  return { ground: app.backgroundColor, ink: app.color, font: app.fontFamily };
}

/** An svg element without a parent, ready for the drawings of a figure. */
function sheet() {
  return document.createElementNS(NS, "svg");
}

/** { drawing, width, height, part or href } of one drawing. */
function sheetOf(drawing) {
  if (drawing.kind === "plot") {
    const { width, height } = drawing.element.getBoundingClientRect();
    const scene = drawing.element._fullLayout.scene._scene;
    return { drawing, href: scene.toImage("png"), width, height };
  }
  const part = sheet();
  return { drawing, part, ...copyDrawing(part, drawing.element) };
}

/** Puts the parts into lines as they stand on the screen, without the room between them. */
function arrange(parts, isTold) {
  const boxes = parts.map((part) => ({ part, rect: part.drawing.element.getBoundingClientRect() }));
  boxes.sort((a, b) => a.rect.top - b.rect.top);
  const lines = [];
  for (const box of boxes) {
    const line = lines.at(-1);
    if (line && box.rect.top < line[0].rect.bottom - 8) line.push(box);
    else lines.push([box]);
  }
  let y = MARGIN + TITLE;
  let right = 320;
  for (const line of lines) {
    line.sort((a, b) => a.rect.left - b.rect.left);
    let x = MARGIN;
    for (const { part } of line) {
      part.told = isTold ? wrapped(part.drawing.name, part.width) : [];
      Object.assign(part, { x, y });
      x += part.width + GAP;
    }
    right = Math.max(right, x - GAP + MARGIN);
    y += Math.max(...line.map(({ part }) => part.height + part.told.length * 16 + 6)) + GAP;
  }
  return { width: Math.ceil(right), height: Math.ceil(y - GAP + MARGIN) };
}

/** The description of a drawing in lines no wider than it. */
function wrapped(text, width) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `12px ${look().font}`;
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= Math.max(width, 160)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const escaped = (text) => text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
  .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The whole figure as SVG text, and its size. */
function svgPicture(title, drawings, isTold) {
  const parts = drawings.map(sheetOf);
  const size = arrange(parts, isTold);
  const { ground, ink, font } = look();
  const family = `font-family="${escaped(font)}" fill="${ink}"`;
  const written = [
    `<svg xmlns="${NS}" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="${ground}"/>`,
    `<text x="${MARGIN}" y="${MARGIN + 16}" font-size="16" font-weight="700" ${family}>${escaped(title)}</text>`,
  ];
  for (const part of parts) {
    written.push(`<g transform="translate(${part.x} ${part.y})">`);
    part.told.forEach((line, index) => written.push(
      `<text y="${12 + index * 16}" font-size="12" ${family}>${escaped(line)}</text>`));
    written.push(`<g transform="translate(0 ${part.told.length * 16 + 6})">${inside(part)}</g></g>`);
  }
  return { source: `${written.join("\n")}\n</svg>\n`, size };
}

function inside(part) {
  if (part.href) return `<image width="${part.width}" height="${part.height}" href="${part.href}"/>`;
  return [...part.part.children].map((child) => new XMLSerializer().serializeToString(child)).join("");
}

/** The same as a PNG blob. */
async function pngPicture(title, drawings, isTold) {
  const { source, size } = svgPicture(title, drawings, isTold);
  const canvas = document.createElement("canvas");
  canvas.width = size.width * SCALE;
  canvas.height = size.height * SCALE;
  const pen2d = canvas.getContext("2d");
  const address = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    pen2d.drawImage(image, 0, 0, canvas.width, canvas.height);
  } finally {
    URL.revokeObjectURL(address);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("empty"))), "image/png");
  });
}
