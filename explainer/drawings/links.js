// Links to pages of the app.

/** A plain click is answered here, which asks the server for the page; any other is the browser's.
 * @param {(event: Happening) => void} go */
export const going = (go) => (/** @type {Happening} */ event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(event);
};
