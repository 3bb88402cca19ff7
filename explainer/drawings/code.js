// A line of a program, its words in the colours of what they hold: [kind, text] of `frame/code_names.py`.
import { html } from "./html.js";

/** Spaces a line begins with. @param {Span[]} spans */
export const indentOf = (spans) => spans.map(([, said]) => said).join("").search(/\S|$/);

/** Where a line has no room it goes on below behind one of these, not within a name or a number. */
const parts = (/** @type {string} */ said) =>
  said.split(/(?<=[(,]|(?<!\d)\.)/).map((part) => [part, /[(,.]$/.test(part) && html`<wbr>`]);

export const Code = (/** @type {Span[]} */ spans) =>
  spans.map(([kind, said]) => {
    const isKeyword = kind === "keyword";
    const colour = kind && !isKeyword && `color: var(--${kind})`;
    const weight = kind.endsWith("_text") && "font-weight: 700";
    const whole = /^"\S*"$/.test(said) && "white-space: nowrap"; // not at its minus sign
    const style = [colour, weight, whole].filter(Boolean).join("; ");
    return html`<span class=${isKeyword && "keyword"} style=${style}>${parts(said)}</span>`;
  });
