// One line of the file below the other; where the model wavered its words are deep in colour.

const DEEPEST = 50; // percent of the colour in the ground of a token without any probability
const MARK = "\u2581"; // begins a word

function draw(root, data, send) {
  const { clock } = remember(root);
  const refocus = anew(root, data);
  const list = groupOf(root, "lines", data.words.title);
  const rows = data.lines.map((line) => lineInto(list, data, line));
  scaleInto(root, data);
  const numbers = data.lines.map((line) => line.number);
  let now = clock.chosen(JSON.stringify(numbers), numbers.indexOf(data.chosen));
  const set = (place) => {
    now = place;
    rows.forEach((row, index) => {
      row.setAttribute("aria-pressed", String(index === place));
      row.tabIndex = index === Math.max(0, place) ? 0 : -1;
    });
  };
  const rest = (place) => {
    set(place);
    clock.later(() => send("line", place), place);
  };
  rows.forEach((row, place) => { row.onclick = () => rest(place); });
  keysAlong(rows, (to) => {
    rest(to);
    rows[to].focus();
  });
  set(now);
  refocus();
  return { clock };
}

/** A line: its number, what was read, what was written, and how sure on the whole. */
function lineInto(list, data, line) {
  const row = node("button", "line", list);
  row.dataset.focus = `line${line.number}`;
  node("span", "number", row, String(line.number));
  node("span", "source", row, line.source);
  const said = node("span", line.problem ? "problem" : "said", row, line.problem);
  line.tokens.forEach(([token, probability]) => tokenInto(said, token, probability));
  node("span", "mean", row, line.mean);
  return row;
}

/** A token on a ground as deep as it was improbable; a word's first one stands apart. */
function tokenInto(said, token, probability) {
  const begins = token.startsWith(MARK);
  if (begins && said.childNodes.length) said.append(" ");
  const ends = token === "</s>";
  if (ends) said.append("\u2060"); // stays on the line of the last word
  const words = token.replace(MARK, "");
  const part = node("span", `token${ends ? " end" : ""}${words ? "" : " space"}`, said, words || MARK);
  part.style.setProperty("--share", `${Math.round((1 - probability) * DEEPEST)}%`);
  part.title = `${token} ${percent(probability)}`;
}

function scaleInto(root, data) {
  const legend = node("div", "legend", root);
  node("span", "", legend, data.words.sure);
  node("i", "", legend).style.setProperty("--share", `${DEEPEST}%`);
  node("span", "", legend, data.words.unsure);
  node("span", "right", legend, data.words.mean);
}

/** Every token with its probability, for the reader to keep. */
function numbers(data) {
  const rows = data.lines.flatMap((line) => line.tokens.map(([token, probability], at) => ({
    line: line.number, step: at + 1, token, probability,
  })));
  return [{ name: "tokens", rows }];
}

export default (component) => mount(component, "sureness", draw, numbers);
