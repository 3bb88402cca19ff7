// The address of what is on the screen, and a frame that shows it in another page, to copy.
import { CopyButton } from "./copy.js";
import { html } from "./html.js";
/** @import { ShareLinkData as Data, ShareLinkState as State } from "./types.d.ts" */

export default function ShareLink(/** @type {Drawing<Data, State>} */ drawing) {
  const { data: { address, frame, local, frames }, words, choose } = drawing;
  const copies = (/** @type {string} */ press, /** @type {number} */ at) =>
    CopyButton(drawing, [press, words.copied], ".sharelink > div", "input", at);
  const ask = () => choose({ code: true });
  return html`
    <div>
      ${Field(words.address, address)} ${copies(words.copy, 0)}
      <button type="button" onclick=${ask}>${words.code}</button>
    </div>
    <p>${local}</p>
    <div>${Field(words.embed, frame)} ${copies(words.copy_embed, 1)}</div>
    <p>${frames}</p>
  `;
}

/** @param {string} name @param {string} value */
const Field = (name, value) =>
  html`
    <label>${name}<input readonly .value=${value}
      onfocus=${({ currentTarget }) => currentTarget.select()}></label>
  `;
