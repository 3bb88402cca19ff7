// One cell of an attention map from x and m to the sub-layer's output, in ten steps.
// All words, colours and numbers come from Python; what is chosen goes back as {what: index}.

/** What is shown so far, for the reader to keep: vectors, the row of keys, the outputs. */
function numbers({ data, stage }) {
  const score = (text) => Number(text.replace("\u2212", "-").replace("\u221e", "Infinity"));
  const counted = (values) => values.map((value, dim) => ({ dim: dim + 1, value }));
  const tables = [{
    name: "vectors",
    rows: data.q.map((q, dim) => ({
      dim: dim + 1, q, k: data.k[dim], ...(stage >= STEP.product ? { product: data.product[dim] } : {}),
    })),
  }];
  if (stage >= STEP.softmax) {
    tables.push({
      name: "row",
      rows: data.pieces.map((piece, column) => ({
        column: column + 1, piece, dot: data.dots[column], scaled: data.scores[column],
        masked: score(data.lines.masked[column].text), weight: data.weights[column],
      })),
    });
  }
  if (stage >= STEP.head) tables.push({ name: "head", rows: counted(data.head) });
  if (stage >= STEP.out) tables.push({ name: "output", rows: counted(data.out) });
  return tables;
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
