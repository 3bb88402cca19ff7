// The sentence below the drawing says what it shows; the table gives the same numbers.

function paintCaption(flow) {
  const piece = flow.shownPiece();
  const parts = piece >= 0 ? sourceSentence(flow, piece) : rowSentence(flow, flow.shownRow());
  const node = flow.captionNode;
  node.replaceChildren();
  for (const [hole, text] of parts) {
    const kind = CAPTION_COLOURS[hole];
    if (kind) pieceInto(htmlEl("b", `is-${kind}`, node), text);
    else node.append(text);
  }
}

const LINE = 20.3; // px of one line
const BOLD = 1.04; // times the width of plain text, for the names and numbers in it

/** Room for the longest sentence there is, so that none of them moves the drawing. */
function reserveCaption(flow) {
  const { model, g, captionNode: node } = flow;
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(node).font;
  const width = (parts) => pen.measureText(parts.map(([, text]) => text).join("")).width;
  const all = [
    ...range(model.steps).map((row) => width(rowSentence(flow, row))),
    ...range(model.sourceCount).map((piece) => width(sourceSentence(flow, piece))),
  ];
  const lines = g.phone ? 1 : Math.ceil((BOLD * Math.max(...all)) / (g.width - 28));
  node.style.minHeight = `${px(lines * LINE + 13)}px`;
}

const CAPTION_COLOURS = {
  input: "target", output: "target", memory: "memory", piece: "source", reader: "source",
  weight: "weight", share: "weight", probability: "weight",
};

function rowSentence(flow, row) {
  const { model, view, words } = flow;
  const weights = range(model.sourceCount).map((i) => model.cross(view.layer, flow.head, row, i));
  const most = weights.indexOf(Math.max(...weights));
  const chosen = model.candidates[row].chosen;
  return textParts(chosen.rank > 1 ? words.caption_row_ranked : words.caption_row, {
    input: model.fed[row], memory: model.source[most], weight: weightText(weights[most]),
    layer: view.layer + 1, head: headName(flow, flow.head), output: chosen.piece,
    probability: model.told && percent(chosen.probability), rank: chosen.rank,
  });
}

function sourceSentence(flow, piece) {
  const { model, view, words } = flow;
  const layer = encoderLayer(flow);
  const read = (query) => model.encoder(layer, flow.head, query, piece);
  const others = range(model.sourceCount).filter((query) => query !== piece);
  const reader = others.reduce((best, q) => (read(q) > read(best) ? q : best), others[0]);
  const share = weightText(model.cross(view.layer, flow.head, flow.shownRow(), piece));
  const values = { piece: model.source[piece], layer: layer + 1, share };
  if (!others.length) return textParts(words.caption_source_alone, values);
  return textParts(words.caption_source, {
    ...values, reader: model.source[reader], weight: weightText(read(reader)),
  });
}

function buildTable(flow) {
  const { words, tableNode: node } = flow;
  node.replaceChildren();
  htmlEl("summary", "", node, words.table);
  flow.tableBody = htmlEl("div", "tables", node);
}

/** Filled only while it is open: it follows the step, not the pointer. */
function paintTable(flow) {
  if (!flow.tableNode.open) return;
  const { model, view, words } = flow;
  flow.tableBody.replaceChildren();
  const step = view.step + 1;
  const layerNames = range(model.layers).map((layer) =>
    fillText(words.layer, { layer: layer + 1 }));
  addTable(flow, fillText(words.table_cross, { step, head: headName(flow, flow.head) }),
    [words.table_piece, ...layerNames],
    model.source.map((piece, index) => [piece, ...range(model.layers).map((layer) =>
      weightText(model.cross(layer, flow.head, view.step, index)))]));
  if (!model.told) return;
  const { list, rest } = model.candidates[view.step];
  addTable(flow, fillText(words.table_output, { step }),
    [words.table_candidate, words.table_rank, words.table_probability],
    [...list.map(({ piece, rank, probability, chosen }) =>
      [piece, chosen ? `${rank} ✓` : String(rank), percent(probability)]),
    [words.rest, "", percent(rest)]]);
}

function addTable(flow, caption, headings, rows) {
  const frame = htmlEl("div", "scroll", flow.tableBody);
  // A frame that may scroll sideways must be reachable by keyboard.
  setAll(frame, { tabindex: 0, role: "region", "aria-label": caption });
  const table = htmlEl("table", "", frame);
  htmlEl("caption", "", table, caption);
  const head = htmlEl("tr", "", htmlEl("thead", "", table));
  for (const heading of headings) htmlEl("th", "", head, heading).scope = "col";
  const body = htmlEl("tbody", "", table);
  for (const [name, ...cells] of rows) {
    const line = htmlEl("tr", "", body);
    const heading = htmlEl("th", "", line);
    heading.scope = "row";
    pieceInto(heading, name);
    for (const cell of cells) htmlEl("td", "", line, cell);
  }
}
