// Copying the words of a place, which stand selected where a browser allows no copying.

/** Pages without https have no clipboard; there the marked words are copied. Tells whether they were.
 * @param {HTMLElement} place */
export async function copyText(place) {
  const isCopied = await navigator.clipboard?.writeText(place.innerText).then(
    () => true,
    () => false,
  );
  if (isCopied) return true;
  getSelection()?.selectAllChildren(place);
  return isCopied === undefined && document.execCommand("copy");
}
