// One token asks, and every head looks elsewhere: strands of all heads.
// All words, colours and numbers come from Python; a press goes back as [what, index].

const natsOf = (value) => value.toFixed(2);

/** What stands below the strands while no head is pointed at. */
function told(data, row) {
  const { name, nats, places } = data.rows[row];
  const words = fill(data.words.told, { row: name, heads: data.heads.length, places, nats: natsOf(nats) });
  return nats === data.most && data.most > 0 ? `${words} ${data.words.best}` : words;
}

/** The tokens that ask, a button each; the bar below one says how far the heads disagree there. */
function askers(root, data, send) {
  node("div", "label", root, data.words.rows);
  const line = node("div", `askers ${data.sides.query}`, root);
  setAll(line, { role: "group", "aria-label": data.words.rows });
  const buttons = data.rows.map((row, index) => {
    const button = node("button", index === data.row ? "asker on" : "asker", line);
    button.dataset.focus = `row${index}`;
    setAll(button, { "aria-pressed": String(index === data.row), "aria-label": told(data, index) });
    pieceOf(node("span", "", button), row.piece);
    const bar = node("i", "nats", button);
    bar.style.width = `${data.most ? (100 * row.nats) / data.most : 0}%`;
    button.onclick = () => send("row", index);
    return button;
  });
  roving(buttons, data.row);
  return buttons;
}

/** The strands of a row, drawn anew when another one is pointed at. */
function fan(holder, data, row, weights, origin) {
  holder.replaceChildren();
  const at = layOut(Math.max(240, holder.clientWidth), data, weights, origin);
  const canvas = put(holder, "svg", { width: at.width, height: at.height, role: "img", "aria-label": data.words.name });
  drawStrands(canvas, at, data, weights);
  drawKeys(canvas, at, data);
  drawBadges(canvas, at, data, weights);
  return at;
}

/** Where the strands begin: below the token that asks. */
function originOf(button, holder) {
  const mine = button.getBoundingClientRect();
  const box = holder.getBoundingClientRect();
  const zoom = box.width / holder.offsetWidth || 1; // of a slide
  return (mine.left + mine.width / 2 - box.left) / zoom;
}

/** Where strands may run, as long as none is pulled. */
function ghosts(canvas, at, data, weights) {
  data.keys.forEach((_, key) => put(canvas, "path", { class: "ghost", d: strand(at, data.head, key, weights) }));
}

/** Under a veil: the strands of the head in question are the reader's. */
function paintInto(root, data, holder, button) {
  root.querySelector(".askers").inert = true;
  const canvas = node("div", "canvas", holder);
  const own = data.weights.map((row) => [...row]);
  let at;
  const redraw = (weights) => {
    own[data.head] = weights;
    at = fan(canvas, data, data.row, own, originOf(button, holder));
    if (weights.every((weight) => weight === 0)) ghosts(canvas.firstChild, at, data, own);
    for (const part of canvas.querySelectorAll("[data-head]")) {
      part.classList.toggle("pale", Number(part.dataset.head) !== data.head);
    }
  };
  holder.replaceChildren(canvas);
  holder.classList.add("painted");
  redraw(own[data.head]);
  strokesInto(holder, root, data.asks, data.keys, {
    place: (x, y) => {
      const [along, across] = at.isSide ? [x, y] : [y, x];
      return [Math.floor(along / at.pitch), (at.to - across) / (at.to - at.from)];
    },
    spot: (index) => point(at, at.key(index), at.to + 12),
    redraw,
  });
  root.querySelector(".caption").textContent = "";
}

/** Under a veil: tokens that some head looks at are marked, one by one. */
function markInto(root, data, holder) {
  root.querySelector(".askers").inert = true;
  holder.onclick = null;
  holder.querySelector("svg").setAttribute("role", "group");
  holder.querySelectorAll(".key").forEach((key, at) => {
    key.setAttribute("aria-label", data.keys[at]);
    offered(key, data.asks, at, root.answer);
  });
}

function draw(root, data, send) {
  const refocus = anew(root, data);
  const buttons = askers(root, data, send);
  const holder = node("div", "fan", root);
  const caption = node("div", "caption", root);
  let height = 0;

  const show = (row) => {
    const weights = weightsOf(data, row);
    if (!weights) return;
    fan(holder, data, row, weights, originOf(buttons[row], holder));
    height = Math.max(height, holder.clientHeight);
    holder.style.minHeight = `${height}px`;
    buttons.forEach((button, index) => button.classList.toggle("seen", index === row));
  };
  const light = (head) => {
    for (const part of root.querySelectorAll("[data-head]")) {
      part.classList.toggle("pale", head >= 0 && Number(part.dataset.head) !== head);
    }
    caption.textContent = head >= 0 ? data.heads[head].told : told(data, data.row);
  };
  const preview = (row) => {
    show(row);
    light(row === data.row ? data.lit : -1);
    if (row !== data.row) caption.textContent = told(data, row);
  };
  show(data.row);
  light(data.lit);

  buttons.forEach((button, row) => {
    button.onpointerenter = (event) => event.pointerType === "mouse" && preview(row);
    button.onpointerleave = () => preview(data.row);
    button.onfocus = () => button.matches(":focus-visible") && preview(row);
    button.onblur = () => preview(data.row);
  });
  holder.onpointermove = (event) => {
    const part = event.target.closest?.("[data-head]");
    light(part ? Number(part.dataset.head) : data.lit);
  };
  holder.onpointerleave = () => light(data.lit);
  holder.onclick = (event) => {
    const part = event.target.closest?.("[data-head]");
    if (part) send("head", Number(part.dataset.head));
  };
  if (data.asks?.kind === "shares") paintInto(root, data, holder, buttons[data.row]);
  else if (data.asks) markInto(root, data, holder);
  refocus();
}

/** The weights of the row, for the reader to keep. */
function numbers(data) {
  return [{
    name: "heads",
    rows: data.weights.flatMap((row, head) => row.map((weight, key) => ({
      head: head + 1, role: data.heads[head].role, row: data.row + 1, asks: data.rows[data.row].piece,
      column: key + 1, key: data.keys[key], weight,
    }))),
  }];
}

export default (component) => mount(component, "headfan", draw, numbers);
