// A line for each model: what it is compared with, its name, score, size, and what it wrote.

/** A translation; words that the base did not write are marked. */
function wroteInto(parent, said, base) {
  if (base === null) {
    node("span", "", parent, said);
    return;
  }
  for (const { same, fresh } of aligned(base, said)) {
    for (const word of fresh) {
      node("span", same ? "" : "added", parent, word);
      parent.append(" ");
    }
  }
}

function lineOf(list, data, look, model, base) {
  const row = node("div", "line", list);
  if (base) {
    const radio = node("span", "as-base", row);
    radio.dataset.focus = `base${model.name}`;
    radio.dataset.model = model.name;
    radio.setAttribute("role", "radio");
    radio.setAttribute("aria-checked", String(model === base));
    radio.setAttribute("aria-label", fill(data.words.as_base, { name: model.name }));
    node("i", "", radio);
  }
  const line = node("button", "model", row);
  line.type = "button";
  line.dataset.focus = model.name;
  line.setAttribute("aria-pressed", String(model === look.chosen));
  node("span", "name", line, model.name);
  node("b", "bleu", line, model.bleu.toFixed(1));
  node("span", "size", line, `${millionsOf(model.parameters).toFixed(1)}M`);
  wroteInto(node("span", "wrote", line), model.wrote, base && model !== base ? base.wrote : null);
  return line;
}

/** The models of one pair of languages; `base` is null where nothing is compared. */
function groupInto(root, data, look, group, press, choose) {
  const base = group === look.group ? look.base : null;
  const list = node("div", base ? "group based" : "group", root);
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", `${data.words.name} ${group.languages}`);
  const head = node("div", "head", list);
  if (base) node("span", "column", head, data.words.base);
  const line = node("div", "columns", head);
  node("span", "languages", line, group.languages);
  node("span", "column", line, data.words.bleu);
  node("span", "column size", line, data.words.size);
  node("span", "sentence", line, group.sentence || data.words.wrote);
  for (const model of group.models) {
    lineOf(list, data, look, model, base).onclick = () => press(model);
  }
  const radios = [...list.querySelectorAll(".as-base")];
  radios.forEach((radio, place) => radio.addEventListener("click", () => choose(group.models[place])));
  roving(radios, group.models.indexOf(base), true);
}
