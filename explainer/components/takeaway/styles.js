// A drawing of ours as SVG: what the style sheets say is written into the copy.

const NS = "http://www.w3.org/2000/svg";
const INHERITED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity",
  "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "font-family", "font-size",
  "font-weight", "font-style", "font-variant-numeric", "text-anchor", "dominant-baseline",
  "letter-spacing", "paint-order", "visibility"];
const OWN = { opacity: "1", display: "inline", "mix-blend-mode": "normal" };
const STOP = ["stop-color", "stop-opacity"];
const SCREEN = ["class", "tabindex", "style", "role", "aria-pressed", "aria-hidden"];

function make(parent, name, attributes, words) {
  const made = document.createElementNS(NS, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (words !== undefined) made.textContent = words;
  parent.append(made);
  return made;
}

/** A colour as every program that opens a picture knows it: a mixed one is told as parts of 1. */
const inBytes = (value) => value.replace(/color\(srgb ([-\d.e]+) ([-\d.e]+) ([-\d.e]+)\)/g,
  (_, ...parts) => `rgb(${parts.slice(0, 3).map((part) => Math.round(255 * part)).join(", ")})`);

/** The style of a copy: only what differs from what it inherits or from the rule. */
function writeStyle(copy, style, above) {
  const said = INHERITED.filter((name) => !above || copy.hasAttribute(name)
    || style.getPropertyValue(name) !== above.getPropertyValue(name));
  const lines = said.map((name) => `${name}:${inBytes(style.getPropertyValue(name))}`);
  for (const name in OWN) {
    const value = style.getPropertyValue(name);
    if (value !== OWN[name] && value !== "block") lines.push(`${name}:${value}`);
  }
  if (copy instanceof SVGStopElement) {
    lines.length = 0;
    for (const name of STOP) lines.push(`${name}:${style.getPropertyValue(name)}`);
  }
  const replaced = [...INHERITED, ...Object.keys(OWN), ...STOP, ...SCREEN];
  for (const name of replaced) copy.removeAttribute(name);
  for (const name of copy.getAttributeNames()) if (name.startsWith("data-")) copy.removeAttribute(name);
  if (lines.length) copy.setAttribute("style", lines.join(";"));
}

/** Adds a copy of an svg element with its styles, where it stands on the screen. */
function copySvg(parent, element, at) {
  const copy = element.cloneNode(true);
  const originals = [element, ...element.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  const styles = originals.map((one) => getComputedStyle(one));
  const place = new Map(originals.map((one, index) => [one, index]));
  copies.forEach((one, index) => {
    const above = place.get(originals[index].parentElement);
    writeStyle(one, styles[index], above === undefined ? null : styles[above]);
  });
  for (const [name, value] of Object.entries({ ...at, overflow: "visible" })) {
    copy.setAttribute(name, value);
  }
  parent.append(copy);
}
