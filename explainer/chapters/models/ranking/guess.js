// Translations without names: each is laid to the model that may have written it, by a press on its
// dot, or dragged there. Once all are, the names are told beside what the reader said.

const LETTERS = "ABC";
const DRAGGED = 6; // pixels from which on a press is a drag

/** What the reader said of every card as places among the options; null while nothing was checked. */
function answerOf(code, count) {
  if (code < 2) return null;
  const answer = [];
  for (let rest = code - 2, at = 0; at < count; at += 1, rest = Math.floor(rest / count)) answer.unshift(rest % count);
  return answer;
}

/** The code of an answer, as Python has it. */
const codeOf = (answer) => 2 + answer.reduce((sum, one) => sum * answer.length + one, 0);

/** Who wrote the cards, in their order, and the same models best first; the state has what is laid to whom. */
function askedOf(data, state) {
  const models = allOf(data);
  const cards = data.guess.cards.map((place) => models[place]);
  const options = [...data.guess.cards].sort((a, b) => a - b).map((place) => models[place]);
  const about = JSON.stringify(cards.map((card) => card.wrote));
  if (state.laidAbout !== about) Object.assign(state, { laidAbout: about, laid: cards.map(() => -1), card: 0 });
  return { cards, options };
}

/** The letters beside the names: what is laid to each of those asked about, or what each did write. */
const lettersOf = ({ cards, options }, laid) => new Map(options.map((model, option) => {
  const card = laid ? laid.indexOf(option) : cards.indexOf(model);
  return [model, card < 0 ? "" : LETTERS[card]];
}));

/** A model takes the card at hand; what was laid to it before is free, and the next card at hand. */
function lay(state, option, card = state.card) {
  state.laid = state.laid.map((one, each) => (each === card ? option : one === option ? -1 : one));
  const free = state.laid.indexOf(-1);
  state.card = free < 0 ? card : free;
}

/** What the cards have in common before and after they are checked. */
function cardInto(list, model, index, kind) {
  const card = node("button", `card ${kind}`, list);
  card.type = "button";
  card.dataset.focus = `card${index}`;
  node("b", "letter", card, LETTERS[index]);
  node("span", "said", card, model.wrote);
  return card;
}

/** A card follows the pointer by its letter; on a touch screen the letter alone drags it. */
function draggable(root, card, index, at) {
  let wasDragged = false;
  card.onclick = (event) => { if (!wasDragged || !event.detail) at.take(index); };
  card.onpointerdown = (event) => {
    wasDragged = false;
    if (event.button || (event.pointerType === "touch" && !event.target.closest(".letter"))) return;
    card.setPointerCapture(event.pointerId);
    const [fromX, fromY] = [event.clientX, event.clientY];
    let ghost = null;
    let over = null;
    const light = (model) => {
      if (over) at.dots().get(over).classList.remove("over");
      if (model) at.dots().get(model).classList.add("over");
      over = model;
    };
    card.onpointermove = (moved) => {
      if (!ghost && Math.hypot(moved.clientX - fromX, moved.clientY - fromY) < DRAGGED) return;
      ghost ||= node("div", "ghost", root, LETTERS[index]);
      const box = root.getBoundingClientRect();
      const zoom = box.width / root.offsetWidth || 1; // of a slide
      ghost.style.left = `${(moved.clientX - box.left) / zoom}px`;
      ghost.style.top = `${(moved.clientY - box.top) / zoom}px`;
      light(nearestDot(at.dots(), at.options, moved.clientX, moved.clientY));
    };
    card.onpointerup = card.onpointercancel = (ended) => {
      card.onpointermove = card.onpointerup = card.onpointercancel = null;
      const model = over;
      wasDragged = Boolean(ghost); // its end is no press
      ghost?.remove();
      light(null);
      if (ended.type === "pointerup" && model) at.lay(model, index);
    };
  };
}

/** Before: the cards, what to do next, and the way past it. */
function guessInto(root, parent, data, state, asked, at) {
  const bar = node("div", "bar", parent);
  const prompt = node("div", "prompt", bar);
  prompt.setAttribute("role", "status");
  const isReady = !state.laid.includes(-1);
  prompt.textContent = isReady ? data.words.ready : fill(data.words.ask, { letter: LETTERS[state.card] });
  const button = node("button", isReady ? "act main" : "act", bar, isReady ? data.words.check : data.words.skip);
  button.type = "button";
  Object.assign(button.dataset, { focus: "check", screen: "" });
  button.onclick = () => at.tell(isReady ? codeOf(state.laid) : 1);
  const list = node("div", "cards", parent);
  asked.cards.forEach((model, index) => {
    const option = state.laid[index];
    const card = cardInto(list, model, index, !isReady && index === state.card ? "on" : "");
    card.setAttribute("aria-pressed", String(!isReady && index === state.card));
    node("span", option < 0 ? "who open" : "who", card, option < 0 ? "?" : asked.options[option].name);
    draggable(root, card, index, at);
  });
  node("div", "hint", parent, data.words.drag);
}

/** After: who wrote each, beside the reader's own answer. */
function answersInto(parent, data, asked, answer, press) {
  const isRight = (index) => asked.options[answer[index]] === asked.cards[index];
  const right = answer.filter((_, index) => isRight(index)).length;
  const list = node("div", "cards told", parent);
  asked.cards.forEach((model, index) => {
    const card = cardInto(list, model, index, isRight(index) ? "right" : "wrong");
    const who = node("span", "who", card);
    node("b", "", who, model.name);
    const own = isRight(index) ? "\u2713" : `\u2717 ${fill(data.words.own, { name: asked.options[answer[index]].name })}`;
    node("span", "own", who, own);
    card.onclick = () => press(model);
  });
  node("div", "score", parent, fill(data.words.right, { right, count: answer.length })).setAttribute("role", "status");
}
