// A line for each model: its name, a bar for its score, its size, and what it wrote.

const ROOM = 0.82; // of the column, for the longest bar: the number stands behind it

function lineOf(list, data, model, best) {
  const line = node("button", "model", list);
  line.type = "button";
  line.dataset.focus = model.name;
  line.setAttribute("aria-pressed", String(model.name === data.chosen));
  node("span", "name", line, model.name);
  const score = node("span", "score", line);
  node("i", "", score).style.width = `${100 * ROOM * model.bleu / data.most}%`;
  node("b", "", score, model.bleu.toFixed(1));
  node("span", "size", line, model.size);
  wroteInto(node("span", "wrote", line), model.wrote, best);
  return line;
}

const wordsOf = (said) => said.toLowerCase().match(/[\p{L}\p{N}']+/gu) || [];

/** A translation; words that the best model did not write are underlined. */
function wroteInto(parent, said, best) {
  const known = new Set(wordsOf(best));
  for (const part of said.split(/(\s+)/)) {
    const isOther = wordsOf(part).some((word) => !known.has(word));
    node(isOther ? "u" : "span", "", parent, part);
  }
}

function groupOf(root, data, group) {
  const list = node("div", "group", root);
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", `${data.words.name} ${group.languages}`);
  const head = node("div", "head", list);
  node("span", "languages", head, group.languages);
  node("span", "column", head, data.words.bleu);
  node("span", "column size", head, data.words.size);
  node("span", "sentence", head, group.sentence || data.words.wrote);
  return group.models.map((model) => lineOf(list, data, model, group.models[0].wrote));
}

function draw(root, data, send) {
  const refocus = anew(root, data);
  const lines = data.groups.flatMap((group) => groupOf(root, data, group));
  lines.forEach((line, place) => { line.onclick = () => send("model", place); });
  refocus();
}

const numbers = (data) => [{
  name: "models",
  rows: data.groups.flatMap(({ languages, sentence, models }) => models.map(({ name, bleu, size, wrote }) => (
    { languages, model: name, BLEU: bleu, parameters: size, sentence, translation: wrote }))),
}];

export default (component) => mount(component, "ranking", draw, numbers);
