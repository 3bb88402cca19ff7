// Outputs as lanes: each token as long as its -ln p, so a lane is as long as its output is improbable.
// A line at the end of the reference parts what the model likes better from what the search missed.

const LANE = { pitch: 62, name: 18, height: 30 };
const TOP = 26; // pixels for the words on both sides of the line
const ENDS = 58; // pixels beside the longest lane: its sum

function draw(root, data) {
  const refocus = anew(root, data);
  const measure = ruler(root);
  const stage = node("div", "stage", root);
  const caption = node("div", "caption", root, data.words.hint);
  const width = Math.max(240, stage.clientWidth);
  const sums = data.lanes.map(({ tokens }) => tokens.reduce((sum, [, loss]) => sum + loss, 0));
  const x = (nats) => (nats * (width - ENDS)) / Math.max(1e-9, ...sums);
  const height = TOP + data.lanes.length * LANE.pitch + 22;
  const canvas = put(stage, "svg", { width, height, role: "img", "aria-label": data.words.name });
  const end = x(sums[0]);
  const bottom = height - 22;
  put(canvas, "rect", { class: "beyond", x: end, y: TOP - 4, width: Math.max(0, width - end), height: bottom - TOP + 4 });
  put(canvas, "line", { class: "end", x1: end, x2: end, y1: TOP - 8, y2: bottom });
  const isRoom = (words, room) => measure(words, 12.5, 500) < room - 12;
  if (isRoom(data.words.liked, end)) put(canvas, "text", { class: "side", x: end - 8, y: 14, "text-anchor": "end" }, `\u2190 ${data.words.liked}`);
  if (isRoom(data.words.missed, width - end)) put(canvas, "text", { class: "side", x: end + 8, y: 14 }, `${data.words.missed} \u2192`);
  data.lanes.forEach(({ name, tone, tokens }, lane) => {
    const y = TOP + lane * LANE.pitch;
    put(canvas, "text", { class: `name ${tone}`, x: 1, y: y + 13 }, name);
    let from = 0;
    tokens.forEach(([piece, loss], at) => {
      const [left, right] = [x(from), x(from + loss)];
      from += loss;
      const part = put(canvas, "rect", { class: `token ${tone}`, x: left, y: y + LANE.name, width: Math.max(0.5, right - left), height: LANE.height, "data-at": `${lane} ${at}` });
      put(part, "title", {}, `${piece.replaceAll("\u2581", "")} ${loss.toFixed(2)}`);
      if (measure(piece, 13, 600) + 6 < right - left) pieceInto(canvas, { class: "piece", x: (left + right) / 2, y: y + LANE.name + 20 }, piece);
    });
    put(canvas, "text", { class: "sum", x: x(from) + 6, y: y + LANE.name + 20 }, from.toFixed(2));
  });
  put(canvas, "text", { class: "side", x: 1, y: height - 5 }, data.words.axis);
  stage.onpointermove = (event) => {
    const at = event.target.closest?.("[data-at]")?.dataset.at;
    if (!at) { caption.textContent = data.words.hint; return; }
    const [lane, token] = at.split(" ").map(Number);
    const [piece, loss] = data.lanes[lane].tokens[token];
    caption.textContent = fill(data.words.token, { piece, loss: loss.toFixed(2), prob: percent(Math.exp(-loss)) });
  };
  stage.onpointerleave = () => { caption.textContent = data.words.hint; };
  refocus();
}

/** Every token of every output, for the reader to keep. */
function numbers(data) {
  return [{ name: "losses", rows: data.lanes.flatMap(({ name, tokens }) => tokens.map(([token, loss]) => ({ output: name, token, loss }))) }];
}

export default (component) => mount(component, "bill", draw, numbers);
