// One token: what the model gave (bars), what is asked for (marks), and the pull between them.

const LINE = { height: 27, bar: 13 };
const RAIL = { wide: 130, narrow: 84 };
const ROOM = { wide: 250, narrow: 74 }; // for the numbers at the right
const SLIM = 600;
const ARROW = 9; // pixels from which on a pull is an arrow

/** p, q and p - q of the wanted token, the favourites and the rest. */
function pullsOf(data, token, epsilon) {
  const each = epsilon / data.n_vocab;
  const asked = token.names.map((_, at) => (at ? each : 1 - epsilon + each));
  asked.push(1 - asked.reduce((sum, q) => sum + q, 0));
  return token.given.map((p, at) => ({
    name: token.names[at] ?? data.words.others, p, q: Math.max(0, asked[at]), pull: p - Math.max(0, asked[at]),
  }));
}

const share = (p) => (p < 0.0005 ? "<0.1%" : `${(100 * p).toFixed(1)}%`);
const signed = (value) => {
  const written = Math.abs(value).toFixed(3);
  if (Number(written) === 0) return "0.000";
  return `${value < 0 ? "\u2212" : "+"}${written}`;
};

function drawArrows(parent, data, pulls) {
  const width = Math.max(240, parent.clientWidth);
  const size = width < SLIM ? "narrow" : "wide";
  const top = size === "wide" ? 20 : 4;
  const canvas = put(parent, "svg", {
    width, height: top + pulls.length * LINE.height + 4, role: "img", "aria-label": data.words.pulls,
  });
  const left = RAIL[size];
  const long = width - left - ROOM[size];
  const columns = size === "wide" ? [50, 112, 232] : [null, null, 70];
  if (size === "wide") {
    [data.words.p, data.words.q, data.words.gradient].forEach((words, at) => {
      put(canvas, "text", { class: "head", x: left + long + columns[at] + 14, y: 12 }, words);
    });
  }
  for (const tick of [0, 0.5, 1]) {
    const x = left + tick * long;
    put(canvas, "line", { class: "grid", x1: x, x2: x, y1: top - 2, y2: top + pulls.length * LINE.height });
  }
  pulls.forEach((one, at) => {
    const y = top + at * LINE.height;
    const middle = y + LINE.height / 2;
    const kind = at === 0 ? "wanted" : "other";
    const words = pieceInto(canvas, { class: `name ${kind}`, x: left - 8, y: middle + 4.5 }, one.name);
    fitInto(words, left - 12);
    put(canvas, "rect", {
      class: "given", x: left, y: middle - LINE.bar / 2, width: Math.max(0.8, one.p * long), height: LINE.bar, rx: 2,
    });
    const mark = left + one.q * long;
    put(canvas, "line", { class: "asked", x1: mark, x2: mark, y1: y + 3, y2: y + LINE.height - 3 });
    arrow(canvas, left + one.p * long, mark, middle);
    const told = [share(one.p), share(one.q), signed(one.pull)];
    columns.forEach((x, which) => {
      if (x === null) return;
      const tone = which === 2 && told[2] !== "0.000" ? (one.pull < 0 ? "up" : "down") : "";
      put(canvas, "text", { class: `fact ${tone}`, x: left + long + x + 14, y: middle + 4.5 }, told[which]);
    });
  });
}

/** From what was given towards what is asked for. */
function arrow(canvas, from, to, y) {
  const length = Math.abs(to - from);
  if (length < ARROW) return;
  const side = to > from ? 1 : -1;
  const tone = to > from ? "up" : "down";
  const tip = to - 2 * side;
  put(canvas, "line", { class: `pull ${tone}`, x1: from, x2: tip - 6 * side, y1: y, y2: y });
  put(canvas, "path", { class: `tip ${tone}`, d: `M${tip} ${y}l${-8 * side} -5v10z` });
}
