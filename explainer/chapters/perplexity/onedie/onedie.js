// Along a sentence every token stands under a die, as high as its surprise in bits; the die at hand is
// large on the left and can be rolled, the die of the whole sentence stands at the mean on the right.
// A die is dragged up and down to ask what another probability would do; that is told to nobody.
// All words, colours and numbers come from Python; where the walk rests goes back as [what, index].

const TALL = 104; // pixels of the highest column
const HEAD = 46; // above it, for its die
const FOOT = 46; // token and faces
const GUTTERS = [26, 44]; // left of the columns, on a phone and elsewhere
const BASE = HEAD + TALL;
const ROLLS = 20;
const LOG2 = Math.log(2);
const STEP = LOG2 / 4; // a key's

const bitsOf = (nats) => nats / LOG2;
const bare = (piece) => piece.replaceAll("\u2581", "");
const exactly = (faces) => (faces < 99.95 ? faces.toFixed(2) : counted(faces));
const meanOf = (nats) => nats.reduce((sum, one) => sum + one, 0) / nats.length;

/** The axis of all columns: bits upwards, on each line what die that is. */
function scaleOf(nats) {
  const most = Math.max(2, ...nats.filter(Number.isFinite).map(bitsOf));
  const every = Math.ceil(most / 5);
  const lines = Array.from({ length: Math.floor(most / every) }, (_, at) => every * (at + 1));
  const high = (one) => (TALL * Math.min(bitsOf(one), most)) / most;
  return { most, lines, high };
}

/** Widths of the columns: a sentence is seen at once or nearly so. */
function widthsOf(data, room) {
  const sizes = (least, letter, edge) => data.pieces.map((piece) => Math.max(least, letter * [...bare(piece)].length + edge));
  const sum = (all) => all.reduce((total, one) => total + one, 0);
  const wide = sizes(50, 9, 22);
  const widths = sum(wide) > room ? sizes(27, 7.2, 5) : wide;
  const spare = Math.max(0, room - sum(widths)) / widths.length;
  return widths.map((width) => width + Math.min(spare, 40));
}

/** A token with its die, its column and its faces; what it returns shows another surprise. */
function column(canvas, data, scale, { index, x, width, radius }) {
  const middle = x + width / 2;
  const group = put(canvas, "g", { class: "token", role: "button", tabindex: -1, "data-focus": `token${index}` });
  put(group, "rect", { class: "hit", x: x + 1, y: 1, width: width - 2, height: BASE + FOOT - 2, rx: 8 });
  const grip = put(group, "g", { class: data.words.tried ? "grip" : "" });
  const thick = Math.min(30, width - 10);
  const bar = put(grip, "rect", { class: "bar", x: middle - thick / 2, width: thick });
  const die = put(grip, "g", {});
  pieceInto(group, { class: "piece", x: middle, y: BASE + 20 }, data.pieces[index]);
  const faces = put(group, "text", { class: "faces", x: middle, y: BASE + 39 });
  const show = (nats, isTried) => {
    const height = scale.high(nats);
    setAll(bar, { y: BASE - height, height: Math.max(height, 0.5) });
    drawDie(die, middle, BASE - height - radius - 1, radius, facesOf(nats));
    faces.textContent = counted(facesOf(nats));
    group.classList.toggle("tried", isTried);
  };
  return { group, grip, show };
}

function walk(box, data, scale, isNarrow) {
  const gutter = GUTTERS[isNarrow ? 0 : 1];
  const widths = widthsOf(data, box.clientWidth - gutter - 2);
  const whole = gutter + widths.reduce((sum, one) => sum + one, 0);
  const canvas = put(box, "svg", { width: whole, height: BASE + FOOT, role: "group", "aria-label": data.words.title });
  for (const line of scale.lines) {
    const y = BASE - (TALL * line) / scale.most;
    put(canvas, "line", { class: "guide", x1: gutter - 6, x2: whole, y1: y, y2: y });
    put(canvas, "text", { class: "axis", x: gutter - 9, y: y + 4 }, counted(2 ** line).replace(".0", ""));
  }
  if (!isNarrow) put(canvas, "text", { class: "axis", x: gutter - 9, y: BASE + 39 }, data.words.axis);
  put(canvas, "line", { class: "floor", x1: gutter - 6, x2: whole, y1: BASE, y2: BASE });
  const level = put(canvas, "line", { class: "level", x1: gutter - 6, x2: whole });
  const radius = Math.min(21, Math.min(...widths) / 2 - 1);
  let x = gutter;
  const columns = widths.map((width, index) => {
    const made = column(canvas, data, scale, { index, x, width, radius });
    x += width;
    return made;
  });
  return { columns, level };
}

