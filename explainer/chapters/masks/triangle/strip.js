// The chosen row from score to weight: a number a key, then one bar of length 1 that is cut anew.

const LABELS = 88;
const LINE = 21;

function drawStrip(holder, data) {
  const width = Math.max(240, holder.clientWidth);
  const count = data.fed.length;
  const isWide = (width - LABELS) / count >= 34;
  const left = isWide ? LABELS : 0;
  const cell = (width - left) / count;
  const top = isWide ? 3 * LINE : 18;
  const canvas = put(holder, "svg", { width, height: top + 34, class: "strip", role: "img" });
  const lines = [];
  if (isWide) {
    [data.words.key, data.words.score, data.words.mask].forEach((name, line) => {
      put(canvas, "text", { x: 0, y: line * LINE + 15, class: "label" }, name);
      lines.push(data.fed.map((_, key) => put(canvas, "text", {
        x: left + (key + 0.5) * cell, y: line * LINE + 15, class: line ? "digit" : "digit name",
      })));
    });
  }
  put(canvas, "text", isWide ? { x: 0, y: top + 21, class: "label" } : { x: 0, y: 12, class: "label" }, data.words.bar);
  const bar = put(canvas, "g", {});
  return (row, edge, weights) => {
    canvas.setAttribute("aria-label", data.words.bar);
    lines.forEach((texts, line) => texts.forEach((words, key) => {
      const isOpen = key <= row + edge;
      words.classList.toggle("off", !isOpen);
      words.classList.toggle("future", isOpen && key > row);
      words.textContent = [
        () => data.fed[key], () => signed(data.scores[row][key]), () => (isOpen ? "0" : "\u2212\u221e"),
      ][line]();
      if (!line) fitInto(words, cell - 3);
    }));
    cutBar(bar, data, { left, top, width: width - left }, row, weights);
  };
}

const signed = (value) => value.toFixed(1).replace(/^-0\.0$/, "0.0").replace("-", "\u2212");

function cutBar(bar, data, at, row, weights) {
  bar.replaceChildren();
  let x = at.left;
  weights.forEach((weight, key) => {
    const width = weight * at.width;
    if (width > 0.4) {
      const kind = key > row ? "part future" : "part";
      put(bar, "rect", {
        x: x + 0.5, y: at.top + 2, width: Math.max(0.4, width - 1), height: 29, rx: Math.min(4, width / 3), class: kind,
        style: `fill:${shadeOf(data, weight)}`, "data-key": key,
      });
      if (width > 34) {
        const words = pieceInto(bar, { x: x + width / 2, y: at.top + 21, class: "part-name" }, data.fed[key]);
        words.style.fill = inkOn(data, weight);
        const number = ` ${weight.toFixed(2)}`;
        const bare = words.getComputedTextLength();
        if (bare + 34 < width) put(words, "tspan", {}, number);
        else if (bare > width - 4) words.textContent = weight.toFixed(2);
      }
    }
    x += width;
  });
}
