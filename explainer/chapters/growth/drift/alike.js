// How alike two words are, of one group and of two: a curve each over the states.

const SMALL = { height: 150, left: 8, right: 44, top: 14, bottom: 24 };

function drawAlike(parent, data) {
  node("div", "head", parent, data.words.alike);
  const width = Math.max(200, parent.clientWidth);
  const canvas = put(parent, "svg", { width, height: SMALL.height, role: "img", "aria-label": data.words.alike });
  const last = data.states.length - 1;
  const values = data.likeness.flat();
  const [low, high] = [Math.min(0, ...values), Math.max(...values)];
  const x = (state) => SMALL.left + (state * (width - SMALL.left - SMALL.right)) / Math.max(1, last);
  const floor = SMALL.height - SMALL.bottom;
  const y = (value) => floor - ((value - low) * (floor - SMALL.top)) / (high - low || 1);
  put(canvas, "line", { class: "axis", x1: 0, x2: width - SMALL.right + 8, y1: y(0), y2: y(0) });
  put(canvas, "text", { class: "title", x: 0, y: SMALL.height - 6 }, data.states[0]);
  put(canvas, "text", { class: "title end", x: width - SMALL.right + 12, y: SMALL.height - 6 }, data.states[last]);
  const cursor = put(canvas, "line", { class: "cursor", y1: SMALL.top - 6, y2: floor });
  const curves = ["within", "across"].map((kind, which) => {
    const points = data.likeness.map((both, state) => `${x(state)},${y(both[which])}`);
    put(canvas, "polyline", { class: `curve ${kind}`, points: points.join(" ") });
    return {
      dot: put(canvas, "circle", { class: `dot ${kind}`, r: 4.5 }),
      fact: put(canvas, "text", { class: `fact ${kind}` }, ""),
    };
  });
  const list = node("div", "legend", parent);
  ["within", "across"].forEach((kind) => {
    const entry = node("span", "entry", list);
    node("i", kind, entry);
    node("span", "", entry, data.words[kind]);
  });
  return (state) => {
    cursor.setAttribute("x1", x(state));
    cursor.setAttribute("x2", x(state));
    const heights = data.likeness[state].map(y);
    const lower = Math.min(floor - 3, heights[1] + 4.5);
    const facts = [Math.min(heights[0] + 4.5, lower - 14), lower]; // never one over the other
    curves.forEach(({ dot, fact }, which) => {
      dot.setAttribute("cx", x(state));
      dot.setAttribute("cy", heights[which]);
      fact.setAttribute("x", x(state) + 8);
      fact.setAttribute("y", facts[which]);
      fact.textContent = data.likeness[state][which].toFixed(2).replace("-", "\u2212");
    });
  };
}
