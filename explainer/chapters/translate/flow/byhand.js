// In a lesson the cable of the step is the reader's: strands are pulled down out of the memory.

/** The candidates, each to be pressed. */
function choices(flow) {
  const { g, model, layers } = flow;
  model.candidates.at(-1).list.forEach(({ piece }, line) => {
    const frame = svgEl("rect", {
      class: "choice", x: g.outputX - 4, y: g.barsY + line * g.barPitch - 2, width: g.outputWidth, height: BAR_HEIGHT + 4,
      rx: 6, "aria-label": spoken(piece, flow.words),
    }, layers.targets);
    offered(frame, flow.asks, model.sourceCount + line, flow.root.answer);
  });
}

/** After a press nothing else is new. */
function markGiven({ layers, model }, { options, given }) {
  layers.targets.querySelectorAll(".choice").forEach((frame, line) => {
    frame.setAttribute("aria-pressed", String(options[model.sourceCount + line] === given));
  });
}

/** Nothing but the answer can be given. */
function onlyAnswers(flow) {
  for (const part of [flow.barNode, flow.captionNode, flow.keyNode, flow.footNode]) part.inert = true;
  flow.layers.targets.replaceChildren();
  for (const link of flow.layers.names.querySelectorAll("[role]")) {
    for (const name of ["role", "tabindex", "aria-label"]) link.removeAttribute(name);
  }
  if (flow.pulls) cableByHand(flow);
  else choices(flow);
}

function cableByHand(flow) {
  const { g, model, stage, asks, root } = flow;
  stage.classList.add("by-hand");
  const scale = () => flow.svg.clientWidth / g.width;
  strokesInto(stage, root, asks, model.source, {
    place: (x, y) => [
      Math.floor((x / scale() - g.sourceX(0)) / g.column + 0.5),
      (y / scale() - g.memoryY) / (g.decoderY - g.memoryY),
    ],
    spot: (index) => [g.sourceX(index) * scale(), (g.memoryY + g.memoryHeight / 2) * scale()],
    redraw: (weights) => {
      model.cross = (layer, head, row, piece) => (layer === flow.view.layer ? weights[piece] : 0);
      flow.paintHover();
    },
  });
}
