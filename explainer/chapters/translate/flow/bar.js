// Above the drawing: play, back, forward, and a scrubber with the words of the translation. Below
// it: what the marks mean, the numbers as a table, and the opening once more.

const ICONS = {
  play: "M4 2l10 6-10 6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  previous: "M12 2v12L4 8z",
  following: "M4 2v12l8-6z",
};

function buildBar(flow) {
  const { words, model } = flow;
  flow.stepsNode.replaceChildren();
  const button = (icon, label, action) => {
    const node = htmlEl("button", "icon", flow.stepsNode);
    const image = svgEl("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, node);
    svgEl("path", { d: ICONS[icon], fill: "currentColor" }, image);
    setAll(node, { "aria-label": label, title: label });
    node.addEventListener("click", action);
    return node;
  };
  flow.buttons = {
    play: button("play", words.play, () => flow.togglePlay()),
    previous: button("previous", words.previous, () => flow.go(flow.view.step - 1)),
    following: button("following", words.following, () => flow.go(flow.view.step + 1)),
  };
  buildScrubber(flow, model);
  flow.stepLabel = htmlEl("div", "step", flow.stepsNode);
}

/** A slider has no focusable children: its stops are plain marks, found by the pointer's x. */
function buildScrubber(flow, model) {
  const track = htmlEl("div", "track", flow.stepsNode);
  setAll(track, {
    role: "slider", tabindex: 0, "aria-label": flow.words.scrubber, "aria-valuemin": 1,
    "aria-valuemax": model.steps,
  });
  const words = model.predicted.map((piece) => piece.replaceAll(WORD_MARK, ""));
  flow.stops = words.map((word) => {
    const stop = htmlEl("span", "stop", track);
    htmlEl("span", "word", stop, word);
    stop.setAttribute("aria-hidden", "true");
    return stop;
  });
  const seek = (event) => {
    const stop = flow.stops.findIndex((node) => {
      const { left, right } = node.getBoundingClientRect();
      return event.clientX >= left && event.clientX < right;
    });
    if (stop >= 0) flow.go(stop);
  };
  track.addEventListener("pointerdown", (event) => {
    track.setPointerCapture(event.pointerId);
    seek(event);
  });
  track.addEventListener("pointermove", (event) => { if (event.buttons & 1) seek(event); });
  track.addEventListener("keydown", (event) => scrubberKey(flow, event));
  flow.track = track;
}

function scrubberKey(flow, event) {
  const { step } = flow.view;
  const last = flow.model.steps - 1;
  const target = {
    ArrowRight: step + 1, ArrowUp: step + 1, ArrowLeft: step - 1, ArrowDown: step - 1,
    PageUp: step + 5, PageDown: step - 5, Home: 0, End: last,
  }[event.key];
  if (target === undefined) return;
  flow.go(target);
  event.preventDefault();
  event.stopPropagation();
}

function paintBar(flow) {
  const { view, model, words, buttons } = flow;
  const numbers = { step: view.step + 1, total: model.steps };
  const said = fillText(words.step, numbers);
  flow.stepLabel.textContent = `${numbers.step} / ${numbers.total}`;
  const playing = flow.timer !== null;
  const label = playing ? words.pause : words.play;
  setAll(buttons.play, { "aria-label": label, title: label });
  buttons.play.querySelector("path").setAttribute("d", ICONS[playing ? "pause" : "play"]);
  // aria-disabled, not disabled: a disabled button would drop the keyboard's focus.
  buttons.previous.setAttribute("aria-disabled", view.step === 0);
  buttons.following.setAttribute("aria-disabled", view.step === model.steps - 1);
  setAll(flow.track, {
    "aria-valuenow": view.step + 1,
    "aria-valuetext": `${said}: ${spoken(model.predicted[view.step], words)}`,
  });
  flow.stops.forEach((stop, step) => {
    stop.className = "stop " + (step < view.step ? "done" : step === view.step ? "now" : "later");
  });
}

/** Where the words of the translation do not fit they are left out. */
function fitWords({ track, model }) {
  const room = track.clientWidth;
  const wanted = model.predicted.reduce((sum, piece) =>
    sum + textWidth(piece.replaceAll(WORD_MARK, ""), 14.5) + 6, 0);
  track.classList.toggle("bare", wanted > room);
}

function buildKey(flow) {
  const { words, keyNode } = flow;
  keyNode.replaceChildren();
  const entry = (mark, text) => {
    const item = htmlEl("span", "", keyNode);
    htmlEl("i", `mark-${mark}`, item);
    item.append(text);
  };
  entry("ribbon", words.key_width);
  entry("source", words.key_source);
  entry("target", words.key_target);
  entry("residual", words.key_residual);
  entry("vector", words.key_vector);
  htmlEl("span", "", keyNode, words.hint).dataset.screen = ""; // a saved picture has no links
}

function buildFoot(flow) {
  const { words, footNode } = flow;
  buildTable(flow);
  footNode.querySelector(".again")?.remove();
  if (!mayPlay(flow.guided)) return;
  const again = htmlEl("button", "again", footNode, words.again);
  again.addEventListener("click", () => flow.openAgain());
}
