export default function ({ data }) {
  document.documentElement.lang = data.lang;
  const nav = document.querySelector('[data-testid="stSidebarNav"]');
  if (!nav) return undefined;
  const watcher = new MutationObserver(() => plainLinks(nav));
  watcher.observe(nav, { childList: true, subtree: true });
  plainLinks(nav);
  return () => watcher.disconnect();
}

// Streamlit puts the headings of chapters straight into the list of pages. A list may hold items
// only, so a screen reader is told that these are links and no list.
function plainLinks(nav) {
  for (const node of nav.querySelectorAll("ul, li")) node.setAttribute("role", "presentation");
}
