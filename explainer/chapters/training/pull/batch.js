// The batch: a row a sentence, on every token a tower as high as its loss, padding hatched.

const TOWER = 26; // pixels of the highest one
const TOLD = 0.8; // nats: towers from here on have their number
const WORDS = 46; // pixels a column needs for its token to be read: a phone pushes the grid sideways

function tokenAt(data, [sentence, place]) {
  return data.sentences[sentence].tokens[place];
}

function labelOf(data, sentence, place) {
  const token = tokenAt(data, [sentence, place]);
  return fill(data.words.spoken, {
    sentence: sentence + 1, place: place + 1, piece: plainPiece(token.names[0]), loss: token.loss.toFixed(2),
  });
}

const plainPiece = (piece) => piece.replaceAll("\u2581", "");

function cell(parent, data, place, high) {
  const [sentence, at] = place;
  const token = tokenAt(data, place);
  const button = node("button", "cell", parent);
  button.type = "button";
  button.dataset.focus = `cell${sentence}-${at}`;
  button.setAttribute("aria-label", labelOf(data, sentence, at));
  const lot = node("span", "lot", button);
  if (token.loss >= TOLD) node("span", "loss", lot, token.loss.toFixed(2));
  node("span", "tower", lot).style.height = `${Math.max(1, (TOWER * token.loss) / high).toFixed(1)}px`;
  pieceOf(node("span", "piece", button), token.names[0]);
  return button;
}

/** Buttons by sentence and position; `choose(sentence, place)` when one is pressed or reached. */
function drawBatch(root, data, choose) {
  const high = Math.max(...data.sentences.flatMap((one) => one.tokens.map((token) => token.loss)));
  const grid = node("div", "batch", root);
  grid.style.gridTemplateColumns = `22px repeat(${data.longest}, minmax(${WORDS}px, 1fr))`;
  const cells = data.sentences.map((sentence, row) => {
    node("span", "number", grid, String(row + 1));
    const found = sentence.tokens.map((_, place) => cell(grid, data, [row, place], high));
    for (let place = found.length; place < data.longest; place += 1) {
      node("span", "pad", grid, place === found.length ? data.words.pad : "");
    }
    return found;
  });
  cells.forEach((found, row) => found.forEach((button, place) => {
    button.onclick = () => choose(row, place);
    button.onkeydown = (event) => {
      const to = reached(cells, row, place, event.key);
      if (!to) return;
      event.preventDefault();
      cells[to[0]][to[1]].focus();
      choose(...to);
    };
  }));
  return ([row, place]) => cells.forEach((found, y) => found.forEach((button, x) => {
    const isHere = y === row && x === place;
    button.classList.toggle("on", isHere);
    button.setAttribute("aria-pressed", String(isHere));
    button.tabIndex = isHere ? 0 : -1;
  }));
}

function reached(cells, row, place, key) {
  const ends = cells[row].length - 1;
  const to = {
    ArrowLeft: [row, place - 1], ArrowRight: [row, place + 1], Home: [row, 0], End: [row, ends],
    ArrowUp: [row - 1, place], ArrowDown: [row + 1, place],
  }[key];
  if (!to || !cells[to[0]]) return null;
  const at = Math.min(to[1], cells[to[0]].length - 1);
  return at < 0 ? null : [to[0], at];
}
