// What `view.py` and `data.py` tell the drawing, of a translation that was made in the browser, and
// which cell it opens with, as `state.py` and `frame/pickers.py` choose it.
import { attention, isOrdinary, kindOf, mean, place } from "../../drawings/engine/told.js";
import { prefixOf, rows, sides, tensor } from "../../drawings/engine/told.js";
import { fill, percent } from "../../drawings/format.js";
import { argmax, range, sum } from "../../drawings/math.js";
import { number, share, summand } from "./marks.js";
import { STEP } from "./place.js";

const LEVELS = 127; // a weight travels as a whole number -127..127
const SATURATED = 0.98; // of |weight|: what is larger has the full colour
const TELLING = 0.7; // of the largest weight: clear, but not the only one
const KINDS = /** @type {const} */ (["encoder", "decoder", "cross"]);

/** @typedef {import("../../drawings/engine/told.js").Translation} Translation */
/** @typedef {import("../../drawings/engine/told.js").Words["said"]} Said */
/** @typedef {ReturnType<typeof stepsOf>["vectors"]} Vectors */

/** @type {import("../../drawings/engine/told.js").Maker} */
export default function cellData(translation, address, { model }, { said }) {
  const { map, ...cell } = chosenCell(translation, address);
  const { vectors, matrices, bias } = stepsOf(translation, model, cell);
  const products = vectors.q.map((q, at) => Math.abs(q * vectors.k[at]));
  const dim = place(address, "cell_dim", products.length, argmax(products));
  const at = { stage: place(address, "cell_stage", Object.keys(STEP).length, STEP.sum), dim };
  const crumbs = crumbsOf(translation, cell, model.sizes, said);
  return {
    data: {
      ...vectors,
      ...{ head: cell.head, row: cell.row, column: cell.column, kind: cell.kind, at, map, crumbs },
      W: Object.fromEntries(Object.entries(matrices).map(([name, one]) => [name, levels(one)])),
      tokens: sides(translation, cell.kind).keys,
      names: [crumbs[3].shown, crumbs[4].shown],
      stages: stageLines(vectors, bias, cell, dim, said),
    },
    chosen: at,
  };
}

/** @param {number[]} one @param {number[]} other */
const dot = (one, other) => sum(one.map((value, at) => value * other[at]));

/** All stages of a cell. @param {Translation} translation
 * @param {import("../../drawings/engine/transformer.js").Transformer} model
 * @param {Omit<ReturnType<typeof chosenCell>, "map">} cell */
function stepsOf(translation, model, { kind, layer, head, row, column }) {
  const prefix = prefixOf(kind, layer), names = [...translation.trace.keys()];
  const input = names[names.indexOf(`${prefix}.q`) - 1];
  const [q, k, v, scores, mask, weights, heads, concat, out] = [
    ...["q", "k", "v", "scores", "mask", "weights", "heads", "concat", "out"],
  ].map((part) => tensor(translation, `${prefix}.${part}`));
  /** @type {Record<"x" | "memory" | "q" | "k", number[]>} */
  const pair = {
    x: tensor(translation, input)[row],
    memory: tensor(translation, kind === "cross" ? "memory" : input)[column],
    q: q[head][row],
    k: k[head][column],
  };
  const width = pair.q.length, first = head * width;
  const part = (/** @type {string} */ name) => rows(model.weight(`${prefix}.${name}`));
  const mine = (/** @type {string} */ name) => part(name).slice(first, first + width);
  const outward = part("out_proj.weight"); // (D, D)
  /** @type {Record<string, number[][]>} */
  const matrices = {
    ...{ q: mine("q_proj.weight"), k: mine("k_proj.weight"), v: mine("v_proj.weight") },
    o: range(width).map((dim) => outward.map((line) => line[first + dim])),
  };
  const of = (/** @type {(name: string) => number[]} */ make) =>
    Object.fromEntries(["q", "k", "v"].map((name) => [name, make(name)]));
  const from = (/** @type {string} */ name) => name === "q" ? pair.x : pair.memory;
  /** @type {Record<"scores" | "weights" | "head_out" | "concat" | "out", number[]>} */
  const found = {
    ...{ scores: scores[head][row], weights: weights[head][row], head_out: heads[head][row] },
    ...{ concat: concat[row], out: out[row] },
  };
  const vectors = {
    ...pair,
    ...found,
    /** @type {number[][]} */ values: v[head],
    /** @type {number[]} */ dots: k[head].map((/** @type {number[]} */ key) => dot(key, pair.q)),
    /** @type {boolean[]} */ allowed: mask[head][row].map(Boolean),
    own: outward.map((line) => dot(line.slice(first, first + width), found.head_out)),
    sums: of((name) => matrices[name].map((line) => dot(line, from(name)))),
    biases: of((name) => mine(`${name}_proj.bias`)),
  };
  return { vectors, matrices, bias: part("out_proj.bias") };
}

