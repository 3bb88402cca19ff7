// Tokens as they are written: the mark of a space is there, not loud.
import { RIGHT_TO_LEFT } from "./format.js";
import { html, svg } from "./html.js";
import { compared } from "./math.js";

const SPACE = "\u2581";
/** Of each kind of attention whose tokens ask and whose are looked at, as the palette calls them. */
export const SIDES = {
  encoder: ["source", "source"],
  decoder: ["target", "target"],
  cross: ["target", "source"],
};

function parts(/** @type {string} */ token) {
  // Between unseen marks what has no direction of its own runs from right to left.
  const marked = RIGHT_TO_LEFT.test(token) ? `\u200f${token}\u200f` : token;
  return marked.split(/(\u2581)/).filter(Boolean);
}

/** In a line of text; the mark is not read out where letters follow. @param {string} token */
export const spans = (token) =>
  parts(token).map((part) =>
    part === SPACE
      ? html`<span class="space" aria-hidden=${token !== SPACE && "true"}>${part}</span>`
      : html`<span>${part}</span>`
  );

/** In a <text>. @param {string} token */
export const tspans = (token) =>
  parts(token).map((part) => svg`<tspan class=${part === SPACE && "space"}>${part}</tspan>`);

/** The words of a text, marked where one that is compared with has others; with a name for it there is
 * a gap where more words are missing than stand for them.
 * @param {string} other @param {string} text @param {string} [missing] */
export function differing(other, text, missing) {
  let short = 0; // of so many words, since both were the same
  return compared(other, text).map(([word, what], at, line) => {
    short = what === "kept" ? 0 : short + (what === "lost" ? 1 : -1);
    const isEnd = (line[at + 1]?.[1] ?? "kept") === "kept";
    const gap = missing && isEnd && short > 0 && html`<del title=${missing}>\u2026</del>`;
    return [what === "new" ? html`<mark>${word}</mark>` : what === "kept" && word, " ", gap];
  });
}

/** Without the mark, in a sentence. @param {string} token */
export const bare = (token) => token.replaceAll(SPACE, "");

/** How wide it is written. @type {Kit["wide"]} */
export const wide = (token, measure, size = 14, weight) => {
  const marks = token.split(SPACE).length - 1;
  return measure(bare(token), size, weight) + marks * measure(SPACE, 11, weight);
};

const STEPS = /** @type {const} */ ([["plain", 14], ["small", 12.5]]);

/** The largest step of the scale in which it fits, as a style has it. @type {Kit["sizeFor"]} */
export const sizeFor = (token, room, measure, most = 14) => {
  const fits = STEPS.find(([, size]) => size <= most && wide(token, measure, size, 600) <= room);
  return `var(--${fits?.[0] ?? "fine"})`;
};

/** Cut to its room, with an ellipsis: the whole stands elsewhere. @type {Kit["fitted"]} */
export const fitted = (token, room, measure, size, weight) => {
  const signs = [...token];
  let cut = token;
  while (signs.length > 1 && wide(cut, measure, size, weight) > room) {
    signs.pop();
    cut = `${signs.join("")}…`;
  }
  return cut;
};
