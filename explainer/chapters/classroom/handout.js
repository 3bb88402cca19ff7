// A link as a code to scan, to copy and to try. Its address is read decoded and copied as it is.
import { CopyButton } from "../../drawings/copy.js";
import { html } from "../../drawings/html.js";

/** `picture` is the code as SVG, "" of a link too long for one.
 * @typedef {{ link: string, readable: string, picture: string }} Data */
/** @typedef {{ isCopied: boolean, enlarge?: boolean }} State */

export const numbers = null;
/** @returns {State} */
export const start = () => ({ isCopied: false });

/** @param {Drawing<Data, State>} drawing */
export default function Handout(drawing) {
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
