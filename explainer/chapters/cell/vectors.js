// What is made of vectors. Steps 1 to 5: q and k are made, multiplied, added up, divided and masked.
// Steps 7 to 10: values as wide as their weights, their average, the heads side by side, W_O.
import { boxed, Cells, clamp, fill, fitted, mix, Path, range } from "../../drawings/parts.js";
import { ribbon, smooth, sum, svg, tspans, Words } from "../../drawings/parts.js";
import { barOf, Frame, Ground, indexed, inTurn, largest, number } from "./marks.js";
import { Rows, share, summand, tone, Vector, wider } from "./marks.js";
import { cuts, STEP } from "./place.js";
/** @import { Scene } from "./cellsteps.js" */

const MATRIX = 0.2; // how strong a matrix is: what it makes comes first, and the row that is looked at
const STRONG = 0.4; // how strong W_V is
const FULL = 0.7; // of the largest value, where the colour is full
const HEAD = 2; // the crumb that names all heads

/** Pixels of one, where zero is, how far it goes up, and where each product comes to lie. */
function scaleOf(/** @type {Scene} */ { place: { p, phone, width, up, down }, products, dot }) {
  const [top, low] = [sum(products.filter((value) => value > 0)), Math.min(0, dot)];
  const [rail, after] = phone ? [4, 96] : [130, 180]; // for words before and behind
  const own = (p.width / 2 - 2) / largest(products);
  const unit = Math.min(own, (width - rail - after) / (top - low || 1));
  const zero = clamp(p.x + p.width / 2, rail - low * unit, width - after - top * unit);
  let [right, left] = [0, top];
  const ends = products.map((value) =>
    value < 0 ? { from: left += value, lane: down } : { from: (right += value) - value, lane: up }
  );
  return { unit, zero, top, ends, left: zero - 10 + low * unit };
}

