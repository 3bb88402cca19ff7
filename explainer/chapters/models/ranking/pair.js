// Two models against each other: their translations word by word, and what is between their sizes.

/** Runs of words one above the other, so that a line may end between any two. */
function runsInto(parent, runs) {
  const line = node("div", "runs", parent);
  const marks = node("span", "run marks", line);
  for (const kind of ["base", "chosen"]) node("i", "", node("span", `row side ${kind}`, marks));
  for (const { same, old, fresh } of runs) {
    // Common words stand one by one, so that long sentences find places to end a line.
    const pairs = same ? old.map((word, at) => [[word], [fresh[at]]]) : [[old, fresh]];
    for (const [above, below] of pairs) {
      const run = node("span", same ? "run same" : "run", line);
      for (const [side, words] of [["lost", above], ["added", below]]) {
        const row = node("span", "row", run);
        if (words.length) node("span", same ? "word" : `word ${side}`, row, words.join(" "));
        else row.append("\u00a0");
      }
    }
  }
}

const NUMBERS = [
  ["parameters", (model) => model.parameters / 1e6, 2, "M"],
  ["tokens", (model) => model.tokens / 1e6, 1, "M"],
  ["bleu", (model) => model.bleu, 1, ""],
];

/** Rows of numbers: a bar for each of both, and the difference. */
function differencesInto(parent, data, group, base, chosen) {
  const table = node("div", "numbers", parent);
  table.setAttribute("role", "table");
  for (const [name, valueOf, digits, unit] of NUMBERS) {
    if (name === "tokens" && !(base.tokens && chosen.tokens)) continue;
    const row = node("div", "measure", table);
    row.setAttribute("role", "row");
    const cell = (className, words, role = "cell") => {
      const made = node("span", className, row, words);
      made.setAttribute("role", role);
      return made;
    };
    cell("label", data.words[name], "rowheader");
    const most = Math.max(...group.models.map(valueOf));
    const bars = node("span", "bars", row);
    bars.setAttribute("aria-hidden", "true");
    const told = [[base, "base"], [chosen, "chosen"]].map(([model, kind]) => {
      node("i", kind, bars).style.width = `${(100 * valueOf(model)) / most}%`;
      return Number(valueOf(model).toFixed(digits));
    });
    cell("value", `${told[0].toFixed(digits)}${unit}`);
    cell("value", `${told[1].toFixed(digits)}${unit}`);
    cell("between", `${signed(told[1] - told[0], digits)}${unit}`);
  }
}

function pairInto(parent, data, { group, base, chosen }) {
  const box = node("div", "pair", parent);
  const head = (kind, model) => {
    const line = node("div", `side ${kind}`, box);
    node("i", "", line);
    node("span", "role", line, data.words[kind]);
    node("b", "", line, model.name);
    node("span", "kind", line, model.kind);
  };
  if (!base) {
    head("chosen", chosen);
    node("div", "runs lone", box, chosen.wrote);
    node("div", "alone", box, data.words.alone);
    return;
  }
  head("base", base);
  head("chosen", chosen);
  const runs = aligned(base.wrote, chosen.wrote);
  runsInto(box, runs);
  const counts = node("div", "counts", box);
  const count = (kind, words) => {
    const entry = node("span", kind, counts);
    node("span", `word ${kind}`, entry, data.words[kind]);
    node("b", "", entry, String(words));
  };
  const sum = (runsOf, side) => runsOf.reduce((total, run) => total + run[side].length, 0);
  const others = runs.filter((run) => !run.same);
  count("same", sum(runs.filter((run) => run.same), "old"));
  count("lost", sum(others, "old"));
  count("added", sum(others, "fresh"));
  differencesInto(box, data, group, base, chosen);
}
