// Threads beside the lines: from the line that makes a value to each line that reads it.

const GUTTER = 30; // pixels there are for them; a phone has fewer

/** The colour in which the line that makes a value writes its name. */
function threadColour(row, tensor) {
  const name = tensor.name.split(".")[0];
  const [kind] = row.spans.find(([one, said]) => one.endsWith("_text") && said.split(/\W/).includes(name)) || ["third"];
  return `var(--${kind})`;
}

/** All threads faint, those of the chosen line full; one back to a loop's next round is dashed. */
function threadsInto(pane, rows, boxes, chosen) {
  pane.querySelector(".threads")?.remove();
  const byLine = new Map(rows.map((row) => [row.n, row]));
  const wide = Math.min(GUTTER, boxes.get(chosen).querySelector(".number").offsetLeft - 9);
  const svg = put(pane, "svg", { class: "threads", width: wide + 4, height: pane.scrollHeight, "aria-hidden": "true" });
  const middle = (line) => boxes.get(line).offsetTop + boxes.get(line).offsetHeight / 2;
  const order = [...boxes.keys()];
  const links = rows.flatMap((row) => row.reads.map((link) => ({ ...link, reader: row.n })));
  const isOn = (link) => link.line === chosen || link.reader === chosen;
  for (const link of links.sort((a, b) => isOn(a) - isOn(b))) {
    const far = Math.abs(order.indexOf(link.reader) - order.indexOf(link.line));
    const bulge = wide * Math.min(1, 0.3 + 0.14 * far);
    const source = byLine.get(link.line);
    const [from, to] = [middle(link.line), middle(link.reader)];
    const group = put(svg, "g", {
      class: ["thread", isOn(link) ? "full" : "", link.reader === chosen ? "in" : "", link.again ? "again" : ""].filter(Boolean).join(" "),
      style: `color:${threadColour(source, source.tensors[link.place])}`,
    });
    put(group, "path", { d: `M${wide} ${from}C${wide - bulge * 1.3} ${from} ${wide - bulge * 1.3} ${to} ${wide - 2} ${to}` });
    put(group, "circle", { cx: wide, cy: from, r: 2.5 });
    put(group, "path", { class: "tip", d: `M${wide - 5} ${to - 4}L${wide + 1} ${to}L${wide - 5} ${to + 4}z` });
  }
}
