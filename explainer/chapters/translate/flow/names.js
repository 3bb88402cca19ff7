// The names of the regions. Each is a link to the page that explains its region.

function buildNames(flow) {
  const { g, words, layers } = flow;
  layers.names.replaceChildren();
  flow.names = {}; // a node for each region, which the opening shows in turn
  const part = (page) => {
    flow.names[page] = svgEl("g", {}, layers.names);
    return flow.names[page];
  };
  const link = (page, x, y, colour) =>
    regionLink(flow, page, x, y, `var(--${colour}-text)`, part(page));
  if (g.wide) {
    const rail = (page, y, colour, width = 132) =>
      railLines(link(page, 0, y, colour), words[`${page}_line`], width);
    rail("tokens", g.sourceY + 15, "source");
    rail("encoder", Math.max(g.stageY(1) - 14, g.sourceY + 60), "source");
    rail("memory", g.memoryY + 14, "memory");
    rail("cross_attention", g.memoryEnd + 34, "weight");
    rail("decoder", Math.max(g.rowsY + g.rowHeight * 0.75, g.memoryEnd + 92), "target", 116);
  } else {
    const source = link("tokens", 8, g.sourceY - 9, "source");
    const inBand = (page, x, y, colour, band, end = g.width - 4) =>
      bandName(flow, part(page), page, x, y, colour, band, end);
    inBand("encoder", 8 + source.width + 8, g.sourceY - 9, "source", "source");
    inBand("memory", 8, g.memoryY - 9, "memory", "source");
    link("cross_attention", 8, g.decoderY - 9, "weight").node.classList.add("halo");
    const cable = g.channelX(0) - g.rowTile / 2 - 4; // which the decoder's line would cut
    inBand("decoder", 8, g.decoderY + 20, "target", "target", cable);
  }
  const output = link("output", g.outputX, g.outputY + 14, "target");
  svgEl("text", { x: output.x, y: output.y + 17, class: "note" }, flow.names.output,
    words.output_line);
}

function regionLink(flow, page, x, y, colour, parent) {
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
  return { node, parent, x, y, width };
}

/** One or two short lines under a name in the rail. */
function railLines({ parent, x, y }, line, width) {
  wrapText(line, width, 12.5).forEach((text, index) => svgEl("text", {
    x, y: y + 18 + 15.5 * index, class: "note", "aria-hidden": "true",
  }, parent, text));
}

/** Inside a band the line follows its name, on a ground of the band so that ribbons pass below. */
function bandName(flow, parent, page, x, y, colour, band, end) {
  const { words } = flow;
  const ground = svgEl("rect", {
    fill: `var(--${band}-band)`, rx: 5, x: x - 4, y: y - 15, height: 21,
  }, parent);
  const { width } = regionLink(flow, page, x, y, `var(--${colour}-text)`, parent);
  const line = words[`${page}_line`];
  const lineWidth = textWidth(line, 12.5);
  const fits = x + width + 10 + lineWidth < end;
  ground.setAttribute("width", px(width + 4 + (fits ? lineWidth + 14 : 0)));
  if (!fits) return;
  svgEl("text", { x: px(x + width + 6), y, class: "note inband", "aria-hidden": "true" }, parent, line);
}
