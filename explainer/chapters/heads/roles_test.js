import { equal } from "../../drawings/drawn_test.js";
import { toneOf } from "./roles.js";

Deno.test("a role has the colour of what it looks at, others the neighbours'", () => {
  equal(["pair", "same", "end", "broad", "previous", "fed", "next", "around"].map(toneOf), [
    ...["pair", "pair", "rest", "none", "behind", "behind", "ahead", "near"],
  ]);
});

/** Colours of a theme by their names, 0..1. @param {number} theme */
function palette(theme) {
  const sheet = Deno.readTextFileSync(new URL("../../web/palette.css", import.meta.url));
  const found = sheet.matchAll(/--(\w+): light-dark\(#(\w{6}), #(\w{6})\)/g);
  return Object.fromEntries([...found].map(([, name, ...both]) => [
    name,
    both[theme].match(/../g)?.map((two) => parseInt(two, 16) / 255) ?? [],
  ]));
}

/** @param {number[]} colour */
const luminance = (colour) =>
  colour.map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
/** @param {number[]} one @param {number[]} other */
const contrast = (one, other) => {
  const [low, high] = [one, other].map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
/** @param {number[]} from @param {number[]} to @param {number} share */
const blend = (from, to, share) => from.map((one, at) => one + (to[at] - one) * share);

Deno.test("every colour of roles can be seen, and a number on it", () => {
  for (const theme of [0, 1]) {
    const { weight, page, seq1, on_high, residual, ink, behind, ahead } = palette(theme);
    const [near, dark] = [blend(weight, seq1, 0.25), theme ? page : ink];
    const light = [seq1, near, behind].map((ground) => [ground, on_high]);
    for (const [ground, on] of [...light, [residual, dark], [ahead, dark]]) {
      equal([contrast(ground, page) >= 3, contrast(ground, on) >= 4.5], [true, true]);
    }
  }
});
