// Small helpers for SVG and HTML nodes. Text enters the page through textContent only:
// pieces come from a visitor's sentence and may hold markup.

const SVG_NS = "http://www.w3.org/2000/svg";
const WORD_MARK = "\u2581"; // SentencePiece's mark for the start of a word

function svgEl(name, attributes, parent, text) {
  const node = document.createElementNS(SVG_NS, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text != null) node.textContent = text;
  if (parent) parent.appendChild(node);
  return node;
}

function htmlEl(name, className, parent, text) {
  const node = document.createElement(name);
  if (name === "button") node.type = "button";
  if (className) node.className = className;
  if (text != null) node.textContent = text;
  if (parent) parent.appendChild(node);
  return node;
}

const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const range = (count) => Array.from({ length: count }, (_, index) => index);
const px = (value) => value.toFixed(1);
const weightText = (weight) => weight.toFixed(2);

/** Replaces the {holes} of a template from the text catalogue. */
function fillText(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, hole) => String(values[hole]));
}

/** Splits a template into [hole or "", text] pairs so that each value keeps its own colour. */
function textParts(template, values) {
  const parts = template.split(/\{(\w+)\}/);
  return parts.map((part, index) => (index % 2 ? [part, String(values[part])] : ["", part]))
    .filter(([, text]) => text !== "");
}

/** Width in px of a text, estimated: measuring would force a layout for every label. */
function textWidth(text, size) {
  let width = 0;
  for (const char of text) width += size * charWidth(char);
  return width;
}

function charWidth(char) {
  if (char === WORD_MARK) return 0.62;
  if (char === "→" || char.codePointAt(0) > 0x2fff) return 0.96;
  if ("iljtfI.,;:'|!()[] ".includes(char)) return 0.32;
  return /[mwMW@%A-Z]/.test(char) ? 0.72 : 0.56;
}

/** Breaks a short line at its spaces so that it fits the rail. */
function wrapText(text, width, size) {
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function shorten(text, length) {
  const chars = Array.from(text);
  return chars.length > length ? chars.slice(0, length - 1).join("") + "…" : text;
}

/** How a piece is spoken: without the word mark, which a screen reader spells out. */
function spoken(piece, words) {
  return piece.replaceAll(WORD_MARK, "") || words.blank;
}

/** Puts a piece into an HTML node, its word mark small and pale. */
function pieceInto(node, piece) {
  if (!piece.startsWith(WORD_MARK)) {
    node.append(piece);
    return;
  }
  htmlEl("span", "mark", node, WORD_MARK);
  node.append(piece.slice(1));
}

/**
 * Writes a piece into the drawing at (x, y = middle), shrunk to `width` and cut when even the
 * smallest size is too wide.
 */
function pieceText(parent, piece, { x, y, width, colour, size, weight, anchor, lead = "" }) {
  const natural = textWidth(lead + piece, size);
  const fitted = natural > width ? Math.max(10, (size * width) / natural) : size;
  const room = Math.floor((piece.length * width) / Math.max(1, textWidth(lead + piece, fitted)));
  const shown = room < piece.length ? shorten(piece, Math.max(2, room)) : piece;
  const node = svgEl("text", {
    x: px(x), y: px(y + fitted * 0.36), "text-anchor": anchor || "middle",
    "font-size": px(fitted), "font-weight": weight, style: `fill:${colour}`,
  }, parent);
  if (lead) svgEl("tspan", {}, node, lead);
  if (shown.startsWith(WORD_MARK)) {
    svgEl("tspan", { opacity: 0.5, "font-size": px(fitted * 0.62) }, node, WORD_MARK);
    svgEl("tspan", {}, node, shown.slice(1));
  } else svgEl("tspan", {}, node, shown);
  return node;
}

/** A piece around the middle (x, y) of a box: shrunk a little, then broken into two lines. */
function nameText(parent, piece, { x, y, width, size, ...look }) {
  if (lineCount(piece, width) === 1) {
    pieceText(parent, piece, { x, y, width, size, ...look });
    return;
  }
  halves(piece).forEach((line, index) => pieceText(parent, line,
    { x, y: y + (index - 0.5) * 11.5, width, size: 11, ...look }));
}

function lineCount(piece, width) {
  return textWidth(piece, 11) <= width || Array.from(piece).length < 2 ? 1 : 2;
}

/** A piece in two lines, the longer of them as short as can be. */
function halves(piece) {
  const chars = Array.from(piece);
  const cut = (at) => [chars.slice(0, at).join(""), chars.slice(at).join("")];
  const longer = (at) => Math.max(...cut(at).map((line) => textWidth(line, 1)));
  const places = range(chars.length - 1).map((index) => index + 1);
  return cut(places.reduce((best, at) => (longer(at) < longer(best) ? at : best)));
}

/** A number on a small rounded ground, so that it stays readable over ribbons. */
function pill(parent, x, y, text, strong, colour) {
  const width = 29;
  svgEl("rect", {
    x: px(x - width / 2), y: px(y - 8), width, height: 15, rx: 7.5,
    fill: "var(--page)", opacity: 0.93, stroke: strong ? colour : "none",
  }, parent);
  svgEl("text", {
    x: px(x), y: px(y + 4), "text-anchor": "middle", class: "number", style: `fill:${colour}`,
  }, parent, text);
}
