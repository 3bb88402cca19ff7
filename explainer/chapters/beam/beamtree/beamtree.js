// A beam search as a tree: the winner is a straight trunk, branches hang in the lines below.
// All words, colours and numbers come from Python; a press goes back as [what, index].


function legend(root, data) {
  const kinds = Object.entries(data.words.legend);
  const swatches = legendInto(root, kinds.map(([kind, words]) => [`swatch ${kind}`, words]));
  kinds.forEach(([kind], at) => { swatches[at].textContent = MARKS[kind] || ""; });
}

/** The lit column and the numbers of the steps, a button each; arrow keys go along. */
function steps(canvas, at, data, send) {
  const heads = [];
  const lit = at.columns[data.step];
  if (lit) {
    put(canvas, "rect", {
      class: "band", x: lit.left - 7, y: 4, width: lit.right - lit.left + 14, height: at.height - 6, rx: 10,
    });
  }
  for (let step = 1; step <= data.columns; step += 1) {
    const isOn = step === data.step;
    const canGo = step <= data.steps && !veiled;
    const column = at.columns[step];
    const words = fill(data.words.step, { number: step });
    const group = put(canvas, "g", canGo ? {
      class: isOn ? "step on" : "step", role: "button", tabindex: isOn ? 0 : -1,
      "aria-label": words, "aria-pressed": String(isOn), "data-focus": `step${step - 1}`,
    } : { class: "step" });
    if (canGo) put(group, "rect", { class: "hit", x: column.middle - 18, y: 6, width: 36, height: 24, rx: 6 });
    put(group, "text", { x: column.middle, y: 22 }, isOn ? words : String(step));
    if (!canGo) continue;
    group.onclick = () => send("step", step - 1);
    heads.push(group);
  }
  keysAlong(heads, (to) => heads[to].focus(), (at) => send("step", at));
}

/** What pointing at a node does: its way and a rescued branch stay, the rest fades, the line below
 * tells it. After a rescue the rows move, and another node may lie under the pointer. */
function pointer(nodes, data, caption, told) {
  const parts = (node) => [node.group, node.ribbon, node.rail].filter(Boolean);
  return (node) => {
    const lit = node && new Set([...pathTo(node, nodes), ...below(node, nodes)]);
    for (const one of nodes) {
      for (const part of parts(one)) part.classList.toggle("pale", Boolean(lit) && !lit.has(one) && !one.rescued);
    }
    caption.textContent = node ? tell(node, nodes, data) : told();
  };
}

function tiles(canvas, nodes, data, alpha, show, send) {
  const press = (node) => send("node", node.index);
  const stop = nodes.find((node) => node.winner && node.step === data.step) || nodes[0];
  for (const node of nodes) {
    const group = drawTile(canvas, node, data, alpha);
    node.group = group;
    group.setAttribute("aria-label", veiled ? node.piece : tell(node, nodes, data));
    group.setAttribute("tabindex", node === stop ? 0 : -1);
    if (data.asks) {
      offered(group, data.asks, node.index, send);
      continue;
    }
    group.classList.toggle("open", canRescue(node));
    group.onpointerenter = () => show(node);
    group.onpointerleave = () => show(null);
    group.onfocus = () => show(node);
    group.onblur = () => show(null);
    group.onclick = () => press(node);
    group.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") press(node);
      else if (!event.key.startsWith("Arrow")) return;
      else neighbour(node, nodes, event.key)?.group.focus();
      event.preventDefault();
    };
  }
}

/** Keeps the scroll where it was, unless another step is lit that is out of sight. */
function follow(root, scroll, at, data, before) {
  scroll.scrollLeft = before.left;
  scroll.scrollTop = before.top;
  const last = remember(root);
  if (last.step === data.step || !at.columns[data.step]) return;
  last.step = data.step;
  const column = at.columns[data.step];
  const isSeen = column.left >= scroll.scrollLeft && column.right <= scroll.scrollLeft + scroll.clientWidth;
  if (!isSeen) scroll.scrollLeft = Math.max(0, column.middle - scroll.clientWidth / 2);
}

