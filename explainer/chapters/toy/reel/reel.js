// A training that one plays or drags: strings, ribbons and curves move in the browser alone.

const EVERY = 700; // milliseconds a state stands while it plays
const SLIM = 640;

function draw(root, data, send) {
  const about = JSON.stringify([data.steps, data.queries]);
  const places = { about, at: data.at, count: data.steps.length, ms: EVERY };
  const state = alongPlaces(root, places, (at) => send("state", at));
  const refocus = anew(root, data);
  const isSlim = root.clientWidth < SLIM;
  root.classList.toggle("slim", isSlim);
  const group = groupOf(root, "group", data.words.name);
  const bar = node("div", "bar", group);
  playButton(bar, data.words.play, state);
  const said = node("div", "said", bar);
  said.setAttribute("role", "status");
  const scene = node("div", "scene", group);
  const parts = [drawStrings(scene, data), drawLooks(node("div", "looks", scene), data), drawTimeline(group, data, state, isSlim)];
  if (isSlim) legendInto(group, ["tokens", "rows", "loss", "train"].map((name) => [name, data.words[name]]));
  state.show = (at) => {
    parts.forEach((show) => show(at));
    said.textContent = data.said[at];
  };
  state.show(state.at);
  refocus();
  return state;
}

function numbers(data, { at }) {
  const states = data.steps.map((step, one) => ({
    step, ...Object.fromEntries(Object.entries(data.curves).map(([name, values]) => [name, values[one]])),
  }));
  const looks = data.queries.flatMap((query, row) => data.keys.map((key, column) => ({
    step: data.steps[at], query, key, weight: data.weights[at][row][column],
  })));
  return [{ name: "states", rows: states }, { name: "weights", rows: looks }];
}

export default (component) => mount(component, "reel", draw, numbers);
