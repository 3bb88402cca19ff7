// In a lesson the cable of the step is the reader's: strands are pulled down out of the memory.

function cableByHand(flow) {
  const { g, model, stage, asks, root } = flow;
  for (const part of [flow.barNode, flow.captionNode, flow.keyNode, flow.footNode]) part.inert = true;
  flow.layers.targets.replaceChildren();
  for (const link of flow.layers.names.querySelectorAll("[role]")) {
    for (const name of ["role", "tabindex", "aria-label"]) link.removeAttribute(name);
  }
  stage.classList.add("by-hand");
  const scale = () => flow.svg.clientWidth / g.width;
  strokesInto(stage, root, asks, model.source, {
    place: (event) => {
      const box = stage.getBoundingClientRect();
      const x = (event.clientX - box.left) / scale() - g.sourceX(0) + g.column / 2;
      const y = (event.clientY - box.top) / scale();
      return [Math.floor(x / g.column), (y - g.memoryY) / (g.decoderY - g.memoryY)];
    },
    spot: (index) => [g.sourceX(index) * scale(), (g.memoryY + g.memoryHeight / 2) * scale()],
    redraw: (weights) => {
      model.cross = (layer, head, row, piece) => (layer === flow.view.layer ? weights[piece] : 0);
      flow.paintHover();
    },
  });
}
