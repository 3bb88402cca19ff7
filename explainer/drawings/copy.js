// Copying the words of a place.
import { html } from "./html.js";

const SAID = 2000; // ms that "copied" is shown

/** Where a browser or a page without https has no clipboard, the words are marked and copied.
 * @param {HTMLElement | HTMLInputElement} place */
async function copied(place) {
  const field = "select" in place ? place : null;
  try {
    await navigator.clipboard.writeText(field?.value ?? place.innerText);
    return true;
  } catch {
    if (field) field.select();
    else getSelection()?.selectAllChildren(place);
    return document.execCommand("copy");
  }
}

/** A button that copies what `within`, a place around it, has at `part`; of several it is the one `at` a
 * place. @type {Kit["CopyButton"]} */
export const CopyButton = ({ state, set }, labels, within, part, at = 0) => {
  const isCopied = state.copied === at;
  const label = labels[Number(isCopied)];
  return html`
    <button type="button" class="copy" onclick=${async ({ currentTarget }) => {
      if (!await copied(currentTarget.closest(within).querySelector(part))) return;
      set({ copied: at });
      setTimeout(() => set({ copied: undefined }), SAID);
    }}>${label}</button>
    <span class="news" role="status">${isCopied && label}</span>
  `;
};
