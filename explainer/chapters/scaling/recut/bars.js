// Softmax rows as bars of length 1, cut anew for every divisor and width.

const RAIL = 128;
const FACTS = 222;
const NARROW = 640;
const BAR = { height: 40, gap: 12 };

function softmaxOf(scores, by) {
  const seen = scores.filter((score) => score !== null);
  const top = Math.max(...seen);
  const raised = scores.map((score) => (score === null ? 0 : Math.exp((score - top) / by)));
  const total = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / total);
}

/** Frobenius norm of the softmax's Jacobian diag(w) - w w^T. */
function gradientOf(weights) {
  const squares = weights.map((w) => w * w);
  const total = squares.reduce((sum, one) => sum + one, 0);
  const own = weights.reduce((sum, w, at) => sum + squares[at] * (1 - w) ** 2, 0);
  const others = total ** 2 - squares.reduce((sum, one) => sum + one * one, 0);
  return Math.sqrt(Math.max(0, own + others));
}

/** A bar of length 1 cut by the weights; names and numbers where there is room for them. */
function cut(group, data, box, weights) {
  group.replaceChildren();
  let x = box.x;
  weights.forEach((weight, key) => {
    const width = weight * box.width;
    if (width > 0.3) {
      put(group, "rect", {
        x: x + 0.5, y: box.y, width: Math.max(0.3, width - 1), height: box.height, rx: Math.min(4, width / 3),
        class: "part", style: `fill:${shadeOf(data, weight)}`, "data-key": key,
      });
    }
    if (width > 20) name(group, data, { x: x + width / 2, y: box.y, width }, key, weight);
    x += width;
  });
}

function name(group, data, at, key, weight) {
  const style = `fill:${inkOn(data, weight)}`;
  const words = pieceInto(group, { x: at.x, y: at.y + 17, class: "part-name", style }, data.keys[key]);
  if (words.getComputedTextLength() > at.width - 4) words.remove();
  if (at.width > 30) put(group, "text", { x: at.x, y: at.y + 33, class: "part-number", style }, weight.toFixed(2));
}

/** One bar for each divisor, with its largest weight and the size of the gradient. */
function drawBars(holder, data) {
  const width = Math.max(240, holder.clientWidth);
  const isNarrow = width < NARROW;
  const { height } = BAR;
  const head = isNarrow ? 0 : 20;
  const step = height + BAR.gap + (isNarrow ? 20 : 0);
  const canvas = put(holder, "svg", {
    width, height: head + data.divisors.length * step, role: "img", class: "bars", "aria-label": data.words.bars,
  });
  const right = width - (isNarrow ? 0 : FACTS) + 14;
  if (!isNarrow) {
    put(canvas, "text", { x: right, y: 13, class: "label" }, data.words.largest);
    put(canvas, "text", { x: right + 92, y: 13, class: "label" }, data.words.gradient);
  }
  const rows = data.divisors.map((divisor, line) => {
    const top = head + line * step + (isNarrow ? 20 : 0);
    const box = { x: isNarrow ? 0 : RAIL, y: top, width: width - (isNarrow ? 0 : RAIL + FACTS), height };
    const title = put(canvas, "text", { x: 0, y: isNarrow ? top - 6 : top + height / 2 - 2, class: "divisor" }, divisor.name);
    const by = isNarrow ? null : put(canvas, "text", { x: 0, y: top + height / 2 + 15, class: "label" });
    const group = put(canvas, "g", { class: `row ${divisor.id}` });
    const middle = top + height / 2 + 5;
    const facts = isNarrow
      ? { told: put(canvas, "text", { x: width, y: top - 6, class: "label end" }) }
      : {
        largest: put(canvas, "text", { x: right, y: middle, class: "fact" }),
        gradient: put(canvas, "text", { x: right + 92, y: middle, class: "fact" }),
        bar: put(canvas, "rect", { x: right + 134, y: middle - 12, height: 14, rx: 3, class: "slope" }),
      };
    return { divisor, title, by, group, box, facts };
  });
  return (stop) => rows.forEach((row) => showBar(data, row, stop));
}

const FULL = 0.5; // the most a softmax's gradient can be, of two even keys: the length of its bar
const LONGEST = 52;

function showBar(data, row, stop) {
  const by = row.divisor.by[stop];
  const weights = softmaxOf(data.scores[stop], by);
  const largest = Math.max(...weights).toFixed(2);
  const slope = row.divisor.gradient[stop] ?? gradientOf(weights);
  cut(row.group, data, row.box, weights);
  if (row.by) row.by.textContent = row.divisor.id === "none" ? "" : `= \u00f7 ${Number(by.toFixed(2))}`;
  if (row.facts.told) {
    row.facts.told.textContent = unsaid(`${data.words.gradient} ${slope.toFixed(2)}`);
    return;
  }
  row.facts.largest.textContent = unsaid(largest);
  row.facts.gradient.textContent = unsaid(slope.toFixed(2));
  row.facts.bar.setAttribute("width", Math.max(0.8, (veiled ? 0 : LONGEST * slope) / FULL).toFixed(1));
}
