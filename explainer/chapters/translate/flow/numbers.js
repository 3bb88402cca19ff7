// The numbers of the drawing as tables, for the reader to keep: layers, heads and steps from 1.

function flowNumbers(flow) {
  const { model } = flow;
  const heads = [...model.available];
  const table = (name, layers, weights, queries, keys) => ({
    name,
    rows: range(layers).flatMap((layer) => heads.flatMap((head) => queries.flatMap((query, row) => (
      keys.map((key, column) => ({
        layer: layer + 1, head: head === MEAN ? "mean" : head + 1, row: row + 1, query,
        column: column + 1, key, weight: Math.fround(weights(layer, head, row, column)),
      }))))))
  });
  return [
    table("cross", model.layers, model.cross, model.fed, model.source),
    table("encoder", model.encoderLayers, model.encoder, model.source, model.source),
    table("decoder", model.layers, model.self, model.fed, model.fed),
    ...(model.told ? [{
      name: "candidates",
      rows: model.candidates.flatMap(({ list }, step) => list.map((one) => ({
        step: step + 1, piece: one.piece, rank: one.rank, probability: one.probability,
        chosen: Boolean(one.chosen),
      }))),
    }] : []),
  ];
}
