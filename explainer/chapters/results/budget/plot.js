// Models over a log axis of cost: their points with names, two stairs of the best score so far.

const SLIM = 620;
const NAME = { size: 13, height: 17 };
const TIMES = [1, 3, 6, 12, 24, 72, 168, 336, 672, 2016]; // hours that the upper axis names
const APART = 46; // pixels between two of them

const priced = (data) => data.models.filter((one) => one.flops !== null);
const isOurs = (one) => one.kind === "transformer";

/** Scales and sizes of the plot at this width. */
function frameOf(data, width) {
  const isSlim = width < SLIM;
  const box = { left: 34, right: width - 14, top: 44, bottom: (isSlim ? 330 : 352) - 42 };
  const costs = priced(data).map((one) => Math.log10(one.flops));
  const scores = data.models.map((one) => one.bleu);
  const [from, to] = [Math.min(...costs) - 0.34, Math.max(...costs) + 0.34];
  const [low, high] = [Math.min(...scores) - 0.5, Math.max(...scores) + 0.5];
  const wide = (box.right - box.left) / (to - from);
  return {
    ...box, isSlim, width, height: box.bottom + 42, from, to, low, high,
    x: (flops) => box.left + (Math.log10(flops) - from) * wide,
    flopsAt: (x) => 10 ** (from + (x - box.left) / wide),
    y: (bleu) => box.bottom - ((bleu - low) / (high - low)) * (box.bottom - box.top),
  };
}

const RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";
const raised = (power) => [...String(power)].map((digit) => RAISED[digit]).join("");

/** 3.3 x 10 to the 18, as prose has it. */
function powerOf(value, digits = 1) {
  const [mantissa, power] = value.toExponential(digits).split("e+");
  return `${mantissa} \u00d7 10${raised(power)}`;
}

function axes(canvas, data, at) {
  for (let bleu = Math.ceil(at.low); bleu <= at.high; bleu += 1) {
    put(canvas, "line", { class: "grid", x1: at.left, x2: at.right, y1: at.y(bleu), y2: at.y(bleu) });
    put(canvas, "text", { class: "tick end", x: at.left - 6, y: at.y(bleu) + 4.5 }, String(bleu));
  }
  for (let power = Math.floor(at.from); power <= at.to; power += 1) {
    for (const digit of at.isSlim ? [1] : [1, 2, 5]) {
      const x = at.x(digit * 10 ** power);
      if (x < at.left + 12 || x > at.right - 12) continue;
      put(canvas, "line", { class: "grid", x1: x, x2: x, y1: at.bottom, y2: at.bottom + 5 });
      const words = digit === 1 ? `10${raised(power)}` : `${digit} \u00d7 10${raised(power)}`;
      put(canvas, "text", { class: "tick", x, y: at.bottom + 19 }, words);
    }
  }
  put(canvas, "text", { class: "title", x: (at.left + at.right) / 2, y: at.bottom + 37 }, data.words.cost);
  put(canvas, "text", { class: "title start", x: 0, y: at.top - 8 }, data.words.bleu);
  let last = -Infinity;
  for (const hours of TIMES) {
    const x = at.x(hours * data.rate);
    if (x < at.left + 60 || x > at.right || x - last < APART) continue;
    last = x;
    put(canvas, "line", { class: "grid", x1: x, x2: x, y1: at.top - 5, y2: at.top });
    put(canvas, "text", { class: "tick", x, y: at.top - 9 }, timeOf(data, hours));
  }
}

/** Hours as people say them. */
const timeOf = (data, hours) => (hours < 48
  ? fill(data.words.hours, { hours }) : fill(data.words.days, { days: Number((hours / 24).toFixed(1)) }));

/** The best score that a cost buys, among some of the models: x and y of a path. */
function stairs(models, at) {
  let best = -Infinity;
  const steps = [];
  for (const one of [...models].sort((a, b) => a.flops - b.flops)) {
    if (one.bleu <= best) continue;
    steps.push(steps.length ? `H${at.x(one.flops)}V${at.y(one.bleu)}` : `M${at.x(one.flops)} ${at.y(one.bleu)}`);
    best = one.bleu;
  }
  return steps.length ? `${steps.join("")}H${at.right}` : "";
}

/** From the better one halfway down, along the cost, and down to the other. */
function bracket(canvas, data, at) {
  const [ours, other] = data.saving.map((name) => data.models.find((one) => one.name === name));
  const half = at.y((ours.bleu + other.bleu) / 2);
  const [from, to] = [at.x(ours.flops), at.x(other.flops)];
  put(canvas, "path", { class: "saving", d: `M${from} ${at.y(ours.bleu)}V${half}H${to}V${at.y(other.bleu)}` });
  const words = put(canvas, "text", { class: "saved", x: (from + to) / 2, y: half + 16 }, data.words.saving);
  const { x, y, width, height } = words.getBBox();
  return { x, y, width, height };
}

/** Off the stairs that run through its point, where it covers nothing; the Transformers come first. */
function placeNames(models, at, width, taken) {
  const dots = models.map((one) => ({ x: at.x(one.flops) - 8, y: at.y(one.bleu) - 8, width: 16, height: 16 }));
  const boxes = [...taken, ...dots];
  const order = models.map((_, index) => index).sort((a, b) => isOurs(models[b]) - isOurs(models[a]));
  const places = [];
  for (const index of order) {
    const [x, y, long] = [at.x(models[index].flops), at.y(models[index].bleu), width(models[index].label)];
    const choices = [[8, -23], [8, 6], [-long - 8, -23], [-long - 8, 6], [-long / 2, -27], [-long / 2, 10]].map(([dx, dy]) => (
      { x: x + dx, y: y + dy, width: long, height: NAME.height }
    ));
    const fits = (box) => box.x >= at.left && box.x + long <= at.width && !boxes.some((other) => meet(box, other));
    places[index] = choices.find(fits);
    if (places[index]) boxes.push(places[index]);
  }
  return places;
}

/** Pressed by pointer or key. */
function obeyPress(point, choose) {
  point.onclick = choose;
  point.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose();
  };
}

/** A point that is pressed tells about its model. */
function drawPoint(canvas, data, at, one, place, choose) {
  const [x, y] = [at.x(one.flops), at.y(one.bleu)];
  const point = put(canvas, "g", { class: `point ${one.kind}`, role: "button", tabindex: 0 });
  point.dataset.focus = `point${one.name}`;
  point.setAttribute("aria-label", `${one.name}: ${data.words.bleu} ${one.bleu}, ${powerOf(one.flops)} FLOPs`);
  put(point, "circle", { class: "reach", cx: x, cy: y, r: 14 });
  if (one.kind === "ensemble") put(point, "path", { class: "mark", d: `M${x} ${y - 7}l7 7l-7 7l-7 -7z` });
  else put(point, "circle", { class: "mark", cx: x, cy: y, r: 6.5 });
  if (place) put(point, "text", { class: "label", x: place.x, y: place.y + 13 }, one.label);
  obeyPress(point, choose);
  return point;
}
