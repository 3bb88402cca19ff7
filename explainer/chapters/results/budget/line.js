// The line of the budget: dragged, or moved by keys; what it says of the scores it affords.

const SOFT = 24; // hours up to which a key moves one hour; beyond, a twentieth

/** The table rounds to two digits, so a budget that rounds to a cost is enough for it. */
const affords = (data, hours, one) => Number((hours * data.rate).toPrecision(2)) >= one.flops;

function bestOf(data, hours, models) {
  return models.filter((one) => affords(data, hours, one)).reduce((best, one) => (
    best && best.bleu >= one.bleu ? best : one
  ), null);
}

/** A veil over what is too dear, the line and its handle; what it returns moves them. */
function drawLine(canvas, data, at) {
  const veil = put(canvas, "rect", { class: "dear", y: at.top, height: at.bottom - at.top });
  const hand = put(canvas, "g", { class: "hand", role: "slider", tabindex: 0, "aria-label": data.words.drag });
  hand.dataset.focus = "hand";
  hand.setAttribute("aria-valuemin", 1);
  hand.setAttribute("aria-valuemax", data.most);
  put(hand, "line", { class: "line", x1: 0, x2: 0, y1: at.top, y2: at.bottom });
  put(hand, "rect", { class: "wide", x: -16, width: 32, y: at.top - 20, height: at.bottom - at.top + 20 });
  put(hand, "circle", { class: "grip", cx: 0, cy: at.bottom, r: 11 });
  put(hand, "path", { class: "arrows", d: `M-3 ${at.bottom - 4}l-4 4l4 4M3 ${at.bottom - 4}l4 4l-4 4` });
  return {
    hand,
    set: (hours) => {
      const x = Math.max(at.left, Math.min(at.right, at.x(hours * data.rate)));
      hand.setAttribute("transform", `translate(${x} 0)`);
      hand.setAttribute("aria-valuenow", hours);
      hand.setAttribute("aria-valuetext", timeOf(data, hours));
      veil.setAttribute("x", x);
      veil.setAttribute("width", at.right - x + 14);
    },
  };
}

/** Dragging anywhere in the plot but on a point moves the line. */
function obeyHand(canvas, hand, data, at, state) {
  const hoursAt = (event) => {
    const x = event.clientX - canvas.getBoundingClientRect().left;
    return Math.max(1, Math.min(data.most, Math.round(at.flopsAt(x) / data.rate)));
  };
  canvas.onpointerdown = (event) => {
    if (event.button || event.target.closest(".point")) return;
    if (event.pointerType === "touch" && !event.target.closest(".hand")) return;
    event.preventDefault();
    hand.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    state.clock.hold();
    state.move(hoursAt(event));
    canvas.onpointermove = (moved) => state.move(hoursAt(moved));
  };
  canvas.onpointerup = canvas.onpointercancel = () => {
    canvas.onpointermove = null;
    state.clock.release();
  };
  hand.onkeydown = (event) => {
    const { hours } = state;
    const far = hours < SOFT ? 1 : Math.round(hours / 20);
    const to = {
      ArrowRight: hours + far, ArrowUp: hours + far, ArrowLeft: hours - far, ArrowDown: hours - far,
      Home: 1, End: data.most,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    state.move(Math.max(1, Math.min(data.most, to)));
  };
}

/** What the budget is, and the best score it buys without and with the Transformer. */
function drawTold(parent, data) {
  const box = node("div", "told", parent);
  const parts = ["money", "before", "ours"].map((kind) => {
    const part = node("div", kind, box);
    node("span", "head", part, data.words[`told_${kind}`]);
    return { number: node("strong", "", part), line: node("span", "line", part) };
  });
  return (hours) => {
    const score = (best) => (best ? [best.bleu.toString(), best.name] : ["\u2013", data.words.nothing]);
    const earlier = priced(data).filter((one) => !isOurs(one));
    const told = [
      [timeOf(data, hours), `${powerOf(hours * data.rate)} FLOPs`],
      score(bestOf(data, hours, earlier)),
      score(bestOf(data, hours, priced(data).filter(isOurs))),
    ];
    parts.forEach(({ number, line }, at) => { [number.textContent, line.textContent] = told[at]; });
  };
}
