// The die of the token at hand on the left, the walk along the sentence, the die of all on the right.
// All words, colours and numbers come from Python; where the walk rests goes back as [what, index].

const TALL = 96; // pixels of the highest column
const LOG2 = Math.log(2);

function panel(parent, className, radius, words) {
  const box = node("div", `die ${className}`, parent);
  const size = 2 * radius + 8;
  const canvas = put(box, "svg", { width: size, height: size, "aria-hidden": "true" });
  const count = node("div", "count", box);
  node("div", "below", box, words);
  return { box, group: put(canvas, "g", {}), x: radius + 4, radius, count };
}

function turn(die, faces, data) {
  morph(die.group, die.x, die.x, die.radius, faces, (now) => {
    die.count.textContent = fill(data.words.faces, { faces: counted(now) });
  });
}

/** A column a token: its surprise as a bar, the token, its faces. */
function walk(box, data, listen) {
  const bits = data.nats.map((nats) => nats / LOG2);
  const most = Math.max(...bits, 1);
  const sizes = (least, letter, around) => data.pieces.map((piece) => Math.max(least, letter * [...piece.replace("\u2581", "")].length + around));
  const wide = sizes(50, 9, 22);
  // Where all do not fit they stand closer: a sentence is seen at once or nearly so.
  const widths = wide.reduce((sum, one) => sum + one, 0) > box.clientWidth ? sizes(30, 7.5, 6) : wide;
  const spare = Math.max(0, box.clientWidth - 2 - widths.reduce((sum, one) => sum + one, 0)) / widths.length;
  const canvas = put(box, "svg", { height: TALL + 94, role: "group", "aria-label": data.words.title });
  const base = TALL + 34;
  let x = 0;
  const columns = data.pieces.map((piece, index) => {
    const width = widths[index] + Math.min(spare, 40);
    const middle = x + width / 2;
    const group = put(canvas, "g", { class: "token", role: "button", tabindex: -1, "data-focus": `token${index}` });
    put(group, "rect", { class: "hit", x: x + 1, y: 20, width: width - 2, height: TALL + 70, rx: 8 });
    const height = Math.max(1.5, (TALL * bits[index]) / most);
    put(group, "rect", { class: "bar", x: middle - Math.min(18, width / 2 - 6), y: base - height, width: Math.min(36, width - 12), height });
    pieceInto(group, { class: "piece", x: middle, y: base + 21 }, piece);
    put(group, "text", { class: "faces", x: middle, y: base + 42 }, counted(facesOf(data.nats[index])));
    listen(group, index);
    x += width;
    return group;
  });
  canvas.setAttribute("width", x);
  const level = base - (TALL * data.mean) / LOG2 / most;
  put(canvas, "line", { class: "level", x1: 0, x2: x, y1: level, y2: level });
  put(canvas, "text", { class: "axis", x: x - 4, y: level - 5, "text-anchor": "end" }, fill(data.words.level, { bits: (data.mean / LOG2).toFixed(2) }));
  put(canvas, "text", { class: "axis", x: 2, y: 12 }, data.words.bits);
  return columns;
}

const shownPercent = (p) => (p >= 0.0995 ? `${(100 * p).toFixed(1)}%` : `${(100 * p).toPrecision(2)}%`);

function tell(data, index) {
  const nats = data.nats[index];
  return fill(data.words.told, {
    piece: data.pieces[index].replaceAll("\u2581", ""), p: shownPercent(Math.exp(-nats)),
    faces: counted(facesOf(nats)), bits: (nats / LOG2).toFixed(2),
  });
}

function draw(root, data, send) {
  const scrolled = root.querySelector(".walk")?.scrollLeft || 0;
  const memory = remember(root); // the faces that the die had last
  const refocus = anew(root, data);
  const isNarrow = root.clientWidth < 760;
  root.classList.toggle("narrow", isNarrow);
  const top = node("div", "top", root);
  const own = panel(top, "own", isNarrow ? 66 : 96, "");
  const line = node("div", "walk", top);
  const all = panel(top, "all", isNarrow ? 44 : 56, data.words.mean);
  const caption = node("div", "caption", root);
  own.group.faces = memory.faces;
  let chosen = memory.clock.chosen(JSON.stringify(data.pieces), data.chosen);
  const show = (index) => {
    const faces = facesOf(data.nats[index]);
    memory.faces = faces;
    turn(own, faces, data);
    own.box.querySelector(".below").textContent = data.pieces[index].replaceAll("\u2581", "");
    caption.textContent = tell(data, index);
    columns.forEach((column, i) => column.classList.toggle("on", i === index));
  };
  const choose = (index) => {
    chosen = index;
    columns.forEach((column, i) => column.setAttribute("tabindex", i === index ? 0 : -1));
    columns.forEach((column, i) => column.setAttribute("aria-pressed", String(i === index)));
    show(index);
  };
  const rest = (index) => {
    choose(index);
    memory.clock.later(() => send("token", index), index);
  };
  const columns = walk(line, data, (group, index) => {
    group.setAttribute("aria-label", tell(data, index));
    group.onpointerenter = () => show(index);
    group.onclick = () => rest(index);
    group.onkeydown = (event) => {
      const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: data.pieces.length - 1, Enter: index, " ": index }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      if (!columns[to]) return;
      columns[to].focus();
      rest(to);
    };
  });
  line.onpointerleave = () => show(chosen);
  choose(chosen);
  turn(all, facesOf(data.mean), data);
  line.scrollLeft = scrolled;
  refocus();
}

/** Every token with its numbers, for the reader to keep. */
function numbers(data) {
  return [{
    name: "tokens",
    rows: data.pieces.map((piece, index) => ({
      place: index + 1, piece, p: Math.exp(-data.nats[index]), nats: data.nats[index],
      bits: data.nats[index] / LOG2, faces: facesOf(data.nats[index]),
    })),
  }];
}

export default (component) => mount(component, "onedie", draw, numbers);
