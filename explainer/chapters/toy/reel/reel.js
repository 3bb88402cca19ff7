// A training that one plays or drags: strings, ribbons and curves move in the browser alone.

const EVERY = 700; // milliseconds a state stands while it plays
const SLIM = 640;

function stateOf(root, data, send) {
  const state = remember(root);
  const { clock } = state;
  clock.release(); // no pointer is down on a new drawing
  if (state.at === undefined || !clock.busy() || state.at >= data.steps.length) state.at = data.at;
  const last = data.steps.length - 1;
  const later = () => clock.later(() => send("state", state.at));
  const set = (at) => {
    state.at = at;
    state.show();
  };
  state.move = (at) => {
    clock.stop();
    set(at);
    later();
  };
  state.play = () => {
    clock.toggle({
      begin: () => { if (state.at === last) set(0); },
      next: () => {
        set(state.at + 1);
        return state.at < last;
      },
      rested: () => {
        state.show();
        later();
      },
      ms: EVERY,
    });
    state.show();
  };
  return state;
}

function legend(parent, data) {
  const list = node("div", "legend", parent);
  ["tokens", "rows", "loss", "train"].forEach((name) => {
    const entry = node("span", "entry", list);
    node("i", name, entry);
    node("span", "", entry, data.words[name]);
  });
}

function draw(root, data, send) {
  const state = stateOf(root, data, send);
  const refocus = anew(root, data);
  const isSlim = root.clientWidth < SLIM;
  root.classList.toggle("slim", isSlim);
  const group = node("div", "group", root);
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", data.words.name);
  const bar = node("div", "bar", group);
  const play = node("button", "play", bar);
  play.type = "button";
  play.dataset.screen = "";
  play.dataset.focus = "play";
  play.onclick = () => state.play();
  const said = node("div", "said", bar);
  said.setAttribute("role", "status");
  const scene = node("div", "scene", group);
  const parts = [drawStrings(scene, data), drawLooks(node("div", "looks", scene), data), drawTimeline(group, data, state, isSlim)];
  if (isSlim) legend(group, data);
  state.show = () => {
    parts.forEach((show) => show(state.at));
    said.textContent = data.said[state.at];
    play.textContent = `\u25b6 ${data.words.play}`;
  };
  state.show();
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
