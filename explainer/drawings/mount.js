// Between a host (a component of Streamlit, or a page of its own) and a drawing: a module, whose parts
// `kit.d.ts` describes at `DrawingModule`.
import { render } from "./html.js";
import { inSight } from "./insight.js";
import { once } from "./math.js";
import { Clock } from "./play.js";

const SETTLE = 120; // ms; choices that follow each other faster are told when they have ended
const NARROWEST = 240; // pixels a drawing is made for

/** A choice is shown at once, then told; what the server says of an older one is left out.
 * Without a browser, so that it can be tested without one. */
export class State {
  /** @param {DrawingModule} module @param {(choice: Fields) => void} tell
   * @param {(what: () => void, ms: number) => number} later */
  constructor(module, tell, later = (what, ms) => setTimeout(what, ms)) {
    this.module = module;
    this.tell = tell;
    this.later = later;
  }

  values = /** @type {any} */ ({});
  about = ""; // what it belongs to, as JSON
  waiting = /** @type {Fields} */ ({}); // chosen and not yet told
  held = /** @type {Fields} */ ({}); // set and not yet chosen: what is dragged, or plays
  given = ""; // what the server keeps, as it said last
  answered = 0;
  asked = 0; // the number of the last choice that was told
  timer = 0;
  last = -Infinity;

  /** Returns whether the drawing is about something else, or the page has moved it. */
  take(/** @type {Given} */ { data, chosen = {}, answered = 0 }) {
    const about = JSON.stringify(this.module.about?.(data));
    const given = JSON.stringify(chosen);
    const isNew = about !== this.about;
    const isMoved = isNew || answered === this.answered && given !== this.given;
    if (isMoved) this.held = {};
    if (isNew) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.waiting = {};
      this.values = { ...this.module.start?.(data), ...chosen };
    } else if (answered >= this.asked && !this.timer) {
      this.values = { ...this.values, ...chosen, ...this.held };
    }
    if (this.about === "") this.asked = answered; // at first
    Object.assign(this, { about, given, answered });
    return isMoved;
  }

  set(/** @type {Fields} */ change) {
    this.values = { ...this.values, ...change };
    this.held = { ...this.held, ...change };
  }

  /** @param {Fields} change @param {number} now in ms */
  choose(change, now) {
    this.values = { ...this.values, ...change };
    this.waiting = { ...this.waiting, ...change };
    for (const name of Object.keys(change)) delete this.held[name];
    const isAlone = !this.timer && now - this.last >= SETTLE;
    this.last = now;
    clearTimeout(this.timer);
    this.timer = 0;
    if (isAlone) this.send();
    else this.timer = this.later(() => this.send(), SETTLE);
  }

  send() {
    this.timer = 0;
    this.asked += 1;
    this.tell({ ...this.waiting, number: this.asked });
    this.waiting = {};
  }
}

/** Measures text as it will be drawn: on a slide none is smaller than its finest.
 * @param {HTMLElement} root @returns {Measure} */
function ruler(root) {
  const brush = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(root);
  const { fontFamily: family } = style;
  const known = /** @type {Map<string, number>} */ (new Map()); // a canvas takes its time
  return (text, step = 14, weight = 650) => {
    const size = Math.max(step, parseFloat(style.getPropertyValue("--fine")) || 0);
    const name = `${weight} ${size}px ${family} ${text}`;
    const found = known.get(name);
    if (found !== undefined || !brush) return found ?? 0.6 * size * text.length;
    brush.font = `${weight} ${size}px ${family}`;
    const { width } = brush.measureText(text);
    known.set(name, width);
    return width;
  };
}

function mounted(/** @type {DrawingModule} */ module, /** @type {HTMLElement} */ root) {
  let given = /** @type {Given | null} */ (null);
  let [measure, width] = [ruler(root), 0];
  let tell = /** @type {(choice: Fields) => void} */ (() => {});
  let drawn = /** @type {(() => void) | undefined} */ (undefined);
  // A drawing that is gone tells nothing: its server would keep an answer to it.
  const state = new State(module, (choice) => root.isConnected && tell(choice));
  const clock = new Clock(draw, () => root.isConnected);
  const left = new AbortController();
  const { signal } = left;
  const resized = new ResizeObserver(() => {
    // A place that is hidden has no width to draw for.
    if (root.clientWidth && Math.abs(root.clientWidth - width) >= 2) draw();
  });
  resized.observe(root);
  for (const [name, changes] of Object.entries(module.hears ?? {})) {
    addEventListener(name, (/** @type {any} */ event) => {
      const change = changes(event.detail, event, state.values);
      if (change) set(change);
    }, { signal });
  }
  // What was measured before its font had come was measured wrong.
  document.fonts.addEventListener("loadingdone", () => {
    measure = ruler(root);
    draw();
  }, { signal });
  const { navigation } = /** @type {any} */ (globalThis);
  if (module.follows) navigation?.addEventListener("currententrychange", follow, { signal });
  if (module.numbers) {
    Object.assign(root, { numbers: () => given ? module.numbers?.(given.data, state.values) : {} });
    dispatchEvent(new Event("explainer.mounted")); // a figure whose numbers can be had
  }

  function follow() {
    set(module.follows?.(new URLSearchParams(location.search), state.values) ?? {});
  }

  function set(/** @type {Fields} */ change) {
    state.set(change);
    draw();
  }

  function choose(/** @type {Fields} */ change) {
    state.choose(change, performance.now());
    draw();
  }

  function now() {
    const hands = { measure, set, choose, clock, width: Math.max(NARROWEST, width) };
    return { .../** @type {Given} */ (given), state: state.values, ...hands };
  }

  function draw() {
    if (!given) return;
    width = root.clientWidth;
    root.inert = Boolean(given.still);
    render(module.default(now()), root);
    inSight(root);
    drawn?.();
  }

  return {
    take(/** @type {Given} */ next, /** @type {typeof tell} */ teller) {
      [given, tell] = [next, teller];
      const { about } = state;
      if (state.take(given)) clock.stop();
      if (state.about !== about) clock.ways = [];
      drawn ??= module.lives?.(now, signal);
      follow();
    },
    end() {
      resized.disconnect();
      left.abort();
      clock.end();
      clearTimeout(state.timer);
      MOUNTED.delete(root);
    },
  };
}

const MOUNTED = /** @type {WeakMap<HTMLElement, ReturnType<typeof mounted>>} */ (new WeakMap());

const SHEETS = {}; // what they are kept for

/** Reads a style sheet, once for all drawings. @type {(address: string) => Promise<CSSStyleSheet>} */
export const sheet = (address) =>
  once(
    SHEETS,
    address,
    0,
    () => fetch(address).then(async (sent) => new CSSStyleSheet().replace(await sent.text())),
  );

/** Draws what Streamlit hands over, again with all that it hands over later. Returns what ends it.
 * @param {DrawingModule} module @param {Component} component @param {CSSStyleSheet[]} sheets */
export function mount(module, { data, parentElement, setTriggerValue }, sheets = []) {
  const root = /** @type {HTMLElement} */ (parentElement.querySelector(".drawing"));
  const place = root.getRootNode();
  if (place instanceof ShadowRoot && sheets.length) place.adoptedStyleSheets = sheets;
  const one = MOUNTED.get(root) ?? mounted(module, root);
  MOUNTED.set(root, one);
  one.take(data, (choice) => setTriggerValue("choice", choice));
  return one.end;
}
