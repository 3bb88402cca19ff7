export default function ({ data }) {
  document.documentElement.lang = data.lang;
  const sidebar = document.querySelector('[data-testid="stSidebar"]');
  if (!sidebar) return undefined;
  // The list of chapters may come later than this, and is put in anew.
  const mark = () => markChapters(sidebar.querySelector(".st-key-chapters"), data.chapters);
  const watcher = new MutationObserver(mark);
  watcher.observe(sidebar, { childList: true, subtree: true });
  mark();
  sidebar.addEventListener("click", closeOnPhone);
  const main = document.querySelector('[data-testid="stMain"]');
  const watched = new ResizeObserver(() => reachWide(main));
  watched.observe(main.firstElementChild);
  const keys = new ChartKeys(main, data.keys);
  foldAtOnce();
  return () => {
    keys.stop();
    watcher.disconnect();
    watched.disconnect();
    sidebar.removeEventListener("click", closeOnPhone);
  };
}

// The open page is marked by more than its colour. The first page's link is "?model=...", which
// leads nowhere in a new tab when it is opened from another page.
function markChapters(chapters, name) {
  if (!chapters) return;
  chapters.setAttribute("role", "navigation");
  chapters.setAttribute("aria-label", name);
  for (const link of chapters.querySelectorAll("a")) {
    if (link.getAttribute("href").startsWith("?")) {
      link.setAttribute("href", `./${link.getAttribute("href")}`);
    }
    const here = link.pathname === window.location.pathname;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
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

// On a phone the chapters lie over the page that was just chosen.
function closeOnPhone(event) {
  if (!event.target.closest(".st-key-chapters a") || event.ctrlKey || event.metaKey) return;
  if (window.innerWidth > 768) return;
  document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
}

// A formula or a chart wider than its column scrolls; the arrow keys have to reach it.
function reachWide(main) {
  for (const wide of main.querySelectorAll('.katex-display, [data-testid="stVegaLiteChart"]')) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else if (!wide.dataset.keys) wide.removeAttribute("tabindex");
  }
}
