// Cost against score: the line of the budget is dragged, a model pressed; the server hears the hours.

function stateOf(root, data, send) {
  const state = remember(root);
  state.send = send;
  state.hours = state.clock.chosen(JSON.stringify(data.models.map((one) => one.name)), data.hours);
  state.move = (hours) => {
    if (hours === state.hours) return;
    state.hours = hours;
    state.show();
    state.clock.later(() => state.send("hours", state.hours - 1), hours);
  };
  if (!data.models.some((one) => one.name === state.chosen)) [state.chosen] = data.saving;
  return state;
}

function legend(parent, data) {
  const list = node("div", "legend", parent);
  ["single", "ensemble", "transformer"].forEach((kind) => {
    const entry = node("span", "entry", list);
    node("i", kind, entry);
    node("span", "", entry, data.words[kind]);
  });
  node("span", "entry", list, data.words.stairs);
}

function tellModel(data, one) {
  return fill(data.words.model, {
    system: one.name, bleu: one.bleu, made_of: one.made_of,
    cost: one.flops === null ? data.words.not_told : `${powerOf(one.flops)} FLOPs`,
    time: one.flops === null ? "\u2013" : timeOf(data, Number((one.flops / data.rate).toPrecision(2))),
  });
}

/** A dashed line at the height of a model whose cost nobody told. */
function drawSilent(canvas, data, at, one, choose) {
  const group = put(canvas, "g", { class: "point silent", role: "button", tabindex: 0 });
  group.dataset.focus = `point${one.name}`;
  put(group, "line", { class: "level", x1: at.left, x2: at.right, y1: at.y(one.bleu), y2: at.y(one.bleu) });
  const words = fill(data.words.uncosted, { system: one.name, bleu: one.bleu });
  put(group, "text", { class: "label end", x: at.right, y: at.y(one.bleu) - 6 }, words);
  group.setAttribute("aria-label", words);
  obeyPress(group, choose);
  return group;
}

/** Made anew only where more has changed than the hours: what is dragged stays in hand. */
function draw(root, data, send) {
  const state = stateOf(root, data, send);
  if (isDrawn(state, root, { ...data, hours: 0 })) {
    state.show();
    return state;
  }
  const refocus = anew(root, data);
  const at = frameOf(data, Math.max(280, root.clientWidth));
  root.classList.toggle("slim", at.isSlim);
  const tell = drawTold(root, data);
  const canvas = put(root, "svg", { width: at.width, height: at.height, role: "group", "aria-label": data.words.name });
  axes(canvas, data, at);
  put(canvas, "path", { class: "stairs earlier", d: stairs(priced(data).filter((one) => !isOurs(one)), at) });
  put(canvas, "path", { class: "stairs ours", d: stairs(priced(data).filter(isOurs), at) });
  const line = drawLine(canvas, data, at);
  const taken = bracket(canvas, data, at);
  const measure = ruler(root);
  const models = priced(data);
  const places = placeNames(models, at, (words) => measure(words, NAME.size, 700), [taken]);
  const choose = (one) => () => {
    state.chosen = one.name;
    state.show();
  };
  const points = [
    ...models.map((one, index) => [one, drawPoint(canvas, data, at, one, places[index], choose(one))]),
    ...data.models.filter((one) => one.flops === null).map((one) => [one, drawSilent(canvas, data, at, one, choose(one))]),
  ];
  obeyHand(canvas, line.hand, data, at, state);
  legend(root, data);
  const about = node("div", "about", root);
  about.setAttribute("role", "status");
  state.show = () => {
    line.set(state.hours);
    tell(state.hours);
    points.forEach(([one, point]) => {
      point.classList.toggle("dear", one.flops !== null && !affords(data, state.hours, one));
      point.classList.toggle("on", one.name === state.chosen);
      point.setAttribute("aria-pressed", String(one.name === state.chosen));
    });
    about.textContent = tellModel(data, data.models.find((one) => one.name === state.chosen));
  };
  state.show();
  refocus();
  return state;
}

function numbers(data, { hours }) {
  return [{ name: "models", rows: data.models.map((one) => ({
    system: one.name, bleu: one.bleu, flops: one.flops ?? "", hours: one.flops === null ? "" : one.flops / data.rate,
    afforded: one.flops !== null && affords(data, hours, one),
  })) }];
}

export default (component) => mount(component, "budget", draw, numbers);
