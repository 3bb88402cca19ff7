// One cell of an attention map from q and k to the sub-layer's output.
// All words, colours and numbers come from Python; a click goes back as [what, index].

const SIZES = new WeakMap();

function stages(holder, data, send) {
  const list = html(holder, "ol", "stages");
  list.setAttribute("aria-label", data.words.stages);
  data.stages.forEach((stage, index) => {
    const button = html(html(list, "li", ""), "button", index === data.stage ? "on" : "");
    button.type = "button";
    button.dataset.focus = `stage${index}`;
    button.setAttribute("aria-pressed", String(index === data.stage));
    html(button, "span", index <= data.stage ? "badge done" : "badge", String(index + 1));
    const words = html(button, "span", "what");
    html(words, "span", "stage-name", stage.name);
    html(words, "span", "expression", stage.expression);
    html(button, "span", "result", stage.result);
    button.onclick = () => send("stage", index);
  });
}

function draw(root, data, send) {
  const focused = root.getRootNode().activeElement?.dataset?.focus;
  const inside = focused && root.contains(root.getRootNode().activeElement);
  const scrolled = root.querySelector(".scroll")?.scrollLeft || 0;
  root.replaceChildren();
  for (const name of Object.keys(data.colours)) root.style.setProperty(`--${name}`, data.colours[name]);
  const top = html(root, "div", "top");
  const left = html(top, "div", "left");
  stages(top, data, send);
  drawBars(left, data, send);
  html(root, "div", "title", data.words.row);
  const scroll = html(root, "div", "scroll");
  drawRow(scroll, data, send);
  scroll.scrollLeft = scrolled;
  if (inside) root.querySelector(`[data-focus="${focused}"]`)?.focus();
}

export default function cellsteps(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".cellsteps");
  const send = (what, index) => setTriggerValue("pick", [what, index]);
  const again = () => draw(root, data, send);
  SIZES.get(root)?.disconnect();
  let width = root.clientWidth;
  const watch = new ResizeObserver(() => {
    if (Math.abs(root.clientWidth - width) < 2) return;
    width = root.clientWidth;
    again();
  });
  SIZES.set(root, watch);
  watch.observe(root);
  again();
  return () => watch.disconnect();
}
