// The sentences in one rectangle. Where a word has no room in its cell, the line above says it.

const ROOM = 52; // pixels of a cell that a word fits into

function batchRows(root, data, send) {
  const list = node("div", "batch", root);
  list.setAttribute("role", "radiogroup");
  list.setAttribute("aria-label", data.words.batch);
  const isRoomy = (list.clientWidth - 40) / data.width >= ROOM;
  const rows = data.sentences.map((pieces, index) => {
    const isOn = index === data.chosen;
    const row = node("button", isOn ? "sentence on" : "sentence", list);
    row.type = "button";
    row.setAttribute("role", "radio");
    row.setAttribute("aria-checked", String(isOn));
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
    row.onkeydown = (event) => {
      const moves = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: rows.length - 1 };
      if (!(event.key in moves)) return;
      event.preventDefault();
      const next = Math.max(0, Math.min(rows.length - 1, moves[event.key]));
      rows[next].focus();
      send("sentence", next);
    };
    return row;
  });
}

/** Pieces as text, the mark of a space not loud. */
function wordsOf(parent, pieces) {
  pieces.forEach((piece, index) => {
    if (index) parent.append(" ");
    pieceOf(parent, piece);
  });
}
