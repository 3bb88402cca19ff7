// The random numbers that a seed gives PyTorch: those of the Mersenne Twister MT19937.
import { range } from "../math.js";

const [SIZE, APART] = [624, 397];

/** The number in [0, 1) that the seed gives a step, from 0; of the first 312.
 * @param {number} seed @param {number} step */
export function uniform(seed, step) {
  const state = Uint32Array.of(seed, ...range(SIZE - 1));
  for (let at = 1; at < SIZE; at += 1) {
    state[at] = Math.imul(1812433253, state[at - 1] ^ state[at - 1] >>> 30) + at;
  }
  for (let at = 0; at < SIZE; at += 1) {
    const bits = state[at] & 0x80000000 | state[(at + 1) % SIZE] & 0x7fffffff;
    state[at] = state[(at + APART) % SIZE] ^ bits >>> 1 ^ (bits & 1 ? 0x9908b0df : 0);
  }
  const [high, low] = [state[2 * step], state[2 * step + 1]].map(tempered);
  return ((high & 0x1fffff) * 2 ** 32 + low) / 2 ** 53;
}

/** @param {number} bits */
function tempered(bits) {
  bits ^= bits >>> 11;
  bits ^= bits << 7 & 0x9d2c5680;
  bits ^= bits << 15 & 0xefc60000;
  return (bits ^ bits >>> 18) >>> 0;
}
