// One cell of an attention map from x and m to the sub-layer's output, in ten steps.
// All words, colours and numbers come from Python; what is chosen goes back as {what: index}.

/** The vectors, the row of keys and the outputs, for the reader to keep. */
function numbers(data) {
  const score = (text) => Number(text.replace("\u2212", "-").replace("\u221e", "Infinity"));
  return [
    { name: "vectors", rows: data.q.map((q, dim) => ({ dim: dim + 1, q, k: data.k[dim], product: data.product[dim] })) },
    {
      name: "row",
      rows: data.pieces.map((piece, column) => ({
        column: column + 1, piece, masked: score(data.lines.masked[column].text), weight: data.weights[column],
      })),
    },
    { name: "head", rows: data.head.map((value, dim) => ({ dim: dim + 1, value })) },
    { name: "output", rows: data.out.map((value, dim) => ({ dim: dim + 1, value })) },
  ];
}

const mounted = new WeakMap();

export default function cellsteps({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".cellsteps");
  let player = mounted.get(root);
  if (!player) {
    player = new Player(root);
    mounted.set(root, player);
  }
  player.update(data, { setTriggerValue });
  return () => {
    player.destroy();
    mounted.delete(root);
  };
}
