// The address of what is on the screen, and a frame that shows it in another page, to copy.
import { copyText } from "./copy.js";
import { html } from "./html.js";
/** @import { ShareLinkData as Data, ShareLinkState as State } from "./types.d.ts" */

export default function ShareLink(/** @type {Drawing<Data, State>} */ drawing) {
  const { data: { address, frame, local, frames }, words, choose } = drawing;
  const ask = () => choose({ code: true });
  const code = html`<button type="button" onclick=${ask}>${words.code}</button>`;
  return html`
    <div>${Offer(drawing, words.address, words.copy, address, code)}</div>
    <p>${local}</p>
    <div>${Offer(drawing, words.embed, words.copy_embed, frame)}</div>
    <p>${frames}</p>
  `;
}

/** A field and a button that copies it. @param {Drawing<Data, State>} drawing @param {string} name
 * @param {string} press @param {string} value @param {unknown} [more] */
function Offer({ words, state: { copied, said }, set }, name, press, value, more) {
  const select = (/** @type {Happening} */ { currentTarget }) => currentTarget.select();
  const copy = async (/** @type {Happening} */ { currentTarget }) => {
    const offer = currentTarget.parentElement.parentElement;
    const isCopied = await copyText(offer.querySelector("input"));
    set({ copied: name, said: isCopied ? words.copied : words.failed });
  };
  return html`
    <label>${name}<input readonly .value=${value} onfocus=${select}></label>
    <div class="line"><button type="button" onclick=${copy}>${press}</button>${more}</div>
    <p class="said" role="status">${copied === name && said}</p>
  `;
}
