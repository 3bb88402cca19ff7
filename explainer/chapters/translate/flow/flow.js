// The component: keeps what is shown (step, layer, head, hover), decides what to paint again,
// and tells the host. Drawing is in the other files; this one is joined last.

const STEP_MS = 1100;
const KEPT_VIEWS = 20;
const lastViews = new Map(); // where the reader was, by origin: a remount continues there

let flowCount = 0;

class Flow {
  constructor(root) {
    this.root = root;
    this.opening = null;
    this.id = `flow${flowCount++}`;
    this.hover = null;
    this.pinned = -1;
    this.timer = null;
    this.clock = timers(root);
    this.leaving = null;
    this.buildFrame();
    root.numbers = () => flowNumbers(this);
    root.tabIndex = -1; // a click on the ground brings the keys here, too
    root.addEventListener("keydown", (event) => this.onKey(event));
    this.closePicker = (event) => closePicker(this, event.composedPath());
    window.addEventListener("pointerdown", this.closePicker, { capture: true });
    this.observer = new ResizeObserver(() => this.onResize());
    this.observer.observe(root);
  }

  buildFrame() {
    this.barNode = htmlEl("div", "bar", this.root);
    this.barNode.dataset.screen = ""; // buttons: not part of a picture that is saved
    this.resultNode = htmlEl("div", "result", this.barNode);
    this.stepsNode = htmlEl("div", "steps", this.barNode);
    this.pickerNode = htmlEl("details", "picker");
    this.stage = htmlEl("div", "stage", this.root);
    this.svg = svgEl("svg", { role: "group", class: "main" }, this.stage);
    this.captionNode = htmlEl("div", "caption", this.root);
    this.captionNode.setAttribute("aria-live", "polite");
    this.keyNode = htmlEl("div", "key", this.root);
    this.footNode = htmlEl("div", "foot", this.root);
    this.footNode.dataset.screen = "";
    this.tableNode = htmlEl("details", "numbers", this.footNode);
    this.tableNode.addEventListener("toggle", () => paintTable(this));
    // The order is the order of painting: what comes later lies above.
    const order = ["ground", "boxes", "encoder", "self", "cables", "tiles", "rows", "later",
      "output", "numbers", "targets", "names"];
    const defs = svgEl("defs", {}, this.svg);
    this.layers = Object.fromEntries(order.map((name) => [name, svgEl("g", {}, this.svg)]));
    for (const name of order.slice(0, -2)) this.layers[name].setAttribute("aria-hidden", "true");
    this.defs = defs;
  }

  /** New data from the host. Equal data only renews the way back to it. */
  update(data, host) {
    this.host = host;
    if (data.version === this.version) {
      if (data.asks) markGiven(this, data.asks);
      return;
    }
    this.version = data.version;
    this.model = readModel(data.model);
    this.words = data.words;
    this.dark = data.dark;
    this.veiled = data.veiled;
    this.captionNode.style.display = data.veiled ? "none" : "";
    this.asks = data.asks;
    this.pulls = data.asks?.kind === "shares"; // else one is chosen
    this.root.inert = Boolean(data.veiled && !data.asks);
    this.root.answer = (value) => host.setTriggerValue("answer", value);
    this.root.classList.toggle("dark", data.dark);
    this.root.lang = data.lang;
    for (const name of ["sentence", "target", "guided", "placed"]) this[name] = data[name];
    if (data.origin !== this.origin) this.start(data);
    this.keepHead();
    this.width = this.root.offsetWidth;
    if (this.width) this.layout();
  }

  start(data) {
    this.stop();
    this.opening?.finish();
    this.clock.end();
    this.origin = data.origin;
    this.hover = null;
    this.pinned = -1;
    this.view = { ...(lastViews.get(data.origin) || data.model.view) };
  }

  /** A long sentence brings only some heads: the last one stays until the chosen one comes. */
  keepHead() {
    const { available } = this.model;
    if (available.has(this.view.head)) this.head = this.view.head;
    else if (!available.has(this.head)) this.head = [...available][0];
  }

  onResize() {
    const width = this.root.offsetWidth; // unlike the bounding box, not enlarged with the page
    if (!width || width === this.width || !this.model) return;
    this.width = width;
    this.layout();
  }

  /** Draws everything anew: for new data or another width. */
  layout() {
    const style = getComputedStyle(this.root);
    this.scale = ["--seq0", "--seq1"].map((name) => hexColour(style.getPropertyValue(name)));
    const seconds = this.opening?.seconds;
    this.opening?.finish();
    this.g = layout(this.model, this.width, window.innerHeight);
    const { g } = this;
    buildResult(this);
    buildBar(this);
    buildPicker(this);
    buildKey(this);
    buildFoot(this);
    // On a phone it is of many lines: there the drawing comes first.
    this.root.insertBefore(this.captionNode, g.phone ? this.keyNode : this.stage);
    if (g.phone) this.root.insertBefore(this.pickerNode, this.captionNode);
    else this.stepsNode.append(this.pickerNode);
    setAll(this.svg, { viewBox: `0 0 ${g.width} ${px(g.height)}`, height: px(g.height) });
    drawDefs(this);
    for (const name of ["ground", "tiles", "rows"]) this.layers[name].replaceChildren();
    this.encoderNames = null;
    drawBands(this);
    drawSource(this);
    drawDecoder(this);
    buildNames(this);
    buildTargets(this);
    this.paintHead();
    fitWords(this);
    reserveCaption(this);
    if (this.asks) onlyAnswers(this);
    const first = !this.drawn && mayPlay([...this.guided, ...this.placed]) && firstVisit();
    if (first || seconds !== undefined) this.opening = new Opening(this, seconds || 0);
    this.drawn = true;
  }