/** The die of the whole sentence, on the level of the mean. */
function whole(box, data, scale) {
  const width = 132;
  const canvas = put(box, "svg", { width, height: BASE + FOOT, "aria-hidden": "true" });
  const level = put(canvas, "line", { class: "level", x1: 0, x2: width });
  const die = put(canvas, "g", {});
  const count = put(canvas, "text", { class: "count", x: width / 2, y: BASE + 4 });
  put(canvas, "text", { class: "below", x: width / 2, y: BASE + 23 }, data.words.mean);
  const bits = put(canvas, "text", { class: "below", x: width / 2, y: BASE + 41 });
  return (mean, walked) => {
    const y = Math.max(48, Math.min(BASE - scale.high(mean), BASE - 18));
    drawDie(die, width / 2, y - 24, 23, facesOf(mean));
    count.textContent = fill(data.words.faces, { faces: exactly(facesOf(mean)) });
    bits.textContent = fill(data.words.level, { bits: bitsOf(mean).toFixed(2) });
    for (const line of [level, walked]) {
      setAll(line, { y1: BASE - scale.high(mean), y2: BASE - scale.high(mean) });
    }
  };
}

/** The large die: it is rolled by its real probability, and how often it hit is told. */
function own(box, data, radius) {
  const size = 2 * radius + 6;
  const button = node("button", "roll", box);
  button.dataset.focus = "roll";
  const group = put(put(button, "svg", { width: size, height: size, "aria-hidden": "true" }), "g", {});
  const count = node("div", "count", box);
  const told = node("div", "below", box);
  let [nats, hits, rolls] = [0, 0, 0];
  const show = (piece) => {
    count.textContent = fill(data.words.faces, { faces: counted(facesOf(nats)) });
    told.textContent = rolls ? fill(data.words.rolled, { piece, hits, rolls }) : data.words.roll;
  };
  const turn = (change) => tumble(group, radius + 3, radius + 3, radius, facesOf(nats), change);
  button.disabled = !data.words.roll;
  return {
    group,
    set(to, piece) {
      [nats, hits, rolls] = [to, 0, 0];
      button.setAttribute("aria-label", `${piece}: ${data.words.roll}`);
      button.onclick = () => {
        for (let roll = 0; roll < ROLLS; roll += 1) hits += Math.random() < Math.exp(-nats) ? 1 : 0;
        rolls += ROLLS;
        turn({ turns: 3, end: () => show(piece) });
      };
      turn();
      show(piece);
    },
  };
}

function tell(data, index, nats) {
  const values = { piece: bare(data.pieces[index]), p: percent(Math.exp(-nats[index])),
    faces: counted(facesOf(nats[index])), bits: Number.isFinite(nats[index]) ? bitsOf(nats[index]).toFixed(2) : "\u221e" };
  if (nats[index] !== data.nats[index]) {
    return fill(data.words.tried, { ...values, whole: exactly(facesOf(meanOf(nats))), model: exactly(facesOf(meanOf(data.nats))) });
  }
  const [expected, q, rank] = data.first[index] || [];
  return fill(data.words.told, { ...values, expected, q, rank });
}

/** What the reader tried, kept as long as it is about the same numbers. */
function triesOf(memory, data) {
  const about = JSON.stringify(data.nats);
  if (memory.about !== about) [memory.about, memory.nats] = [about, [...data.nats]];
  return memory.nats;
}