/** A matrix as whole numbers of `unit`. @param {number[][]} matrix */
function levels(matrix) {
  const sizes = matrix.flat().map(Math.abs), unit = (Math.max(...sizes) || 1) / LEVELS;
  const whole = (/** @type {number} */ value) =>
    Math.sign(value) * Math.round(Math.abs(value) / unit);
  const lines = matrix.map((line) => line.map(whole));
  const sorted = lines.flat().map(Math.abs).sort((one, other) => one - other);
  const at = SATURATED * (sorted.length - 1), below = sorted[Math.floor(at)];
  const full = below + (sorted[Math.ceil(at)] - below) * (at % 1);
  return { rows: lines, unit, full: full || LEVELS };
}

/** The parts of the cell's address. @param {Translation} translation
 * @param {Omit<ReturnType<typeof chosenCell>, "map">} cell
 * @param {import("../../drawings/engine/transformer.js").Sizes} sizes @param {Said} said */
function crumbsOf(translation, { kind, layer, head, row, column }, sizes, said) {
  const { rows, keys } = sides(translation, kind, false);
  const say = (/** @type {string} */ key, /** @type {Parameters<typeof fill>[1]} */ values) =>
    fill(said[key], values);
  const numbered = (/** @type {string} */ token, /** @type {number} */ at) =>
    say("words.token_numbered", { number: at + 1, token });
  const isMasked = (/** @type {number} */ key) => kind === "decoder" && key > row;
  const shown = kind === "encoder" ? rows : rows.map((token) => say("cell.after", { token }));
  const asking = kind === "encoder"
    ? rows.map(numbered)
    : rows.map((fed, at) =>
      say("words.row_decoder", {
        ...{ number: at + 1, fed, predicted: translation.predictedTokens[at] },
      })
    );
  const looked = keys.map((token, key) =>
    isMasked(key) ? say("cell.column_hidden", { number: key + 1, token }) : numbered(token, key)
  );
  const count = kind === "encoder" ? sizes.n_encoder_layers : sizes.n_decoder_layers;
  const [layers, heads] = [["layer", count], ["head", sizes.n_heads]].map(([name, many]) =>
    range(Number(many)).map((at) => say(`cell.crumb_${name}`, { number: at + 1 }))
  );
  const kinds = KINDS.map((one) => said[`words.kind_${one}`]);
  /** @type {[string, string, string[], number, string?][]} */
  const parts = [
    ["kind", "words.kind", kinds, KINDS.indexOf(kind)],
    ["layer", "words.layer", layers, layer],
    ["head", "words.head", heads, head],
    ["row", "cell.row", asking, row, shown[row]],
    ["col", "cell.column", looked, column, keys[column]],
  ];
  return parts.map(([name, label, options, at, shown = options[at]]) => (
    { name, label: said[label], shown, options, at }
  ));
}

/** The cell the page opens with.
 * @param {Translation} translation @param {import("../../drawings/engine/told.js").Address} address */
