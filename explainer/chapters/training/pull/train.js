// A button that takes one step of training, and the mean loss of the batch after every step so far.

const PLOT = { height: 74, left: 40, right: 40, top: 24, bottom: 8 };

const meanOf = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;
const meanLoss = (data, trained) => meanOf(tokensOf(data).map((token) => token.losses[trained]));

/** What the steps make smaller: the mean of the smoothed losses. */
function meanSmooth(data, [, , stop, trained]) {
  const flat = meanOf(tokensOf(data).map((token) => token.flat[trained]));
  return (1 - data.stops[stop]) * meanLoss(data, trained) + data.stops[stop] * flat;
}

function drawTrain(parent, data, train) {
  const box = node("div", "train", parent);
  const bar = node("div", "bar", box);
  const step = node("button", "step", bar, `\u25b6 ${data.words.train}`);
  const restart = node("button", "restart", bar, data.words.restart);
  [[step, "step"], [restart, "restart"]].forEach(([button, name]) => {
    button.dataset.screen = "";
    button.dataset.focus = name;
  });
  const note = node("div", "note", box);
  note.setAttribute("role", "status");
  const setCurve = drawCurve(node("div", "curve", box), data);
  const last = data.moved.length;
  return (at, isReady) => {
    const trained = at[3];
    step.disabled = !isReady || trained >= last;
    restart.disabled = trained === 0;
    step.onclick = () => train(trained + 1);
    restart.onclick = () => train(0);
    note.textContent = trained ? unsaid(fill(data.words.after, {
      step: trained, steps: last, moved: data.moved[trained - 1].toFixed(6), smooth: meanSmooth(data, at).toFixed(3),
    })) : data.words.start;
    setCurve(trained);
  };
}

function drawCurve(parent, data) {
  const width = Math.max(220, parent.clientWidth);
  const canvas = put(parent, "svg", { width, height: PLOT.height, role: "img", "aria-label": data.words.curve });
  const means = tokensOf(data)[0].losses.map((_, trained) => meanLoss(data, trained));
  const high = Math.max(...means);
  const x = (trained) => PLOT.left + (trained * (width - PLOT.left - PLOT.right)) / Math.max(1, means.length - 1);
  const floor = PLOT.height - PLOT.bottom;
  const y = (mean) => floor - ((floor - PLOT.top) * mean) / high;
  put(canvas, "line", { class: "grid", x1: PLOT.left - 8, x2: width - PLOT.right + 8, y1: floor, y2: floor });
  means.forEach((_, at) => put(canvas, "line", { class: "grid", x1: x(at), x2: x(at), y1: floor, y2: floor + 4 }));
  put(canvas, "text", { class: "head start", x: 0, y: 10 }, data.words.curve);
  const path = put(canvas, "polyline", { class: "path" });
  const dots = means.map((mean, at) => put(canvas, "circle", { class: "dot", cx: x(at), cy: y(mean), r: 3.5 }));
  const first = put(canvas, "text", { class: "fact", x: PLOT.left - 8, y: y(means[0]) + 4.5 }, means[0].toFixed(2));
  const now = put(canvas, "text", { class: "fact start now" }, "");
  return (trained) => {
    path.setAttribute("points", means.slice(0, trained + 1).map((mean, at) => `${x(at)},${y(mean)}`).join(" "));
    dots.forEach((dot, at) => {
      dot.classList.toggle("on", at === trained);
      dot.classList.toggle("ahead", at > trained);
    });
    first.classList.toggle("on", trained === 0);
    setAll(now, { x: x(trained) + 9, y: Math.min(floor - 2, y(means[trained]) + 4.5) });
    now.textContent = trained ? means[trained].toFixed(2) : "";
  };
}
