// A link as a code to scan, to copy and to try. Its address is read decoded and copied as it is.
import { CopyButton, html } from "../../drawings/parts.js";
/** @import { Data, State } from "./types.d.ts" */

export default function Handout(/** @type {Drawing<Data, State>} */ drawing) {
  const { data, words, choose } = drawing;
  return html`
    ${data.picture && html`
      <button type="button" class="code" title=${words.enlarge}
        onclick=${() => choose({ enlarge: true })}>
        <img alt=${words.enlarge} src="data:image/svg+xml,${encodeURIComponent(data.picture)}">
      </button>
    `}
    <div class="ways">
      <code class="whole">${data.link}</code>
      ${CopyButton(drawing, [words.copy, words.copied], ".ways", ".whole")}
      <a href=${data.link} target="_blank" rel="noopener">${words.open}</a>
      <p class="readable" aria-hidden="true">${data.readable}</p>
    </div>
  `;
}
