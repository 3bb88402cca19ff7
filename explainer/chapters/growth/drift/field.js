// The plane: a point a word, a pale shape round every group, names where there is room for them.

const HEIGHT = 356;
const MARGIN = { side: 46, top: 16 };
const TAKES = 520; // milliseconds from one state to the next
const NAME = { size: 13, height: 16 };
const MARK = 11;

/** Every word of every group with where it is at each state, in pixels. */
function wordsOf(data, width) {
  const all = data.groups.flatMap((group) => group.places.flat());
  const reach = [0, 1].map((axis) => Math.max(...all.map((place) => Math.abs(place[axis]))));
  const half = [width / 2, HEIGHT / 2];
  const room = [half[0] - MARGIN.side, half[1] - MARGIN.top];
  const onPlane = ([x, y]) => [half[0] + (x / reach[0]) * room[0], half[1] - (y / reach[1]) * room[1]];
  return data.groups.flatMap((group, which) => group.words.map((word, index) => (
    { word, which, path: group.places[index].map(onPlane) }
  )));
}

const SHAPES = ["circle", "square", "diamond", "triangle"];
const OUTLINE = {
  circle: "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z", square: "M-5 -5h10v10h-10z",
  diamond: "M0 -6.5l6.5 6.5l-6.5 6.5l-6.5 -6.5z", triangle: "M0 -6.5l6.2 11h-12.4z",
};

/** The corners round points, left turns only (Andrew's monotone chain). */
function hullOf(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list) => list.reduce((chain, point) => {
    while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
    chain.push(point);
    return chain;
  }, []);
  return [...half(sorted).slice(0, -1), ...half(sorted.reverse()).slice(0, -1)];
}

/** Beside its point, above, below or aslant; null where a name finds no room: it waits for the pointer. */
function roomFor(places, widths, width) {
  const boxes = places.map(([x, y]) => ({ x: x - MARK / 2, y: y - MARK / 2, width: MARK, height: MARK }));
  return places.map(([x, y], index) => {
    const long = widths[index];
    const corners = [
      [9, -8], [-long - 9, -8], [-long / 2, -24], [-long / 2, 8], [6, -22], [6, 6], [-long - 6, -22], [-long - 6, 6],
    ];
    const free = corners.find(([dx, dy]) => {
      const box = { x: x + dx, y: y + dy, width: long, height: NAME.height };
      return box.x >= 0 && box.x + long <= width && box.y >= 0 && !boxes.some((other) => meet(box, other));
    });
    if (free) boxes.push({ x: x + free[0], y: y + free[1], width: long, height: NAME.height });
    return free ?? null;
  });
}

/** A point with its name and, while it is looked at, the way it came. */
function drawWord(canvas, data, one, list) {
  const tone = data.groups[one.which].tone;
  const group = put(canvas, "g", { class: "word", tabindex: 0, role: "img", "aria-label": one.word });
  group.style.setProperty("--tone", `var(--${tone})`);
  put(group, "circle", { class: "reach", r: 12 });
  put(group, "path", { class: "mark", d: OUTLINE[SHAPES[one.which]] });
  const name = put(group, "text", { class: "name" }, one.word);
  const look = (isOn) => {
    list.trail.setAttribute("points", isOn ? one.path.map((place) => place.join()).join(" ") : "");
    list.trail.style.stroke = `var(--${tone})`;
    group.classList.toggle("looked", isOn);
    if (isOn && group.nextSibling && !group.matches(":focus")) canvas.append(group);
  };
  [group.onpointerenter, group.onpointerleave] = [() => look(true), () => look(false)];
  [group.onfocus, group.onblur] = [() => look(true), () => look(false)];
  return { group, name };
}

/** What it returns takes all words to a state, in a moment or at once. */
function drawField(parent, data, measure) {
  const width = Math.max(280, parent.clientWidth);
  const canvas = put(parent, "svg", { width, height: HEIGHT, role: "group", "aria-label": data.words.name });
  put(canvas, "line", { class: "axis", x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2 });
  put(canvas, "line", { class: "axis", x1: width / 2, x2: width / 2, y1: 0, y2: HEIGHT });
  put(canvas, "text", { class: "title end", x: width, y: HEIGHT / 2 - 6 }, data.words.first);
  put(canvas, "text", { class: "title", x: width / 2 + 6, y: 12 }, data.words.second);
  const words = wordsOf(data, width);
  const hulls = data.groups.map((group) => {
    const hull = put(canvas, "polygon", { class: "hull" });
    hull.style.setProperty("--tone", `var(--${group.tone})`);
    return hull;
  });
  const list = { trail: put(canvas, "polyline", { class: "trail" }) };
  const drawn = words.map((one) => drawWord(canvas, data, one, list));
  const widths = words.map((one) => measure(one.word, NAME.size, 600) + 4);
  const placeAll = (places) => {
    drawn.forEach(({ group }, index) => group.setAttribute("transform", `translate(${places[index].join(" ")})`));
    hulls.forEach((hull, which) => {
      const mine = places.filter((_, index) => words[index].which === which);
      hull.setAttribute("points", hullOf(mine).map((place) => place.join()).join(" "));
    });
  };
  const nameAll = (places) => roomFor(places, widths, width).forEach((corner, index) => {
    const [dx, dy] = corner ?? [9, -8];
    const isOut = !corner && places[index][0] + dx + widths[index] > width;
    setAll(drawn[index].name, { x: isOut ? -widths[index] - 9 : dx, y: dy + 12.5 });
    drawn[index].group.classList.toggle("waits", !corner);
  });
  return mover(placeAll, nameAll, words);
}

/** Between two states all words go straight, slow at both ends. */
function mover(place, nameAll, words) {
  let now = null; // where they are
  let frame = 0;
  return (state) => {
    const goal = words.map((one) => one.path[state]);
    cancelAnimationFrame(frame);
    nameAll(goal);
    if (!now || isStill()) {
      now = goal;
      place(goal);
      return;
    }
    const from = now;
    const begin = performance.now();
    const step = (time) => {
      const share = Math.max(0, Math.min(1, (time - begin) / TAKES));
      const eased = share * share * (3 - 2 * share);
      now = goal.map(([x, y], at) => [from[at][0] + eased * (x - from[at][0]), from[at][1] + eased * (y - from[at][1])]);
      place(now);
      if (share < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  };
}
