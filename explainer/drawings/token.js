// Tokens as they are written: the mark of a space is there, not loud.
import { html, svg } from "./html.js";

const SPACE = "\u2581";

/** @param {string} token */
const parts = (token) => token.split(/(\u2581)/).filter(Boolean);

/** In a line of text. @param {string} token */
export const spans = (token) =>
  parts(token).map((part) => html`<span class=${part === SPACE && "space"}>${part}</span>`);

/** In a <text>. @param {string} token */
export const tspans = (token) =>
  parts(token).map((part) => svg`<tspan class=${part === SPACE && "space"}>${part}</tspan>`);

/** Without the mark, in a sentence. @param {string} token */
export const bare = (token) => token.replaceAll(SPACE, "");
