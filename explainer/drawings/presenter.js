// Presenter mode: one figure of the page at a time, by the keys of a clicker. The page is drawn as
// ever and stays live. The number of the slide is kept in the address, without asking the server.
import { afterChanges } from "./changes.js";
import { html } from "./html.js";
/** @import { PresenterData as Data, Presenter } from "./types.d.ts" */

const LATER = 120; // ms
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
  ...{ at: slide === "last" ? Infinity : Number(slide) - 1, count: 1 },
});

export default function Presenter(/** @type {Presenter} */ drawing) {
  const { data: { name }, words, state: { at, count } } = drawing;
  /** @param {string} kind @param {string} sign @param {() => void} press */
  const button = (kind, sign, press) =>
    html`
      <button type="button" class=${kind} aria-label=${words[kind]} title=${words[kind]}
        onclick=${press}>${sign}</button>
    `;
  return html`
    <div class="bar" role="group" aria-label=${words.bar}>
      <span class="page">${name}</span>
      ${button("previous", "‹", () => step(drawing, -1))}
      <span class="place" role="status">${Math.min(at, count - 1) + 1} / ${count}</span>
      ${button("next", "›", () => step(drawing, 1))}
      ${button("leave", "×", () => ask(drawing, "leave"))}
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
  let shown = /** @type {HTMLElement | null} */ (null);
  const look = () => {
    const { state, set } = now();
    const all = slides();
    const at = Math.min(state.at, all.length - 1);
    if (isDrawing()) later();
    else if (at !== state.at) remember(at);
    const found = { at: isDrawing() ? state.at : at, count: all.length };
    if (found.at !== state.at || found.count !== state.count) set(found); // and is called again
    else show(all[at]);
  };
  const clear = () => {
    delete shown?.dataset.slide;
    shown?.removeAttribute("tabindex");
  };
  const show = (/** @type {HTMLElement} */ slide) => {
    if (slide === shown) return;
    clear();
    shown = slide;
    slide.dataset.slide = "now";
    slide.scrollTop = 0;
    slide.tabIndex = 0; // a slide higher than the window scrolls by key
    if (document.activeElement === document.body) slide.focus({ preventScroll: true });
  };
  document.body.dataset.presenter = "";
  const later = afterChanges(main(), look, signal);
  addEventListener("keydown", (event) => turn(now(), event), { signal });
  signal.addEventListener("abort", () => {
    clear();
    setTimeout(() => { // the next page of a talk has a presenter, too
      if (!document.querySelector(".st-key-presenter")) delete document.body.dataset.presenter;
    }, LATER);
  });
  return look;
}

const FIGURES = '[class*="st-key-figure_"]';

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
