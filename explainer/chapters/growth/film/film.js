// States of a training below each other; a row is chosen or played, the server hears where it rests.

const EVERY = 1100; // milliseconds a state stands while it plays
const SLIM = 720;

/** The cells of a state: filled from below as far as the token is probable. */
function cells(row, data, at) {
  const strip = node("span", "strip", row);
  data.probs[at].forEach((p) => {
    const box = node("span", "cell", strip);
    node("span", "full", box).style.height = `${(100 * p).toFixed(1)}%`;
    node("span", "percent", box, percent(p, 0).replace("%", ""));
  });
}

function rowOf(list, data, state, at) {
  const row = node("button", "row", list);
  row.dataset.focus = `state${at}`;
  row.setAttribute("aria-label", data.said[at]);
  node("span", "state", row, data.states[at]);
  node("span", "written", row, data.written[at]);
  if (data.probs) cells(row, data, at);
  row.onclick = () => state.move(at);
  return row;
}

function head(list, data) {
  const line = node("div", "head", list);
  node("span", "state", line);
  node("span", "written", line, data.source);
  if (!data.probs) return;
  const strip = node("span", "strip", line);
  data.pieces.forEach((piece) => pieceOf(node("span", "piece", strip), piece));
}

function draw(root, data, send) {
  const about = JSON.stringify([data.states, data.pieces]);
  const places = { about, at: data.at, count: data.states.length, ms: EVERY };
  const state = alongPlaces(root, places, (at) => send("state", at));
  const refocus = anew(root, data);
  root.classList.toggle("slim", root.clientWidth < SLIM);
  root.style.setProperty("--tokens", data.pieces.length || 1);
  const group = groupOf(root, "group", data.words.name);
  const list = node("div", "list", group);
  head(list, data);
  const rows = data.states.map((_, at) => rowOf(list, data, state, at));
  keysAlong(rows, (to) => {
    state.move(to);
    rows[to].focus();
  });
  const foot = node("div", "foot", group);
  playButton(foot, data.words.play, state);
  const said = node("div", "said", foot);
  said.setAttribute("role", "status");
  state.show = (now) => {
    rows.forEach((row, at) => {
      row.classList.toggle("on", at === now);
      row.setAttribute("aria-pressed", String(at === now));
      row.tabIndex = at === now ? 0 : -1;
    });
    said.textContent = data.said[now];
  };
  state.show(state.at);
  refocus();
  return state;
}

function numbers(data) {
  return [{ name: "states", rows: data.states.map((name, at) => ({
    state: name, written: data.written[at],
    ...Object.fromEntries(data.pieces.map((piece, token) => [`${token + 1} ${piece}`, data.probs[at][token]])),
  })) }];
}

export default (component) => mount(component, "film", draw, numbers);
