// Where points of three axes lie on the screen, seen from an angle.

const RIM = 26; // pixels between the outermost points and the edge
const FOOT = 34; // pixels below the cloud: the three axes
const START = { yaw: 32, tilt: 14 }; // degrees, where there is a third axis

/** The same points round their middle, and how far they reach when they are turned. */
function centred(points) {
  const middle = [0, 1, 2].map((axis) => {
    const values = points.map((point) => point[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  });
  const places = points.map((point) => middle.map((value, axis) => point[axis] - value));
  const most = (size) => Math.max(1e-9, ...places.map(size));
  return {
    places,
    flat: [most(([x]) => Math.abs(x)), most(([, y]) => Math.abs(y))],
    turned: ({ tilt }) => {
      const rise = Math.abs(Math.sin((tilt * Math.PI) / 180));
      const reach = ([x, y, z]) => Math.abs(y) * Math.sqrt(1 - rise * rise) + Math.hypot(x, z) * rise;
      return [most(([x, , z]) => Math.hypot(x, z)), most(reach)];
    },
    radius: most((place) => Math.hypot(...place)),
  };
}

/** [right, up, near] of a place after the turn. */
function turn([x, y, z], { yaw, tilt }) {
  const [a, b] = [yaw, tilt].map((degrees) => (degrees * Math.PI) / 180);
  const right = x * Math.cos(a) + z * Math.sin(a);
  const near = z * Math.cos(a) - x * Math.sin(a);
  return [right, y * Math.cos(b) - near * Math.sin(b), y * Math.sin(b) + near * Math.cos(b)];
}

/** Every point in pixels, with its nearness from -1 to 1. */
function seen(cloud, view, width, height) {
  const [wide, high] = view.yaw || view.tilt ? cloud.turned(view) : cloud.flat;
  const across = (width / 2 - 2.5 * RIM) / wide;
  const up = ((height - FOOT) / 2 - RIM) / high;
  return cloud.places.map((place) => {
    const [right, above, near] = turn(place, view);
    return { x: width / 2 + right * across, y: (height - FOOT) / 2 - above * up, near: near / cloud.radius };
  });
}

/** The axes in the corner, a number at the tip of each that is seen from the side. */
function corner(canvas, view, height, words) {
  const [x, y, arm] = [22, height - 12, 24];
  [[1, 0, 0], [0, 1, 0], [0, 0, 1]].forEach((axis, index) => {
    const [right, up] = turn(axis, view);
    if (Math.hypot(right, up) < 0.2) return;
    put(canvas, "line", { class: "axis", x1: x, y1: y, x2: x + right * arm, y2: y - up * arm });
    put(canvas, "text", { class: "tip", x: x + right * (arm + 8), y: y - up * (arm + 8) + 4 }, String(index + 1));
  });
  put(canvas, "text", { class: "shares", x: x + arm + 22, y: height - 8 }, words);
}
