// A row for each network: the digit it reads, large, with its probability, and all ten as shades.

const whole = (p) => percent(p, 0);

function reading(parent, data, probs, title) {
  const best = probs.indexOf(Math.max(...probs));
  const made = node("div", "reading", parent);
  if (title) node("span", "title", made, title);
  node("b", "digit", made, String(best));
  node("span", "p", made, whole(probs[best]));
  const ten = node("span", "ten", made);
  probs.forEach((p, digit) => {
    const cell = node("i", "", ten, String(digit));
    cell.title = `${digit}: ${percent(p)}`;
    Object.assign(cell.style, { background: shadeOf(data, p), color: inkOn(data, p) });
  });
  return `${best} (${whole(probs[best])})`;
}

function draw(root, data) {
  clear(root, data);
  const { words } = data;
  root.setAttribute("role", "img");
  const pairs = words.columns.length > 1;
  const said = data.rows.map((row) => {
    const line = node("div", pairs ? "line pair" : "line", root);
    node("span", "network", line, row.network);
    const read = row.probs.map((probs, at) => {
      if (at) {
        const [sign, name] = verdict(row, words);
        node("span", sign === "\u2260" ? "sign" : "sign same", line, sign).title = name;
      }
      return reading(line, data, probs, words.columns[at]);
    });
    if (row.note) {
      const note = node("span", "note", line);
      node("span", "label", note, words.note);
      node("span", "", note, ` ${row.note}`);
    }
    return [row.network, ...read, pairs ? verdict(row, words)[1] : "", row.note && `${words.note} ${row.note}`].filter(Boolean).join(" ");
  });
  root.setAttribute("aria-label", `${words.name}: ${said.join("; ")}`);
}

/** Nothing has changed, or the digit has not, or it has. */
function verdict(row, words) {
  if (row.same) return ["=", words.same];
  const [before, after] = row.probs.map((probs) => probs.indexOf(Math.max(...probs)));
  return before === after ? ["\u2248", words.close] : ["\u2260", words.other];
}

/** What a reader may keep: every probability. */
function numbers({ rows }) {
  return [{
    name: "probabilities",
    rows: rows.flatMap(({ network, probs }) => probs.flatMap((ten, run) => (
      ten.map((probability, digit) => ({ network, run, digit, probability }))))),
  }];
}

export default (component) => mount(component, "digitview", draw, numbers);
