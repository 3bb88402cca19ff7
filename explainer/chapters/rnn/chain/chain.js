// The encoder reads token by token and writes over one state; the last one goes to the decoder.
// Steps still to come are empty. A press on a step goes there; play walks through all of them.

const BEAT = 650; // milliseconds of a step while it plays

function draw(root, data, send) {
  const { clock } = remember(root);
  const scrolled = root.querySelector(".place")?.scrollLeft || 0;
  const refocus = anew(root, data);
  const play = node("button", "play", root, `\u25b6 ${data.words.play}`);
  play.dataset.screen = "";
  play.dataset.focus = "play";
  const place = node("div", "place", root);
  const at = bandsOf(data, root.clientWidth);
  const canvas = put(place, "svg", { width: at.width, height: at.height, role: "group", "aria-label": data.words.title });
  data.halves.forEach((half, index) => {
    put(canvas, "rect", { class: index ? "band target" : "band source", x: 0, y: at.tops[index], width: at.width, height: bandHeight(data), rx: 12 });
    put(canvas, "text", { class: "name", x: index ? PAD + at.step / 2 + 18 : PAD + 4, y: at.tops[index] + 19 }, half.name);
  });
  const link = linkInto(canvas, data, at);
  const read = data.halves[0].pieces.length;
  const steps = data.told.map((_, step) => stepInto(canvas, data, at, step < read ? 0 : 1, step < read ? step : step - read));
  const outcome = outcomeInto(root, data);
  const legend = node("div", "legend", root);
  node("span", "", legend, `\u2212${data.limit}`);
  node("i", "", legend);
  node("span", "", legend, `${data.limit}  ${data.words.scale}`);
  const caption = node("div", "caption", root);
  caption.setAttribute("role", "status");
  let now = clock.chosen(JSON.stringify(data.halves.map((half) => half.pieces)), data.step);
  const set = (step) => {
    now = step;
    caption.textContent = data.told[step];
    link.classList.toggle("on", step >= read - 1);
    outcome.classList.toggle("to-come", step < steps.length - 1);
    steps.forEach((group, index) => {
      group.classList.toggle("at", index === step);
      group.classList.toggle("later", index > step);
      setAll(group, { tabindex: index === step ? 0 : -1, "aria-pressed": String(index === step) });
    });
  };
  const rest = (step) => {
    clock.stop();
    set(step);
    clock.later(() => send("step", step), step);
  };
  steps.forEach((group, step) => {
    group.setAttribute("role", "button");
    group.dataset.focus = `step${step}`;
    group.setAttribute("aria-label", `${step < read ? data.halves[0].pieces[step] : data.halves[1].pieces[step - read]}. ${data.told[step]}`);
    group.onclick = () => rest(step);
  });
  keysAlong(steps, (to) => {
    rest(to);
    steps[to].focus();
  }, rest);
  play.onclick = () => clock.toggle({
    begin: () => set(0),
    next: () => {
      if (now + 1 < steps.length) set(now + 1);
      return now + 1 < steps.length;
    },
    rested: () => rest(now),
    ms: BEAT,
  });
  set(now);
  place.scrollLeft = scrolled;
  const column = PAD + (now < read ? now : now - read) * at.step;
  if (column < place.scrollLeft || column + at.step > place.scrollLeft + place.clientWidth) {
    place.scrollLeft = column + at.step + PAD - place.clientWidth;
  }
  place.onscroll = () => inSight(canvas, place, at.width);
  place.onscroll();
  refocus();
}

/** What came through the link, and what somebody who looks back at the source wrote. */
function outcomeInto(root, data) {
  const outcome = node("div", "outcome", root);
  data.outcome.forEach(({ name, words }) => {
    const line = node("div", "written", outcome);
    node("span", "who", line, name);
    const said = node("span", "said", line);
    words.forEach(([word, marked], index) => {
      if (index) said.append(" ");
      node(marked ? "mark" : "span", "", said, word);
    });
  });
  return outcome;
}

/** Where it scrolls, the names of the halves and the words of the link go along. */
function inSight(canvas, place, width) {
  const shift = place.scrollLeft;
  const middle = shift - (width - place.clientWidth) / 2;
  canvas.querySelectorAll(".name").forEach((name) => name.setAttribute("transform", `translate(${shift})`));
  canvas.querySelectorAll(".words, .plate").forEach((part) => part.setAttribute("transform", `translate(${middle})`));
}

/** The drawn numbers of every state, for the reader to keep. */
function numbers(data) {
  const rows = data.halves.flatMap((half, which) => half.pieces.map((token, index) => ({
    half: which ? "decoder" : "encoder", step: index + 1, token,
    ...Object.fromEntries(data.units.map((unit, at) => [`h_${unit}`, half.states[index][at]])),
  })));
  return [{ name: "states", rows }];
}

export default (component) => mount(component, "chain", draw, numbers);