function chosenCell(translation, address) {
  const kind = kindOf(address), all = attention(translation, kind);
  const { keys } = sides(translation, kind, false);
  const best = (/** @type {number[]} */ row) => strongestWord(row, keys);
  const layer = place(address, "layer", all.length, all.length - 1), heads = all[layer];
  const start = kind === "cross" ? startStep(translation) : null;
  const far = heads.map((head) => {
    const rows = start === null ? head : [head[start]];
    return -Math.abs(sum(rows.map((row) => row[best(row)])) / rows.length - TELLING);
  });
  const head = place(address, "head", heads.length, argmax(far)), map = heads[head];
  const telling = start ?? argmax(map.map((row) => row[best(row)]));
  const row = place(address, "row", map.length, telling);
  return {
    kind,
    layer,
    head,
    row,
    column: place(address, "col", keys.length, best(map[row])),
    map,
  };
}

/** The key with the largest weight among words, else among all.
 * @param {number[]} row @param {string[]} keys */
function strongestWord(row, keys) {
  const words = row.map((weight, key) => isOrdinary(keys[key]) ? weight : 0);
  return argmax(words.some(Boolean) ? words : row);
}

/** The step whose strongest look is farthest from the order of the source; ends are not counted.
 * @param {Translation} translation */
function startStep(translation) {
  const all = attention(translation, "cross");
  const looks = mean(all[all.length - 1]).slice(0, -1).map((row) => row.slice(0, -1));
  if (!looks.length || !looks[0].length) return 0;
  const slope = (looks[0].length - 1) / Math.max(1, looks.length - 1);
  return argmax(looks.map((row, step) => {
    const key = argmax(row);
    return Math.abs(key - step * slope) / row.length * row[key];
  }));
}

/** The steps in numbers and sentences.
 * @param {Vectors} vectors @param {number[]} bias of W_O
 * @param {{ head: number, column: number }} cell @param {number} dim
 * @param {Said} said */
function stageLines(vectors, bias, { head, column }, dim, said) {
  const { q, k, dots, scores, allowed, weights, values, head_out, own, concat, out } = vectors;
  const [width, dims] = [vectors.x.length, q.length], first = head * dims, root = Math.sqrt(dims);
  const [score, weight] = [scores[column], weights[column]];
  const mask = allowed[column] ? 0 : -Infinity, part = share(weight);
  const raised = scores.map((one, key) => allowed[key] ? Math.exp(one) : 0);
  const handed = weight * values[column][dim], channel = argmax(own.map(Math.abs));
  const others = out[channel] - own[channel] - bias[channel];
  const numbers = {
    project: [`${width} \u2192 ${dims}`, ""],
    product: [`${number(q[dim])} \u00d7 ${summand(k[dim])}`, number(q[dim] * k[dim])],
    sum: ["\u03a3 q\u00b7k", number(dots[column])],
    scale: [`${number(dots[column])} \u00f7 ${number(root)}`, number(score)],
    mask: [`${number(score)} + ${mask ? summand(mask) : "0"}`, number(score + mask)],
    softmax: [`${number(raised[column])} \u00f7 ${number(sum(raised))}`, part],
    value: [`${part} \u00d7 ${summand(values[column][dim])}`, number(handed)],
    head: [`${number(handed)} + ${summand(head_out[dim] - handed)}`, number(head_out[dim])],
    concat: [`${first + 1} \u2026 ${first + dims}`, ""],
    out: [
      `${number(own[channel])} + ${summand(others)} + ${summand(bias[channel])}`,
      number(out[channel]),
    ],
  };
  const holes = {
    ...{ width, dims, root: number(root), share: percent(weight), weight: part },
    ...{ heads: concat.length / dims, first: first + 1, last: first + dims, channel: channel + 1 },
  };
  return Object.entries(numbers).map(([stage, [expression, result]]) => {
    const line = stage === "mask" && mask ? "mask_hidden" : stage;
    return {
      ...{ name: said[`cell.${stage}`], expression, result },
      line: fill(said[`cell.${line}_line`], holes),
    };
  });
}
