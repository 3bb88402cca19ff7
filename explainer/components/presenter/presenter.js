// One figure of the page at a time. The slide is a mark on an element of the page; the style sheet
// hides the rest. The number of the slide is kept in the address, without asking the server.

const FIGURES = '[class*="st-key-figure_"]';
const WIDE = 1040; // px of a slide before it is enlarged: charts are laid out for about this width
const LARGEST = 2;
const SMALLEST = 0.75; // so that a slide a little higher than the window need not scroll
const ROOM = 1.08; // times its height that a slide must have free before it grows again
const GROWTHS = 4; // of a slide in one size of the window
const SETTLE = 120; // ms without a change of the page before it is looked at again
// Where arrow keys mean something else, and where page keys do.
const ARROWS = 'input, textarea, select, canvas, table, [contenteditable], [role="slider"],'
  + '[role="spinbutton"], [role="combobox"], [role="listbox"], [role="grid"], [role="radiogroup"],'
  + '[role="tablist"], [role="toolbar"], [role="menu"], [role="dialog"]';
const PAGES = 'textarea, canvas, [contenteditable], [role="slider"], [role="listbox"],'
  + '[role="grid"], [role="menu"], [role="dialog"]';
const STEPS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };

class Presenter {
  constructor(root) {
    this.root = root;
    this.slide = null;
    this.zoom = 1;
    this.timer = null;
    this.main = document.querySelector('[data-testid="stMain"]');
    this.name = node("span", "page", root);
    this.back = this.button("previous", () => this.step(-1), "‹");
    this.place = node("span", "place", root);
    this.place.setAttribute("role", "status");
    this.on = this.button("next", () => this.step(1), "›");
    this.out = this.button("leave", () => this.leave(), "×");
    this.onKey = (event) => this.key(event);
    this.onSize = () => this.later();
    document.addEventListener("keydown", this.onKey);
    window.addEventListener("resize", this.onSize);
    this.changes = new MutationObserver(this.onSize);
    this.changes.observe(this.main, { childList: true, subtree: true });
    this.sizes = new ResizeObserver(this.onSize);
  }

  button(name, press, sign) {
    const made = node("button", name, this.root, sign);
    made.onclick = press;
    return made;
  }

  update(data, go) {
    this.go = go;
    this.data = data;
    const { words } = data;
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", words.bar);
    this.name.textContent = words.page;
    for (const [made, label] of [[this.back, words.previous], [this.on, words.next],
      [this.out, words.leave]]) {
      made.setAttribute("aria-label", label);
      made.title = label;
    }
    if (data.page !== this.page) {
      this.page = data.page;
      this.asked = false;
      this.at = data.slide === "last" ? Infinity : Number(data.slide) - 1;
    }
    this.show();
  }

  /** The figures in the order of the page; the page itself where it has none. */
  slides() {
    const found = [...this.main.querySelectorAll(FIGURES)]
      .filter((one) => !one.parentElement.closest(FIGURES) && one.childElementCount);
    return found.length ? found : [this.main.querySelector(".stMainBlockContainer")];
  }

