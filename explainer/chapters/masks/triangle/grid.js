// What drawings of masks share: hatch, and names along the sides.

/** A pattern of slanted lines; `id` is unique in the drawing. */
function hatch(canvas, id) {
  const defs = put(canvas, "defs", {});
  const pattern = put(defs, "pattern", {
    id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
  });
  put(pattern, "line", { x1: 1, y1: 0, x2: 1, y2: 6, class: "stroke" });
}

/** A hatched ground as an element, for what is built of boxes: a picture that is saved keeps it. */
function hatched(parent, id) {
  const canvas = put(parent, "svg", { width: "100%", height: "100%", class: "ground", "aria-hidden": "true" });
  hatch(canvas, id);
  put(canvas, "rect", { width: "100%", height: "100%", style: `fill:url(#${id})` });
}

const TIER = 17; // pixels of a line of names
const HIGHEST = 62; // pixels of names that are turned

/**
 * Names above columns: level where all of them fit, else in two lines, each name over its column;
 * only where that is too narrow do they slant, or stand upright. Gives the height they take.
 */
function columnNames(canvas, names, at) {
  const made = names.map((name) => pieceInto(canvas, { class: `side ${at.side}` }, name));
  const most = () => Math.max(...made.map((words) => words.getComputedTextLength()));
  let longest = most();
  const tiers = [1, 2].find((count) => longest <= count * at.cell - 4);
  const turn = at.cell < 22 ? -90 : -46;
  const rise = turn === -90 ? 1 : 0.72; // of a name's length its height
  if (!tiers) {
    made.forEach((words) => fitInto(words, (HIGHEST - 14) / rise)); // above it stand other words
    longest = most();
  }
  const height = tiers ? tiers * TIER + (tiers === 1 ? 5 : 7) : Math.min(HIGHEST, longest * rise + 14);
  made.forEach((words, column) => {
    const x = at.left + (column + 0.5) * at.cell + (turn === -90 && !tiers ? 4 : 0);
    const isUpper = tiers === 2 && column % 2 === 0;
    const y = at.top + height - 5 - (isUpper ? TIER : 0);
    Object.entries({ x, y, "text-anchor": tiers ? "middle" : "start" })
      .forEach(([name, value]) => words.setAttribute(name, value));
    if (!tiers) words.setAttribute("transform", `rotate(${turn} ${x} ${y})`);
    if (isUpper) put(canvas, "line", { x1: x, x2: x, y1: y + 5, y2: at.top + height - 3, class: "leader", "data-key": column });
  });
  return height;
}
