// Charts in which something can be chosen by a click: the same with the keyboard. The arrow keys
// move a frame over the marks, Enter or Space clicks on the framed one.

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const QUIET = 200; // ms without a change, after which charts that were replaced all stand

/** Names of the fields by which a click chooses; null in a chart without a choice. */
function chosenBy(view) {
  const name = Object.keys(view._signals || {}).find((each) => each.endsWith("_tuple_fields"));
  return name ? view.signal(name).map((each) => each.field) : null;
}

/** Every mark that a click chooses, with its middle [x, y] and size in pixels of the drawing. */
function marksOf(view, fields) {
  let found = [];
  const walk = (mark, x, y) => {
    if (mark.marktype === "group") {
      for (const group of mark.items) {
        for (const inner of group.items || []) walk(inner, x + (group.x || 0), y + (group.y || 0));
      }
    } else if (mark.role === "mark" && mark.items.length > found.length
        && mark.items.every(({ datum }) => fields.every((field) => field in (datum || {})))) {
      found = mark.items.map((item) => ({ item, box: item.bounds.clone().translate(x, y) }));
    }
  };
  walk(view.scenegraph().root, 0, 0);
  const [left, top] = view.origin();
  return found.map(({ item, box }) => ({
    item, left: box.x1 + left, top: box.y1 + top, width: box.width(), height: box.height(),
    at: [(box.x1 + box.x2) / 2 + left, (box.y1 + box.y2) / 2 + top],
  }));
}

/** The mark that comes next in a direction: near, and rather ahead than aside. */
function next(marks, from, [dx, dy]) {
  let best = from;
  let least = Infinity;
  for (const mark of marks) {
    const across = mark.at[0] - from.at[0];
    const down = mark.at[1] - from.at[1];
    const ahead = across * dx + down * dy;
    const aside = Math.abs(across * dy) + Math.abs(down * dx);
    // A bar beside another is shorter or longer: what is aside counts little.
    const way = ahead + (marks.flat ? 0 : 4 * aside);
    if (ahead > 1 && way < least) {
      best = mark;
      least = way;
    }
  }
  return best;
}

/**
 * The marks of a chart that can be chosen; in one row of bars the arrows only go along it. None
 * where the chart is being drawn anew, for what could be chosen in it a moment ago may be gone.
 */
function readMarks(chart) {
  const view = viewOf(chart);
  const fields = view && chosenBy(view);
  if (!fields) return [];
  const marks = marksOf(view, fields);
  marks.flat = fields.length < 2;
  return marks;
}

class ChartKeys {
  constructor(main, words) {
    this.main = main;
    this.words = words;
    this.frame = document.createElement("div");
    this.frame.className = "chart-frame";
    this.left = null; // the chart whose mark was clicked: { index, place, path }
    this.waits = false; // for a chart in its place, however long the answer takes
    this.listeners = [["keydown", (event) => this.press(event)], ["focusout", () => this.frame.remove()]];
    for (const [name, listener] of this.listeners) main.addEventListener(name, listener);
    this.turnAway = ({ target }) => { if (!target.dataset?.keys) this.waits = false; };
    for (const name of ["pointerdown", "focusin"]) window.addEventListener(name, this.turnAway, true);
    this.watcher = new MutationObserver(() => this.watch());
    this.watcher.observe(main, { childList: true, subtree: true });
    this.watch();
  }

  charts() {
    return [...this.main.querySelectorAll(CHART)];
  }

  /** Looks at the charts in the next frame, and for a lost focus when nothing changes any more. */
  watch() {
    this.asked ||= requestAnimationFrame(() => {
      this.asked = 0;
      this.mark();
    });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.focusAgain(), QUIET);
  }

  /** Charts that can be used say so. */
  mark() {
    for (const chart of this.charts()) {
      const view = chart.dataset.keys ? null : viewOf(chart);
      if (!view || !chosenBy(view)) continue;
      chart.dataset.keys = "true";
      chart.tabIndex = 0;
      chart.setAttribute("aria-description", this.words);
    }
  }

  /** A chart that replaces the chart in use gets its focus. */
  focusAgain() {
    const lost = this.waits && this.left.path === window.location.pathname
      && document.activeElement === document.body;
    const chart = lost && this.charts()[this.left.index];
    if (!chart || !chart.dataset.keys) return;
    chart.focus({ preventScroll: true });
    const mark = readMarks(chart)[this.left.place];
    if (mark) this.show(chart, mark);
  }

  press(event) {
    const chart = event.target;
    if (!chart.dataset?.keys || event.altKey || event.ctrlKey || event.metaKey) return;
    const marks = readMarks(chart);
    if (!marks.length) return;
    const index = Math.min(this.left?.place ?? 0, marks.length - 1);
    let mark = marks[index];
    if (STEPS[event.key]) mark = this.frame.isConnected ? next(marks, mark, STEPS[event.key]) : mark;
    else if (event.key === "Home") [mark] = marks;
    else if (event.key === "End") mark = marks[marks.length - 1];
    else if (event.key === "Enter" || event.key === " ") this.click(chart, mark);
    else return;
    event.preventDefault();
    this.left = { index: this.charts().indexOf(chart), place: marks.indexOf(mark), path: window.location.pathname };
    this.waits = true;
    this.show(chart, mark);
  }

  show(chart, mark) {
    const drawing = chart.querySelector("canvas, svg").getBoundingClientRect();
    const place = chart.getBoundingClientRect();
    const [x, y] = [drawing.left - place.left + chart.scrollLeft, drawing.top - place.top + chart.scrollTop];
    chart.style.position = "relative";
    Object.assign(this.frame.style, {
      left: `${x + mark.left - 3}px`, top: `${y + mark.top - 3}px`,
      width: `${mark.width + 6}px`, height: `${mark.height + 6}px`,
    });
    chart.append(this.frame);
  }

  click(chart, mark) {
    const drawing = chart.querySelector("canvas, svg");
    const box = drawing.getBoundingClientRect();
    const place = { bubbles: true, clientX: box.left + mark.at[0], clientY: box.top + mark.at[1] };
    const target = mark.item._svg || drawing;
    for (const name of ["pointermove", "mousemove", "pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
      const kind = name.startsWith("pointer") ? PointerEvent : MouseEvent;
      target.dispatchEvent(new kind(name, { ...place, isPrimary: true }));
    }
  }

  stop() {
    cancelAnimationFrame(this.asked);
    clearTimeout(this.timer);
    this.watcher.disconnect();
    this.frame.remove();
    for (const [name, listener] of this.listeners) this.main.removeEventListener(name, listener);
    for (const name of ["pointerdown", "focusin"]) window.removeEventListener(name, this.turnAway, true);
  }
}
