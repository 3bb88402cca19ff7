// What is said in words and kept in numbers.
import { decimal, fill } from "../../drawings/format.js";
import { spoken } from "./dials_column.js";
import { same } from "./dials_order.js";
import { alike, angleOf, degrees, ratesOf, vectorOf } from "./turns.js";

/** The line below the drawing: the clock that is pointed at, the turn between two tokens, or the
 * clocks of the chosen one. @param {import("./dials.js").Scene} scene */
export function sentence({ data, words, state, at, rates, chosen, other, x }) {
  const { tokens, gap, on } = data;
  const { order, held, pointed } = state;
  if (!on) return words.off;
  if (pointed) {
    const place = order.indexOf(pointed.token);
    const pair = data.pairs[pointed.dial];
    const angle = angleOf(rates[pair], place);
    return fill(words.dial, {
      ...{ token: spoken(tokens[pointed.token]), place, sine: 2 * pair, cosine: 2 * pair + 1 },
      ...{ angle: degrees(angle), sin: decimal(Math.sin(angle), 3) },
      cos: decimal(Math.cos(angle), 3),
    });
  }
  const place = order.indexOf(chosen);
  const token = spoken(tokens[chosen]);
  const angles = (/** @type {number} */ places) =>
    at.dials.map(({ dial }) => degrees(angleOf(rates[data.pairs[dial]], places))).join(" · ");
  if (other !== null) {
    const two = { token, other: spoken(tokens[other]), place, next: place + gap };
    return fill(words.two, { ...two, angles: angles(gap) });
  }
  const here = held ? Number(x[chosen].toFixed(1)) : place; // between two places while it is dragged
  const near = [...order.keys()].filter((one) => one !== place)
    .map((one) => ({ one, value: alike(rates, one - here) }));
  const most = Math.max(...near.map(({ value }) => value));
  return fill(words.one, {
    ...{ token, place: here, angles: angles(held ? x[chosen] : place) },
    near: near.filter(({ value }) => value > most - 5e-4).map(({ one }) => one).join(", "),
    value: decimal(most),
  });
}

/** Angles of the clocks, whole vectors, similarities and the encoder's answer.
 * @param {import("./dials.js").Data} data @param {import("./dials.js").State} state */
export function numbers({ tokens, d_model, pairs, outcome }, { at, order }) {
  const rates = ratesOf(d_model);
  const told = outcome && same(outcome.order, order) ? outcome.moved : null;
  const rows = order.map((token, place) => ({
    place,
    token: tokens[token],
    ...Object.fromEntries(pairs.map((pair) => [`angle_${pair}`, angleOf(rates[pair], place)])),
    similarity: alike(rates, place - order.indexOf(at)),
    ...(told && { moved: told[place] }),
  }));
  const vectors = order.map((token, place) => ({
    place,
    token: tokens[token],
    ...Object.fromEntries(vectorOf(rates, place).map((value, channel) => [`c${channel}`, value])),
  }));
  return [{ name: "clocks", rows }, { name: "vectors", rows: vectors }];
}
