// Tensors and the few operations a Transformer is made of. Numbers are kept in 32 bits, as PyTorch
// keeps them; sums are made in 64.
import { softmax as shares } from "../math.js";

/** Rows of rows of numbers, as `shape` says.
 * @typedef {{ shape: number[], data: Float32Array }} Tensor */

/** @param {number[]} shape @returns {Tensor} */
export const zeros = (shape) => ({
  shape,
  data: new Float32Array(shape.reduce((size, axis) => size * axis, 1)),
});

/** The same numbers in another shape. @param {Tensor} x @param {number[]} shape @returns {Tensor} */
export const reshape = (x, shape) => ({ shape, data: x.data });

/** One row of a matrix, (1, D); its numbers are shared. @param {Tensor} x @param {number} at */
export function row({ shape: [, width], data }, at) {
  return { shape: [1, width], data: data.subarray(at * width, (at + 1) * width) };
}

/** Matrices below each other. @param {Tensor[]} parts @returns {Tensor} */
export function stack(parts) {
  const all = zeros([parts.reduce((rows, part) => rows + part.shape[0], 0), parts[0].shape[1]]);
  let at = 0;
  for (const { data } of parts) {
    all.data.set(data, at);
    at += data.length;
  }
  return all;
}

/** The three axes in another order. @param {Tensor} x @param {[number, number, number]} order */
export function permute({ shape, data }, order) {
  const strides = [shape[1] * shape[2], shape[2], 1];
  const [one, two, three] = order.map((axis) => strides[axis]);
  const moved = zeros(order.map((axis) => shape[axis]));
  const [I, J, K] = moved.shape;
  let at = 0;
  for (let i = 0; i < I; i += 1) {
    for (let j = 0; j < J; j += 1) {
      for (let k = 0; k < K; k += 1) moved.data[at++] = data[i * one + j * two + k * three];
    }
  }
  return moved;
}

/** x Wᵀ + b: (N, D) and (M, D) give (N, M); with heads (H, N, D) and (H, M, D) give (H, N, M).
 * Each number of x is read once for four of the sums, which run side by side.
 * @param {Tensor} x @param {Tensor} weight @param {Tensor} [bias] */
export function product(x, weight, bias) {
  const [N, D] = x.shape.slice(-2), M = weight.shape.at(-2) ?? 0;
  const out = zeros([...x.shape.slice(0, -1), M]);
  const [from, by, into, more] = [x.data, weight.data, out.data, bias?.data];
  for (let line = 0; line < into.length / M; line += 1) {
    const start = line * D, first = Math.floor(line / N) * M * D * (x.shape.length - 2);
    let m = 0;
    for (; m + 4 <= M; m += 4) {
      const w0 = first + m * D, w1 = w0 + D, w2 = w1 + D, w3 = w2 + D;
      let sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
      for (let d = 0; d < D; d += 1) {
        const value = from[start + d];
        sum0 += value * by[w0 + d];
        sum1 += value * by[w1 + d];
        sum2 += value * by[w2 + d];
        sum3 += value * by[w3 + d];
      }
      const at = line * M + m;
      into[at] = sum0;
      into[at + 1] = sum1;
      into[at + 2] = sum2;
      into[at + 3] = sum3;
    }
    for (; m < M; m += 1) {
      let sum = 0;
      for (let d = 0; d < D; d += 1) sum += from[start + d] * by[first + m * D + d];
      into[line * M + m] = sum;
    }
  }
  return more ? each(out, (value, at) => value + more[at % M]) : out;
}

/** Every number through `change`. @param {Tensor} x
 * @param {(value: number, at: number) => number} change */
export function each({ shape, data }, change) {
  const out = zeros(shape);
  for (let at = 0; at < data.length; at += 1) out.data[at] = change(data[at], at);
  return out;
}

/** @param {Tensor} x @param {Tensor} y */
export const add = (x, y) => each(x, (value, at) => value + y.data[at]);

/** @param {Tensor} x */
export const relu = (x) => each(x, (value) => Math.max(0, value));

/** Every row of the last axis into its place in `out`. @param {Tensor} x
 * @param {(row: Float32Array, out: Float32Array) => void} fill */
function eachRow({ shape, data }, fill) {
  const width = shape.at(-1) ?? 1, all = zeros(shape);
  for (let at = 0; at < data.length; at += width) {
    fill(data.subarray(at, at + width), all.data.subarray(at, at + width));
  }
  return all;
}

/** e to the power of each score, as a share of its row. @param {Tensor} x */
export const softmax = (x) => eachRow(x, (scores, out) => out.set(shares(Array.from(scores))));

/** The logarithm of that. @param {Tensor} x */
export const logSoftmax = (x) =>
  eachRow(x, (scores, out) => {
    let largest = -Infinity, total = 0;
    for (let at = 0; at < out.length; at += 1) largest = Math.max(largest, scores[at]);
    for (let at = 0; at < out.length; at += 1) total += Math.exp(scores[at] - largest);
    const less = largest + Math.log(total);
    for (let at = 0; at < out.length; at += 1) out[at] = scores[at] - less;
  });

/** Every row moved to a mean of 0 and scaled to a variance of 1, then times gamma plus beta.
 * @param {Tensor} x @param {Tensor} gamma @param {Tensor} beta */
export const layerNorm = (x, gamma, beta, epsilon = 1e-5) =>
  eachRow(x, (values, out) => {
    let sum = 0, squares = 0;
    for (let at = 0; at < out.length; at += 1) sum += values[at];
    const mean = sum / out.length;
    for (let at = 0; at < out.length; at += 1) squares += (values[at] - mean) ** 2;
    const scale = 1 / Math.sqrt(squares / out.length + epsilon);
    for (let at = 0; at < out.length; at += 1) {
      out[at] = (values[at] - mean) * scale * gamma.data[at] + beta.data[at];
    }
  });
