// The steps of a cell in numbers and sentences, as `view.py` says them.
import { decimal, fill, percent, power } from "../../drawings/format.js";
import { argmax, sum } from "../../drawings/math.js";

export const STAGES = [
  ...["project", "product", "sum", "scale", "mask", "softmax", "value", "head", "concat", "out"],
];

/** @param {number} value */
function plain(value) {
  if (!Number.isFinite(value)) return value < 0 ? "\u2212\u221e" : "\u221e";
  if (Math.abs(value) >= 1e5) return power(value, 1);
  return decimal(value, Math.abs(value) >= 1 ? 2 : 3);
}

/** A summand: a negative one stands in brackets. @param {number} value */
const summand = (value) => value < 0 ? `(${plain(value)})` : plain(value);

/** @param {import("./cellsteps_data.js").Vectors} vectors @param {number[]} bias of W_O
 * @param {{ head: number, column: number }} cell @param {number} dim
 * @param {import("../../drawings/engine/told.js").Words["said"]} said */
export function stageLines(vectors, bias, { head, column }, dim, said) {
  const { q, k, dots, scores, allowed, weights, values, head_out, own, concat, out } = vectors;
  const [width, dims] = [vectors.x.length, q.length], first = head * dims, root = Math.sqrt(dims);
  const [score, weight] = [scores[column], weights[column]];
  const mask = allowed[column] ? 0 : -Infinity, share = weight.toFixed(3);
  const raised = scores.map((one, key) => allowed[key] ? Math.exp(one) : 0);
  const handed = weight * values[column][dim], channel = argmax(own.map(Math.abs));
  const others = out[channel] - own[channel] - bias[channel];
  const numbers = {
    project: [`${width} \u2192 ${dims}`, ""],
    product: [`${plain(q[dim])} \u00d7 ${summand(k[dim])}`, plain(q[dim] * k[dim])],
    sum: ["\u03a3 q\u00b7k", plain(dots[column])],
    scale: [`${plain(dots[column])} \u00f7 ${plain(root)}`, plain(score)],
    mask: [`${plain(score)} + ${mask ? summand(mask) : "0"}`, plain(score + mask)],
    softmax: [`${plain(raised[column])} \u00f7 ${plain(sum(raised))}`, share],
    value: [`${share} \u00d7 ${summand(values[column][dim])}`, plain(handed)],
    head: [`${plain(handed)} + ${summand(head_out[dim] - handed)}`, plain(head_out[dim])],
    concat: [`${first + 1} \u2026 ${first + dims}`, ""],
    out: [
      `${plain(own[channel])} + ${summand(others)} + ${summand(bias[channel])}`,
      plain(out[channel]),
    ],
  };
  const holes = {
    ...{ width, dims, root: plain(root), share: percent(weight), weight: share },
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
