// What is said in words and kept in numbers.

const spoken = (piece) => piece.replaceAll("\u2581", "") || "\u2581";

/** The line below the drawing: the reading of the chosen token, or the turn between two. */
function sentence(flow) {
  const { data: { words, pieces, on }, table, order, at } = flow;
  if (!on) return words.off;
  const pairs = flow.room.dials.map((row) => flow.data.pairs[row.dial]); // of the clocks that are drawn
  const place = order.indexOf(at);
  const other = flow.partner();
  const piece = spoken(pieces[at]);
  if (other !== null) {
    const next = order.indexOf(other);
    const angles = pairs.map((pair) => degrees((((table.angle(pair, next) - table.angle(pair, place)) % TURN) + TURN) % TURN));
    return fill(words.two, { piece, other: spoken(pieces[other]), place, next, angles: angles.join(" \u00b7 ") });
  }
  const here = flow.held ? Number(flow.x[at].toFixed(1)) : place; // between two places while it is dragged
  const own = table.vector(here);
  const near = order.map((_, index) => index).filter((index) => index !== place)
    .map((index) => ({ index, value: table.similar(own, table.vector(index)) }))
    .sort((a, b) => b.value - a.value);
  const best = near.filter((one) => one.value > near[0].value - 5e-4).map((one) => one.index).sort((a, b) => a - b);
  return fill(words.one, {
    piece, place: here, angles: pairs.map((pair) => degrees(table.angle(pair, flow.held ? flow.x[at] : place))).join(" \u00b7 "),
    near: best.join(", "), value: near[0].value.toFixed(2),
  });
}

/** Angles of the clocks, whole vectors, similarities and the encoder's answer, for the reader to keep. */
function numbers(flow) {
  const { table, data, order } = flow;
  const own = table.vector(order.indexOf(flow.at));
  const told = data.moved && flow.isTold();
  const rows = order.map((token, place) => ({
    place, piece: data.pieces[token],
    ...Object.fromEntries(data.pairs.map((pair) => [`angle_${pair}`, table.angle(pair, place)])),
    similarity: table.similar(own, table.vector(place)),
    ...(told ? { moved: data.moved[place] } : {}),
  }));
  const vectors = order.map((token, place) => ({
    place, piece: data.pieces[token],
    ...Object.fromEntries(Array.from(table.vector(place), (value, channel) => [`c${channel}`, value])),
  }));
  return [{ name: "clocks", rows }, { name: "vectors", rows: vectors }];
}
