// A table. Words and colours come from Python.

export default function plaintable(component) {
  const { data, parentElement } = component;
  const root = parentElement.querySelector(".plaintable");
  clear(root, data);
  const frame = node("div", "frame", root);
  const table = node("table", "", frame);
  table.setAttribute("aria-label", data.title);
  const head = node("tr", "", node("thead", "", table));
  for (const name of data.columns) node("th", "", head, name).scope = "col";
  const body = node("tbody", "", table);
  for (const cells of data.rows) {
    const row = node("tr", "", body);
    cells.forEach((words, place) => {
      const cell = node(place ? "td" : "th", "", row, words);
      if (place) return;
      cell.scope = "row";
      if (data.lang) cell.lang = data.lang;
    });
  }
  // Too wide for a phone it scrolls, and then the arrow keys have to reach it.
  const watcher = new ResizeObserver(() => {
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
    else frame.removeAttribute("tabindex");
  });
  watcher.observe(frame);
  return () => watcher.disconnect();
}
