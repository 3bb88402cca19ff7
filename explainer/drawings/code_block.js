// Parts of a program, to be selected and copied; above each where it stands.
import { Code, CopyButton, html, indentOf } from "./parts.js";
/** @import { CodeBlock as Block, Codelines } from "./types.d.ts" */

export const start = () => ({ copied: -1 });

/** @param {Codelines} drawing */
export default function Codelines({ data: { heading, blocks }, words, state, set }) {
  const buttonOf = (/** @type {number} */ place) =>
    CopyButton(
      {
        state: { isCopied: state.copied === place },
        set: ({ isCopied }) => set({ copied: isCopied ? place : -1 }),
      },
      [words.copy, words.copied],
      ".block",
      "code",
    );
  return html`<h3>${heading}</h3>${blocks.map((block, place) => Block(block, buttonOf(place)))}`;
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
