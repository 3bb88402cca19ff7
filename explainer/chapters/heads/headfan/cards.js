// Every head as a small named map, a button each: all of its rows, the chosen one framed.

const channels = (colour) => [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));

function paintMap(canvas, data, at, head) {
  const [, rows, keys] = data.maps.shape;
  canvas.width = keys;
  canvas.height = rows;
  const brush = canvas.getContext("2d");
  const image = brush.createImageData(keys, rows);
  const [low, high] = [channels(data.colours.seq0), channels(data.colours.seq1)];
  for (let cell = 0; cell < rows * keys; cell += 1) {
    const shade = at(head, Math.floor(cell / keys), cell % keys) ** 0.7;
    low.forEach((from, index) => { image.data[cell * 4 + index] = from + (high[index] - from) * shade; });
    image.data[cell * 4 + 3] = 255;
  }
  brush.putImageData(image, 0, 0);
}

function card(parent, data, at, head) {
  const one = data.heads[head];
  const button = node("button", "card", parent);
  button.type = "button";
  button.dataset.head = head;
  button.dataset.focus = `head${head}`;
  button.setAttribute("aria-pressed", String(head === data.lit));
  button.setAttribute("aria-label", `${fill(data.words.head, { head: head + 1, role: one.role })} ${one.share}. ${one.told}`);
  const title = node("span", "title", button);
  const number = node("i", "number", title, String(head + 1));
  number.style.background = one.fill;
  number.style.color = one.ink;
  node("span", "role", title, one.role);
  const frame = node("span", "frame", button);
  paintMap(node("canvas", "", frame), data, at, head);
  const mark = node("i", "row", frame);
  const count = data.rows.length;
  mark.style.top = `${(100 * data.row) / count}%`;
  mark.style.height = `${100 / count}%`;
  node("span", "share", button, one.share);
  return button;
}

/** Arrow keys go from one button to the next; one of them can be reached by Tab. */
function roving(buttons, first) {
  buttons.forEach((button, index) => {
    button.tabIndex = index === first ? 0 : -1;
    button.addEventListener("keydown", (event) => {
      const moves = {
        ArrowLeft: index - 1, ArrowUp: index - 1, ArrowRight: index + 1, ArrowDown: index + 1,
        Home: 0, End: buttons.length - 1,
      };
      if (!(event.key in moves)) return;
      event.preventDefault();
      const next = buttons[Math.max(0, Math.min(buttons.length - 1, moves[event.key]))];
      for (const each of buttons) each.tabIndex = each === next ? 0 : -1;
      next.focus();
    });
  });
}
