// Words in lines that wrap, bars below them for the n-grams that match: ✓ credited, ✗ clipped.
// All words and colours come from Python; text reaches the page through textContent only.

const SIGNS = ["\u2713", "\u2717", ""];
const KINDS = ["match", "clipped", "open"]; // open: to be marked in a lesson

// bars[level][token] = [n-gram, clipped, begins here, ends here]
function grid(row) {
  const found = Array.from({ length: row.levels }, () => new Array(row.tokens.length).fill(null));
  for (const [start, length, level, ngram, clipped] of row.bars) {
    for (let i = 0; i < length; i += 1) {
      found[level][start + i] = [ngram, clipped, i === 0, i === length - 1];
    }
  }
  return found;
}

function drawRow(row, group, data, light) {
  node("div", "name", group, row.name);
  const line = node("div", `line ${row.kind}`, group);
  line.setAttribute("role", "list");
  if (!row.tokens.length) {
    node("span", "empty", line, data.empty);
    return;
  }
  const cells = grid(row);
  row.tokens.forEach((word, place) => {
    const token = node("div", "token", line);
    token.setAttribute("role", "listitem");
    node("span", "word", token, word);
    for (const level of cells) {
      const cell = level[place];
      const bar = node("span", "bar", token);
      if (!cell) continue;
      const [ngram, kind, begins, ends] = cell;
      bar.classList.add(KINDS[kind]);
      bar.classList.toggle("begins", begins);
      bar.classList.toggle("ends", ends);
      bar.dataset.ngram = String(ngram);
      bar.title = data.tips[ngram];
      if (begins) node("span", "sign", bar, SIGNS[kind]);
      bar.onpointerenter = () => light(ngram);
      bar.onpointerleave = () => light(null);
    }
  });
}

/** The shares of all lengths, to press, and what becomes of them. */
function drawSum(root, sum, send) {
  const line = node("div", "sum", root);
  sum.orders.forEach((order, place) => {
    const part = node("button", order.lit ? "order lit" : "order", line);
    part.dataset.focus = `order${place}`;
    part.setAttribute("aria-pressed", String(order.lit));
    part.onclick = () => send("order", place);
    node("span", "length", part, order.name);
    node("b", "", part, order.fraction);
    const bar = node("span", "share", part);
    node("span", "", bar).style.width = `${100 * order.share}%`;
  });
  node("span", "step", line, `\u2192 ${sum.mean}`);
  node("span", "step", line, `\u00d7 ${sum.penalty}`);
  const score = node("span", "score", line, `= ${sum.name} `);
  node("b", "", score, sum.value);
  if (sum.change) node("span", "change", score, ` (${sum.change})`);
  node("span", "beside", line, sum.beside);
}

function draw(root, data, send) {
  const refocus = anew(root, data);
  const group = groupOf(root, "", data.title);
  const light = (ngram) => {
    group.classList.toggle("hovered", ngram !== null);
    for (const bar of group.querySelectorAll(".bar")) {
      bar.classList.toggle("on", ngram !== null && bar.dataset.ngram === String(ngram));
    }
  };
  for (const row of data.rows) drawRow(row, group, data, light);
  if (data.asks) ask(group, data, root.answer);
  else reachByKeys([...group.querySelectorAll(".bar.begins")], light);
  drawSum(root, data.sum, send);
  refocus();
}

/** In a lesson the words of the first text are pressed, or its n-grams where their bars stand below. */
function ask(group, data, answer) {
  const bars = [...group.querySelectorAll(".bar.open")];
  const parts = bars.length ? bars.filter((bar) => bar.classList.contains("begins")) : [...group.querySelectorAll(".line.candidate .word")];
  parts.forEach((part, at) => offered(part, data.asks, at, answer));
  for (const bar of bars) {
    const first = parts[Number(bar.dataset.ngram)];
    if (bar === first) bar.setAttribute("aria-label", bar.title);
    else bar.onclick = first.onclick;
    bar.classList.toggle("chosen", first.getAttribute("aria-pressed") === "true");
  }
}

/** One tab stop for all bars; arrow keys move between them, and what has the focus is lit. */
function reachByKeys(bars, light) {
  bars.forEach((bar) => {
    setAll(bar, { role: "img", "aria-label": bar.title });
    bar.onfocus = () => light(Number(bar.dataset.ngram));
    bar.onblur = () => light(null);
  });
  roving(bars, 0);
}

export default function ngrams(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".ngrams");
  root.answer = (value) => setTriggerValue("answer", value);
  draw(root, data, (...pick) => setTriggerValue("pick", pick));
  root.numbers = () => [{
    name: "words",
    rows: data.rows.flatMap((row) => row.tokens.map((word, place) => ({
      text: row.name, place: place + 1, word,
    }))),
  }, {
    name: "matches",
    rows: data.rows.flatMap((row) => row.bars.map(([start, length, , ngram, clipped]) => ({
      text: row.name, start: start + 1, n: length, ngram: row.tokens.slice(start, start + length).join(" "),
      match: clipped ? "clipped" : "credited", told: data.tips[ngram],
    }))),
  }, {
    name: "score",
    rows: [
      ...data.sum.orders.map((order) => ({ what: order.name, value: order.fraction })),
      { what: data.sum.name, value: data.sum.value },
    ],
  }].filter((table) => table.rows.length);
}
