// The right program and one with a mistake: the lines that differ, both translations, and what both
// believe of every token. Text reaches the page through textContent only.

const SIGNS = { "-": "minus", "+": "plus" };

function programInto(parent, data, one, isWrong) {
  const box = node("div", isWrong ? "program wrong" : "program", parent);
  node("div", "name", box, `${isWrong ? "\u2717" : "\u2713"} ${one.name}`);
  node("div", "written", box, one.written);
  const facts = node("div", "facts", box);
  for (const what of ["loss", "parameters"]) {
    const fact = node("span", "", facts, `${data.words[what]} `);
    node("b", "", fact, one[what]);
  }
}

function tokenInto(parent, [piece, ...shares]) {
  const token = node("div", "token", parent);
  for (const share of shares) node("i", "", node("span", "bar", token)).style.height = `${100 * share}%`;
  for (const share of shares) node("small", "", token, share.toFixed(2));
  pieceOf(node("span", "piece", token), piece);
}

export default function faulty({ data, parentElement }) {
  const root = parentElement.querySelector(".faulty");
  clear(root, data);
  const two = node("div", "two", root);
  const left = node("div", "", two);
  node("div", "label", left, data.words.difference);
  const code = node("div", "code", left);
  for (const [sign, spans] of data.lines) {
    const line = node("span", `line ${SIGNS[sign] || ""}`, code);
    line.dataset.sign = sign;
    line.style.setProperty("--indent", `${indentOf(spans) + 2}ch`);
    words(line, data, spans);
  }
  const right = node("div", "", two);
  data.programs.forEach((one, at) => programInto(right, data, one, at === 1));
  node("div", "label", root, data.words.probability);
  const tokens = node("div", "tokens", root);
  tokens.setAttribute("role", "img");
  tokens.setAttribute("aria-label", data.words.alt);
  for (const token of data.tokens) tokenInto(tokens, token);
  root.numbers = () => [{
    name: "probabilities",
    rows: data.tokens.map(([piece, right_program, wrong_program]) => ({ token: piece, right: right_program, wrong: wrong_program })),
  }];
}
