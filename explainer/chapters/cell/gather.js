// Steps 7 to 10: values as wide as their weights, their average, the heads side by side, W_O.
import { svg } from "../../drawings/html.js";
import { clamp } from "../../drawings/math.js";
import { Cells, Frame, Ground, indexed, inTurn, largest, mix, number, Path } from "./marks.js";
import { Rows, Say, share, smooth, summand, tone, Vector, wider } from "./marks.js";
import { cuts, done, STEP } from "./place.js";

/** @typedef {import("./cellsteps.js").Scene} Scene */

const MATRIX = 0.4; // how strong W_V is
const FULL = 0.7; // of the largest value, where the colour is full
const HEAD = 2; // the crumb that names all heads

/** @param {Scene} scene */
export const Gather = (scene) =>
  !scene.place.early && [Values(scene), HeadOutput(scene), Heads(scene), Out(scene)];

/** The matrices as cells, and all values, a column a key. @param {Scene["data"]} data */
export const Matrices = ({ W, values, q }) =>
  Object.entries({
    ...W,
    values: {
      rows: q.map((_, dim) => values.map((one) => one[dim])),
      full: FULL * largest(values.flat()),
    },
  }).map(([name, { rows, full }]) =>
    svg`
      <g id=${name} shape-rendering="crispEdges">
        ${Cells({ values: rows, kind: "signed", limit: full })}
      </g>
    `
  );

/** m times W_V gives v; below each token of the bar its v, a line a dimension.
 * @param {Scene} scene */
function Values(scene) {
  const { data: { column, memory }, place, tones: [, name] } = scene;
  const { m, wv, wall, v, dims } = place;
  const [made, gathered] = [done(scene, STEP.value), done(scene, STEP.head)];
  const rows = [dims, 1];
  return made > 0 && [
    ...[Ground(m), Vector(m, memory, name), Ground(wv), Ground(wall)],
    Rows(wv, "v", [dims, memory.length], 0, dims, { opacity: MATRIX }),
    Rows(v, "values", rows, 0, made * dims, { left: column }),
    Say("letter", 0, m.y + 15, "m", tone(`${name}_text`)),
    Say("", 0, wv.y + 16, indexed("W", "V"), tone("v_text")),
    Say("letter centre", v.x + v.width / 2, v.y - 6, "v", tone("v_text")),
    cuts(place, scene.data, 1, 1).map(([from, to], left) => {
      const isMine = left === column;
      const box = { ...wall, x: from, width: Math.max(0.4, to - from) };
      const opacity = isMine ? 1 : smooth(gathered * 3);
      return (isMine || gathered > 0) && [
        Rows(box, "values", rows, 0, isMine ? made * dims : dims, { left, opacity }),
        box.width > 3 && Path(`M${to} ${wall.y}v${wall.height}`, "cut"),
        isMine && Frame(box, "frame"),
      ];
    }),
  ];
}

/** Line by line the average over the width. @param {Scene} scene */
function HeadOutput(scene) {
  const { data, words, place: { head, wall, dims, line, phone }, tones: [name] } = scene;
  const gathered = done(scene, STEP.head);
  const rows = smooth((gathered - 0.3) / 0.7) * dims;
  const grown = (/** @type {number} */ at) => clamp(rows - at, 0, 1);
  const [end, y] = [head.x + head.width, wall.y + rows * line];
  return gathered > 0 && [
    ...[Ground(head), Vector(head, data.head_out, name, { stands: true, grown })],
    gathered < 1 && rows > 0 && Path(`M${wall.x} ${y}H${end}`, "sweep"),
    phone
      ? Say("small end", end, head.y - 7, words.head)
      : Say("name centre", head.x + head.width / 2, head.y - 7, words.head),
  ];
}

