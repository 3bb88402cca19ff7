// The batch: a line a sentence, on every token a tower as high as its loss, padding hatched.

const TOWER = 44; // pixels of the highest one
const TOLD = 0.8; // nats: towers from here on have their number
const FELL = 0.3; // nats: whose tower fell by as much keeps an outline of what it was

const tokenAt = (data, [sentence, place]) => data.sentences[sentence].tokens[place];
const tokensOf = (data) => data.sentences.flatMap((one) => one.tokens);
const plainPiece = (piece) => piece.replaceAll("\u2581", "");

function cell(parent, at) {
  const button = node("button", "cell", parent);
  button.dataset.focus = `cell${at.join("-")}`;
  const lot = node("span", "lot", button);
  const loss = node("span", "loss", lot);
  const plot = node("span", "plot", lot);
  return { button, loss, plot, ghost: node("span", "ghost", plot), tower: node("span", "tower", plot) };
}

/** What a cell says and how high it stands after so many steps; `scale` is pixels a nat. */
function setter(parts, data, [sentence, place], scale) {
  const token = tokenAt(data, [sentence, place]);
  pieceOf(node("span", "piece", parts.button), token.names[0]);
  const high = (loss) => `${Math.max(1, scale * loss).toFixed(1)}px`;
  return (trained) => {
    const loss = token.losses[trained];
    const was = token.losses[0];
    parts.tower.style.height = high(loss);
    parts.plot.style.height = high(Math.max(loss, was - loss >= FELL ? was : 0));
    parts.ghost.style.height = was - loss >= FELL ? high(was) : "0";
    parts.loss.textContent = loss >= TOLD || was - loss >= FELL ? unsaid(loss.toFixed(2)) : "";
    parts.button.setAttribute("aria-label", fill(data.words.spoken, {
      sentence: sentence + 1, place: place + 1, piece: plainPiece(token.names[0]), loss: loss.toFixed(2),
    }));
  };
}

/** Buttons by sentence and position; `choose(sentence, place)` when one is pressed or reached. */
function drawBatch(root, data, choose) {
  const scale = TOWER / Math.max(...tokensOf(data).flatMap((token) => token.losses));
  const grid = node("div", "batch", root);
  const setters = [];
  const cells = data.sentences.map((sentence, row) => {
    const line = node("div", "row", grid);
    node("span", "number", line, String(row + 1));
    const buttons = sentence.tokens.map((_, place) => {
      const parts = cell(line, [row, place]);
      setters.push(setter(parts, data, [row, place], scale));
      return parts.button;
    });
    for (let place = buttons.length; place < data.longest; place += 1) {
      const isFirst = place === buttons.length;
      node("span", `pad${isFirst ? " first" : ""}`, line, isFirst ? data.words.pad : "");
    }
    return buttons;
  });
  cells.forEach((buttons, row) => buttons.forEach((button, place) => {
    button.onclick = () => choose(row, place);
    button.onkeydown = (event) => {
      const to = reached(cells, row, place, event.key);
      if (!to) return;
      event.preventDefault();
      cells[to[0]][to[1]].focus();
      choose(...to);
    };
  }));
  return ([row, place, , trained]) => {
    setters.forEach((set) => set(trained));
    cells.forEach((buttons, y) => buttons.forEach((button, x) => {
      const isHere = y === row && x === place;
      button.classList.toggle("on", isHere);
      button.setAttribute("aria-pressed", String(isHere));
      button.tabIndex = isHere ? 0 : -1;
    }));
  };
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
