// One token: what the model gave (bars), what is asked for (marks), and the pull between them.

const LINE = { height: 26, bar: 13 };
const TOP = 18;
const RAIL = 84;
const FACTS = { wide: [50, 152], phone: [48, 106] }; // right edges of the numbers, from the end of the bars
const NARROW = 380; // pixels of the field: narrower, the heads are symbols
const ARROW = 9; // pixels from which on a pull is an arrow

/** p, q and p - q of the wanted token, the favourites and the rest. */
function pullsOf(data, token, [, , stop, trained]) {
  const epsilon = data.stops[stop];
  const each = epsilon / data.n_vocab;
  const asked = token.names.map((_, at) => (at ? each : 1 - epsilon + each));
  asked.push(Math.max(0, 1 - asked.reduce((sum, q) => sum + q, 0)));
  return token.given[trained].map((p, at) => ({
    name: token.names[at] ?? data.words.others, p, q: asked[at], pull: p - asked[at],
  }));
}

const signed = (value) => {
  const digits = Math.abs(value).toFixed(3);
  if (Number(digits) === 0) return "0.000";
  return `${value < 0 ? "\u2212" : "+"}${digits}`;
};

/** The lines of a token's candidates; what it returns moves bars, marks and arrows to new pulls. */
function drawArrows(parent, data, names) {
  const width = Math.max(240, parent.clientWidth);
  const canvas = put(parent, "svg", {
    width, height: TOP + names.length * LINE.height + 2, role: "img", "aria-label": data.words.pulls,
  });
  const isPhone = width < NARROW;
  const facts = FACTS[isPhone ? "phone" : "wide"];
  const long = width - RAIL - facts[1];
  (isPhone ? ["p", "p \u2212 q"] : [data.words.p, data.words.gradient]).forEach((words, at) => {
    put(canvas, "text", { class: "head", x: RAIL + long + facts[at], y: 11 }, words);
  });
  for (const tick of [0, 0.5, 1]) {
    const x = RAIL + tick * long;
    put(canvas, "line", { class: "grid", x1: x, x2: x, y1: TOP - 2, y2: TOP + names.length * LINE.height });
  }
  const lines = names.map((name, at) => line(canvas, { name, long, edges: facts, isWanted: at === 0, y: TOP + at * LINE.height }));
  return (pulls) => pulls.forEach((pull, at) => lines[at](pull));
}

function line(canvas, { name, long, edges, isWanted, y }) {
  const middle = y + LINE.height / 2;
  const words = pieceInto(canvas, { class: `name ${isWanted ? "wanted" : "other"}`, x: RAIL - 8, y: middle + 4.5 }, name);
  fitInto(words, RAIL - 12);
  const given = put(canvas, "rect", { class: "given", x: RAIL, y: middle - LINE.bar / 2, height: LINE.bar, rx: 2 });
  const asked = put(canvas, "line", { class: "asked", y1: y + 3, y2: y + LINE.height - 3 });
  const shaft = put(canvas, "rect", { y: middle - 1.5, height: 3 });
  const tip = put(canvas, "path", {});
  const facts = edges.map((x) => put(canvas, "text", { x: RAIL + long + x, y: middle + 4.5 }, ""));
  return ({ p, q, pull }) => {
    const [from, to] = [RAIL + p * long, RAIL + q * long];
    given.style.width = `${Math.max(0.8, p * long)}px`;
    setAll(asked, { x1: to, x2: to });
    const side = to > from ? 1 : -1;
    const tone = side > 0 ? "up" : "down";
    const end = to - 8 * side;
    shaft.setAttribute("class", `pull ${tone}`);
    shaft.style.x = `${Math.min(from, end)}px`;
    shaft.style.width = `${Math.abs(end - from)}px`;
    setAll(tip, { class: `tip ${tone}`, d: `M${to - 2 * side} ${middle}l${-8 * side} -5v10z` });
    const isShort = Math.abs(to - from) < ARROW;
    shaft.classList.toggle("short", isShort);
    tip.classList.toggle("short", isShort);
    facts[0].textContent = unsaid(percent(p));
    facts[1].textContent = unsaid(signed(pull));
    facts[0].setAttribute("class", "fact");
    facts[1].setAttribute("class", `fact ${Number(pull.toFixed(3)) ? tone : ""}`);
  };
}
