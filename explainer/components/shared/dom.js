// Nodes and colours. Text enters the page through textContent only.

function node(tag, className, parent, words) {
  const made = document.createElement(tag);
  if (tag === "button") made.type = "button";
  if (className) made.className = className;
  if (words !== undefined) made.textContent = words;
  parent.appendChild(made);
  return made;
}

function setAll(element, attributes) {
  for (const name of Object.keys(attributes)) element.setAttribute(name, attributes[name]);
}

/** What belongs together, with a name for those who do not see that it does. */
function groupOf(parent, className, label, role = "group") {
  const made = node("div", className, parent);
  setAll(made, { role, "aria-label": label });
  return made;
}

/** An empty root with the theme's colours as custom properties. */
function clear(root, data) {
  root.replaceChildren();
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
