// The words of a program, each in the colour of what it holds: [kind, text], see names.py.

const indentOf = (spans) => spans.map(([, said]) => said).join("").search(/\S|$/);

function words(parent, data, spans) {
  for (const [kind, said] of spans) {
    const made = node("span", kind === "keyword" ? kind : "", parent, said);
    if (data.colours[kind]) made.style.color = `var(--${kind})`;
    if (kind.endsWith("_text")) made.style.fontWeight = "700";
  }
}
