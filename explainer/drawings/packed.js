// Many shares on their way to a browser: whole steps from 0 to 1 in base64, a third of what they take
// when they are written out.
import { range } from "./math.js";

/** The shares in rows; what came as rows stays. @param {Packed | any[]} [sent] @returns {any[]} */
export function unpacked(sent = []) {
  if (Array.isArray(sent)) return sent;
  const { shape, bits, steps } = sent;
  const bytes = Uint8Array.from(atob(steps), (sign) => sign.charCodeAt(0));
  const whole = bits === 8 ? bytes : new Uint16Array(bytes.buffer);
  let rows = /** @type {any[]} */ (Array.from(whole, (step) => step / (2 ** bits - 1)));
  for (const count of shape.slice(1).toReversed()) {
    const all = rows;
    rows = range(all.length / count).map((at) => all.slice(at * count, (at + 1) * count));
  }
  return rows;
}
