// Presenter mode: one figure of the page at a time, by the keys of a clicker. The page is drawn as
// ever and stays live. The number of the slide is kept in the address, without asking the server.
import { html } from "./html.js";
import { clamp } from "./math.js";
/** @import { PresenterData as Data, Presenter } from "./types.d.ts" */

const SETTLE = 120; // ms without a change of the page before it is looked at again
const STORY = '[class*="st-key-beat_"] button:not(:disabled)';
// Where arrow keys mean something else, and where page keys do.
const PAGES = "textarea, canvas, [contenteditable], " +
  ["slider", "listbox", "grid", "menu", "dialog"].map((role) => `[role=${role}]`).join();
const ARROWS = `${PAGES}, input, select, table, ` +
  ["spinbutton", "combobox", "radiogroup", "tablist", "toolbar"].map((role) => `[role=${role}]`)
    .join();
/** @type {Record<string, 1 | -1>} */
const STEPS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };

export const about = (/** @type {Data} */ { page }) => page;
export const start = (/** @type {Data} */ { slide }) => ({
  ...{ at: slide === "last" ? Infinity : Number(slide) - 1, count: 1, isTold: false },
});

export default function Presenter(/** @type {Presenter} */ drawing) {
  const { data: { name, more }, words, state: { at, count, isTold } } = drawing;
  const here = Math.min(at, count - 1);
  const tells = here === 0 && isTold;
  const button = (/** @type {string} */ kind, /** @type {string} */ sign, isOff = false) => {
    const press = () =>
      kind === "leave" ? ask(drawing, kind) : step(drawing, kind === "next" ? 1 : -1);
    return html`
      <button type="button" class=${kind} aria-label=${words[kind]} title=${words[kind]}
        disabled=${isOff} onclick=${press}>${sign}</button>
    `;
  };
  return html`
    <div class="bar" role="group" aria-label=${words.bar}>
      <span class="page">${name}</span>
      ${button("previous", "‹", here === 0 && !more[0] && !tells)}
      <span class="place" role="status">${here + 1} / ${count}</span>
      ${button("next", "›", here === count - 1 && !more[1] && !tells)} ${button("leave", "×")}
    </div>
  `;
}

/** On the first slide the chapter's story comes first, sentence by sentence. */
function step(/** @type {Presenter} */ drawing, /** @type {1 | -1} */ by) {
  const { data: { more: [before, after] }, state: { at, count }, set } = drawing;
  const arrow = `.st-key-beat_${by < 0 ? "before" : "after"} button:not(:disabled)`;
  const sentence = at === 0 && main().querySelector(arrow);
  const next = Math.min(at, count - 1) + by;
  if (sentence) {
    if (!isDrawing()) /** @type {HTMLElement} */ (sentence).click();
  } else if (next >= 0 && next < count) {
    remember(next);
    set({ at: next });
  } else if (by < 0 ? before : after) ask(drawing, by < 0 ? "previous" : "next");
}

/** Once a page, however often a key is pressed. @param {Presenter} drawing @param {string} go */
const ask = ({ state, choose }, go) => state.go || choose({ go });

/** In the address, so that a reload comes back here. @param {number} at */
function remember(at) {
  const here = new URL(location.href);
  here.searchParams.set("slide", String(at + 1));
  history.replaceState(history.state, "", here);
}

function turn(/** @type {Presenter} */ drawing, /** @type {KeyboardEvent} */ event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const within = (/** @type {string} */ places) =>
    event.composedPath().some((one) => one instanceof Element && one.matches(places));
  const by = STEPS[event.key];
  if (event.key === "Escape") {
    if (!within(ARROWS) && !document.querySelector('[data-testid="stPopoverBody"]')) {
      ask(drawing, "leave");
    }
  } else if (by && !within(event.key.startsWith("Arrow") ? ARROWS : PAGES)) {
    event.preventDefault();
    step(drawing, by);
  }
}

/** Shows the slide at hand after every change of the page. */
export function lives(/** @type {() => Presenter} */ now, /** @type {AbortSignal} */ signal) {
  let timer = 0;
  const look = () => {
    const { state, set } = now();
    const [all, isTold] = [slides(), main().querySelector(STORY) !== null];
    const at = Math.min(state.at, all.length - 1);
    if (isDrawing()) later();
    else if (at !== state.at) remember(at);
    const found = { at: isDrawing() ? state.at : at, count: all.length, isTold };
    const isNew = found.at !== state.at || found.count !== state.count || isTold !== state.isTold;
    if (isNew) set(found); // and is called again
    else if (stage.show(all[at])) later();
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(look, SETTLE);
  };
  const stage = new Stage(later);
  document.body.dataset.presenter = "";
  const changes = new MutationObserver(later);
  changes.observe(main(), { childList: true, subtree: true });
  addEventListener("resize", later, { signal });
  addEventListener("keydown", (event) => turn(now(), event), { signal });
  signal.addEventListener("abort", () => {
    changes.disconnect();
    clearTimeout(timer);
    stage.clear();
    setTimeout(() => { // the next page of a talk has a presenter, too
      if (!document.querySelector(".st-key-presenter")) delete document.body.dataset.presenter;
    }, SETTLE);
  });
  return look;
}

