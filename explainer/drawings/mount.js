// Between a host (a component of Streamlit, or a page of its own) and a drawing.
//
// A drawing is a module. `default` makes a template of what there is; `start` says what the browser
// keeps at first, `numbers` what a reader can take away (null of what is no figure), `about`, where
// there is one, what that state belongs to (of data about something else the drawing starts anew),
// `hears` what the rest of the page may tell: by the name of a window's event how its detail, or the
// event itself, changes the state, if it does, and `follows` how the page's address does. What a module
// does outside of its own place it does in `lives`, which gets what asks for the drawing as it is now and
// the signal of its end; what it returns is called after every drawing.

import { gliding } from "./glide.js";
import { render } from "./html.js";
import { inSight } from "./insight.js";
import { Clock } from "./play.js";
import { watch } from "./seen.js";

/** @typedef {Record<string, unknown>} Fields */
/** What a host hands over. `chosen` are parts of the state that the server keeps; `answered` is the
 * number of the last choice that it has heard of. Without its numbers it is `veiled`: nothing but what
 * a lesson `asks` can be pressed then.
 * @typedef {{ data: Fields, words: Fields, chosen?: Fields, answered?: number, veiled?: boolean,
 *   asks?: import("./answers.js").Asks }} Given */
/** @typedef {(text: string, size?: number, weight?: number) => number} Measure  in pixels */
/** What a drawing gets. `set` changes its state, `choose` tells the server besides; `clock` is what
 * moves it.
 * @template Data, State
 * @typedef {{ data: Data, words: Record<string, string>, state: State, width: number,
 *   measure: Measure, set: (change: Partial<State>) => void,
 *   choose: (change: Partial<State>) => void, clock: Clock,
 *   asks?: import("./answers.js").Asks }} Drawing */
/** @typedef {{ default: (drawing: any) => import("./html.js").Template,
 *   start?: (data: any) => object, about?: (data: any) => string,
 *   numbers?: null | ((data: any, state: any) => object[]),
 *   hears?: Record<string, (detail: any, event: Event, state: any) => Fields | null>,
 *   follows?: (address: URLSearchParams, state: any) => Fields,
 *   lives?: (now: () => any, signal: AbortSignal) => () => void }} Module */

export const SETTLE = 120; // ms; choices that follow each other faster are told when they have ended
const NARROWEST = 240; // pixels a drawing is made for

/** A choice is shown at once, then told; what the server says of an older one is left out.
 * Without a browser, so that it can be tested without one. */
export class State {
  /** @param {Module} module @param {(choice: Fields) => void} tell
   * @param {(what: () => void, ms: number) => number} later */
  constructor(module, tell, later = (what, ms) => setTimeout(what, ms)) {
    this.module = module;
    this.tell = tell;
    this.later = later;
    /** @type {any} */
    this.values = {};
    /** @type {string | null} */
    this.about = null;
    /** @type {Fields} */
    this.waiting = {}; // chosen and not yet told
    /** @type {Fields} */
    this.held = {}; // set and not yet chosen: what is dragged, or plays
    this.given = ""; // what the server keeps, as it said last
    this.answered = 0;
    this.asked = 0; // the number of the last choice that was told
    this.timer = 0;
    this.last = -Infinity;
  }

  /** Returns whether the drawing is about something else, or the page has moved it.
   * @param {Given} given */
  take({ data, chosen = {}, answered = 0 }) {
    const about = this.module.about?.(data) ?? "";
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
    if (this.about === null) this.asked = answered;
    Object.assign(this, { about, given, answered });
    return isMoved;
  }

