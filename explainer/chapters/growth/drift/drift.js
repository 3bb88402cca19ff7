// Words drift on a plane from state to state; the server hears at which one they come to rest.

const EVERY = 900; // milliseconds a state stands while it plays
const SLIM = 720;

/** Play, the slider of the states, and which one it is. */
function controls(parent, data, state) {
  const bar = node("div", "bar", parent);
  playButton(bar, data.words.play, state);
  const places = { label: data.words.state, focus: "states", count: data.states.length, clock: state.clock };
  const input = placesSlider(bar, places, state.move);
  const name = node("strong", "", bar);
  return (at) => {
    input.value = at;
    name.textContent = data.states[at];
    input.setAttribute("aria-valuetext", data.states[at]);
  };
}

function legend(parent, data) {
  const swatches = legendInto(parent, data.groups.map((group) => ["", group.name]));
  data.groups.forEach((group, which) => {
    const mark = put(swatches[which], "svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" });
    put(mark, "path", { class: "mark", d: OUTLINE[SHAPES[which]] });
    mark.style.setProperty("--tone", `var(--${group.tone})`);
  });
}

/** Made anew only where more has changed than the state: words that drift are not stopped. */
function draw(root, data, send) {
  const about = JSON.stringify([data.states, data.groups.map((group) => group.words)]);
  const places = { about, at: data.at, count: data.states.length, ms: EVERY };
  const state = alongPlaces(root, places, (at) => send("state", at));
  if (isDrawn(state, root, { ...data, at: 0 })) {
    state.show(state.at);
    return state;
  }
  const refocus = anew(root, data);
  root.classList.toggle("slim", root.clientWidth < SLIM);
  const setBar = controls(root, data, state);
  const both = node("div", "both", root);
  const field = node("div", "field", both);
  const side = node("div", "side", both);
  legend(side, data);
  const setField = drawField(field, data, ruler(root));
  const alike = node("div", "alike", side);
  let drawn = -1;
  state.show = (at) => {
    setBar(at);
    if (at === drawn) return;
    drawn = at;
    setField(at);
    const [within, across] = data.likeness[at].map((one) => one.toFixed(2).replace("-", "\u2212"));
    alike.textContent = fill(data.words.alike, { within, across });
  };
  state.show(state.at);
  refocus();
  return state;
}

/** Where every word lies at every state. */
function numbers(data) {
  const rows = data.groups.flatMap((group) => group.words.flatMap((word, index) => data.states.map((name, at) => ({
    group: group.name, word, state: name, x: group.places[index][at][0], y: group.places[index][at][1],
  }))));
  const alike = data.states.map((name, at) => ({ state: name, within: data.likeness[at][0], across: data.likeness[at][1] }));
  return [{ name: "words", rows }, { name: "likeness", rows: alike }];
}

export default (component) => mount(component, "drift", draw, numbers);