const FIGURES = '[class*="st-key-figure_"]';
const WIDE = 1040; // pixels of a slide before it is enlarged: charts are laid out for about this width
const LARGEST = 2;
const SMALLEST = 0.75; // so that a slide a little higher than the window need not scroll
const GROWTHS = 4; // of a slide in one size of the window: one laid out anew at each must not swing

/** The part of the page that is shown. */
const main = () => /** @type {Element} */ (document.querySelector('[data-testid="stMain"]'));

/** In the order of the page; the page itself where it has no figures. */
function slides() {
  const found = [...main().querySelectorAll(FIGURES)]
    .filter((one) => !one.parentElement?.closest(FIGURES) && one.childElementCount);
  return /** @type {HTMLElement[]} */ (
    found.length ? found : [main().querySelector(".stMainBlockContainer")]
  );
}

/** The page is still being drawn: then the last slide is not yet known. */
const isDrawing = () =>
  document.querySelector('[data-testid="stApp"]')?.getAttribute("data-test-script-state") ===
    "running";

/** @param {number} width of the window */
export const largest = (width) => clamp(width / WIDE, 1, LARGEST);

/** How much a slide is enlarged, where it was `zoom` and is `share` of its height: smaller until it
 * fits, larger again where it was measured too high, before a chart had its new width.
 * @param {number} zoom @param {number} share @param {number} most */
export function enlarged(zoom, share, most) {
  if (share > 1.01) return Math.max(SMALLEST, zoom / Math.min(share, 1.25));
  return share < 0.93 ? Math.max(zoom, Math.min(zoom / share, most)) : zoom;
}

/** What stands on a slide as a share of the room it has. @param {HTMLElement} slide @param {number} zoom */
function shareOf(slide, zoom) {
  const parts = [...slide.children].map((part) => part.getBoundingClientRect());
  const seen = parts.filter(({ height }) => height);
  if (!seen.length) return 1;
  const { paddingTop, paddingBottom } = getComputedStyle(slide);
  const room = slide.getBoundingClientRect().height -
    zoom * (parseFloat(paddingTop) + parseFloat(paddingBottom));
  const [top, bottom] = [seen.map((one) => one.top), seen.map((one) => one.bottom)];
  return (Math.max(...bottom) - Math.min(...top)) / Math.max(1, room);
}

/** The slide that is shown. */
class Stage {
  /** @param {() => void} resized when a part of the slide has another size */
  constructor(resized) {
    this.sizes = new ResizeObserver(resized);
  }

  slide = /** @type {HTMLElement | null} */ (null);
  window = "";
  zoom = 1;
  growths = 0;

  /** Returns whether it has another size now, to be looked at again. @param {HTMLElement} slide */
  show(slide) {
    const size = `${innerWidth} ${innerHeight}`;
    if (slide !== this.slide || size !== this.window) {
      [this.window, this.growths, this.zoom] = [size, GROWTHS, largest(innerWidth)];
    }
    if (slide !== this.slide) this.mark(slide);
    slide.style.setProperty("--slide-zoom", this.zoom.toFixed(3));
    const most = this.growths ? Math.min(innerWidth / WIDE, LARGEST) : 0; // on a phone it never grows
    const zoom = enlarged(this.zoom, shareOf(slide, this.zoom), most);
    if (zoom === this.zoom) return false;
    if (zoom > this.zoom) this.growths -= 1;
    this.zoom = zoom;
    slide.style.setProperty("--slide-zoom", zoom.toFixed(3));
    return true;
  }

  mark(/** @type {HTMLElement} */ slide) {
    this.clear();
    this.slide = slide;
    slide.dataset.slide = "now";
    slide.scrollTop = 0;
    slide.tabIndex = 0; // a slide higher than the window scrolls by key
    if (document.activeElement === document.body) slide.focus({ preventScroll: true });
    for (const part of slide.children) this.sizes.observe(part);
  }

  clear() {
    this.sizes.disconnect();
    delete this.slide?.dataset.slide;
    this.slide?.removeAttribute("tabindex");
    this.slide?.style.removeProperty("--slide-zoom");
  }
}