  /** Still being drawn: then the last slide is not yet known. */
  running() {
    const app = document.querySelector('[data-testid="stApp"]');
    return app.getAttribute("data-test-script-state") === "running";
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), SETTLE);
  }

  show() {
    const slides = this.slides();
    const at = Math.min(this.at, slides.length - 1);
    if (this.running()) this.later();
    else if (this.at !== at) this.arrive(at);
    const [before, after] = this.data.more;
    const place = `${at + 1} / ${slides.length}`;
    // Written again it would be a change of the page, which is looked at again, and so for ever.
    if (this.place.textContent !== place) this.place.textContent = place;
    const told = at === 0 && this.main.querySelectorAll('[class*="st-key-beat_"] button:not(:disabled)').length > 0;
    this.back.disabled = at === 0 && !before && !told;
    this.on.disabled = at === slides.length - 1 && !after && !told;
    if (slides[at] !== this.slide) this.mark(slides[at]);
    this.fit();
  }

  /** The last slide, now that all are there. */
  arrive(at) {
    this.at = at;
    this.remember();
  }

  mark(slide) {
    this.unmark();
    this.slide = slide;
    slide.dataset.slide = "now";
    slide.scrollTop = 0;
    slide.tabIndex = 0; // a slide higher than the window scrolls by key
    if (document.activeElement === document.body) slide.focus({ preventScroll: true });
    this.zoom = this.widest();
    this.sizes.disconnect();
    for (const part of slide.children) this.sizes.observe(part);
  }

  unmark() {
    if (!this.slide) return;
    delete this.slide.dataset.slide;
    this.slide.removeAttribute("tabindex");
    this.slide.style.removeProperty("--slide-zoom");
  }

  widest() {
    this.growths = GROWTHS;
    this.window = `${window.innerWidth} ${window.innerHeight}`;
    return Math.max(1, Math.min(LARGEST, window.innerWidth / WIDE));
  }

  /**
   * As large as the window is wide, then smaller until the slide is no higher than the window; and
   * larger again where it was measured too high, for instance before a chart took its new width.
   */
  fit() {
    if (this.window !== `${window.innerWidth} ${window.innerHeight}`) this.zoom = this.widest();
    const { slide } = this;
    slide.style.setProperty("--slide-zoom", this.zoom.toFixed(3));
    const over = slide.scrollHeight / Math.max(1, slide.clientHeight);
    const room = over < 1.01 && this.growths > 0 ? this.room() : 1;
    if (over >= 1.01 && this.zoom > SMALLEST) {
      this.zoom = Math.max(SMALLEST, this.zoom / Math.min(over, 1.25));
    } else if (room > ROOM) {
      this.growths -= 1; // a slide that is laid out anew at every size must not swing for ever
      this.zoom = Math.min(this.zoom * room, window.innerWidth / WIDE, LARGEST);
    } else {
      return;
    }
    slide.style.setProperty("--slide-zoom", this.zoom.toFixed(3));
    this.later();
  }

  /** How many times as high the content could be: 1 where it is also as wide as it may be. */
  room() {
    const { slide, zoom } = this;
    if (zoom >= Math.min(LARGEST, window.innerWidth / WIDE)) return 1;
    const style = getComputedStyle(slide);
    const padding = (parseFloat(style.paddingTop) + parseFloat(style.paddingBottom)) * zoom;
    const top = slide.firstElementChild.getBoundingClientRect().top;
    const height = slide.lastElementChild.getBoundingClientRect().bottom - top;
    return (slide.getBoundingClientRect().height - padding) / Math.max(1, height);
  }

  /** On the first slide the chapter's story comes first, sentence by sentence. */
  step(by) {
    const arrow = `.st-key-beat_${by < 0 ? "before" : "after"} button:not(:disabled)`;
    const sentence = this.at === 0 && this.main.querySelector(arrow);
    if (sentence) {
      if (!this.running()) sentence.click();
      return;
    }
    const count = this.slides().length;
    const next = Math.min(this.at, count - 1) + by;
    if (next >= 0 && next < count) {
      this.at = next;
      this.show();
      this.remember();
      return;
    }
    const [before, after] = this.data.more;
    if (by < 0 ? before : after) this.ask(by < 0 ? "previous" : "next");
  }

  /** In the address, so that a reload comes back here; the next run of the page tells the server. */
  remember() {
    const here = new URL(window.location.href);
    here.searchParams.set("slide", String(this.at + 1));
    window.history.replaceState(window.history.state, "", here);
  }

  leave() {
    this.ask("leave");
  }

  ask(what) {
    if (this.asked) return; // once a page, however often a key is pressed
    this.asked = true;
    this.go(what);
  }

  key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const within = (places) => event.composedPath().some((one) => one.matches?.(places));
    if (event.key === "Escape") {
      if (within(ARROWS) || document.querySelector('[data-testid="stPopoverBody"]')) return;
      this.leave();
      return;
    }
    const by = STEPS[event.key];
    if (!by || within(event.key.startsWith("Arrow") ? ARROWS : PAGES)) return;
    event.preventDefault();
    this.step(by);
  }

  destroy() {
    document.removeEventListener("keydown", this.onKey);
    window.removeEventListener("resize", this.onSize);
    this.changes.disconnect();
    this.sizes.disconnect();
    clearTimeout(this.timer);
    this.unmark();
  }
}

const mounted = new WeakMap();

export default function presenterComponent({ data, parentElement, setTriggerValue }) {
  let shown = mounted.get(parentElement);
  if (!shown) {
    shown = new Presenter(parentElement.querySelector(".presenter"));
    mounted.set(parentElement, shown);
  }
  shown.update(data, (what) => setTriggerValue("go", what));
  return () => {
    shown.destroy();
    mounted.delete(parentElement);
  };
}
