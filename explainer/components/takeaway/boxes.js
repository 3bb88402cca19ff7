// What a drawing of ours builds of HTML: boxes, words, canvases, as elements of an SVG.

const pixels = (value) => Number.parseFloat(value) || 0;
const SIDES = ["Top", "Right", "Bottom", "Left"];
const isClear = (colour) => colour === "transparent" || /,\s*0\)$|\/\s*0\)$/.test(colour);
// Not the shorthand itself: it is empty where a style has more than it can say.
const FONT = ["font-style", "font-weight", "font-size", "font-family"];
let pen = null;

/** One drawing as a group, the upper left corner of what it shows at 0, 0; gives its size. */
function copyDrawing(parent, root) {
  const group = make(parent, "g", {});
  const corner = root.getBoundingClientRect();
  const bounds = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  const at = (rect) => {
    const x = rect.left - corner.left;
    const y = rect.top - corner.top;
    bounds.left = Math.min(bounds.left, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.right = Math.max(bounds.right, x + rect.width);
    bounds.bottom = Math.max(bounds.bottom, y + rect.height);
    return { x: x.toFixed(1), y: y.toFixed(1), width: rect.width.toFixed(1), height: rect.height.toFixed(1) };
  };
  copyElement(group, root, at);
  if (bounds.left === Infinity) return { width: 0, height: 0 };
  group.setAttribute("transform", `translate(${-bounds.left} ${-bounds.top})`);
  return {
    width: Math.ceil(bounds.right - bounds.left), height: Math.ceil(bounds.bottom - bounds.top),
  };
}

/** Of an element that hides what has no room in it, `clip` is its box: words outside are left out. */
function copyElement(parent, element, at, clip = null) {
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden" || element.matches("details, [data-screen]")) return;
  if (element instanceof SVGSVGElement) {
    copySvg(parent, element, at(element.getBoundingClientRect()));
    return;
  }
  const group = style.opacity === "1" ? parent : make(parent, "g", { opacity: style.opacity });
  box(group, element, style, at);
  if (element instanceof HTMLCanvasElement && element.width && element.height) {
    make(group, "image", {
      ...at(element.getBoundingClientRect()), href: element.toDataURL(),
      preserveAspectRatio: "none", style: "image-rendering:pixelated",
    });
  }
  const inside = /hidden|clip/.test(style.overflowX) ? within(element, clip) : clip;
  for (const child of element.childNodes) {
    if (child.nodeType === Node.ELEMENT_NODE) copyElement(group, child, at, inside);
    else if (child.nodeType === Node.TEXT_NODE) words(group, child, style, at, inside);
  }
}

function within(element, clip) {
  const { right, bottom } = element.getBoundingClientRect();
  return { right: Math.min(right, clip?.right ?? right), bottom: Math.min(bottom, clip?.bottom ?? bottom) };
}

function box(parent, element, style, at) {
  const rect = element.getBoundingClientRect();
  if (!rect.width || !rect.height) return;
  const rx = pixels(style.borderTopLeftRadius);
  const fill = gradient(parent, style.backgroundImage) || inBytes(style.backgroundColor);
  if (!isClear(fill)) make(parent, "rect", { ...at(rect), rx, fill });
  const edges = SIDES.map((side) => ({
    width: style[`border${side}Style`] === "none" ? 0 : pixels(style[`border${side}Width`]),
    colour: style[`border${side}Color`],
    dash: style[`border${side}Style`] === "dashed" ? "3 3" : "none",
  }));
  const [top] = edges;
  const isEven = edges.every((edge) => edge.width === top.width && edge.colour === top.colour);
  if (isEven) {
    if (top.width && !isClear(top.colour)) frame(parent, rect, at, top, rx);
    return;
  }
  edges.forEach((edge, side) => {
    if (!edge.width || isClear(edge.colour)) return;
    const x = side === 1 ? rect.right - edge.width : rect.left;
    const y = side === 2 ? rect.bottom - edge.width : rect.top;
    const width = side % 2 ? edge.width : rect.width;
    const height = side % 2 ? rect.height : edge.width;
    make(parent, "rect", { ...at({ left: x, top: y, width, height }), fill: edge.colour });
  });
}

function frame(parent, rect, at, edge, rx) {
  const half = edge.width / 2;
  const inside = {
    left: rect.left + half, top: rect.top + half,
    width: rect.width - edge.width, height: rect.height - edge.width,
  };
  make(parent, "rect", {
    ...at(inside), rx, fill: "none", stroke: edge.colour, "stroke-width": edge.width,
    "stroke-dasharray": edge.dash,
  });
}

/** A scale of colours from left to right; "" for any other picture. */
function gradient(parent, image) {
  const stops = /^linear-gradient\(90deg/.test(image) ? image.match(/rgba?\([^)]*\)/g) : null;
  if (!stops) return "";
  const id = `scale${Math.random().toString(36).slice(2, 10)}`;
  const scale = make(parent, "linearGradient", { id });
  stops.forEach((colour, index) => make(scale, "stop", {
    offset: index / Math.max(1, stops.length - 1), "stop-color": colour,
  }));
  return `url(#${id})`;
}

/** The text of a node, one element a line; its baseline is measured with its own font. */
function words(parent, node, style, at, clip) {
  if (!node.data.trim()) return;
  pen ||= document.createElement("canvas").getContext("2d");
  const font = FONT.map((name) => style.getPropertyValue(name)).join(" ");
  pen.font = font;
  const rise = pen.measureText("x").fontBoundingBoxAscent;
  for (const line of linesOf(node, clip)) {
    const place = at(line.rect);
    make(parent, "text", {
      x: place.x, y: (Number(place.y) + rise).toFixed(1), fill: inBytes(style.color),
      style: `font:${font};font-variant-numeric:${style.fontVariantNumeric};white-space:pre`,
    }, line.words);
  }
}

function linesOf(node, clip) {
  const range = document.createRange();
  const lines = [];
  let from = 0;
  for (const char of node.data) {
    range.setStart(node, from);
    range.setEnd(node, from + char.length);
    from += char.length;
    const rect = range.getClientRects()[0];
    if (!rect || !rect.width) continue;
    if (clip && (rect.left >= clip.right || rect.top + rect.height / 2 >= clip.bottom)) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.rect.top - rect.top) < rect.height / 2) {
      last.words += char;
      last.rect.width = rect.right - last.rect.left;
    } else {
      const { left, top, width, height } = rect;
      lines.push({ words: char, rect: { left, top, width, height } });
    }
  }
  return lines;
}
