// Mends Streamlit's own page, which no Python reaches, and puts buttons at its figures.
import { html } from "./html.js";
import { isStill } from "./play.js";
import { takeaway } from "./takeaway.js";
/** @import { PageFixes } from "./types.d.ts" */

const DRAWN = '[data-testid="stBidiComponentIsolated"], [data-testid="stVegaLiteChart"]';
const PAPER = 660; // pixels: A4 between the margins of a browser and the edges of a figure
let shown = ""; // the page

/** Shows nothing. */
export default () => html``;

export function lives(/** @type {() => PageFixes} */ now, /** @type {AbortSignal} */ signal) {
  const find = (/** @type {string} */ id) => document.querySelector(`[data-testid="${id}"]`);
  const [app, main] = /** @type {HTMLElement[]} */ ([find("stApp"), find("stMain")]);
  const wide = new ResizeObserver(() => reachWide(main));
  wide.observe(/** @type {Element} */ (main.firstElementChild));
  const theme = followTheme(app, (theme) => now().choose({ theme }));
  signal.addEventListener("abort", () => [wide, theme].forEach((one) => one.disconnect()));
  addEventListener("beforeprint", fitToPaper, { signal });
  main.addEventListener("click", staysInTab, { capture: true, signal });
  foldAtOnce();
  const offer = takeaway(main, now, signal);
  return () => {
    const { lang, page } = now().data;
    document.documentElement.lang = lang;
    // However far down the press was that led to another page, it begins at its top.
    if (shown && shown !== page) main.scrollTop = 0;
    shown = page;
    offer();
  };
}

/** Streamlit's own parts and drawings change at once when the theme does, by the system or in its menu;
 * charts are drawn anew by a run. @param {Element} app @param {(scheme: string) => void} told */
function followTheme(app, told) {
  const { dataset } = document.documentElement; // for the style of paper
  dataset.scheme = getComputedStyle(app).colorScheme;
  const watched = new MutationObserver(() => {
    const scheme = getComputedStyle(app).colorScheme;
    if (scheme === dataset.scheme) return;
    dataset.scheme = scheme;
    told(scheme);
  });
  watched.observe(app, { attributes: true, attributeFilter: ["class"] });
  return watched;
}

/** Streamlit opens links in another tab; a word of the glossary is told from where it was pressed. */
function staysInTab(/** @type {any} */ { target }) {
  const link = target.closest('a[href^="glossary?"]');
  if (!link) return;
  link.removeAttribute("target");
  const { pathname, search } = location;
  link.search += `&glossary_from=${encodeURIComponent(pathname.split("/").at(-1) + search)}`;
}

/** On paper nothing scrolls: what is wider is printed as much smaller. The style sheets of drawings and
 * charts read the factor, and only for paper. */
function fitToPaper() {
  for (const host of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(DRAWN))) {
    const parts = [host, ...(host.shadowRoot ?? host).querySelectorAll("*")];
    const factor = PAPER / Math.max(...parts.map((part) => part.scrollWidth || 0));
    if (factor < 1) host.style.setProperty("--on-paper", factor.toFixed(3));
    else host.style.removeProperty("--on-paper");
  }
}

/** Streamlit unfolds in half a second, whatever the reader prefers. */
function foldAtOnce() {
  const { animate } = Element.prototype;
  /** @this {HTMLDetailsElement} @param {any} frames @param {any} how */
  HTMLDetailsElement.prototype.animate = function (frames, how) {
    return animate.call(this, frames, isStill() ? { ...how, duration: 0 } : how);
  };
}

/** A formula or a chart wider than its column scrolls; the arrow keys have to reach it. */
function reachWide(/** @type {Element} */ main) {
  const all = '.katex-display, [data-testid="stVegaLiteChart"]';
  for (const wide of /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll(all))) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute("tabindex");
  }
}
