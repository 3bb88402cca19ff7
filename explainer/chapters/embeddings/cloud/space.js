// Where points of two axes lie on the screen.

const RIM = 26; // pixels between the outermost points and the edge
const FOOT = 34; // pixels below the cloud: the axes

/** Every point in pixels, round their middle. */
function seen(points, width, height) {
  const [across, down] = [width / 2 - 2.5 * RIM, (height - FOOT) / 2 - RIM];
  const of = (axis) => points.map(({ place }) => place[axis]);
  const [[x, wide], [y, high]] = [0, 1].map((axis) => {
    const [low, top] = [Math.min(...of(axis)), Math.max(...of(axis))];
    return [(low + top) / 2, Math.max(1e-9, (top - low) / 2)];
  });
  return points.map(({ place }) => ({
    x: width / 2 + ((place[0] - x) / wide) * across,
    y: (height - FOOT) / 2 - ((place[1] - y) / high) * down,
  }));
}

/** The axes in the corner, a number at the tip of each. */
function corner(canvas, height, words) {
  const [x, y, arm] = [22, height - 12, 24];
  [[1, 0], [0, 1]].forEach(([right, up], index) => {
    put(canvas, "line", { class: "axis", x1: x, y1: y, x2: x + right * arm, y2: y - up * arm });
    put(canvas, "text", { class: "tip", x: x + right * (arm + 8), y: y - up * (arm + 8) + 4 }, String(index + 1));
  });
  put(canvas, "text", { class: "shares", x: x + arm + 22, y: height - 8 }, words);
}
