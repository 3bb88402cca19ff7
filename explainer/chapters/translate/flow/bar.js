// Above the drawing: play, back, forward, and a scrubber with the words of the translation.

const ICONS = {
  play: "M4 2l10 6-10 6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  previous: "M12 2v12L4 8z",
  following: "M4 2v12l8-6z",
};

function buildBar(flow) {
  const { words, model } = flow;
  flow.barNode.replaceChildren();
  const button = (icon, label, action) => {
    const node = htmlEl("button", "icon", flow.barNode);
    node.type = "button";
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
  if (flow.width >= PHONE) flow.stepLabel = htmlEl("div", "step", flow.barNode);
  buildScrubber(flow, model);
  if (flow.width < PHONE) flow.stepLabel = htmlEl("div", "step short", flow.barNode);
}

/** A slider has no focusable children: its stops are plain marks, found by the pointer's x. */
function buildScrubber(flow, model) {
  const track = htmlEl("div", "track", flow.barNode);
  setAll(track, {
    role: "slider", tabindex: 0, "aria-label": flow.words.scrubber, "aria-valuemin": 1,
    "aria-valuemax": model.steps,
  });
  const words = model.predicted.map((piece) => piece.replaceAll(WORD_MARK, ""));
  const room = flow.width - 258;
  const fits = words.reduce((sum, word) => sum + textWidth(word, 14) + 6, 0) <= room;
  const named = flow.width >= PHONE && fits;
  track.classList.toggle("bare", !named);
  flow.stops = words.map((word) => {
    const stop = htmlEl("span", "stop", track, named ? word : "");
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
  flow.stepLabel.textContent = flow.width < PHONE ? `${numbers.step} / ${numbers.total}` : said;
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
