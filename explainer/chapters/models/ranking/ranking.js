// Models of a pair of languages on one sentence: two are held against each other, and all stand in
// a plane and in a list. A model that is pressed anywhere is chosen everywhere; the one before it, or
// any other, is the base.

const SIDE = 820; // pixels from which on the plane stands beside what is read
const LINE = 600; // pixels from which on a line of the list has room for a translation

const allOf = (data) => data.groups.flatMap(({ models }) => models);

/** The chosen model with its group and base: the one wished for where the languages fit, else the best. */
function lookOf(data, view) {
  const group = data.groups.find(({ models }) => models.some(({ name }) => name === view.chosen));
  const chosen = group.models.find(({ name }) => name === view.chosen);
  const others = group.models.filter((model) => model !== chosen);
  return { group, chosen, base: others.find(({ name }) => name === view.base) || others[0] || null };
}

function stateOf(root, data, send) {
  const state = remember(root);
  const names = allOf(data).map(({ name }) => name);
  const given = { chosen: data.chosen, base: data.base };
  state.view = state.clock.chosen(JSON.stringify([names, data.groups.map(({ sentence }) => sentence)]), given);
  state.to = (change) => {
    state.view = { ...state.view, ...change };
    const { chosen, base } = state.view;
    const place = names.indexOf(chosen) * (names.length + 1) + names.indexOf(base) + 1;
    state.clock.later(() => send("view", place), state.view);
    draw(root, data, send);
  };
  return state;
}

function pairsInto(parent, data, look, press) {
  const bar = node("div", "pairs", parent);
  for (const group of data.groups) {
    const tab = node("button", "languages", bar, `${group.languages} \u00b7 ${group.models.length}`);
    tab.type = "button";
    tab.dataset.focus = `pair${group.languages}`;
    tab.setAttribute("aria-pressed", String(group === look.group));
    tab.onclick = () => press(group.models[0]);
  }
  if (look.group.sentence !== data.typed) node("span", "sentence", bar, look.group.sentence);
}

/** What a dot's area says, and what stands out among all. */
function legendInto(parent, data, look) {
  node("div", "legend", parent, data.words.area);
  if (look.group.reading) node("div", "reading", parent, look.group.reading);
}

function draw(root, data, send) {
  const state = stateOf(root, data, send);
  const { view } = state;
  const look = lookOf(data, view);
  if (isDrawn(state, root, [{ ...data, chosen: 0, base: 0 }, view])) return state;
  const refocus = anew(root, data);
  root.classList.toggle("slim", root.clientWidth < SIDE);
  root.classList.toggle("narrow", root.clientWidth < LINE);
  const press = (model) => {
    if (model === look.chosen) return;
    state.to({ chosen: model.name, base: model === look.base ? look.chosen.name : view.base });
  };
  const choose = (model) => state.to(model === look.chosen
    ? { chosen: look.base.name, base: model.name } : { base: model.name });
  pairsInto(root, data, look, press);
  const stage = node("div", "stage", root);
  const side = node("div", "reader", stage);
  const field = node("div", "field", stage);
  planeInto(field, data, look, press);
  legendInto(field, data, look);
  pairInto(side, data, look);
  for (const group of data.groups) {
    groupInto(root, data, look, group, press, choose);
  }
  refocus();
  return state;
}

/** All models, and the two that are compared, for the reader to keep. */
function numbers(data, { view }) {
  const rows = data.groups.flatMap(({ languages, sentence, models }) => models.map((model) => ({
    languages, model: model.name, BLEU: model.bleu, parameters: model.parameters, tokens_read: model.tokens || "",
    sentence, translation: model.wrote,
  })));
  const { chosen, base } = lookOf(data, view);
  if (!base) return [{ name: "models", rows }];
  const runs = aligned(base.wrote, chosen.wrote).map(({ same, old, fresh }) => (
    { in_both: same, [base.name]: old.join(" "), [chosen.name]: fresh.join(" ") }));
  return [{ name: "models", rows }, { name: "words", rows: runs }];
}

export default (component) => mount(component, "ranking", draw, numbers);
