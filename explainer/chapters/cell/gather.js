// Steps 7 to 10: values as wide as their weights, their average, the heads side by side, W_O.
import { svg } from "../../drawings/html.js";
import { clamp, mix, range, smooth } from "../../drawings/math.js";
import { Path, Words } from "../../drawings/marks.js";
import { Cells, Frame, Ground, indexed, inTurn, largest, number } from "./marks.js";
import { Rows, share, summand, tone, Vector, wider } from "./marks.js";
import { cuts, STEP } from "./place.js";

/** @typedef {import("./cellsteps.js").Scene} Scene */

const MATRIX = 0.4; // how strong W_V is
const FULL = 0.7; // of the largest value, where the colour is full
const HEAD = 2; // the crumb that names all heads

/** The matrices as cells, and all values, a column a key. @param {Scene["data"]} data */
export function Matrices({ W, values, q }) {
  const columns = q.map((_, dim) => values.map((one) => one[dim]));
  const all = { ...W, values: { rows: columns, full: FULL * largest(values.flat()) } };
  return Object.entries(all).map(([name, { rows, full }]) =>
    svg`
      <g id=${name} shape-rendering="crispEdges">
        ${Cells({ values: rows, kind: "signed", limit: full })}
      </g>
    `
  );
}

/** What is gathered, and over it the dimension that is looked at. @param {Scene} scene */
export function gather(scene) {
  const { data, words, place, stage, dim, tones: [name, from] } = scene;
  const { wv, wall, head, dims, line, phone, wide, wo } = place;
  const { value: made, head: gathered, concat: joined, out: come } = scene.come;
  const rows = [dims, 1];
  const end = head.x + head.width;
  return place.early ? {} : {
    made: [
      made > 0 && Values(),
      gathered > 0 && HeadOutput(),
      joined > 0 && Heads(),
      come > 0 && Out(),
    ],
    lens: stage >= STEP.value && Lens(),
  };

  /** m times W_V gives v; below each token of the bar its v, a line a dimension. */
  function Values() {
    const { m, v } = place;
    return [
      ...[Vector(m, data.memory, from), Ground(wv), Ground(wall)],
      Rows(wv, "v", [dims, data.memory.length], 0, dims, { opacity: MATRIX }),
      Rows(v, "values", rows, 0, made * dims, { left: data.column }),
      Words("letter", 0, m.y + 15, "m", tone(`${from}_text`)),
      Words("", 0, wv.y + 16, indexed("W", "V"), tone("v_text")),
      Words("letter centre", v.x + v.width / 2, v.y - 6, "v", tone("v_text")),
      cuts(place, data, 1, 1).map(([from, to], left) => {
        const isMine = left === data.column;
        const box = { ...wall, x: from, width: Math.max(0.4, to - from) };
        const opacity = isMine ? 1 : smooth(gathered * 3);
        return (isMine || gathered > 0) && [
          Rows(box, "values", rows, 0, isMine ? made * dims : dims, { left, opacity }),
          box.width > 3 && Path("cut", `M${to} ${wall.y}v${wall.height}`),
          isMine && Frame(box, "frame"),
        ];
      }),
    ];
  }

  /** Line by line the average over the width. */
  function HeadOutput() {
    const swept = smooth((gathered - 0.3) / 0.7) * dims;
    const grown = (/** @type {number} */ at) => clamp(swept - at, 0, 1);
    return [
      ...[Vector(head, data.head_out, name, { stands: true, grown })],
      gathered < 1 && swept > 0 && Path("sweep", `M${wall.x} ${wall.y + swept * line}H${end}`),
      phone
        ? Words("small end", end, head.y - 7, words.head)
        : Words("name centre", head.x + head.width / 2, head.y - 7, words.head),
    ];
  }

  /** The place of this head among all: its numbers slide into it. */
  function Heads() {
    const { x, y, width, height } = place.concat;
    const count = data.concat.length / dims;
    const high = height / count;
    const mine = { x, y: y + data.head * high, width, height: high };
    if (joined < 1) {
      const on = (/** @type {"x" | "y" | "width" | "height"} */ side) =>
        mix(head[side], mine[side], smooth(joined));
      const box = { x: on("x"), y: on("y"), width: on("width"), height: on("height") };
      return Vector(box, data.head_out, name, { stands: true, isBare: true });
    }
    const pours = `M${end + 3} ${head.y}L${x - 3} ${mine.y}v${high}L${end + 3} ${
      head.y + head.height
    }z`;
    const lines = range(count - 1).map((at) => `M${x} ${y + (at + 1) * high}h${width}`);
    const only = [data.head * dims, (data.head + 1) * dims];
    return [
      wide && Path("pours", pours, tone(name)),
      Vector(place.concat, data.concat, name, { stands: true, only }),
      ...[Path("grid", lines.join("")), Frame(wider(mine, 2, 0), "frame", 3)],
      Words("name end", x + width, y - 7, words.concat),
    ];
  }

  /** Below W_O what this head adds, and the output of all heads. */
  function Out() {
    const { part, out } = place;
    const size = data.out.length;
    const height = wo.height * dims / size;
    const { options } = data.crumbs[HEAD];
    const boxes = options.map((_, at) => ({ ...wo, y: wo.y + at * height, height }));
    const limit = Math.max(largest(data.out), largest(data.own));
    const grown = (/** @type {number} */ at) => inTurn((come - 0.4) / 0.6, at, size, 0.6);
    return [
      Ground(wo),
      boxes.map((box, head) => {
        if (head === data.head) {
          return Rows(box, "o", [dims, size], 0, clamp(come * 1.6, 0, 1) * dims);
        }
        const [x, y] = [wo.x + wo.width / 2, box.y + height / 2 + 4];
        const said = height >= 12 && Words("small centre", x, y, options[head]);
        return [Frame(wider(box, 0, -0.5), "other"), said];
      }),
      ...[Frame(boxes[data.head], "frame"), Words("name", wo.x, wo.y - 7, indexed("W", "O"))],
      ...[Vector(part, data.own, name, { limit, grown })],
      ...[Vector(out, data.out, name, { limit, grown })],
      (wide || wo.x >= 120) && [
        Words("small end", part.x - 8, part.y + 14, words.own),
        Words("name end", out.x - 8, out.y + 20, words.out),
      ],
    ];
  }

  /** The dimension that is looked at among the values, and what comes together in it. */
  function Lens() {
    const { column, weights } = data;
    const isGathered = stage >= STEP.head;
    const to = isGathered ? end : wall.x + wall.width;
    const across = { x: wv.x, y: wall.y + dim * line, height: line, width: to - wv.x };
    const [own, total] = [data.values[column][dim], data.head_out[dim]];
    const handed = weights[column] * own;
    const first = `${share(weights[column])} × ${summand(own)}`;
    const rest = isGathered
      ? `+ ${summand(total - handed)} ≈ ${number(total)}`
      : `≈ ${number(handed)}`;
    const x = phone ? end : wall.x + wall.width;
    return [
      Rows(wv, "v", [dims, data.memory.length], dim, dim + 1),
      Frame(wider(across, 3, 1), "frame", 3),
      Words("spelled", 0, place.told2, indexed("v", dim + 1, ` = ${number(own)}`), tone("v_text")),
      Words("spelled end", x, place.told2, `${first} ${rest}`),
    ];
  }
}