/** What is made, and over it the dimension that is looked at. @param {Scene} scene */
export function score(scene) {
  const { data, words, place, tones, stage, products, dot, dim, measure } = scene;
  const { p, dims, width, phone, aside, folded, told, up, down, sum: lane } = place;
  const { project: projected, product: multiplied, sum: fallen, scale: scaled, mask: masked } =
    scene.come;
  // Of q and of k: what it is made of, and where that stands.
  const sides = /** @type {const} */ (["q", "k"]).map((name, at) => ({
    ...{ name, made: data[name], W: data.W[name], ...place[name], kind: ["", "end"][at] },
    ...{ from: "xm"[at], own: [data.x, data.memory][at], rim: [0, width][at] },
    ...{ colour: tones[at], token: data.names[at] },
  }));
  const { zero, unit, left, ends, top } = scaleOf(scene);
  const middle = p.x + p.width / 2;
  return {
    made: [
      folded < 1 && svg`
        <g opacity=${1 - folded}>${sides.map(Projection)}${multiplied > 0 && Products()}</g>
      `,
      (!phone || folded < 1) && svg`<g opacity=${phone ? 1 - folded : 1}>${Sum()}</g>`,
    ],
    lens: folded === 0 && projected === 1 && Lens(),
  };

  /** @param {typeof sides[0]} side */
  function Projection({ name, from, own, made, colour, token, strip, matrix, box, kind, rim }) {
    const come = projected * dims;
    const swept = Math.floor(Math.min(come, dims - 0.01));
    const limit = Math.max(largest(data.q), largest(data.k));
    const grown = (/** @type {number} */ at) => clamp(come - at, 0, 1);
    const [size, letter] = [[dims, own.length], tone(`${name}_text`)];
    const room = mix(width / 2 - place.all.x - 8, box.width / 2 - 14, aside);
    const said = tspans(fitted(token, room, measure, 12.5, 400));
    return [
      aside < 1 && svg`
        <g opacity=${1 - aside}>
          ${[Vector(strip, own, colour), Ground(matrix)]}
          ${Rows(matrix, name, size, 0, dims, { opacity: MATRIX })}
          ${come < dims && Rows(matrix, name, size, swept, swept + 1)}
          ${Words(`letter ${kind}`, rim, strip.y + 18, from, tone(`${colour}_text`))}
          ${Words(kind, rim, matrix.y + 16, indexed("W", name.toUpperCase()), letter)}
        </g>
      `,
      Vector(box, made, name, { limit, stands: true, grown }),
      Words("letter centre", box.x + box.width / 2, box.y - 9, name, letter),
      (!phone || aside < 1) &&
      Words(`small ${kind}`, strip.x + (kind ? strip.width : 0), mix(11, box.y - 9, aside), said),
    ];
  }

  function Products() {
    const grown = (/** @type {number} */ at) => inTurn(multiplied, at, dims, 1.2);
    const only = fallen > 0 ? [0, 0] : undefined;
    return [
      Vector(p, products, "weight", { stands: true, grown, only }),
      Words("letter centre", middle, p.y - 9, "q × k", tone("weight_text")),
    ];
  }

  /** Before anything is added up: where q and k lead, to the one weight of this cell. */
  function Way() {
    const { column, names } = place;
    const from = stage >= STEP.product ? told + 5 : p.y + p.height + 8;
    const half = Math.min(30, column / 2 - 3);
    const [to, x] = [place.lane.x + data.column * column + 3, middle + half + 8];
    const d = ribbon(middle - half, 2 * half, from, to, column - 6, names.y - 4, true);
    return [
      Path("", d, tone("weight", 0.28)),
      x + measure(words.way, 12.5, 400) < width && Words("name", x, up.y + 15, words.way),
    ];
  }

  function Sum() {
    if (fallen === 0) return folded === 0 && Way();
    const end = zero + top * unit + 6;
    const bars = products.map((value, at) => {
      const { from, lane } = ends[at];
      const moved = inTurn(fallen / 0.8, at, dims, 2);
      const target = [zero + from * unit, lane.y, Math.abs(value) * unit - 0.6, lane.height];
      const [x, y, width, height] = barOf(p, at, dims, value / largest(products), true)
        .map((one, side) => Math.max(0.3, mix(one, target[side], moved)));
      const opacity = (value < 0 ? 0.45 : 0.85) * (1 - folded);
      return Path("total", boxed(x, y, width, height), { opacity });
    });
    return [
      Path("axis", `M${zero} ${mix(up.y - 4, lane.y - 3, folded)}V${lane.y + lane.height + 3}`),
      folded < 1 && bars,
      folded === 0 && fallen === 1 && [
        Words("sum", end, up.y + 10, `+${number(top)}`),
        Words("sum", end, down.y + 10, number(dot - top)),
        !phone && Words("small end", left, up.y + 10, words.up),
        !phone && Words("small end", left, down.y + 10, words.down),
      ],
      fallen > 0.8 && Total(fallen === 1 ? 1 : (fallen - 0.8) / 0.2),
    ];
  }

  /** The sum as one bar; it shrinks by the root, then the mask is added. @param {number} grown */
  function Total(grown) {
    const [isOpen, score] = [data.allowed[data.column], number(scene.score)];
    const value = mix(dot * grown, scene.score, scaled);
    const bar = (/** @type {number} */ size) => ({
      ...lane,
      ...{ x: zero + Math.min(0, size) * unit, width: Math.max(1, Math.abs(size) * unit) },
    });
    const [y, end] = [lane.y + 13.5, zero + Math.max(0, scaled > 0 ? dot : value) * unit + 8];
    const strong = (/** @type {string} */ said) => svg`<tspan class="strong">${said}</tspan>`;
    const said = [
      scaled < 1 && [strong(number(dot)), scaled > 0 && ` ÷ ${number(Math.sqrt(dims))}`],
      scaled === 1 && !phone && `${number(dot)} ÷ √${dims} ≈ `,
      scaled === 1 && (masked < 1 ? strong(score) : score),
      masked === 1 && (isOpen ? [" + 0 = ", strong(score)] : [" + (−∞) = ", strong("−∞")]),
    ];
    return [
      scaled > 0 && Frame(bar(dot), "later"),
      Frame(bar(value), masked > 0 && !isOpen ? "hatched" : "total", 2),
      !phone && Words("name end", left, y, scaled > 0 ? words.score : words.total),
      grown === 1 && Words("sum", end, y, said),
    ];
  }

  /** The dimension that is looked at: its line across, and the products it is made of. */
  function Lens() {
    const { line, all } = place;
    const across = { ...all, y: all.y + dim * line, height: line };
    const said = fill(phone ? "{q} × {k} ≈ {p}" : words.dim, {
      ...{ i: dim + 1, q: number(data.q[dim]), k: summand(data.k[dim]), p: number(products[dim]) },
    });
    return [
      Frame(wider(across, 3, 1), "frame", 3),
      stage === STEP.project
        ? sides.map(Spelled)
        : Words("spelled centre", middle, told, said, tone("weight_text")),
    ];
  }

  /** How one number of q or k is made. @param {typeof sides[0]} side */
  function Spelled({ name, from, own, made, W, matrix, below, kind }) {
    const parts = own.map((one, d) => one * W.rows[dim][d] * W.unit);
    const sums = `${number(data.sums[name][dim])} + ${summand(data.biases[name][dim])}`;
    const long = phone ? " =" : ` = Σ ${from}·w + b = ${sums} ≈`;
    const said = indexed(name, dim + 1, `${long} ${number(made[dim])}`);
    const x = kind ? below.x + below.width : below.x;
    return [
      Rows(matrix, name, [dims, own.length], dim, dim + 1),
      Vector(below, parts, name),
      Words(`spelled ${kind}`, x, told, said, tone(`${name}_text`)),
    ];
  }
}

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
  const { data, words, place, dim, tones: [name, from] } = scene;
  const { wv, wall, head, dims, line, phone, wide, wo } = place;
  const { value: made, head: gathered, concat: joined, out: come } = scene.come;
  const rows = [dims, 1];
  const end = head.x + head.width;
  return place.early ? {} : {
    made: [made > 0 && Values(), gathered > 0 && Head(), joined > 0 && Heads(), come > 0 && Out()],
    lens: made > 0 && Lens(),
  };

  /** m times W_V gives v; below each token of the bar its v, a line a dimension. */
  function Values() {
    const { m, v } = place;
    return [
      ...[Vector(m, data.memory, from), Ground(wv), Ground(wall)],
      Rows(wv, "v", [dims, data.memory.length], 0, dims, { opacity: STRONG }),
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
  function Head() {
    const swept = smooth((gathered - 0.3) / 0.7) * dims;
    const grown = (/** @type {number} */ at) => clamp(swept - at, 0, 1);
    return [
      Vector(head, data.head_out, name, { stands: true, grown }),
      gathered < 1 && swept > 0 && Path("sweep", `M${wall.x} ${wall.y + swept * line}H${end}`),
      Words("name end", end, head.y - 7, words.head),
    ];
  }

  /** The place of this head among all. */
  function Heads() {
    const { x, y, width, height } = place.concat;
    const count = data.concat.length / dims;
    const high = height / count;
    const mine = { x, y: y + data.head * high, width, height: high };
    const foot = head.y + head.height;
    const pours = `M${end + 3} ${head.y}L${x - 3} ${mine.y}v${high}L${end + 3} ${foot}z`;
    const lines = range(count - 1).map((at) => `M${x} ${y + (at + 1) * high}h${width}`);
    const only = [data.head * dims, (data.head + 1) * dims];
    return [
      wide && Path("pours", pours, tone(name)),
      Vector(place.concat, data.concat, name, { stands: true, only, grown: () => joined }),
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
    const shown = clamp(come * 1.6, 0, 1) * dims;
    return [
      Ground(wo),
      boxes.map((box, head) => {
        if (head === data.head) return Rows(box, "o", [dims, size], 0, shown);
        const [x, y] = [wo.x + wo.width / 2, box.y + height / 2 + 4];
        const said = height >= 12 && Words("small centre", x, y, options[head]);
        return [Frame(wider(box, 0, -0.5), "other"), said];
      }),
      ...[Frame(boxes[data.head], "frame"), Words("name", wo.x, wo.y - 7, indexed("W", "O"))],
      Vector(part, data.own, name, { limit, grown }),
      Vector(out, data.out, name, { limit, grown }),
      (wide || wo.x >= 120) && [
        Words("small end", part.x - 8, part.y + 14, words.own),
        Words("name end", out.x - 8, out.y + 20, words.out),
      ],
    ];
  }

  /** The dimension that is looked at among the values, and what comes together in it. */
  function Lens() {
    const { column, weights } = data;
    const isGathered = gathered > 0;
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
