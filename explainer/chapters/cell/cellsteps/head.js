// Above the drawing: which cell it is, play and steps, and what the step does in words.

const ICONS = {
  play: "M4 2l10 6-10 6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  previous: "M12 2v12L4 8z",
  following: "M4 2v12l8-6z",
};

/** A part of the cell's address: what is chosen, and over it, unseen, the list to choose from. */
function crumb(holder, one, send) {
  const place = node("span", `crumb ${one.name}`, holder);
  node("span", "shown", place, one.shown);
  const list = node("select", "", place);
  list.setAttribute("aria-label", one.label);
  list.dataset.focus = `crumb-${one.name}`;
  list.title = one.label;
  one.options.forEach((option, index) => {
    const made = node("option", "", list, option);
    made.value = String(index);
  });
  list.value = String(one.at);
  list.onchange = () => send({ [one.name]: Number(list.value) });
}

function buildCrumbs(player) {
  const { data, crumbsNode } = player;
  const known = JSON.stringify(data.crumbs);
  if (known === player.crumbsKnown) return;
  player.crumbsKnown = known;
  crumbsNode.replaceChildren();
  data.crumbs.forEach((one, index) => {
    if (index) {
      const sign = node("span", "sign", crumbsNode, index === data.crumbs.length - 1 ? "\u00d7" : "\u203a");
      sign.setAttribute("aria-hidden", "true");
    }
    crumb(crumbsNode, one, (pick) => player.choose(pick));
  });
}

function buildControls(player) {
  const { controlsNode, data } = player;
  controlsNode.replaceChildren();
  const button = (icon, label, action) => {
    const made = node("button", "icon", controlsNode);
    made.dataset.focus = `control-${icon}`;
    const image = put(made, "svg", { viewBox: "0 0 16 16", "aria-hidden": "true" });
    put(image, "path", { d: ICONS[icon], fill: "currentColor" });
    made.setAttribute("aria-label", label);
    made.title = label;
    made.onclick = action;
    return made;
  };
  const { words } = data;
  player.buttons = {
    play: button("play", words.play, () => player.togglePlay()),
    previous: button("previous", words.previous, () => player.go(player.stage - 1)),
    following: button("following", words.following, () => player.go(player.stage + 1)),
  };
  buildScrubber(player);
}

/** A slider has no focusable children: its stops are marks, found by the pointer's x. */
function buildScrubber(player) {
  const { data, controlsNode } = player;
  const track = node("div", "stages", controlsNode);
  const last = data.stages.length;
  Object.entries({
    role: "slider", tabindex: 0, "aria-label": data.words.scrubber, "aria-valuemin": 1, "aria-valuemax": last,
    "data-focus": "stages",
  }).forEach(([name, value]) => track.setAttribute(name, value));
  // Steps that tell one beat of the story stand together.
  const ends = data.groups.map((_, index) => data.groups.slice(0, index + 1).reduce((sum, count) => sum + count, 0));
  player.groups = data.groups.map((count) => {
    const group = node("span", "group", track);
    group.style.flexGrow = count;
    return group;
  });
  player.stops = data.stages.map((stage, index) => {
    const stop = node("span", "stop", player.groups[ends.findIndex((end) => index < end)], String(index + 1));
    stop.title = stage.name;
    stop.setAttribute("aria-hidden", "true");
    return stop;
  });
  const seek = (event) => {
    const passed = player.stops.filter((stop) => stop.getBoundingClientRect().left <= event.clientX);
    player.go(clamp(passed.length - 1, 0, last - 1));
  };
  track.onpointerdown = (event) => {
    track.setPointerCapture(event.pointerId);
    seek(event);
  };
  track.onpointermove = (event) => { if (event.buttons & 1) seek(event); };
  track.onkeydown = (event) => {
    const { stage } = player;
    const target = {
      ArrowRight: stage + 1, ArrowUp: stage + 1, ArrowLeft: stage - 1, ArrowDown: stage - 1,
      PageUp: stage + 3, PageDown: stage - 3, Home: 0, End: last - 1,
    }[event.key];
    if (target === undefined) return;
    player.go(target);
    event.preventDefault();
    event.stopPropagation();
  };
  player.track = track;
}

/** Below the drawing: what its two colours mean, and what can be pressed. */
function buildFoot({ footNode, data }) {
  const { words } = data;
  footNode.replaceChildren();
  const signs = node("span", "signs", footNode, words.signs);
  node("b", "", signs, "\u2212");
  node("i", "swatch", signs);
  node("b", "", signs, "+");
  node("span", "hint", footNode, data.asks ? "" : words.hint).dataset.screen = "";
}

/** Words with W_Q as letters set it: the letter behind the line lowered. */
function withIndices(holder, words) {
  holder.replaceChildren();
  words.split(/(W_[QKVO])/).forEach((part) => {
    if (!/^W_[QKVO]$/.test(part)) {
      holder.append(part);
      return;
    }
    holder.append("W");
    node("sub", "", holder, part[2]);
  });
}

function paintHead(player) {
  const { data, stage, buttons, track } = player;
  const shown = data.stages[stage];
  const playing = player.playing;
  const label = playing ? data.words.pause : data.words.play;
  buttons.play.setAttribute("aria-label", label);
  buttons.play.title = label;
  buttons.play.querySelector("path").setAttribute("d", ICONS[playing ? "pause" : "play"]);
  // aria-disabled, not disabled: a disabled button would drop the keyboard's focus.
  buttons.previous.setAttribute("aria-disabled", String(stage === 0));
  buttons.following.setAttribute("aria-disabled", String(stage === data.stages.length - 1));
  player.groups.forEach((group) => group.classList.toggle("on", group.contains(player.stops[stage])));
  player.stops.forEach((stop, index) => {
    stop.className = `stop ${index < stage ? "done" : index === stage ? "now" : "later"}`;
  });
  const name = fill(data.words.figure, { number: stage + 1, name: shown.name });
  setAll(track, { "aria-valuenow": stage + 1, "aria-valuetext": name });
  player.svg.setAttribute("aria-label", name);
  const { title, numbers, line } = player.told;
  title.textContent = name;
  numbers.replaceChildren();
  numbers.append(shown.expression);
  if (shown.result) {
    numbers.append(" = ");
    node("b", "", numbers, shown.result);
  }
  withIndices(line, shown.line);
  player.toldNode.setAttribute("aria-live", playing ? "off" : "polite");
}
