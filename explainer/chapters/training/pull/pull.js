// A batch of sentences: a token is chosen, epsilon dragged; the server hears where both come to rest.

function stateOf(root, data, send) {
  const state = remember(root);
  const { clock } = state;
  state.at = clock.chosen(JSON.stringify(data.sentences.map((one) => one.source)), data.at);
  state.set = (at) => {
    state.at = at;
    state.show();
    clock.later(() => {
      const [sentence, place, stop] = state.at;
      send("rest", (sentence * data.longest + place) * data.stops.length + stop);
    }, at);
  };
  return state;
}

/** The slider of epsilon: a native one, so keys, touch and screen readers are at home. */
function slider(parent, data, state) {
  const box = node("label", "control", parent);
  node("span", "", box, data.words.epsilon);
  const number = node("strong", "", box);
  const input = node("input", "", box);
  input.dataset.screen = "";
  input.dataset.focus = "epsilon";
  Object.assign(input, { type: "range", min: 0, max: data.stops.length - 1, step: 1 });
  input.setAttribute("aria-label", data.words.epsilon);
  holdWhileDragged(input, state.clock);
  input.oninput = () => state.set([state.at[0], state.at[1], Number(input.value)]);
  return (stop) => {
    input.value = stop;
    number.textContent = data.stops[stop].toFixed(2);
    input.setAttribute("aria-valuetext", data.stops[stop].toFixed(2));
  };
}

function legend(parent, data) {
  const list = node("span", "legend", parent);
  [["given", data.words.p], ["asked", data.words.q], ["up", data.words.up], ["down", data.words.down]].forEach(([kind, words]) => {
    const entry = node("span", "entry", list);
    if (kind === "up" || kind === "down") node("b", kind, entry, kind === "up" ? "\u2192" : "\u2190");
    else node("i", kind, entry);
    node("span", "", entry, words);
  });
}

const RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

/** 1.234 x 10 to a negative power, as prose has it. */
function power(p) {
  const [digits, exponent] = p.toExponential(3).split("e-");
  return `${digits} \u00d7 10\u207b${[...exponent].map((digit) => RAISED[digit]).join("")}`;
}

/** The loss in one line: as it is, and with the smoothing that is set. */
function told(data, at) {
  const token = tokenAt(data, at);
  const epsilon = data.stops[at[2]];
  const p = Math.exp(-token.loss);
  return fill(data.words.told, {
    p: p < 1e-4 ? power(p) : p.toPrecision(4),
    loss: token.loss.toFixed(2), epsilon: epsilon.toFixed(2),
    smooth: ((1 - epsilon) * token.loss + epsilon * token.flat).toFixed(2),
  });
}

function draw(root, data, send) {
  const state = stateOf(root, data, send);
  const refocus = anew(root, data);
  const group = node("div", "group", root);
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", data.words.name);
  const mark = drawBatch(group, data, (sentence, place) => state.set([sentence, place, state.at[2]]));
  const one = node("div", "one", group);
  const bar = node("div", "bar", one);
  const title = node("div", "title", bar);
  const setStop = slider(bar, data, state);
  const caption = node("div", "caption", one);
  caption.setAttribute("role", "status");
  const field = node("div", "field", one);
  legend(one, data);
  state.show = () => {
    const [sentence, place, stop] = state.at;
    const token = tokenAt(data, state.at);
    mark([sentence, place]);
    title.textContent = fill(data.words.title, { place: place + 1, piece: plainPiece(token.names[0]) });
    setStop(stop);
    caption.textContent = [data.sentences[sentence].source, told(data, state.at)].filter(Boolean).join(" \u00b7 ");
    field.replaceChildren();
    drawArrows(field, data, pullsOf(data, token, data.stops[stop]));
  };
  state.show();
  refocus();
  return state;
}

/** All losses of the batch, and the pulls of the chosen token. */
function numbers(data, { at }) {
  const losses = data.sentences.flatMap((one, sentence) => one.tokens.map((token, place) => ({
    sentence: sentence + 1, place: place + 1, piece: token.names[0], p: Math.exp(-token.loss), loss: token.loss,
  })));
  const epsilon = data.stops[at[2]];
  const pulls = pullsOf(data, tokenAt(data, at), epsilon).map((one) => ({
    sentence: at[0] + 1, place: at[1] + 1, epsilon, piece: one.name, p: one.p, q: one.q, gradient: one.pull,
  }));
  return [{ name: "losses", rows: losses }, { name: "pulls", rows: pulls }];
}

export default (component) => mount(component, "pull", draw, numbers);
