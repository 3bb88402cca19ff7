// The model's parts as switches, both translations, and a pair of bars for every token.

const FILL = (template, values) => template.replace(/\{(\w+)\}/g, (_, hole) => String(values[hole]));
const percent = (p) => (p > 0 && p < 0.0005 ? "<0.1%" : `${(100 * p).toFixed(p < 0.1 && p > 0 ? 1 : 0)}%`);

/** A translation in a line; words that the other one has not are in another colour. */
function output(parent, data, at) {
  const { words, outputs } = data;
  const line = node("div", `output ${at ? "after" : "before"}`, parent);
  node("span", "what", line, at ? words.after : words.before);
  const said = node("span", "said", line);
  if (at) line.setAttribute("role", "status");
  if (!outputs[at]) {
    said.classList.add("empty");
    said.textContent = words.empty;
    return;
  }
  const other = new Set(outputs[1 - at].split(/\s+/));
  outputs[at].split(/(\s+)/).forEach((word) => {
    node("span", word.trim() && !other.has(word) ? "new" : "", said, word);
  });
}

function button(parent, data, index, words, send) {
  const { state } = data.switches[index];
  const made = node("button", `part ${state}`, parent, state === "on" ? words.shown : `\u2717 ${words.shown}`);
  made.type = "button";
  made.setAttribute("aria-pressed", String(state !== "on"));
  made.setAttribute("aria-label", FILL(data.words.off, { part: words.told }));
  made.dataset.focus = `switch${index}`;
  made.onclick = () => send(index);
}

/** One band: positions, then a row a part with all layers at once and each alone. */
function band(parent, data, name, first, send) {
  const { words } = data;
  const layers = data.layers[name];
  const box = node("div", `band ${name}`, parent);
  node("div", "title", box, words.bands[name]);
  const grid = node("div", "grid", box);
  grid.style.setProperty("--layers", layers);
  let index = first;
  const positions = node("div", "wide", grid);
  button(positions, data, index, { shown: words.parts.positions, told: `${words.bands[name]}, ${words.parts.positions}` }, send);
  index += 1;
  while (index < data.switches.length && data.switches[index].kind !== "positions") {
    const { kind, stack, layer } = data.switches[index];
    const part = words.parts[kind === "ffn" ? "ffn" : stack];
    const where = layer < 0 ? words.every : FILL(words.layer, { layer: layer + 1 });
    const told = `${words.bands[name]}, ${part}, ${where}`;
    button(grid, data, index, { shown: layer < 0 ? part : where, told }, send);
    index += 1;
  }
  return index;
}

function bars(parent, data) {
  const { words, tokens } = data;
  const box = node("div", "tokens", parent);
  const head = node("div", "head", box, words.tokens);
  head.id = "switchboard_tokens";
  const legend = node("div", "legend", box);
  for (const side of ["before", "after"]) {
    const entry = node("span", "", legend);
    node("i", side, entry);
    node("span", "", entry, words[side]);
  }
  const list = node("div", tokens.length > 12 ? "list many" : "list", box);
  list.setAttribute("role", "list");
  for (const { piece, before, after } of tokens) {
    const row = node("div", "row", list);
    row.setAttribute("role", "listitem");
    pieceOf(node("span", "piece", row), piece);
    const track = node("span", "track", row);
    node("i", "before", track).style.width = `${100 * before}%`;
    node("i", "after", track).style.width = `${100 * after}%`;
    const lost = after < before / 2;
    node("span", lost ? "share lost" : "share", row, `${percent(before)} \u2192 ${percent(after)}`);
  }
}

export default function switchboard(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".switchboard");
  const refocus = anew(root, data);
  const group = node("div", "group", root);
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", data.words.name);
  const outputs = node("div", "outputs", group);
  output(outputs, data, 0);
  output(outputs, data, 1);
  const body = node("div", "body", group);
  const board = node("div", "board", body);
  const send = (index) => setTriggerValue("pick", ["switch", index]);
  const next = band(board, data, "encoder", 0, send);
  band(board, data, "decoder", next, send);
  bars(body, data);
  root.numbers = () => [{ name: "tokens", rows: data.tokens }];
  refocus();
}
