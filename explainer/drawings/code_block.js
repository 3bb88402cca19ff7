// Parts of a program, to be selected and copied; above each where it stands.
import { Code, CopyButton, html, indentOf } from "./parts.js";
/** @import { CodeBlock as Block, Codelines } from "./types.d.ts" */

export default function Codelines(/** @type {Codelines} */ drawing) {
  const { data: { heading, blocks }, words } = drawing;
  const buttonOf = (/** @type {number} */ at) =>
    CopyButton(drawing, [words.copy, words.copied], ".block", "code", at);
  return html`<h3>${heading}</h3>${blocks.map((block, at) => Block(block, buttonOf(at)))}`;
}

// What is too long for a phone is scrolled, by keys as well; elsewhere a line goes on below itself.
const Block = (/** @type {Block} */ { where, lines }, /** @type {Template} */ button) =>
  html`
    <div class="block">
      <div class="where"><span>${where}</span>${button}</div>
      <pre tabindex="0" role="group" aria-label=${where}><code>${lines.map(Line)}</code></pre>
    </div>
  `;

const Line = (/** @type {Span[]} */ spans) =>
  html`<span class="line" style="--indent: ${indentOf(spans) + 4}ch">${Code(spans)}</span>`;

export const numbers = () => ({});
