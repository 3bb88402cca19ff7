// A bar over every token that is painted by dragging, or with the arrow keys; the whole is 1.
// All words and colours come from Python; text reaches the page through textContent only.

const STEP = 0.05;
const whole = (share) => percent(share, 0);

/**
 * Heights of the strokes (0..1, not yet shares) and what is done with them. They stay as they were
 * painted while the drawing stands, whatever whole they are shares of.
 */
function canvas(root, data, send) {
  root.strokes ||= data.painted ? [...data.painted] : data.tokens.map(() => 0);
  const heights = data.shares ? data.painted || data.tokens.map(() => 0) : root.strokes;
  const total = () => heights.reduce((sum, height) => sum + height, 0);
  return {
    heights,
    share: (at) => (total() > 0 ? heights[at] / total() : 0),
    set: (at, height) => { heights[at] = Math.max(0, Math.min(1, height)); },
    send: () => { if (total() > 0) send([...heights]); },
  };
}

function column(parent, data, state, at, redraw) {
  const box = node("div", "column", parent);
  const well = node("div", "well", box);
  const bars = { well };
  const isShown = data.shares && !data.painted; // by a teacher's link: there is nothing to compare
  if (!isShown) bars.own = node("div", "own", well);
  if (data.shares) bars.model = node("div", "model", well);
  if (!isShown) bars.label = node("div", "share", box);
  if (data.shares) bars.truth = node("div", "share truth", box);
  node("div", "token", box, data.tokens[at].replaceAll("\u2581", " ").trim() || "\u2581");
  if (data.shares) return bars;
  well.tabIndex = at === 0 ? 0 : -1;
  setAll(well, { role: "slider", "aria-orientation": "vertical", "aria-valuemin": "0" });
  well.setAttribute("aria-valuemax", "100");
  const to = (event) => {
    const edge = well.getBoundingClientRect();
    state.set(at, (edge.bottom - event.clientY) / edge.height);
    redraw();
  };
  well.onpointerdown = (event) => { well.setPointerCapture(event.pointerId); well.focus(); to(event); };
  well.onpointermove = (event) => { if (well.hasPointerCapture(event.pointerId)) to(event); };
  well.onpointerup = () => state.send();
  return bars;
}

/** Up and down paint, left and right go to the neighbour. */
function keys(bars, state, redraw) {
  bars.forEach(({ well }, at) => {
    well.onkeydown = (event) => {
      const by = { ArrowUp: STEP, ArrowDown: -STEP, PageUp: 4 * STEP, PageDown: -4 * STEP }[event.key];
      const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[event.key];
      if (by !== undefined) {
        state.set(at, state.heights[at] + by);
        redraw();
      } else if (next !== undefined && bars[next]) {
        bars.forEach((other, index) => { other.well.tabIndex = index === next ? 0 : -1; });
        bars[next].well.focus();
      } else return;
      event.preventDefault();
    };
    well.onkeyup = (event) => { if (/^(Arrow(Up|Down)|Page)/.test(event.key)) state.send(); };
  });
}

function draw(root, data, send) {
  const focused = [...root.querySelectorAll(".well")].indexOf(root.getRootNode().activeElement);
  clear(root, data);
  const state = canvas(root, data, send);
  const group = groupOf(root, "row", data.words.title);
  const redraw = () => bars.forEach((bar, at) => {
    const share = state.share(at);
    const spoken = data.words.spoken.replace("{token}", data.tokens[at]).replace("{share}", whole(share));
    if (bar.own) {
      bar.own.style.height = `${100 * (data.shares ? share : state.heights[at])}%`;
      bar.label.textContent = share || data.shares ? whole(share) : "";
    }
    if (data.shares) {
      bar.model.style.height = `${100 * data.shares[at]}%`;
      bar.truth.textContent = whole(data.shares[at]);
      return;
    }
    setAll(bar.well, { "aria-label": spoken, "aria-valuenow": String(Math.round(100 * share)) });
  });
  const bars = data.tokens.map((_, at) => column(group, data, state, at, () => redraw()));
  if (!data.shares) keys(bars, state, redraw);
  redraw();
  const legend = node("div", "legend", root);
  if (!data.shares) legend.textContent = data.words.hint;
  else for (const side of data.painted ? ["own", "model"] : ["model"]) {
    const item = node("span", "item", legend);
    node("span", `swatch ${side}`, item);
    node("span", "", item, data.words[side]);
  }
  if (focused >= 0 && !data.shares) {
    bars.forEach((bar, index) => { bar.well.tabIndex = index === focused ? 0 : -1; });
    bars[focused].well.focus();
  }
}

export default function paintrow(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".paintrow");
  draw(root, data, (heights) => setTriggerValue("paint", heights));
}
