// The curves of the training, one place a state: a slider lies over them and is dragged along.

const PLOT = { shares: 84, losses: 40, gap: 12, foot: 20, thumb: 16 };
const EDGE = { wide: [64, 150], slim: [38, 12] };

/** The names at the right ends of two curves, apart, and none below `most` or above `least`. */
function apart(ends, least, most) {
  const sorted = [...ends].sort((one, other) => other.y - one.y);
  sorted.forEach((end, at) => {
    const above = sorted.length - 1 - at;
    const room = at ? sorted[at - 1].y - 15 : most;
    end.y = Math.min(Math.max(end.y, least + 15 * above), room);
  });
  return sorted;
}

function drawTimeline(parent, data, state, isSlim) {
  const box = node("div", "plot", parent);
  const width = Math.max(240, box.clientWidth);
  const [left, rightRoom] = EDGE[isSlim ? "slim" : "wide"];
  const right = width - rightRoom;
  const lossTop = PLOT.shares + PLOT.gap;
  const foot = lossTop + PLOT.losses;
  const count = data.steps.length;
  const x = (at) => (count > 1 ? left + (at * (right - left)) / (count - 1) : left);
  const most = Math.max(...data.curves.loss, ...data.curves.train.map((value) => value ?? 0), 0.1);
  const yOf = { shares: (share) => 4 + (1 - share) * (PLOT.shares - 4), losses: (loss) => lossTop + (1 - loss / most) * PLOT.losses };
  const canvas = put(box, "svg", { width, height: foot + PLOT.foot, "aria-hidden": "true" });
  for (const share of [0, 0.5, 1]) {
    put(canvas, "line", { class: "grid", x1: left, x2: right, y1: yOf.shares(share), y2: yOf.shares(share) });
    put(canvas, "text", { class: "tick", x: left - 7, y: yOf.shares(share) + 4 }, percent(share, 0));
  }
  put(canvas, "line", { class: "grid", x1: left, x2: right, y1: foot, y2: foot });
  [[most, 9], [0, 4]].forEach(([loss, down]) => {
    put(canvas, "text", { class: "tick", x: left - 7, y: yOf.losses(loss) + down }, loss ? loss.toFixed(1) : "0");
  });
  if (data.guess !== null) {
    const y = yOf.shares(data.guess);
    put(canvas, "line", { class: "guess", x1: left, x2: right, y1: y, y2: y });
    put(canvas, "text", { class: "guessed", x: right - 4, y: y - 4 }, data.words.guess);
  }
  const ends = { shares: [], losses: [] };
  const bounds = { shares: [8, PLOT.shares + 4], losses: [lossTop + 8, foot + 2] };
  [["tokens", "shares"], ["rows", "shares"], ["loss", "losses"], ["train", "losses"]].forEach(([name, panel]) => {
    const points = data.curves[name].map((value, at) => (value === null ? null : [x(at), yOf[panel](value)])).filter(Boolean);
    if (!points.length) return;
    put(canvas, "path", { class: `curve ${name}`, d: `M${points.map((point) => point.map((one) => one.toFixed(1)).join(" ")).join("L")}` });
    points.forEach(([cx, cy]) => put(canvas, "circle", { class: `point ${name}`, cx, cy, r: 2.4 }));
    ends[panel].push({ name, y: points.at(-1)[1] + 4 });
  });
  if (!isSlim) Object.entries(ends).forEach(([panel, of]) => apart(of, ...bounds[panel]).forEach(({ name, y }) => put(canvas, "text", { class: `end ${name}`, x: right + 14, y }, data.words[name])));
  const every = Math.ceil(count / Math.max(2, Math.floor((right - left) / 52)));
  data.steps.forEach((step, at) => {
    const isLast = at === count - 1;
    if (isLast || (at % every === 0 && count - 1 - at >= every)) put(canvas, "text", { class: "step", x: x(at), y: foot + 15 }, step.toLocaleString("en"));
  });
  const hand = put(canvas, "g", { class: "hand" });
  put(hand, "line", { y1: 0, y2: foot });
  put(hand, "circle", { cy: foot, r: 5 });
  const input = slider(box, data, state);
  input.style.left = `${x(0) - PLOT.thumb / 2}px`;
  input.style.width = `${Math.max(0, x(count - 1) - x(0)) + PLOT.thumb}px`;
  input.style.height = `${foot + 8}px`;
  return (at) => {
    hand.setAttribute("transform", `translate(${x(at)} 0)`);
    input.value = at;
    input.setAttribute("aria-valuetext", data.said[at]);
  };
}

/** A slider that is not seen. */
function slider(box, data, state) {
  const places = { label: data.words.slider, focus: "slider", count: data.steps.length, clock: state.clock };
  const input = placesSlider(box, places, state.move);
  input.className = "slider";
  return input;
}
