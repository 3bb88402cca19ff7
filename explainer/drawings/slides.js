// The figures of the page as slides: which there are, and one of them over everything else, as large
// as it fits. It is a mark on an element of the page; a style sheet (`web/style.css`) hides the rest.
import { clamp } from "./math.js";

const FIGURES = '[class*="st-key-figure_"]';
const WIDE = 1040; // pixels of a slide before it is enlarged: charts are laid out for about this width
const LARGEST = 2;
const SMALLEST = 0.75; // so that a slide a little higher than the window need not scroll
const GROWTHS = 4; // of a slide in one size of the window: one laid out anew at each must not swing

/** The part of the page that is shown. */
export const main = () => /** @type {Element} */ (document.querySelector('[data-testid="stMain"]'));

/** In the order of the page; the page itself where it has no figures. */
export function slides() {
  const found = [...main().querySelectorAll(FIGURES)]
    .filter((one) => !one.parentElement?.closest(FIGURES) && one.childElementCount);
  return /** @type {HTMLElement[]} */ (
    found.length ? found : [main().querySelector(".stMainBlockContainer")]
  );
}

/** The page is still being drawn: then the last slide is not yet known. */
export const isDrawing = () =>
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
export class Stage {
  /** @param {() => void} resized when a part of the slide has another size */
  constructor(resized) {
    this.sizes = new ResizeObserver(resized);
    /** @type {HTMLElement | null} */
    this.slide = null;
    this.window = "";
    this.zoom = 1;
    this.growths = 0;
  }

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

  /** @param {HTMLElement} slide */
  mark(slide) {
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
