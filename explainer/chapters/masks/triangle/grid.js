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

/** Names above columns: level where all of them fit, else slanted. Gives the height they take. */
function columnNames(canvas, names, at) {
  const made = names.map((name) => pieceInto(canvas, { class: `side ${at.side}` }, name));
  const lengths = made.map((words) => words.getComputedTextLength());
  const isLevel = Math.max(...lengths) <= at.cell - 4;
  const height = isLevel ? 18 : Math.min(62, Math.max(...lengths) * 0.72 + 14);
  made.forEach((words, column) => {
    const x = at.left + (column + 0.5) * at.cell;
    words.setAttribute("text-anchor", isLevel ? "middle" : "start");
    words.setAttribute("x", x);
    words.setAttribute("y", at.top + height - 5);
    if (!isLevel) words.setAttribute("transform", `rotate(-46 ${x} ${at.top + height - 5})`);
  });
  return height;
}
