// Vectors as strips of bars, their numbers, and what stands round them.

const ink = (name) => `fill:var(--${name})`;
const largest = (values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
const number = (value) => {
  const size = Math.abs(value);
  const digits = size >= 100 ? 1 : size >= 1 ? 2 : 3;
  return value.toFixed(digits).replace("-", "\u2212");
};

/** Cuts a piece to about `width` pixels. */
function fitted(piece, width, size) {
  const wide = (char) => (char.codePointAt(0) > 0x2fff ? 1 : 0.6) * size;
  const chars = Array.from(piece);
  let used = 0;
  let kept = 0;
  while (kept < chars.length && used + wide(chars[kept]) <= width) used += wide(chars[kept++]);
  return kept < chars.length ? `${chars.slice(0, Math.max(1, kept - 1)).join("")}\u2026` : piece;
}

/**
 * Bars up and down from the middle of a box; `only` keeps a run of them strong, the rest pale.
 * One path for each strength: 200 bars are two nodes.
 */
function bars(parent, box, values, colour, limit, only) {
  const step = box.width / values.length;
  const gap = step > 5 ? 2 : step > 2.4 ? 0.6 : 0;
  const middle = box.y + box.height / 2;
  const paths = { strong: "", pale: "" };
  values.forEach((value, index) => {
    const high = Math.max(0.6, (Math.abs(value) / limit) * (box.height / 2 - 2));
    const x = box.x + index * step + gap / 2;
    const y = value >= 0 ? middle - high : middle;
    const strong = !only || (index >= only[0] && index < only[1]);
    const run = `M${x.toFixed(1)} ${y.toFixed(1)}h${(step - gap).toFixed(1)}v${high.toFixed(1)}h${(gap - step).toFixed(1)}z`;
    paths[strong ? "strong" : "pale"] += run;
  });
  put(parent, "line", {
    x1: box.x, x2: box.x + box.width, y1: middle, y2: middle, style: "stroke:var(--line)",
  });
  if (paths.pale) put(parent, "path", { d: paths.pale, style: ink(colour), opacity: 0.3 });
  if (paths.strong) put(parent, "path", { d: paths.strong, style: ink(colour) });
}

/** The ground of a strip; outlined where it belongs to the stage that is looked at. */
function ground(parent, box, isStage) {
  put(parent, "rect", {
    x: box.x - 4, y: box.y - 2, width: box.width + 8, height: box.height + 4, rx: 6,
    class: isStage ? "ground stage" : "ground",
  });
}

/** A letter and a short line in the rail on the left. */
function rail(parent, y, letter, line, colour) {
  put(parent, "text", { x: 0, y: y + 4, class: "letter", style: ink(colour) }, letter);
  if (line) put(parent, "text", { x: 0, y: y + 20, class: "small" }, fitted(line, 80, 12));
}
