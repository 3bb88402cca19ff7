// A batch of sentences: a token is chosen, epsilon dragged, the model trained a step; the server hears
// where all come to rest.

function stateOf(root, data, send) {
  const state = remember(root);
  const { clock } = state;
  Object.assign(state, { data, send });
  state.at = clock.chosen(JSON.stringify(data.sentences.map((one) => one.source)), data.at);
  state.set = (at) => {
    state.at = at;
    state.show();
    clock.later(() => state.send("rest", indexOf(state.data, state.at)), at);
  };
  return state;
}

const indexOf = (data, [sentence, place, stop, trained]) => (
  ((sentence * data.longest + place) * data.stops.length + stop) * (data.moved.length + 1) + trained
);

/** The slider of epsilon. */
function slider(parent, data, state) {
  const box = node("label", "control", parent);
  node("span", "", box, data.words.epsilon);
  const number = node("strong", "", box);
  const places = { label: data.words.epsilon, focus: "epsilon", count: data.stops.length, clock: state.clock };
  const input = placesSlider(box, places, (stop) => state.set([state.at[0], state.at[1], stop, state.at[3]]));
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

const SLIM = 780;
const PHONE = 500;
const RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

/** 1.234 x 10 to a negative power, as prose has it. */
function power(p) {
  const [digits, exponent] = p.toExponential(3).split("e-");
  return `${digits} \u00d7 10\u207b${[...exponent].map((digit) => RAISED[digit]).join("")}`;
}

/** The loss in one line: as it is, and with the smoothing that is set. */
function told(data, at) {
  const token = tokenAt(data, at);
  const [epsilon, loss, flat] = [data.stops[at[2]], token.losses[at[3]], token.flat[at[3]]];
  const p = Math.exp(-loss);
  return fill(data.words.told, {
    p: p < 1e-4 ? power(p) : p.toPrecision(4),
    loss: loss.toFixed(2), epsilon: epsilon.toFixed(2),
    smooth: ((1 - epsilon) * loss + epsilon * flat).toFixed(2),
  });
}

/** The chosen token; what it returns sets what is drawn of it. */
function drawOne(parent, data, state) {
  const one = node("div", "one", parent);
  const bar = node("div", "bar", one);
  const title = node("div", "title", bar);
  const setStop = slider(bar, data, state);
  const caption = node("div", "caption", one);
  caption.setAttribute("role", "status");
  const field = node("div", "field", one);
  legend(one, data);
  let drawn = ""; // the token whose lines stand there
  let setPulls;
  return (at) => {
    const token = tokenAt(data, at);
    title.textContent = fill(data.words.title, { place: at[1] + 1, piece: plainPiece(token.names[0]) });
    setStop(at[2]);
    caption.textContent = [data.sentences[at[0]].source, told(data, at)].filter(Boolean).join(" \u00b7 ");
    const pulls = pullsOf(data, token, at);
    if (drawn !== `${at[0]} ${at[1]}`) {
      field.replaceChildren();
      setPulls = drawArrows(field, data, pulls.map((pull) => pull.name));
      drawn = `${at[0]} ${at[1]}`;
    }
    setPulls(pulls);
  };
}

/** Made anew only where more has changed than what is chosen: towers that fall are not cut short. */
function draw(root, data, send) {
  const state = stateOf(root, data, send);
  if (isDrawn(state, root, { ...data, at: 0 })) {
    state.show();
    return state;
  }
  const refocus = anew(root, data);
  root.classList.toggle("slim", root.clientWidth < SLIM);
  root.classList.toggle("phone", root.clientWidth < PHONE);
  const group = groupOf(root, "group", data.words.name);
  const setTrain = drawTrain(group, data, (trained) => state.set([...state.at.slice(0, 3), trained]));
  const setBatch = drawBatch(group, data, (sentence, place) => state.set([sentence, place, ...state.at.slice(2)]));
  const setOne = drawOne(group, data, state);
  state.show = () => {
    setBatch(state.at);
    setTrain(state.at, state.at[2] === data.at[2]);
    setOne(state.at);
  };
  state.show();
  refocus();
  return state;
}

/** All losses of the batch after every step, and the pulls of the chosen token. */
function numbers(data, { at }) {
  const losses = data.sentences.flatMap((one, sentence) => one.tokens.map((token, place) => ({
    sentence: sentence + 1, place: place + 1, piece: token.names[0], p: Math.exp(-token.losses[at[3]]),
    ...Object.fromEntries(token.losses.map((loss, step) => [step ? `loss_${step}` : "loss", loss])),
  })));
  const pulls = pullsOf(data, tokenAt(data, at), at).map((one) => ({
    sentence: at[0] + 1, place: at[1] + 1, epsilon: data.stops[at[2]], steps: at[3],
    piece: one.name, p: one.p, q: one.q, gradient: one.pull,
  }));
  return [{ name: "losses", rows: losses }, { name: "pulls", rows: pulls }];
}

export default (component) => mount(component, "pull", draw, numbers);