/** Fades the edges behind which the tree goes on. */
function fadeEdges(scroll) {
  const hidden = scroll.scrollWidth - scroll.clientWidth - scroll.scrollLeft;
  scroll.classList.toggle("before", scroll.scrollLeft > 1);
  scroll.classList.toggle("after", hidden > 1);
}

/** The trunk is the path of the translation that wins with this alpha. */
function markTrunk(nodes, winner) {
  for (const node of nodes) node.winner = false;
  for (const node of winner ? pathTo(nodes[winner.node], nodes) : []) node.winner = true;
}

/** The tree in its frame; gives what to do when alpha changes. */
function tree(root, scroll, caption, data, ends, send) {
  const nodes = unpack(data);
  for (const end of ends) nodes[end.node].end = end;
  const at = layOut(root, data, nodes, scroll.clientWidth);
  scroll.style.setProperty("--piece-size", `${at.fit.piece}px`);
  scroll.style.setProperty("--number-size", `${at.fit.number}px`);
  let best = null;
  const words = () => (best ? { winner: best.words, total: decimals(best.total) } : { winner: "", total: "" });
  const show = pointer(nodes, data, caption, () => fill(data.words.told, words()));
  const paint = (alpha) => {
    markTrunk(nodes, best);
    scroll.replaceChildren();
    const canvas = put(scroll, "svg", {
      width: at.width, height: at.height, role: "group", "aria-label": fill(data.words.name, words()),
    });
    steps(canvas, at, data, send);
    drawRibbons(canvas, at, nodes);
    put(canvas, "text", { class: "piece start", x: at.columns[0].middle, y: HEAD + 5 }, data.start);
    tiles(canvas, nodes, data, alpha, show, data.asks ? root.answer : send);
    show(null);
  };
  const moved = (alpha) => {
    const [first] = ranked(ends, alpha);
    if (first !== best || !scroll.firstChild) {
      best = first || null;
      paint(alpha);
    }
    for (const end of ends) {
      const { beside } = nodes[end.node];
      if (beside) beside.textContent = besideOf(nodes[end.node], alpha);
    }
  };
  return { at, moved, point: (index) => show(index === null ? null : nodes[index]) };
}

function draw(root, data, send) {
  const old = root.querySelector(".scroll");
  const before = { left: old?.scrollLeft || 0, top: old?.scrollTop || 0 };
  const { clock } = remember(root);
  const refocus = anew(root, data);
  const ends = unpackEnds(data);
  const top = node("div", "", root);
  legend(root, data);
  const scroll = node("div", "scroll", root);
  const caption = node("div", "caption", root);
  const list = node("ol", "ranking", root);
  list.setAttribute("aria-label", data.words.ranking);
  const drawn = tree(root, scroll, caption, data, ends, send);
  const shown = clock.chosen(JSON.stringify(ends), data.alpha);
  if (veiled) drawn.moved(data.alpha);
  else alphaSlider(top, { ...data, alpha: shown }, (alpha) => {
    drawn.moved(alpha);
    ranking(list, data, ends, alpha, drawn.point);
  }, (place, alpha) => clock.later(() => send("alpha", place), alpha), clock);
  follow(root, scroll, drawn.at, data, before);
  scroll.onscroll = () => fadeEdges(scroll);
  fadeEdges(scroll);
  refocus();
}

/** Every node with its numbers, for the reader to keep. */
function numbers(data) {
  const nodes = unpack(data);
  const ends = ranked(unpackEnds(data), data.alpha);
  markTrunk(nodes, ends[0]);
  return [{
    name: "nodes",
    rows: nodes.map((one) => ({
      step: one.step, words: pathTo(one, nodes).map((each) => each.piece).join(""),
      piece: one.piece, log_p: one.logp, sum: one.sum, rank: one.rank, verdict: one.verdict,
      winner: Boolean(one.winner), greedy: Boolean(one.greedy),
    })),
  }, {
    name: "ranking",
    rows: ends.map((end, index) => ({
      place: index + 1, words: end.words, tokens: end.length, sum: end.total, alpha: data.alpha,
      divisor: penalty(end.length, data.alpha), score: scoreOf(end, data.alpha), finished: end.finished,
    })),
  }];
}

export default (component) => mount(component, "beamtree", draw, numbers);
