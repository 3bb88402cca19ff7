// Nodes of drawings. Text enters the page through textContent only.

const SVG = "http://www.w3.org/2000/svg";

function put(parent, name, attributes, words) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (words !== undefined) made.textContent = words;
  parent.appendChild(made);
  return made;
}

/** Replaces the {holes} of a template from the text catalogue. */
const fill = (template, values) => template.replace(/\{(\w+)\}/g, (_, hole) => String(values[hole]));
