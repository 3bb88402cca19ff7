export default function ({ data, setTriggerValue }) {
  document.documentElement.lang = data.lang;
  const main = document.querySelector('[data-testid="stMain"]');
  beginAtTheTop(main, data.page);
  const watched = new ResizeObserver(() => reachWide(main));
  watched.observe(main.firstElementChild);
  const theme = followTheme((scheme) => setTriggerValue("theme", scheme));
  foldAtOnce();
  window.addEventListener("beforeprint", fitToPaper);
  const stop = data.takeaway ? takeaway(data.takeaway) : () => {};
  return () => {
    stop();
    window.removeEventListener("beforeprint", fitToPaper);
    watched.disconnect();
    theme.disconnect();
  };
}

const DRAWN = '[data-testid="stBidiComponentIsolated"], [data-testid="stVegaLiteChart"]';
let shown = null;

// Another page than before begins at its top, however far down the press was that led to it.
function beginAtTheTop(main, page) {
  if (shown !== null && shown !== page) main.scrollTop = 0;
  shown = page;
}

// When the theme changes, by the system or in Streamlit's menu, Streamlit's own parts change at once.
// What the app drew is drawn anew by a run, which tells the server the theme as well.
function followTheme(told) {
  const app = document.querySelector('[data-testid="stApp"]');
  const scheme = () => getComputedStyle(app).colorScheme;
  let last = scheme();
  const note = () => { document.documentElement.dataset.scheme = last; }; // for the style of paper
  note();
  const watched = new MutationObserver(() => {
    const now = scheme();
    if (now === last) return;
    last = now;
    note();
    told(now);
  });
  watched.observe(app, { attributes: true, attributeFilter: ["class"] });
  return watched;
}

const PAPER = 660; // pixels: A4 between the margins of a browser and the edges of a figure

// On paper nothing scrolls: what is wider is printed as much smaller. The style sheets of drawings and
// charts read the factor, and only for paper.
function fitToPaper() {
  for (const host of document.querySelectorAll(DRAWN)) {
    const parts = [host, ...(host.shadowRoot || host).querySelectorAll("*")];
    const wide = Math.max(...parts.map((part) => part.scrollWidth || 0));
    const factor = Math.min(1, PAPER / wide);
    if (factor < 1) host.style.setProperty("--on-paper", factor.toFixed(3));
    else host.style.removeProperty("--on-paper");
  }
}

// Streamlit unfolds in half a second, whatever the reader prefers.
function foldAtOnce() {
  const { animate } = Element.prototype;
  const prefers = window.matchMedia("(prefers-reduced-motion: reduce)");
  HTMLDetailsElement.prototype.animate = function animateFold(frames, how) {
    return animate.call(this, frames, prefers.matches ? { ...how, duration: 0 } : how);
  };
}

// A formula or a chart wider than its column scrolls; the arrow keys have to reach it.
function reachWide(main) {
  for (const wide of main.querySelectorAll('.katex-display, [data-testid="stVegaLiteChart"]')) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute("tabindex");
  }
}
