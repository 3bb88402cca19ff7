// A link to copy and to try. Its address is read decoded and copied as it is.
import { CopyButton, html } from "../../drawings/parts.js";
/** @import { Data, State } from "./types.d.ts" */

export default function Handout(/** @type {Drawing<Data, State>} */ drawing) {
  const { data, words } = drawing;
  return html`
    <div class="ways">
      <code class="whole">${data.link}</code>
      ${CopyButton(drawing, [words.copy, words.copied], ".ways", ".whole")}
      <a href=${data.link} target="_blank" rel="noopener">${words.open}</a>
      <p class="readable" aria-hidden="true">${data.readable}</p>
    </div>
  `;
}