  /** @param {Fields} change */
  set(change) {
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

/** Measures text as it will be drawn. @param {HTMLElement} root @returns {Measure} */
function ruler(root) {
  const brush = document.createElement("canvas").getContext("2d");
  const family = getComputedStyle(root).fontFamily;
  return (text, size = 14, weight = 650) => {
    if (!brush) return 0.6 * size * text.length;
    brush.font = `${weight} ${size}px ${family}`;
    return brush.measureText(text).width;
  };
}

class Mounted {
  /** @param {Module} module @param {HTMLElement} root */
  constructor(module, root) {
    this.module = module;
    this.root = root;
    /** @type {(choice: Fields) => void} */
    this.tell = () => {};
    // A drawing that is gone tells nothing: its server would keep an answer to it.
    this.state = new State(module, (choice) => root.isConnected && this.tell(choice));
    this.clock = new Clock(() => this.draw(), () => root.isConnected);
    this.measure = ruler(root);
    this.width = 0;
    /** @type {Given | null} */
    this.given = null;
    /** @type {(() => void) | undefined} */
    this.drawn = undefined;
    this.watch = new ResizeObserver(() => {
      if (Math.abs(root.clientWidth - this.width) >= 2) this.draw();
    });
    this.watch.observe(root);
    this.left = new AbortController();
    for (const [name, changes] of Object.entries(module.hears ?? {})) {
      const hear = (/** @type {any} */ event) => {
        const change = changes(event.detail, event, this.state.values);
        if (change) this.set(change);
      };
      addEventListener(name, hear, { signal: this.left.signal });
    }
    // What was measured before its font had come was measured wrong.
    const remeasure = () => this.draw();
    document.fonts.addEventListener("loadingdone", remeasure, { signal: this.left.signal });
    const follow = () => this.set(this.followed());
    const { navigation } = /** @type {any} */ (globalThis);
    if (module.follows) {
      navigation?.addEventListener("currententrychange", follow, { signal: this.left.signal });
    }
    const numbers = () => module.numbers?.(this.given?.data, this.state.values) ?? [];
    if (module.numbers === null) return;
    Object.assign(root, { numbers });
    dispatchEvent(new Event("explainer.mounted")); // a figure whose numbers can be had
  }

  /** @param {Given} given */
  take(given) {
    this.given = given;
    const { about } = this.state;
    if (this.state.take(given)) this.clock.stop();
    if (this.state.about !== about) this.clock.ways = [];
    this.drawn ??= this.module.lives?.(() => this.hands(this.given ?? given), this.left.signal);
    this.set(this.followed());
  }

  followed() {
    const { module, state } = this;
    return module.follows?.(new URLSearchParams(location.search), state.values) ?? {};
  }

  /** @param {Fields} change */
  set(change) {
    this.state.set(change);
    this.draw();
  }

  /** What the drawing gets. @param {Given} given */
  hands({ data, words, asks }) {
    const { measure, clock, state: { values } } = this;
    const width = Math.max(NARROWEST, this.width);
    const set = (/** @type {Fields} */ change) => this.set(change);
    const choose = (/** @type {Fields} */ change) => {
      this.state.choose(change, performance.now());
      this.draw();
    };
    return { data, words, state: values, width, measure, set, choose, clock, asks };
  }

  draw() {
    if (!this.given) return;
    this.width = this.root.clientWidth;
    const { asks, veiled } = this.given;
    this.root.inert = Boolean(veiled && !asks);
    const glide = gliding(this.root);
    render(this.module.default(this.hands(this.given)), this.root);
    glide();
    inSight(this.root);
    watch(this.root);
    this.drawn?.();
  }

  end() {
    this.watch.disconnect();
    this.left.abort();
    this.clock.end();
    clearTimeout(this.state.timer);
    MOUNTED.delete(this.root);
  }
}

/** @type {WeakMap<HTMLElement, Mounted>} */
const MOUNTED = new WeakMap();

/** Draws what Streamlit hands over, again with all that it hands over later. Returns what ends it.
 * @param {Module} module
 * @param {{ data: Given, parentElement: HTMLElement | ShadowRoot,
 *   setTriggerValue: (name: string, value: unknown) => void }} component */
export function mount(module, { data, parentElement, setTriggerValue }) {
  const root = /** @type {HTMLElement} */ (parentElement.querySelector(".drawing"));
  const mounted = MOUNTED.get(root) ?? new Mounted(module, root);
  MOUNTED.set(root, mounted);
  mounted.tell = (choice) => setTriggerValue("choice", choice);
  mounted.take(data);
  return () => mounted.end();
}
