// The length penalty: dragged here, it ranks the stored sums anew without a word to the server.

const LISTED = 6;
const FINE = 10; // places of the slider for one of alpha

const penalty = (length, alpha) => ((5 + length) / 6) ** alpha;
const scoreOf = (end, alpha) => end.total / penalty(end.length, alpha);

function unpackEnds(data) {
  return data.ends.map(([node, total, length, words, finished]) => ({ node, total, length, words, finished: Boolean(finished) }));
}

/** Best first: what is finished, by score, of equal ones the shorter. */
function ranked(ends, alpha) {
  return [...ends].sort((a, b) => b.finished - a.finished || scoreOf(b, alpha) - scoreOf(a, alpha) || a.length - b.length);
}

/** Which words of `words` are no part of the longest run they share, in order, with `other`. */
function differing(words, other) {
  const table = Array.from({ length: words.length + 1 }, () => Array(other.length + 1).fill(0));
  for (let i = words.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      table[i][j] = words[i] === other[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    }
  }
  const found = new Set();
  for (let i = 0, j = 0; i < words.length;) {
    if (j < other.length && words[i] === other[j]) {
      i += 1;
      j += 1;
    } else if (j < other.length && table[i][j + 1] >= table[i + 1][j]) {
      j += 1;
    } else {
      found.add(i);
      i += 1;
    }
  }
  return found;
}

/** A translation whose words are marked where `other` has others. */
function sentence(parent, words, other) {
  const parts = words.split(/\s+/);
  const own = differing(parts, other ? other.split(/\s+/) : parts);
  const line = node("span", "words", parent);
  parts.forEach((part, index) => {
    if (index) line.append(" ");
    node(own.has(index) ? "mark" : "span", "", line, part);
  });
}

function sum(parent, end, alpha) {
  const line = node("span", "sum", parent);
  line.append(`${decimals(end.total)} \u00f7 ${penalty(end.length, alpha).toFixed(2)} \u2248 `);
  node("b", "", line, decimals(scoreOf(end, alpha)));
}

/** The slider with a mark wherever another translation wins. */
function alphaSlider(root, data, moved, send, clock) {
  const row = node("div", "penalty", root);
  const label = node("label", "name", row, `${data.words.alpha} `);
  const value = node("b", "value", label);
  const track = node("span", "track", row);
  node("span", "rail", track);
  for (const [alpha] of data.jumps.slice(1)) {
    const mark = node("span", "jump", track, alpha.toFixed(2));
    mark.style.left = `${(100 * alpha) / data.most}%`;
  }
  const input = node("input", "", track);
  Object.assign(input, { type: "range", min: 0, max: data.most * FINE, step: 1, id: "beam-alpha" });
  label.htmlFor = input.id;
  input.dataset.focus = "alpha";
  const knob = node("span", "knob", track);
  if (data.jumps.length > 1) node("span", "hint", row, data.words.jump);
  const set = (alpha) => {
    value.textContent = alpha.toFixed(alpha * FINE % 1 ? 2 : 1);
    knob.style.left = `${(100 * alpha) / data.most}%`;
    input.setAttribute("aria-valuetext", value.textContent);
    moved(alpha);
  };
  input.value = Math.round(data.alpha * FINE);
  holdWhileDragged(input, clock);
  input.oninput = () => {
    set(input.value / FINE);
    send(Number(input.value), input.value / FINE);
  };
  set(data.alpha);
}

/** The ranking by the alpha of the moment; pointing at a line shows its path. */
function ranking(list, data, ends, alpha, point) {
  const order = ranked(ends, alpha);
  const before = new Map([...list.children].map((line) => [line.dataset.node, line.getBoundingClientRect().top]));
  list.replaceChildren();
  order.slice(0, LISTED).forEach((end, place) => {
    const line = node("li", place ? "" : "first", list);
    line.dataset.node = end.node;
    node("span", "place", line, end.finished ? String(place + 1) : MARKS.cut);
    sentence(line, end.words, place ? order[0].words : order[1]?.words);
    node("span", "count", line, fill(data.words.count, { count: end.length }));
    sum(line, end, alpha);
    line.onpointerenter = () => point(end.node);
    line.onpointerleave = () => point(null);
  });
  if (order.length > LISTED) node("li", "more", list, fill(data.words.more, { count: order.length - LISTED }));
  slide(list, before);
}

/** Lines that changed places glide there. */
function slide(list, before) {
  if (isStill()) return;
  for (const line of list.children) {
    const moved = before.has(line.dataset.node) ? before.get(line.dataset.node) - line.getBoundingClientRect().top : 0;
    if (moved) line.animate([{ transform: `translateY(${moved}px)` }, {}], { duration: 180, easing: "ease-out" });
  }
}
