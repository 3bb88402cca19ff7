// Every lesson as a stop on the figure it is about; the ring round it is the way walked.
// All words and colours come from Python; text reaches the page through textContent only.

// Middles, in units of the drawing. The way through all of it begins at the memory, training at what
// comes out, and the score under what is written.
const STOPS = {
  flow: [107, 47], pieces: [26, 5], positions: [200, 13], cell: [150, 62], masks: [74, 89],
  heads: [268, 9], layers: [200, 31], search: [286, 72], training: [232, 76], bleu: [262, 93],
};
const [SIZE, HIT] = [6.2, 10];

function stop(svg, data, one, tell, send) {
  const place = STOPS[one.id];
  if (!place) return;
  const [x, y] = place;
  const group = put(svg, "g", {
    class: `stop${one.is_next ? " next" : ""}`, role: "button", tabindex: 0, "aria-label": one.told,
    "data-id": one.id, "data-focus": one.id,
  });
  put(group, "circle", { class: "hit", cx: x, cy: y, r: HIT });
  put(group, "circle", { class: "disc", cx: x, cy: y, r: SIZE });
  const round = 2 * Math.PI * SIZE;
  if (one.share > 0) {
    put(group, "circle", {
      class: "way", cx: x, cy: y, r: SIZE, transform: `rotate(-90 ${x} ${y})`,
      "stroke-dasharray": `${round * one.share} ${round}`,
    });
  }
  put(group, "text", { class: "number", x, y: y + 2.5 }, String(one.number));
  onPress(group, () => send(one.id));
  group.onpointerenter = () => tell(one);
  group.onfocus = () => tell(one);
}

export default function lessonmap(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".lessonmap");
  const refocus = anew(root, data);
  const svg = put(root, "svg", { role: "group", "aria-label": data.title });
  drawMap(svg, {
    figure: null, step: 0, colours: data.colours, lit: Object.keys(BOXES),
    open: () => put(svg, "g", { "aria-hidden": "true", opacity: 0.7 }),
  });
  const told = node("div", "told", root);
  told.setAttribute("aria-hidden", "true");
  const tell = (one) => { told.textContent = one.told; };
  for (const one of data.stops) stop(svg, data, one, tell, (id) => setTriggerValue("go", id));
  const first = data.stops.find((one) => one.is_next);
  if (first) tell(first);
  refocus();
}
