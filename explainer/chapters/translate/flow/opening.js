// The first visit's opening: six seconds in which the parts of the drawing appear in the order in
// which the model computes them, then the drawing stands still. It shows the real nodes, hides them
// by attributes of its own and takes those away at its end; one clock drives all of it.

const SEEN = "explainer.opening"; // in the browser's own store, nowhere else
// Seconds from and to.
const SCENES = {
  tokens: [0, 1.3], encoder: [1.2, 3.1], memory: [3, 3.6], cross_attention: [3.5, 4.6],
  decoder: [3.5, 4.2], output: [4.5, 5.2], back: [5.1, 6],
};
const OPENING_S = 6;
const LARGE = 1.6; // times its size: the sentence before it falls into tokens
const QUIET = "(prefers-reduced-motion: reduce), print";

const eased = (share) => share * share * (3 - 2 * share);
const between = (from, to, share) => from + (to - from) * share;

/** Nobody asked for less motion, and nothing of this stands in the address. */
function mayPlay(names) {
  const asked = new URLSearchParams(window.location.search);
  return !window.matchMedia(QUIET).matches && !names.some((name) => asked.has(name));
}

/** Whether this browser sees the drawing for the first time; from now on it has seen it. */
function firstVisit() {
  try {
    if (window.localStorage.getItem(SEEN)) return false;
    window.localStorage.setItem(SEEN, "1");
    return true;
  } catch {
    return false; // a browser that keeps nothing would play it on every visit
  }
}

class Opening {
  constructor(flow, seconds) {
    this.flow = flow;
    this.before = new Map(); // node -> attributes as they were
    this.clips = new Map();
    this.defs = svgEl("defs", {}, flow.svg);
    this.whole = svgEl("g", { "aria-hidden": "true" }, flow.svg);
    this.names = new Map(); // names that their chips have in two lines, whole as in the sentence
    flow.root.dataset.opening = "playing";
    this.skip = htmlEl("button", "skip", flow.stage, flow.words.skip);
    this.skip.type = "button";
    this.skip.dataset.screen = "";
    this.leave = () => this.finish(); // what was pressed does its own work besides
    for (const deed of ["keydown", "pointerdown", "beforeprint"]) {
      window.addEventListener(deed, this.leave, { capture: true });
    }
    this.skip.addEventListener("click", this.leave); // as speech software presses it
    this.paint(seconds);
    this.frame = requestAnimationFrame((now) => this.tick(now - 1000 * seconds, now));
  }

  tick(begun, now) {
    const seconds = (now - begun) / 1000;
    if (seconds >= OPENING_S) {
      this.finish();
      return;
    }
    this.paint(seconds);
    this.frame = requestAnimationFrame((later) => this.tick(begun, later));
  }

  /** The drawing at one moment: nothing but the moment decides. */
  paint(seconds = this.seconds) {
    this.seconds = seconds;
    const { names, captionNode } = this.flow;
    for (const page in names) this.set(names[page], "opacity", Math.min(1, 4 * this.share(page)));
    captionNode.style.opacity = this.share("back");
    this.paintTokens();
    this.paintEncoder();
    this.paintMemory();
    this.paintDecoder();
    this.paintOutput();
    if (this.flow.back) this.paintBack(this.flow.back);
  }

  share(scene) {
    const [from, to] = SCENES[scene];
    return clamp((this.seconds - from) / (to - from), 0, 1);
  }

  /** The sentence stands above its tokens, then each falls into its place. */
  paintTokens() {
    const { g, model, chips } = this.flow;
    const share = this.share("tokens");
    const words = runningWords(model.source, g);
    chips.forEach((node, index) => {
      const own = eased(clamp(share * 2 - 0.4 - (0.6 * index) / chips.length, 0, 1));
      const [frame, text, second] = node.children;
      if (!text || g.slanted) {
        this.set(node, "opacity", own);
        return;
      }
      const x = between(words[index], g.sourceX(index), own);
      const middle = g.sourceY + g.chipHeight / 2;
      const y = between(middle - (g.wide ? 30 : 6), middle, own);
      const size = between(LARGE, 1, own);
      this.set(node, "transform", `translate(${px(x)} ${px(y)}) scale(${size.toFixed(3)})`
        + ` translate(${px(-g.sourceX(index))} ${px(-middle)})`);
      this.set(frame, "opacity", clamp(3 * own - 2, 0, 1));
      const ends = model.source[index].startsWith("</"); // no word of the sentence
      this.set(node, "opacity", ends ? own : Math.min(1, 6 * share));
      if (second) this.paintWhole(index, x, y, own, Math.min(1, 6 * share));
      const mark = text.querySelector("tspan[opacity]");
      if (mark) this.set(mark, "fill-opacity", own);
    });
  }

  /** A name is broken into two lines only where it has fallen into its chip. */
  paintWhole(index, x, y, own, shown) {
    const { g, model, chips } = this.flow;
    if (!this.names.has(index)) {
      this.names.set(index, svgEl("text", {
        "text-anchor": "middle", "font-size": LARGE * (g.phone ? 12 : 14.5), "font-weight": 600,
        style: "fill:var(--source-text)",
      }, this.whole, model.source[index].replaceAll(WORD_MARK, "")));
    }
    const broken = clamp(3 * own - 1.5, 0, 1);
    for (const line of [...chips[index].children].slice(1)) this.set(line, "opacity", broken);
    setAll(this.names.get(index), { x: px(x), y: px(y + 6), opacity: shown * clamp(2 - 3 * own, 0, 1) });
  }

