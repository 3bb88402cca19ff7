// The sentences in one rectangle. Where a word has no room in its cell, the line above says it.

const ROOM = 52; // pixels of a cell that a word fits into

function batchRows(root, data, send) {
  const list = groupOf(root, "batch", data.words.batch, "radiogroup");
  const isRoomy = (list.clientWidth - 40) / data.width >= ROOM;
  const rows = data.sentences.map((pieces, index) => {
    const isOn = index === data.chosen;
    const row = node("button", isOn ? "sentence on" : "sentence", list);
    setAll(row, { role: "radio", "aria-checked": String(isOn) });
    row.setAttribute("aria-label", `${fill(data.words.sentence, { number: index + 1 })}: ${pieces.join(" ")}`);
    row.dataset.focus = `sentence${index}`;
    row.tabIndex = isOn ? 0 : -1;
    node("span", "count", row, String(index + 1));
    const body = node("span", "body", row);
    if (!isRoomy) wordsOf(node("span", "words", body), pieces);
    const cells = node("span", "cells", body);
    for (let at = 0; at < data.width; at += 1) {
      const cell = node("span", at < pieces.length ? "real" : "pad", cells);
      if (at >= pieces.length) hatched(cell, `pad_hatch_${index}_${at}`);
      else if (isRoomy) wordsOf(cell, [pieces[at]]);
    }
    row.onclick = () => send("sentence", index);
    return row;
  });
  keysAlong(rows, (to) => {
    rows[to].focus();
    send("sentence", to);
  });
}

/** Pieces as text, the mark of a space not loud. */
function wordsOf(parent, pieces) {
  pieces.forEach((piece, index) => {
    if (index) parent.append(" ");
    pieceOf(parent, piece);
  });
}
