// Nodes and colours. Text enters the page through textContent only.

const COUNTED = /[-+\u2212]?\d*\.\d+(e[-\u2212]?\d+)?%?|\d+%/g;
let veiled = false; // numbers are yet to be predicted: the payload has none
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches; // asked for less motion
const unsaid = (words) => (veiled ? String(words).replace(COUNTED, "?") : words);

function node(tag, className, parent, words) {
  const made = document.createElement(tag);
  if (tag === "button") made.type = "button";
  if (className) made.className = className;
  if (words !== undefined) made.textContent = unsaid(words);
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

/** Pressed by pointer or key. */
function onPress(part, act) {
  part.onclick = act;
  part.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  };
}

/** Arrow keys on a part `go` to the one before or behind it; Enter and Space `press` it. */
function keysAlong(parts, go, press) {
  const last = parts.length - 1;
  parts.forEach((part, at) => {
    part.onkeydown = (event) => {
      const to = {
        ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: last,
      }[event.key];
      if (to !== undefined) go(Math.max(0, Math.min(last, to)));
      else if (press && (event.key === "Enter" || event.key === " ")) press(at);
      else return;
      event.preventDefault();
    };
  });
}

/** The same where they only go: one of the parts, at first `first`, can be reached by Tab. */
function roving(parts, first, press) {
  const go = (to) => {
    parts.forEach((part, at) => part.setAttribute("tabindex", at === to ? 0 : -1));
    parts[to].focus();
  };
  parts.forEach((part, at) => part.setAttribute("tabindex", at === first ? 0 : -1));
  keysAlong(parts, go, press);
}

/** Entries of a swatch and what it stands for. */
function legendInto(parent, entries) {
  const list = node("div", "legend", parent);
  return entries.map(([swatch, words]) => {
    const entry = node("span", "entry", list);
    const mark = node("i", swatch, entry);
    node("span", "", entry, words);
    return mark;
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
