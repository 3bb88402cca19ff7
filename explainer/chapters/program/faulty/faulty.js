// The right program and one with a mistake: the lines that differ, the values they make and the first
// of them that differs, both translations, and what both believe of every token. A guess may come first.

const SIGNS = { "-": "minus", "+": "plus" };
const LARGE = [190, 118]; // pixels of the two pictures of a value
const SMALL = [52, 26];

/** Cause, first difference and effect are counted. */
function labelInto(parent, number, said) {
  const label = node("div", "label", parent);
  node("b", "count", label, String(number));
  label.append(said);
}

function linesInto(parent, data) {
  labelInto(parent, 1, data.words.difference);
  const code = node("div", "code", parent);
  for (const [sign, spans] of data.lines) {
    const line = node("span", `line ${SIGNS[sign] || ""}`, code);
    line.dataset.sign = sign;
    line.style.setProperty("--indent", `${indentOf(spans) + 2}ch`);
    words(line, data, spans);
  }
}

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

/** Both pictures on one scale. */
function tensorsOf(step) {
  const both = [step.right, step.wrong].filter(Boolean).map((packed) => openUp({ ...step, packed }));
  const most = Math.max(...both.map((one) => one.most));
  return both.map((one) => ({ ...one, most }));
}

const signOf = ({ difference }) => (difference === null ? "\u2013" : difference > 0 ? "\u2260" : "=");
const kindOf = ({ difference }) => (difference === null ? "missing" : difference > 0 ? "differs" : "same");

/** The values one after the other, and the pressed one as both programs have it. */
function stepsInto(parent, data, state, reveal) {
  const { steps, words: said } = data;
  const first = Math.max(0, steps.findIndex((step) => step.difference > 0));
  labelInto(parent, 2, state.asks ? said.ask : said.first);
  const chain = node("div", "chain", parent);
  const pair = node("div", "pair", parent);
  pair.setAttribute("aria-live", "polite");
  const buttons = steps.map((step, at) => {
    const button = node("button", state.asks ? "step" : `step ${kindOf(step)}`, chain);
    button.dataset.focus = `step${at}`;
    node("span", "value", button, step.name);
    thumbInto(button, data, tensorsOf(step)[0], SMALL);
    node("b", "sign", button, state.asks ? "?" : signOf(step));
    button.onclick = () => (state.asks ? reveal(at) : show(at));
    if (!state.asks) button.title = step.told;
    return button;
  });
  const show = (at) => {
    const step = steps[at];
    buttons.forEach((button, place) => button.setAttribute("aria-pressed", String(place === at)));
    pair.replaceChildren();
    tensorsOf(step).forEach((tensor, which) => {
      const one = node("figure", which ? "wrong" : "", pair);
      node("figcaption", "", one, `${which ? "\u2717" : "\u2713"} ${step.name}`);
      thumbInto(one, data, tensor, parent.clientWidth < 420 ? LARGE.map((most) => 0.8 * most) : LARGE);
    });
    node("div", "told", pair, step.told);
  };
  if (state.asks) {
    const button = node("button", "show", pair, said.show);
    button.dataset.screen = "";
    button.onclick = () => reveal(null);
    return;
  }
  show(first);
  if (state.guess === null) return;
  const right = state.guess === first;
  const words = right ? said.right : fill(said.guess_wrong, { guess: steps[state.guess].name, name: steps[first].name });
  node("div", right ? "verdict" : "verdict wrong", parent, `${right ? "\u2713" : "\u2717"} ${words}`).setAttribute("role", "status");
}

function draw(root, data, state, send) {
  const refocus = anew(root, data);
  const two = node("div", "two", root);
  linesInto(node("div", "", two), data);
  const reveal = (guess) => {
    Object.assign(state, { asks: false, guess });
    draw(root, data, state, send);
    send();
  };
  stepsInto(node("div", "", two), data, state, reveal);
  const effect = node("div", "effect", root);
  labelInto(effect, 3, data.words.outcome);
  const both = node("div", "two", effect);
  data.programs.forEach((one, at) => {
    if (!at || !state.asks) programInto(both, data, one, at === 1);
  });
  if (state.asks) return refocus();
  node("div", "label", effect, data.words.probability);
  const tokens = groupOf(effect, "tokens", data.words.alt, "img");
  for (const token of data.tokens) tokenInto(tokens, token);
  return refocus();
}

export default function faulty({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".faulty");
  const state = remember(root);
  const about = JSON.stringify({ ...data, asks: false });
  if (about !== state.about) Object.assign(state, { about, asks: data.asks, guess: null });
  draw(root, data, state, () => setTriggerValue("open", true));
  root.numbers = () => (state.asks ? [] : [{
    name: "probabilities",
    rows: data.tokens.map(([piece, right_program, wrong_program]) => ({ token: piece, right: right_program, wrong: wrong_program })),
  }, {
    name: "values",
    rows: data.steps.map(({ name, difference }) => ({ value: name, difference })),
  }]);
}
