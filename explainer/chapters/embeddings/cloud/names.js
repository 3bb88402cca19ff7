// Which names have room, and where: the chosen one's first, then the sentence's, then the others'.

const LINE = 17; // pixels of a name's height
const GAP = 8; // from a point to its name

function nameOrder(points, chosen, lit) {
  const rank = ({ kind }, index) => (index === lit ? 0 : index === chosen ? 1 : kind >= 3 ? 2 : kind === 2 ? 3 : 4);
  return points
    .map((point, index) => [rank(point, index), index])
    .filter(([, index]) => points[index].kind > 0 || index === lit)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .map(([, index]) => index);
}

/** { index, x, y, anchor } of every name that lies over no other one and over no point of a word or of what is near the chosen one. */
function placeNames(points, at, order, measure, width, height) {
  const boxes = [];
  points.forEach(({ kind }, index) => {
    if (kind >= 2) boxes.push([at[index].x - 6, at[index].y - 6, at[index].x + 6, at[index].y + 6]);
  });
  const isFree = ([left, top, right, bottom]) => left > 0 && right < width && top > 0 && bottom < height
    && boxes.every((box) => right < box[0] || left > box[2] || bottom < box[1] || top > box[3]);
  const placed = [];
  order.forEach((index, rank) => {
    const { x, y } = at[index];
    const room = measure(points[index].label, 13, 700);
    const half = room / 2;
    const sides = [
      ["start", x + GAP, y + 4, [x + GAP, y - LINE / 2, x + GAP + room, y + LINE / 2]],
      ["end", x - GAP, y + 4, [x - GAP - room, y - LINE / 2, x - GAP, y + LINE / 2]],
      ["middle", x, y - GAP - 2, [x - half, y - GAP - LINE, x + half, y - GAP]],
      ["middle", x, y + GAP + 11, [x - half, y + GAP, x + half, y + GAP + LINE]],
    ];
    const side = sides.find(([, , , box]) => isFree(box)) || (rank === 0 && sides[x > width / 2 ? 1 : 0]);
    if (!side) return;
    boxes.push(side[3]);
    placed.push({ index, anchor: side[0], x: side[1], y: side[2] });
  });
  return placed;
}