/** Dragging a die, or pressing up and down on it, changes its surprise. */
function dragged(part, clock, scale, change) {
  let from = null;
  part.onpointerdown = (event) => {
    clock.hold();
    from = event.clientY;
    part.setPointerCapture(event.pointerId);
  };
  part.onpointermove = (event) => {
    if (from === null || event.clientY === from) return;
    change(((from - event.clientY) * scale.most * LOG2) / TALL);
    from = event.clientY;
  };
  part.onpointerup = part.onpointercancel = () => {
    from = null;
    clock.release();
  };
}

function draw(root, given, send) {
  // A probability of 0 has no end; JSON has none either.
  const data = { ...given, nats: given.nats.map((nats) => nats ?? Infinity) };
  const scrolled = root.querySelector(".walk")?.scrollLeft || 0;
  const memory = remember(root);
  const nats = triesOf(memory, data);
  const refocus = anew(root, data);
  const isNarrow = root.clientWidth < 700;
  root.classList.toggle("narrow", isNarrow);
  const top = node("div", "top", root);
  const scale = scaleOf(data.nats);
  const die = own(node("div", "own", top), data, isNarrow ? 56 : 74);
  const line = node("div", "walk", top);
  const mean = whole(node("div", "all", top), data, scale);
  const caption = node("div", "caption", root);
  const says = node("span", "", caption);
  const back = node("button", "back", caption, data.words.back);
  die.group.faces = memory.faces;
  let chosen = memory.clock.chosen(JSON.stringify(data.pieces), data.chosen);
  let shown = -1;
  const { columns, level } = walk(line, data, scale, isNarrow);
  const show = (index) => {
    says.textContent = tell(data, index, nats);
    columns.forEach(({ group }, at) => group.classList.toggle("on", at === index));
    if (shown !== index || memory.faces !== facesOf(nats[index])) die.set(nats[index], bare(data.pieces[index]));
    [shown, memory.faces] = [index, facesOf(nats[index])];
  };
  const refresh = () => {
    columns.forEach((one, at) => one.show(nats[at], nats[at] !== data.nats[at]));
    mean(meanOf(nats), level);
    back.hidden = nats.every((one, at) => one === data.nats[at]);
  };
  const choose = (index) => {
    chosen = index;
    columns.forEach(({ group }, at) => {
      setAll(group, { tabindex: at === index ? 0 : -1, "aria-pressed": String(at === index) });
    });
    show(index);
  };
  const rest = (index) => {
    choose(index);
    memory.clock.later(() => send("token", index), index);
  };
  const change = (index, by) => {
    if (!data.words.tried) return;
    nats[index] = Math.max(0, Math.min(scale.most * LOG2, nats[index] + by));
    columns[index].show(nats[index], true);
    mean(meanOf(nats), level);
    back.hidden = false;
    show(index);
  };
  back.onclick = () => {
    nats.splice(0, nats.length, ...data.nats);
    refresh();
    show(chosen);
    columns[chosen].group.focus();
  };
  columns.forEach(({ group, grip }, index) => {
    group.setAttribute("aria-label", tell(data, index, data.nats));
    group.onpointerenter = (event) => { if (event.pointerType === "mouse" && !event.buttons) show(index); };
    group.onclick = () => rest(index);
    group.onkeydown = (event) => {
      const up = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
      const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: data.pieces.length - 1, Enter: index, " ": index }[event.key];
      if (up === undefined && to === undefined) return;
      event.preventDefault();
      if (up) change(index, up);
      if (!columns[to]) return;
      columns[to].group.focus();
      rest(to);
    };
    if (data.words.tried) dragged(grip, memory.clock, scale, (by) => change(index, by));
  });
  line.onpointerleave = () => { if (shown !== chosen) show(chosen); };
  refresh();
  choose(chosen);
  line.scrollLeft = scrolled;
  refocus();
  return memory;
}

/** Every token with its numbers, for the reader to keep. */
function numbers({ pieces, nats }) {
  return [{
    name: "tokens",
    rows: pieces.map((piece, index) => {
      const one = nats[index] ?? Infinity;
      return { place: index + 1, piece, p: Math.exp(-one), nats: one, bits: bitsOf(one), faces: facesOf(one) };
    }),
  }];
}

export default (component) => mount(component, "onedie", draw, numbers);
