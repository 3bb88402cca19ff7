// A link as a code to scan, to copy and to try. Its address is read decoded and copied as it is.
import { copyText } from "../../drawings/copy.js";
import { html } from "../../drawings/html.js";

/** `picture` is the code as SVG, "" of a link too long for one.
 * @typedef {{ link: string, readable: string, picture: string }} Data */
/** @typedef {{ isCopied: boolean, enlarge?: boolean }} State */
/** @typedef {import("../../drawings/mount.js").Drawing<Data, State>} Handout */

const SAID = 2000; // ms that "copied" is shown

export const numbers = null;
/** @returns {State} */
export const start = () => ({ isCopied: false });

/** @param {Handout} drawing */
export default function Handout({ data, words, state: { isCopied }, set, choose }) {
  const copy = async (/** @type {Event} */ { currentTarget }) => {
    const button = /** @type {Element} */ (currentTarget);
    if (!await copyText(/** @type {HTMLElement} */ (button.previousElementSibling))) return;
    set({ isCopied: true });
    setTimeout(() => set({ isCopied: false }), SAID);
  };
  return html`
    ${data.picture && html`
      <button type="button" class="code" title=${words.enlarge}
        onclick=${() => choose({ enlarge: true })}>
        <img alt=${words.enlarge} src="data:image/svg+xml,${encodeURIComponent(data.picture)}">
      </button>
    `}
    <div class="ways">
      <code class="whole">${data.link}</code>
      <button type="button" class="copy" onclick=${copy}>
        ${isCopied ? words.copied : words.copy}
      </button>
      <span class="news" role="status">${isCopied && words.copied}</span>
      <a href=${data.link} target="_blank" rel="noopener">${words.open}</a>
      <p class="readable" aria-hidden="true">${data.readable}</p>
    </div>
  `;
}
