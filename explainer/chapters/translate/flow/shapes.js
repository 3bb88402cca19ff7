// Outlines of ribbons, cables and fans. Every width is linear in its number where it arrives.

const CURVE_POINTS = 28;

function cubic(t, p0, p1, p2, p3) {
  const u = 1 - t;
  return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
}

function cubicSlope(t, p0, p1, p2, p3) {
  const u = 1 - t;
  return 3 * u * u * (p1 - p0) + 6 * u * t * (p2 - p1) + 3 * t * t * (p3 - p2);
}

/**
 * Both edges of a strand from (x0, y0) down to (x1, y1), `from` px wide above and `to` px below.
 * The edges are offset along the normal, so the width is true at any slope.
 */
function taper(x0, y0, x1, y1, from, to) {
  const left = [];
  const right = [];
  const bend = Math.min(0.56, 0.44 + Math.abs(x1 - x0) / 2600);
  const c0 = y0 + (y1 - y0) * bend;
  const c1 = y1 - (y1 - y0) * bend;
  for (let point = 0; point <= CURVE_POINTS; point++) {
    const t = point / CURVE_POINTS;
    const x = cubic(t, x0, x0, x1, x1);
    const y = cubic(t, y0, c0, c1, y1);
    const dx = cubicSlope(t, x0, x0, x1, x1);
    const dy = cubicSlope(t, y0, c0, c1, y1);
    const length = Math.hypot(dx, dy) || 1;
    const ease = Math.min(1, t * t * (3 - 2 * t) * 1.35);
    const half = (from + (to - from) * ease) / 2;
    left.push(`${px(x - (dy / length) * half)} ${px(y + (dx / length) * half)}`);
    right.push(`${px(x + (dy / length) * half)} ${px(y - (dx / length) * half)}`);
  }
  return { left, right: right.reverse() };
}

/** A ribbon between two rows of tiles, from [a, a + wa] above to [b, b + wb] below. */
function ribbonDown(a, wa, y0, b, wb, y1) {
  const middle = px((y0 + y1) / 2);
  return `M${px(a)} ${y0}C${px(a)} ${middle} ${px(b)} ${middle} ${px(b)} ${y1}H${px(b + wb)}`
    + `C${px(b + wb)} ${middle} ${px(a + wa)} ${middle} ${px(a + wa)} ${y0}Z`;
}

/** A ribbon between two columns of tiles, from [a, a + wa] at x0 to [b, b + wb] at x1. */
function ribbonAcross(a, wa, x0, b, wb, x1) {
  const middle = px((x0 + x1) / 2);
  return `M${px(x0)} ${px(a)}C${middle} ${px(a)} ${middle} ${px(b)} ${px(x1)} ${px(b)}`
    + `V${px(b + wb)}C${middle} ${px(b + wb)} ${middle} ${px(a + wa)} ${px(x0)} ${px(a + wa)}Z`;
}

/**
 * One strand of a cross-attention cable: down from a memory tile into the channel, then around
 * the corner into its row. `before` px of the stack are already taken by other strands.
 */
function cableStrand({ fromX, fromY, channelRight, channelY, rowTop, tileX, before, width, wide }) {
  const corner = 4 + before; // inner radius; the outer one keeps the strand's width
  const outer = corner + width;
  const right = channelRight - before;
  const left = right - width;
  const top = rowTop + before;
  const bottom = top + width;
  const edge = taper(fromX, fromY, (left + right) / 2, channelY, wide, width);
  return `M${edge.left.join("L")}L${px(left)} ${px(bottom - outer)}`
    + `A${px(outer)} ${px(outer)} 0 0 0 ${px(left + outer)} ${px(bottom)}H${px(tileX)}V${px(top)}`
    + `H${px(right + corner)}A${px(corner)} ${px(corner)} 0 0 1 ${px(right)} ${px(top - corner)}`
    + `L${edge.right.join("L")}Z`;
}

