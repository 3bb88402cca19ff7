// The words of a program, each in the colour of what it holds: [kind, text], see names.py.

const indentOf = (spans) => spans.map(([, said]) => said).join("").search(/\S|$/);

function words(parent, data, spans) {
  for (const [kind, said] of spans) {
    const made = node("span", kind === "keyword" ? kind : "", parent);
    // Where a line has no room it goes on below behind one of these, not within a name or a number.
    for (const part of said.split(/(?<=[(,]|(?<!\d)\.)/)) {
      made.append(part);
      if (/[(,.]$/.test(part)) node("wbr", "", made);
    }
    if (/^"\S*"$/.test(said)) made.style.whiteSpace = "nowrap"; // not at its minus sign
    if (data.colours[kind]) made.style.color = `var(--${kind})`;
    if (kind.endsWith("_text")) made.style.fontWeight = "700";
  }
}
