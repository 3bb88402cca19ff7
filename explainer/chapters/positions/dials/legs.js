// The clock that is pointed at: its sine and its cosine as legs, and where they stand in the vector.

function buildLegs(flow) {
  const group = put(flow.svg, "g", { class: "legs", "aria-hidden": "true" });
  flow.legs = {
    group, sine: put(group, "line", {}), cosine: put(group, "line", {}), row: put(group, "rect", { class: "row" }),
  };
}

/** The sine is the leg across, the cosine the leg upwards, each in the shade of its sign. */
function paintLegs(flow, at) {
  const { legs, pointed, data } = flow;
  legs.group.setAttribute("display", pointed && data.on ? "inline" : "none");
  if (!pointed || !data.on) return;
  const place = flow.x[pointed.token];
  const row = at.dials[pointed.index];
  const pair = data.pairs[row.dial];
  const angle = flow.table.angle(pair, place);
  const [x, y, r] = [at.middle(place), row.y, at.radius * SHARE.hand];
  const [tipX, tipY] = [x + r * Math.sin(angle), y - r * Math.cos(angle)];
  const tone = (value) => (value < 0 ? "low" : "high");
  const line = (leg, value, from, to) => {
    leg.setAttribute("class", `leg ${tone(value)}`);
    for (const [name, end] of Object.entries({ x1: from[0], y1: from[1], x2: to[0], y2: to[1] })) leg.setAttribute(name, px(end));
  };
  line(legs.sine, Math.sin(angle), [x, y], [tipX, y]);
  line(legs.cosine, Math.cos(angle), [tipX, y], [tipX, tipY]);
  const step = at.stripe.height / data.rows;
  const isShown = pair < data.rows;
  setAll(legs.row, { display: isShown ? "inline" : "none", x: px(x - at.stripe.width / 2 - 3) });
  setAll(legs.row, { y: px(at.stripe.y + pair * step - 1.5), width: px(at.stripe.width + 6) });
  legs.row.setAttribute("height", px(step + 3));
}

/** What the clock that is pointed at says. */
function reading(flow) {
  const { data: { words, pieces, pairs }, table, order, pointed } = flow;
  const place = order.indexOf(pointed.token);
  const pair = pairs[flow.room.dials[pointed.index].dial];
  const vector = table.vector(place);
  const decimals = (value) => value.toFixed(3).replace("-", "\u2212");
  return fill(words.dial, {
    piece: spoken(pieces[pointed.token]), place, sine: 2 * pair, cosine: 2 * pair + 1, angle: degrees(table.angle(pair, place)),
    sin: decimals(vector[2 * pair]), cos: decimals(vector[2 * pair + 1]),
  });
}