/** The place of this head among all: its numbers slide into it. @param {Scene} scene */
function Heads(scene) {
  const { data, words, place: { head, concat, dims, wide }, tones: [name] } = scene;
  const { x, y, width, height } = concat;
  const joined = done(scene, STEP.concat);
  const count = data.concat.length / dims;
  const high = height / count;
  const mine = { x, y: y + data.head * high, width, height: high };
  if (joined < 1) {
    const on = (/** @type {"x" | "y" | "width" | "height"} */ side) =>
      mix(head[side], mine[side], smooth(joined));
    const box = { x: on("x"), y: on("y"), width: on("width"), height: on("height") };
    return joined > 0 && Vector(box, data.head_out, name, { stands: true });
  }
  const right = head.x + head.width + 3;
  const pours = `M${right} ${head.y}L${x - 3} ${mine.y}v${high}L${right} ${head.y + head.height}z`;
  const lines = Array.from(
    { length: count - 1 },
    (_, at) => `M${x} ${y + (at + 1) * high}h${width}`,
  );
  const only = [data.head * dims, (data.head + 1) * dims];
  return [
    ...[wide && Path(pours, "pours", tone(name)), Ground(concat)],
    Vector(concat, data.concat, name, { stands: true, only }),
    ...[Path(lines.join(""), "grid"), Frame(wider(mine, 2, 0), "frame", 3)],
    Say("name end", x + width, y - 7, words.concat),
  ];
}

/** Below W_O what this head adds, and the output of all heads. @param {Scene} scene */
function Out(scene) {
  const { data, words, place: { wo, part, out, wide, dims }, tones: [name] } = scene;
  const come = done(scene, STEP.out);
  const size = data.out.length;
  const high = wo.height * dims / size;
  const boxes = data.crumbs[HEAD].options.map((_, at) => ({
    ...wo,
    y: wo.y + at * high,
    height: high,
  }));
  const limit = Math.max(largest(data.out), largest(data.own));
  const grown = (/** @type {number} */ at) => inTurn((come - 0.4) / 0.6, at, size, 0.6);
  return come > 0 && [
    Ground(wo),
    boxes.map((box, head) => {
      if (head === data.head) {
        return Rows(box, "o", [dims, size], 0, clamp(come * 1.6, 0, 1) * dims);
      }
      const [x, y] = [wo.x + wo.width / 2, box.y + high / 2 + 4];
      const said = high >= 12 && Say("small centre", x, y, data.crumbs[HEAD].options[head]);
      return [Frame(wider(box, 0, -0.5), "other"), said];
    }),
    ...[Frame(boxes[data.head], "frame"), Say("name", wo.x, wo.y - 7, indexed("W", "O"))],
    ...[Ground(part), Vector(part, data.own, name, { limit, grown })],
    ...[Ground(out), Vector(out, data.out, name, { limit, grown })],
    (wide || wo.x >= 120) && [
      Say("small end", part.x - 8, part.y + 14, words.own),
      Say("name end", out.x - 8, out.y + 20, words.out),
    ],
  ];
}

/** The dimension that is looked at among the values, and what comes together in it.
 * @param {Scene} scene */
export function GatherLens({ data, place, stage, dim }) {
  const { wv, wall, head, dims, line, told2, phone, early } = place;
  if (early || stage < STEP.value) return null;
  const [of_, to] = [wall, head].map(({ x, width }) => x + width);
  const isGathered = stage >= STEP.head;
  const across = { x: wv.x, y: wall.y + dim * line, height: line };
  const [own, weight, total] = [
    data.values[data.column][dim],
    data.weights[data.column],
    data.head_out[dim],
  ];
  const handed = weight * own;
  const first = `${share(weight)} × ${summand(own)}`;
  const rest = isGathered
    ? `+ ${summand(total - handed)} ≈ ${number(total)}`
    : `≈ ${number(handed)}`;
  return [
    Rows(wv, "v", [dims, data.memory.length], dim, dim + 1),
    Frame(wider({ ...across, width: (isGathered ? to : of_) - wv.x }, 3, 1), "frame", 3),
    Say("spelled", 0, told2, indexed("v", dim + 1, ` = ${number(own)}`), tone("v_text")),
    Say("spelled end", phone ? to : of_, told2, `${first} ${rest}`),
  ];
}