  /** Ribbons grow downwards, one layer after another. */
  paintEncoder() {
    const { g, model, stages } = this.flow;
    const along = this.share("encoder") * (model.encoderLayers + 0.3);
    const layer = Math.min(Math.floor(along), model.encoderLayers);
    const next = layer < model.encoderLayers ? g.stageY(layer + 1) : g.memoryY;
    const part = layer < model.encoderLayers ? along - layer : (along - layer) / 0.3;
    const y = along > 0 ? between(g.stageY(layer), next, eased(Math.min(1, part))) : 0;
    this.clip(this.flow.layers.encoder, { x: 0, y: 0, width: g.width, height: y + 1 });
    stages.forEach((node, stage) =>
      this.set(node, "opacity", clamp((y - g.stageY(stage) + 9) / 9, 0, 1)));
  }

  paintMemory() {
    const { g, memory } = this.flow;
    const height = g.memoryHeight * eased(this.share("memory"));
    this.clip(memory, { x: 0, y: g.memoryEnd - height, width: g.width, height });
  }

  /** Memory pours into the first row, which is computed from left to right. */
  paintDecoder() {
    const { g, view, rows, layers, axes } = this.flow;
    const decoder = this.share("decoder");
    for (const node of [axes, layers.boxes, layers.later]) this.set(node, "opacity", decoder);
    const across = (g.tilesEnd + g.endWidth - g.rail) * eased(this.share("cross_attention"));
    this.clip(layers.rows, { x: g.rail, y: 0, width: across, height: g.height });
    this.set(layers.self, "opacity", decoder);
    const height = (rows.top(view.step + 1) - g.memoryEnd) * eased(this.share("cross_attention"));
    this.clip(layers.cables, { x: 0, y: g.memoryEnd, width: g.width, height });
    this.set(layers.numbers, "opacity", this.share("cross_attention"));
  }

  paintOutput() {
    const { g, bars, fan, layers } = this.flow;
    const share = eased(this.share("output"));
    this.set(layers.output, "opacity", Math.min(1, 4 * share));
    const width = (g.width - g.tilesEnd) * share;
    this.clip(fan, { x: g.tilesEnd, y: 0, width, height: g.height });
    for (const bar of bars) {
      this.set(bar.node, "width", px(bar.width * share));
      this.set(bar.number, "opacity", share);
    }
  }

  /** The chosen token flies back along its line, which is drawn behind it. */
  paintBack({ group, path, label }) {
    const share = eased(this.share("back"));
    const { g } = this.flow;
    const length = path.getTotalLength();
    const [box, ground, line] = [...group.children].filter((node) => node !== path && node !== label);
    for (const node of [box, ground, line]) this.set(node, "opacity", clamp(6 * share - 5, 0, 1));
    const done = Math.floor((length * share) / 9);
    this.set(path, "stroke-dasharray", `${"5 4 ".repeat(done)}0 ${Math.ceil(length + 9)}`);
    this.set(path, "marker-end", share < 1 ? "none" : path.getAttribute("marker-end"));
    const at = path.getPointAtLength(length * share);
    const half = textWidth(label.textContent, 13.5) / 2;
    const home = clamp(8 * share - 7, 0, 1);
    const x = between(at.x - g.labelEnd + half, 0, home);
    const y = at.y - path.getPointAtLength(length).y;
    this.set(label, "transform", `translate(${px(x)} ${px(y)})`);
    this.set(label, "opacity", this.share("back") > 0 ? 1 : 0);
  }

  set(node, name, value) {
    if (!this.before.has(node)) this.before.set(node, {});
    const kept = this.before.get(node);
    if (!(name in kept)) kept[name] = node.getAttribute(name);
    node.setAttribute(name, typeof value === "number" ? value.toFixed(3) : value);
  }

  /** Of `node` only what lies in this box. */
  clip(node, box) {
    if (!this.clips.has(node)) {
      const id = `${this.flow.id}-clip${this.clips.size}`;
      this.clips.set(node, svgEl("rect", {}, svgEl("clipPath", { id }, this.defs)));
      this.set(node, "clip-path", `url(#${id})`);
    }
    setAll(this.clips.get(node), box);
  }

  finish() {
    cancelAnimationFrame(this.frame);
    for (const deed of ["keydown", "pointerdown", "beforeprint"]) {
      window.removeEventListener(deed, this.leave, { capture: true });
    }
    for (const [node, kept] of this.before) {
      for (const name in kept) {
        if (kept[name] === null) node.removeAttribute(name);
        else node.setAttribute(name, kept[name]);
      }
    }
    this.defs.remove();
    this.whole.remove();
    const { flow } = this;
    flow.captionNode.style.opacity = "";
    flow.opening = null;
    delete flow.root.dataset.opening;
    const focused = flow.root.getRootNode().activeElement === this.skip;
    this.skip.remove();
    if (focused) flow.root.focus();
  }
}

/** Where the middle of each piece stands in the sentence written as one line. */
function runningWords(source, g) {
  const size = LARGE * (g.phone ? 12 : 14.5);
  const widths = source.map((piece) => textWidth(piece.replaceAll(WORD_MARK, ""), size));
  const spaces = source.map((piece) => (piece.startsWith(WORD_MARK) ? 0.3 * size : 0));
  const whole = [...widths, ...spaces].reduce((sum, width) => sum + width, 0);
  let x = (g.sourceX(0) + g.sourceX(source.length - 1) - whole) / 2;
  return widths.map((width, index) => {
    const middle = x + spaces[index] + width / 2;
    x += spaces[index] + width;
    return middle;
  });
}
