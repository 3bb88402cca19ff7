// Copying the words of a place, which stand selected where a browser allows no copying.

/** Pages without https have no clipboard; there the marked words are copied. Tells whether they were.
 * @param {HTMLElement} place */
export async function copyText(place) {
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