/** A rectangle-cornered path with rounded turns through the given points. */
function roundedPath(points, radius) {
  let path = `M${px(points[0][0])} ${px(points[0][1])}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [x, y] = points[i];
    const towards = ([a, b]) => {
      const length = Math.hypot(a - x, b - y) || 1;
      const reach = Math.min(radius, length / 2);
      return `${px(x + ((a - x) / length) * reach)} ${px(y + ((b - y) / length) * reach)}`;
    };
    path += `L${towards(points[i - 1])}Q${px(x)} ${px(y)} ${towards(points[i + 1])}`;
  }
  const last = points[points.length - 1];
  return `${path}L${px(last[0])} ${px(last[1])}`;
}

const SHADES = 16;

/**
 * Vectors in small, 8 shades each. All tiles of one shade become one outline: a node for every
 * number would be thousands.
 */
class Strips {
  constructor() {
    this.ground = "";
    this.shades = new Map();
  }

  add(x, y, width, height, values) {
    const box = (left, top, wide, high) =>
      `M${px(left)} ${px(top)}h${px(wide)}v${px(high)}h${px(-wide)}Z`;
    this.ground += box(x - 0.5, y - 0.5, width + 1, height + 1);
    values.forEach((value, index) => {
      const shade = Math.round((Math.abs(value) / 127) ** 0.7 * SHADES);
      const left = x + (width * index) / 8;
      const outline = box(left, y, width / 8 + 0.1, height);
      this.shades.set(shade, (this.shades.get(shade) || "") + outline);
    });
  }

  draw(parent, colour) {
    svgEl("path", { d: this.ground, fill: "var(--page)" }, parent);
    for (const [shade, d] of this.shades) {
      const opacity = (0.14 + (0.86 * shade) / SHADES).toFixed(2);
      svgEl("path", { d, fill: colour, opacity }, parent);
    }
  }
}

/** Gradients: the blue deepens down to memory, a cable turns from blue to violet. */
function drawDefs(flow) {
  const { g, model, defs, id } = flow;
  defs.replaceChildren();
  const gradient = (name, y1, y2, stops) => {
    const node = svgEl("linearGradient", {
      id: `${id}-${name}`, gradientUnits: "userSpaceOnUse", x1: 0, x2: 0, y1, y2,
    }, defs);
    for (const [offset, colour] of stops) {
      svgEl("stop", { offset, "stop-color": `var(--${colour})` }, node);
    }
  };
  gradient("deepen", g.stageY(0), g.stageY(model.encoderLayers),
    [[0, "source"], [1, "memory-text"]]);
  gradient("pour", g.memoryEnd, g.rowsY + 4, [[0, "memory"], [0.5, "weight"], [1, "weight"]]);
  const hatch = svgEl("pattern", {
    id: `${id}-hatch`, width: 6, height: 6, patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  }, defs);
  svgEl("rect", { width: 1.2, height: 6, fill: "var(--mask)", opacity: 0.45 }, hatch);
  const fading = svgEl("linearGradient", { id: `${id}-fading`, x1: 0, x2: 0, y1: 0, y2: 1 }, defs);
  for (const [offset, opacity] of [[0, 0.9], [0.3, 0.5], [1, 0.12]]) {
    svgEl("stop", { offset, "stop-color": "#FFF", "stop-opacity": opacity }, fading);
  }
  const fade = svgEl("mask", { id: `${id}-fade`, maskContentUnits: "objectBoundingBox" }, defs);
  svgEl("rect", { width: 1, height: 1, fill: `url(#${id}-fading)` }, fade);
  const arrow = svgEl("marker", {
    id: `${id}-arrow`, viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 12, markerHeight: 12,
    markerUnits: "userSpaceOnUse", orient: "auto",
  }, defs);
  svgEl("path", { d: "M0 .5L7 4 0 7.5z", fill: "var(--target)" }, arrow);
}
