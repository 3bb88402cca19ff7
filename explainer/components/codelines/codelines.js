// Lines of a program. All words and colours come from Python; text reaches the page through
// textContent only.

export default function codelines({ data, parentElement }) {
  const root = parentElement.querySelector(".codelines");
  clear(root, data);
  const head = node("div", "where", root);
  node("span", "", head, data.where);
  const frame = node("pre", "", root);
  // What is too long for a phone is scrolled, by keys as well; elsewhere a line goes on below itself.
  frame.tabIndex = 0;
  setAll(frame, { role: "group", "aria-label": data.where });
  const code = node("code", "", frame);
  for (const row of data.rows) {
    const line = node("span", "line", code);
    line.style.setProperty("--indent", `${indentOf(row) + 4}ch`);
    words(line, data, row);
  }
  copyButton(head, code, data.words);
}
