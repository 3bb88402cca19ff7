export default function ({ data }) {
  document.documentElement.lang = data.lang;
  const main = document.querySelector('[data-testid="stMain"]');
  const watched = new ResizeObserver(() => reachWide(main));
  watched.observe(main.firstElementChild);
  const keys = new ChartKeys(main, data.keys);
  foldAtOnce();
  return () => {
    keys.stop();
    watched.disconnect();
  };
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
    else if (!wide.dataset.keys) wide.removeAttribute("tabindex");
  }
}
