// The names of the regions. Each is a link to the page that explains its region.

function buildNames(flow) {
  const { g, words, layers } = flow;
  layers.names.replaceChildren();
  const link = (page, x, y, colour) => regionLink(flow, page, x, y, `var(--${colour}-text)`);
  if (g.wide) {
    const rail = (page, y, colour) =>
      railLines(flow, link(page, 0, y, colour), words[`${page}_line`]);
    rail("tokens", g.sourceY + 15, "source");
    const encoderY = Math.min(g.stageY(1) - 14, g.memoryY - 54);
    rail("encoder", Math.max(encoderY, g.sourceY + 62), "source");
    rail("memory", g.memoryY + 14, "memory");
    rail("cross_attention", g.memoryEnd + 38, "weight");
    rail("decoder", Math.max(g.rowsY + g.rowHeight * 0.75 + 2, g.memoryEnd + 112), "target");
  } else {
    const source = link("tokens", 8, g.sourceY - 9, "source");
    bandName(flow, "encoder", 8 + source.width + 8, g.sourceY - 9, "source");
    bandName(flow, "memory", 8, g.memoryY - 9, "memory", "source");
    link("cross_attention", 8, g.memoryEnd + 40, "weight").node.classList.add("halo");
    bandName(flow, "decoder", 8, g.decoderY + 20, "target");
  }
  link("output", g.outputX, g.outputY + 14, "target");
}

function regionLink(flow, page, x, y, colour, parent = flow.layers.names) {
  const { words } = flow;
  const name = words[page];
  const width = textWidth(name, 15.5) + 14;
  const hint = fillText(words.open, { region: name });
  const node = svgEl("g", {
    role: "link", tabindex: 0, "aria-label": hint, class: "region", "data-page": page,
    style: `fill:${colour}`,
  }, parent);
  svgEl("title", {}, node, hint);
  svgEl("rect", { x: x - 2, y: y - 18, width: width + 4, height: 25, class: "target" }, node);
  const text = svgEl("text", { x, y, class: "name" }, node, name);
  svgEl("tspan", { class: "chevron", dx: 5 }, text, "›");
  const open = () => flow.goTo(page);
  node.addEventListener("click", open);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    open();
    event.preventDefault();
  });
  return { node, x, y, width };
}

/** One or two short lines under a name in the rail. */
function railLines(flow, { x, y }, line) {
  wrapText(line, 128, 12.5).forEach((text, index) => svgEl("text", {
    x, y: y + 19 + 16 * index, class: "note", "aria-hidden": "true",
  }, flow.layers.names, text));
}

/** Inside a band the line follows its name, on a ground of the band so that ribbons pass below. */
function bandName(flow, page, x, y, colour, band = colour) {
  const { g, words, layers } = flow;
  const ground = svgEl("rect", {
    fill: `var(--${band}-band)`, rx: 5, x: x - 4, y: y - 15, height: 21,
  }, layers.names);
  const { width } = regionLink(flow, page, x, y, `var(--${colour}-text)`);
  const line = words[`${page}_line`];
  const lineWidth = textWidth(line, 12.5);
  const fits = x + width + 10 + lineWidth < g.width - 4;
  ground.setAttribute("width", px(width + 4 + (fits ? lineWidth + 14 : 0)));
  if (!fits) return;
  svgEl("text", { x: px(x + width + 6), y, class: "note", "aria-hidden": "true" },
    layers.names, line);
}
