// Lines of a program, to be selected and copied; above them where they stand.
import { Code, indentOf } from "./code.js";
import { copyText } from "./copy.js";
import { html } from "./html.js";

/** @typedef {{ where: string, lines: import("./code.js").Span[][] }} Data */
/** @typedef {import("./mount.js").Drawing<Data, { isCopied: boolean }>} Codelines */

const SAID = 2000; // ms that "copied" is shown

export const start = () => ({ isCopied: false });

/** @param {Codelines} drawing */
export default function Codelines({ data: { where, lines }, words, state: { isCopied }, set }) {
  /** @param {Event} event */
  const copy = async ({ currentTarget }) => {
    const root = /** @type {Element} */ (currentTarget).closest(".code_block");
    const place = /** @type {HTMLElement} */ (root?.querySelector("code"));
    if (!await copyText(place)) return;
    set({ isCopied: true });
    setTimeout(() => set({ isCopied: false }), SAID);
  };
  // What is too long for a phone is scrolled, by keys as well; elsewhere a line goes on below itself.
  return html`
    <div class="where">
      <span>${where}</span>
      <button type="button" class="copy" onclick=${copy}>
        ${isCopied ? words.copied : words.copy}
      </button>
      <span class="news" role="status">${isCopied && words.copied}</span>
    </div>
    <pre tabindex="0" role="group" aria-label=${where}><code>${lines.map(Line)}</code></pre>
  `;
}

/** @param {import("./code.js").Span[]} spans */
const Line = (spans) =>
  html`<span class="line" style="--indent: ${indentOf(spans) + 4}ch">${Code(spans)}</span>`;
