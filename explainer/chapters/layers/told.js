// What the drawing of the river says.
import { decimal, fill, percent } from "../../drawings/format.js";

/** @typedef {import("./river.js").River} River */

/** @param {number} p */
export const whole = (p) => percent(p, 0);
/** @param {number} length */
export const written = (length) => decimal(length, 1);
/** @param {number} cosine */
export const degrees = (cosine) => decimal(Math.acos(cosine) * 180 / Math.PI, 0);
/** A mark of a space alone would be seen as nothing. @param {River} drawing @param {string} token */
export const named = ({ words }, token) => (token === "\u2581" ? words.blank : token);

/** A sub-layer, or what is embedded, by its name in the trace. @param {River} drawing
 * @param {string} name */
export function called({ words, state: { dams } }, name) {
  const [stack, number, part] = name.split(".");
  const layer = Number(number) + 1;
  const [short, full] = {
    self_attn: [words.self_attn, words.full_self_attn],
    cross_attn: [words.cross_attn, words.full_cross_attn],
    ffn: [words.ffn, words.full_ffn],
  }[part] ?? [words.embedded, words.embedded];
  return { stack, part, layer, short, full: fill(full, { layer }), shut: dams.includes(name) };
}

/** What the river shows. @param {River} drawing */
export function summary(drawing) {
  const { data: { places, dams, now, before, wanted, blank }, words } = drawing;
  if (blank) return "";
  const dammed = dams.map((name) => called(drawing, name)).map(({ stack, full: name }) =>
    fill(stack === "encoder" ? words.dam_encoder : words.dam_decoder, { name })
  ).join(", ");
  if (!now.next) return before ? fill(words.told_dams, { dams: dammed }) : words.told_hint;
  const [[top, p]] = now.next;
  const last = now.wanted.length - 1;
  const values = { dams: dammed, wanted, top, share: whole(p), now: whole(now.wanted[last]) };
  if (before) {
    const told = top === wanted ? words.told_kept : words.told_lost;
    return fill(told, { ...values, before: whole(before.wanted[last]) });
  }
  if (!now.top) return words.told_hint;
  const first = now.top.findLastIndex(([[token]]) => token !== wanted) + 1;
  if (first > last) return fill(words.told_other, values);
  const { full: name } = called(drawing, places[first]);
  return fill(words.told_surfaces, { ...values, name, first: whole(now.wanted[first]) });
}

/** What a part is, in a sentence.
 * @param {River} drawing @param {import("./river.js").Part["kind"]} kind @param {number} at */
export function tell(drawing, kind, at) {
  const { data: { places, now, before, wanted, blank }, words } = drawing;
  const { full: name, shut } = called(drawing, places[kind === "word" ? at : at + 1]);
  if (blank) return name;
  if (kind === "word" && now.top) {
    const [best, ...rest] = now.top[at].map(([one, p]) => `${named(drawing, one)} ${whole(p)}`);
    const share = whole(now.wanted[at]);
    return fill(words.surfaced, { name, best, rest: rest.join(", "), wanted, share });
  }
  const lengths = [now.x[at], now.add[at], now.sum[at], now.x[at + 1], (before ?? now).add[at]];
  const [x, add, sum, after, was] = lengths.map(written);
  const [angle, cos] = [degrees(now.cos[at]), decimal(now.cos[at])];
  const sentence = kind === "norm" ? words.weir : shut ? words.closed : words.open;
  return fill(sentence, { name, x, add, sum, after, before: was, angle, cos });
}
