// Nodes of drawings. Text enters the page through textContent only.

const SVG = "http://www.w3.org/2000/svg";

function put(parent, name, attributes, words) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (words !== undefined) made.textContent = unsaid(words);
  parent.appendChild(made);
  return made;
}

/** A token with its underline present, not loud. */
function tokenInto(parent, attributes, token) {
  const words = put(parent, "text", attributes);
  token.split(/(\u2581)/).forEach((part) => {
    if (part) put(words, "tspan", part === "\u2581" ? { class: "space" } : {}, part);
  });
  return words;
}

/** Replaces the {holes} of a template from the text catalogue. */
const fill = (template, values) => template.replace(/\{(\w+)\}/g, (_, hole) => String(values[hole]));

/** Whether two boxes overlap. */
const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Measures text as it will be drawn. */
function ruler(root) {
  const brush = document.createElement("canvas").getContext("2d");
  const family = getComputedStyle(root).fontFamily;
  return (words, size = 14, weight = 650) => {
    brush.font = `${weight} ${size}px ${family}`;
    return brush.measureText(words).width;
  };
}