  /** From the first step, as on the first visit. */
  openAgain() {
    this.stop();
    this.opening = new Opening(this, 0);
    paintBar(this);
  }

  /** After another layer or head. */
  paintHead() {
    drawEncoderRibbons(this);
    this.paintStep();
  }

  /** After another step: the encoder's ribbons stay. */
  paintStep() {
    const { model, view } = this;
    this.rows = placeRows(this.g, model.steps, view.step);
    paintDecoder(this);
    drawSelfRibbons(this);
    paintBar(this);
    paintPicker(this);
    paintTargets(this);
    paintTable(this);
    this.svg.setAttribute("aria-label", fillText(this.words.figure, {
      source: model.source.map((piece) => spoken(piece, this.words)).join(" "),
      target: model.predicted.slice(0, view.step + 1)
        .map((piece) => spoken(piece, this.words)).join(" "),
    }));
    this.paintHover();
  }

  /** After the pointer or the focus moved. */
  paintHover() {
    this.layers.numbers.replaceChildren();
    paintEncoder(this);
    paintSelf(this);
    paintCables(this);
    paintMemoryNumbers(this);
    paintOutput(this);
    paintCaption(this);
    this.opening?.paint();
  }

  shownRow() {
    return this.hover && this.hover.kind === "row" ? this.hover.index : this.view.step;
  }

  shownPiece() {
    if (this.hover) return this.hover.kind === "piece" ? this.hover.index : -1;
    return this.pinned;
  }

  setHover(hover) {
    clearTimeout(this.leaving);
    if (sameTarget(hover, this.hover)) return;
    this.hover = hover;
    this.paintHover();
  }

  /** A moment later, so that going from one target to the next does not flicker. */
  clearHover(hover) {
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => {
      if (!sameTarget(hover, this.hover)) return;
      this.hover = null;
      this.paintHover();
    }, 30);
  }

  togglePin(piece) {
    this.pinned = this.pinned === piece ? -1 : piece;
    paintTargets(this);
    this.paintHover();
  }

  go(step) {
    const target = clamp(step, 0, this.model.steps - 1);
    const onRow = this.root.getRootNode().activeElement?.classList.contains("row");
    if (target === this.view.step) return;
    this.view.step = target;
    this.hover = null;
    this.paintStep();
    if (onRow) this.rowTargets.nodes[target].focus(); // the focus follows the step
    this.send();
  }

  choose(layer, head) {
    if (layer === this.view.layer && head === this.view.head) return;
    Object.assign(this.view, { layer, head });
    this.keepHead();
    this.paintHead();
    this.send();
  }

  togglePlay() {
    if (this.timer !== null) {
      this.stop();
      this.send();
    } else {
      if (this.view.step === this.model.steps - 1) this.go(0);
      this.timer = setInterval(() => this.tick(), STEP_MS);
    }
    paintBar(this);
  }

  tick() {
    this.go(this.view.step + 1);
    if (this.view.step < this.model.steps - 1) return;
    this.stop();
    this.send();
    paintBar(this);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }

  /** Tells the host; while it plays, nothing is sent until it stops. */
  send() {
    this.remember();
    if (this.timer === null) this.clock.later(() => this.sendNow());
    else this.clock.end();
  }

  sendNow() {
    this.clock.end();
    this.host.setStateValue("view", { origin: this.origin, ...this.view });
  }

  remember() {
    lastViews.delete(this.origin);
    lastViews.set(this.origin, { ...this.view });
    if (lastViews.size > KEPT_VIEWS) lastViews.delete(lastViews.keys().next().value);
  }

  openCell(piece) {
    this.leave("cell", { row: this.view.step, piece, layer: this.view.layer, head: this.head });
  }

  goTo(page) {
    this.leave("goto", page);
  }

  leave(event, value) {
    this.stop();
    if (this.clock.busy()) this.sendNow(); // so that the way back leads to this view
    this.host.setTriggerValue(event, value);
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest(".tables")) return; // there the arrow keys scroll
    const inControl = event.target.closest("button, summary, a");
    if (event.key === "ArrowRight") this.go(this.view.step + 1);
    else if (event.key === "ArrowLeft") this.go(this.view.step - 1);
    else if (event.key === "Escape" && this.pickerNode.open) closePicker(this);
    else if (event.key === "Escape" && this.pinned >= 0) this.togglePin(this.pinned);
    else if (event.key === " " && !inControl) this.togglePlay();
    else return;
    event.preventDefault();
  }

  destroy() {
    this.observer.disconnect();
    window.removeEventListener("pointerdown", this.closePicker, { capture: true });
    this.stop();
    this.opening?.finish();
    this.clock.end();
    clearTimeout(this.leaving);
    this.root.remove();
  }
}

function hexColour(text) {
  const number = parseInt(text.trim().slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

const mounted = new WeakMap();

export default function flowComponent({ data, parentElement, setStateValue, setTriggerValue }) {
  let flow = mounted.get(parentElement);
  if (!flow) {
    flow = new Flow(htmlEl("div", "flow", parentElement));
    mounted.set(parentElement, flow);
  }
  flow.update(data, { setStateValue, setTriggerValue });
  return () => {
    flow.destroy();
    mounted.delete(parentElement);
  };
}
