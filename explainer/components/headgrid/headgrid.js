// Layers x heads as small named maps, one button each: click, or move with the arrow keys. While one
// is pointed at, the rest fade and a sentence below tells it.
// All words and colours come from Python; text reaches the page through textContent only.

const same = (pair, layer, head) => pair[0] === layer && pair[1] === head;

function paint(canvas, picture, data, layer, head) {
  canvas.width = data.width;
  canvas.height = data.height;
  const left = head * (data.width + data.gap);
  const top = layer * (data.height + data.gap);
  const brush = canvas.getContext("2d");
  brush.drawImage(picture, left, top, data.width, data.height, 0, 0, data.width, data.height);
}

function move(event, data, layer, head) {
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] };
  if (event.key === "Home") return [layer, 0];
  if (event.key === "End") return [layer, data.heads - 1];
  const step = steps[event.key];
  if (!step) return null;
  const clamp = (value, count) => Math.max(0, Math.min(count - 1, value));
  return [clamp(layer + step[0], data.layers), clamp(head + step[1], data.heads)];
}

function mapButton(parent, data, layer, head) {
  const button = node("button", "", parent);
  button.classList.toggle("on", data.framed.some((pair) => same(pair, layer, head)));
  button.classList.toggle("quiet", data.quiet[layer][head]);
  button.setAttribute("aria-label", `${data.labels[layer][head]}. ${data.told[layer][head]}`);
  button.setAttribute("aria-pressed", String(same(data.chosen, layer, head)));
  node("canvas", "", button);
  const caption = node("span", "caption", button);
  node("b", "", caption, String(head + 1));
  node("span", "", caption, data.captions[layer][head]);
  return button;
}

function draw(root, data, choose) {
  root.choose = choose;
  const known = JSON.stringify(data);
  if (root.known === known) return; // a click on the large map changes nothing here
  root.known = known;
  const refocus = anew(root, data);
  const grid = node("div", "grid", root);
  const line = node("div", "told", root);
  setAll(grid, { role: "group", "aria-label": data.title });
  const buttons = [];
  const [row, column] = data.chosen;
  const tell = (layer, head) => {
    line.textContent = `${data.labels[layer][head]}: ${data.told[layer][head]}`;
  };
  // The last layer stands on top, as everywhere: the stack grows upwards.
  for (let layer = data.layers - 1; layer >= 0; layer -= 1) {
    node("span", "layer", grid, data.layer_names[layer]);
    for (let head = 0; head < data.heads; head += 1) {
      const button = mapButton(grid, data, layer, head);
      button.tabIndex = same(data.chosen, layer, head) ? 0 : -1;
      button.dataset.focus = `${layer} ${head}`;
      button.onclick = () => root.choose([layer, head]);
      button.onpointerenter = () => tell(layer, head);
      button.onpointerleave = () => tell(row, column);
      button.onfocus = () => {
        for (const each of buttons) each.tabIndex = each === button ? 0 : -1;
        tell(layer, head);
      };
      button.onblur = () => tell(row, column);
      button.onkeydown = (event) => {
        const next = move(event, data, layer, head);
        if (!next) return;
        event.preventDefault();
        buttons[next[0] * data.heads + next[1]].focus();
      };
      buttons[layer * data.heads + head] = button;
    }
  }
  tell(row, column);
  const picture = new Image();
  picture.onload = () => {
    buttons.forEach((button, place) => {
      paint(button.firstChild, picture, data, Math.floor(place / data.heads), place % data.heads);
    });
  };
  picture.src = `data:image/png;base64,${data.png}`;
  refocus();
}

/** What every head does, for the reader to keep; layers and heads count from 1. */
const numbers = (data) => [{
  name: "heads",
  rows: data.told.flatMap((heads, layer) => heads.map((told, head) => ({ layer: layer + 1, head: head + 1, told }))),
}];

export default function headgrid({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".headgrid");
  root.numbers = () => numbers(data);
  draw(root, data, (pair) => setTriggerValue("pick", pair));
}
