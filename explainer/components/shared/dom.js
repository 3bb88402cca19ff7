// Nodes and colours. Text enters the page through textContent only.

const COUNTED = /[-+\u2212]?\d*\.\d+(e[-\u2212]?\d+)?%?|\d+%/g;
let veiled = false; // numbers are yet to be predicted: the payload has none
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches; // asked for less motion
const unsaid = (words) => (veiled ? String(words).replace(COUNTED, "?") : words);

function node(tag, className, parent, words) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (words !== undefined) made.textContent = unsaid(words);
  parent.appendChild(made);
  return made;
}

/** A piece in a line of text, its underline present, not loud. */
function pieceOf(parent, piece) {
  piece.split(/(\u2581)/).forEach((part) => {
    if (part) node("span", part === "\u2581" ? "space" : "", parent, part);
  });
}

/** An empty root with the theme's colours as custom properties. */
function clear(root, data) {
  root.replaceChildren();
  veiled = Boolean(data.veiled);
  root.classList.toggle("veiled", veiled);
  root.inert = veiled && !data.asks;
  for (const name of Object.keys(data.colours)) root.style.setProperty(`--${name}`, data.colours[name]);
}

/** Before parts are made anew; what it returns gives the focus back to the part that had it. */
function keepFocus(root) {
  const active = root.getRootNode().activeElement;
  const focused = active && root.contains(active) ? active.dataset.focus : null;
  return () => {
    if (focused) root.querySelector(`[data-focus="${focused}"]`)?.focus({ preventScroll: true });
  };
}

/** As `clear`, for a drawing that is made anew; returns what `keepFocus` does. */
function anew(root, data) {
  const refocus = keepFocus(root);
  clear(root, data);
  return refocus;
}
