// Copying the words of a place, which stand selected where a browser allows no copying.
import { html } from "./html.js";

const SAID = 2000; // ms that "copied" is shown

/** Pages without https have no clipboard; there the marked words are copied. Tells whether they were. */
export async function copyText(/** @type {HTMLElement} */ place) {
  const field = "select" in place ? /** @type {HTMLInputElement} */ (place) : null;
  const isCopied = await navigator.clipboard?.writeText(field?.value ?? place.innerText).then(
    () => true,
    () => false,
  );
  if (isCopied) return true;
  if (!field) getSelection()?.selectAllChildren(place);
  field?.focus();
  field?.select();
  return isCopied === undefined && document.execCommand("copy");
}

/** A button that copies what `within`, a place around it, has at `part`; of several it is the one `at` a
 * place. @type {Kit["CopyButton"]} */
export const CopyButton = ({ state, set }, labels, within, part, at = 0) => {
  const isCopied = state.copied === at;
  const label = labels[Number(isCopied)];
  return html`
    <button type="button" class="copy" onclick=${async ({ currentTarget }) => {
      if (!await copyText(currentTarget.closest(within).querySelector(part))) return;
      set({ copied: at });
      setTimeout(() => set({ copied: undefined }), SAID);
    }}>${label}</button>
    <span class="news" role="status">${isCopied && label}</span>
  `;
};
