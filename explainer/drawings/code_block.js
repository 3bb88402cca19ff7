// Lines of a program, to be selected and copied; above them where they stand.
import { Code, indentOf } from "./code.js";
import { CopyButton } from "./copy.js";
import { html } from "./html.js";

/** @typedef {{ where: string, lines: import("./code.js").Span[][] }} Data */

export const start = () => ({ isCopied: false });

// What is too long for a phone is scrolled, by keys as well; elsewhere a line goes on below itself.
/** @param {Drawing<Data, { isCopied: boolean }>} drawing */
export default function Codelines(drawing) {
  const { data: { where, lines }, words } = drawing;
  return html`
    <div class="where">
      <span>${where}</span>
      ${CopyButton(drawing, [words.copy, words.copied], ".code_block", "code")}
    </div>
    <pre tabindex="0" role="group" aria-label=${where}><code>${lines.map(Line)}</code></pre>
  `;
}

/** @param {import("./code.js").Span[]} spans */
const Line = (spans) =>
  html`<span class="line" style="--indent: ${indentOf(spans) + 4}ch">${Code(spans)}</span>`;
