// Keeps which step is shown and how far it has come, plays, and tells the host.

const FIRST_MS = 900; // from being seen to the first move
const HOLD_MS = 1500; // a step stands this long before the next one while it plays
const TAKES_MS = [1700, 1300, 2200, 1100, 900, 2200, 1000, 1700, 1000, 1500]; // what moves in each step
const played = new Set(); // cells that have played by themselves: not again when drawn anew

class Player {
  constructor(root) {
    this.root = root;
    this.stage = 0;
    this.phase = 1;
    this.playing = false;
    this.guess = null;
    this.over = null;
    this.sent = []; // steps the host was told and has not given back yet
    this.pending = {};
    this.clock = timers(root);
    this.buildFrame();
    root.numbers = () => numbers(this);
    root.tabIndex = -1; // a click on the ground brings the keys here, too
    root.addEventListener("keydown", (event) => this.onKey(event));
    this.resizing = new ResizeObserver(() => this.onResize());
    this.resizing.observe(root);
    this.onWindow = () => this.onResize(true);
    window.addEventListener("resize", this.onWindow);
  }

  buildFrame() {
    const { root } = this;
    root.replaceChildren();
    this.barNode = node("div", "bar", root);
    this.barNode.dataset.screen = ""; // controls: not part of a picture that is saved
    this.crumbsNode = node("div", "crumbs", this.barNode);
    this.controlsNode = node("div", "controls", this.barNode);
    this.toldNode = node("div", "told", root);
    const left = node("div", "step", this.toldNode);
    this.told = {
      title: node("div", "title", left), numbers: node("div", "numbers", left), line: node("div", "line", this.toldNode),
    };
    this.stageNode = node("div", "plot", root);
    this.svg = put(this.stageNode, "svg", { role: "group", class: "drawing" });
    this.askedNode = node("div", "asked-box", this.stageNode);
    this.footNode = node("div", "foot", root);
    const defs = put(this.svg, "defs", {});
    // Pictures are defined once and used: drawn anew in every frame they would be decoded anew.
    this.pictureDefs = put(defs, "g", {});
    const pattern = put(defs, "pattern", {
      id: "cellsteps-hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
    });
    put(pattern, "rect", { width: 6, height: 6, style: ink("panel") });
    put(pattern, "line", { x1: 0, y1: 0, x2: 0, y2: 6, style: "stroke:var(--mask)", "stroke-width": 2 });
    const order = ["score", "row", "mix", "lens", "targets", "over"];
    this.layers = Object.fromEntries(order.map((name) => [name, put(this.svg, "g", { class: name })]));
    for (const name of order) if (name !== "targets") this.layers[name].setAttribute("aria-hidden", "true");
  }

  /** New data from the host: numbers, words, or a step that a link or a button asked for. */
  update(data, host) {
    this.host = host;
    const isFirst = !this.data;
    const place = JSON.stringify([data.pieces, data.crumbs.slice(0, 4).map((one) => [one.at, one.options.length])]);
    if (place !== this.place) this.guess = null;
    this.place = place;
    this.data = data;
    this.root.inert = Boolean(data.veiled) && !data.asks;
    if (data.asks) {
      const given = data.asks.options.indexOf(data.asks.given);
      this.guess = given < 0 ? null : given;
    }
    for (const name of Object.keys(data.colours)) this.root.style.setProperty(`--${name}`, data.colours[name]);
    this.matrices = Object.fromEntries(
      Object.entries(data.W).map(([name, packed]) => [name, readMatrix(packed, data.colours, name)]));
    this.map = readMap(data.map);
    this.pictures = {};
    this.pictureDefs.replaceChildren();
    for (const matrix of Object.values(this.matrices)) this.define(matrix);
    this.chosenDim = data.dim;
    this.dim = data.dim;
    this.followHost(data.stage, isFirst);
    this.version = (this.version || 0) + 1;
    this.width = this.root.clientWidth;
    const refocus = keepFocus(this.root);
    buildCrumbs(this);
    buildControls(this);
    buildFoot(this);
    this.barNode.inert = Boolean(data.veiled);
    for (const one of [this.toldNode, this.controlsNode]) one.style.display = data.asks ? "none" : "";
    if (this.width) this.layout();
    refocus();
    if (isFirst) this.waitToPlay();
  }

  /** What comes back is what was sent, maybe some steps ago; anything else is an order. */
  followHost(stage, isFirst) {
    const echo = this.sent.indexOf(stage);
    if (echo >= 0) {
      this.sent.splice(0, echo + 1);
    } else if (isFirst || stage !== this.hostStage) {
      this.phase = 1;
      this.stop();
      this.stage = stage;
      this.fresh = false;
      delete this.pending.stage;
    }
    this.hostStage = stage;
  }

  onResize(isWindow) {
    const width = this.root.clientWidth;
    if (!this.data || !width || (!isWindow && Math.abs(width - this.width) < 2)) return;
    this.width = width;
    this.layout();
  }

  /** Draws everything anew: for new data, another width, or when a part is folded. */
  layout() {
    const refocus = keepFocus(this.root);
    this.g = layout(this.width, this.data, this.stage);
    this.root.classList.toggle("phone", this.g.phone);
    setAll(this.svg, { width: this.g.width, height: Math.ceil(this.g.height) });
    this.paint();
    buildTargets(this);
    refocus();
  }

  paint() {
    drawScore(this);
    drawRow(this);
    drawMix(this);
    drawLens(this);
    paintHead(this);
    paintAsked(this);
    this.paintOver();
  }

  /** One picture of a movement: only the part that moves is drawn again. */
  paintMove() {
    const { stage } = this;
    if (stage <= STEP.mask) drawScore(this);
    if (stage === STEP.mask || stage === STEP.softmax) drawRow(this);
    if (stage >= STEP.value) drawMix(this);
  }

  define({ id, rows, columns, href }) {
    const isLarge = columns === 1 || (this.root.clientWidth >= WIDE && "qk".includes(id));
    put(this.pictureDefs, "image", {
      id: `cellsteps-${id}`, width: columns, height: rows, href, preserveAspectRatio: "none",
      "image-rendering": isLarge ? "pixelated" : "auto",
    });
  }

  valuePicture(key) {
    const { data, pictures } = this;
    if (!pictures[key]) {
      const href = picture(data.values[key], 1, data.value_limit * 0.7, data.colours);
      pictures[key] = { id: `value${key}`, rows: data.q.length, columns: 1, href };
      this.define(pictures[key]);
    }
    return pictures[key];
  }

  mapPicture() {
    this.pictures.map ||= mapPicture(this.map, this.data.colours);
    return this.pictures.map;
  }

  /** To a step: the next one moves into place, any other is there at once. */
  go(stage, isPlay = false) {
    const target = clamp(stage, 0, this.data.stages.length - 1);
    if (!isPlay) this.stop();
    this.fresh = false;
    if (target === this.stage) {
      if (!isPlay) paintHead(this);
      return;
    }
    const moves = target === this.stage + 1 && !isStill();
    this.stage = target;
    this.phase = moves ? 0 : 1;
    cancelAnimationFrame(this.frame);
    const next = layout(this.width, this.data, target);
    if (["folded", "early", "alone"].some((name) => next[name] !== this.g[name])) this.layout();
    else {
      this.paint();
      paintTargets(this);
    }
    if (moves) this.move(performance.now());
    this.tell({ stage: target });
  }

  move(start) {
    const takes = TAKES_MS[this.stage];
    const tick = (now) => {
      this.phase = clamp((now - start) / takes, 0, 1);
      if (this.phase < 1) {
        this.paintMove();
        this.frame = requestAnimationFrame(tick);
        return;
      }
      this.paint();
      paintTargets(this);
    };
    this.frame = requestAnimationFrame(tick);
  }

  /**
   * When first seen it plays from its first step to the one it opens with, where nothing in the
   * address names a step: what comes after that is to be guessed.
   */
  waitToPlay() {
    const { data } = this;
    this.fresh = data.plays; // it stands where it opened: play begins at the first step
    if (!data.plays || isStill() || played.has(this.place)) return;
    this.phase = 0; // nothing of what is to come
    this.show(0);
    this.watch = new IntersectionObserver((seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      this.watch.disconnect();
      played.add(this.place);
      this.waiting = setTimeout(() => this.play(data.stage), FIRST_MS);
    }, { threshold: 0.3 });
    this.watch.observe(this.svg);
  }

  show(stage) {
    this.stage = stage;
    this.layout();
    paintHead(this);
  }

  togglePlay() {
    if (this.playing) {
      this.stop();
      this.send();
      paintHead(this);
      return;
    }
    if (this.fresh || this.stage === this.data.stages.length - 1) {
      this.stop();
      this.show(0);
    }
    this.play();
  }

  /** The first step moves once more, from any other the next one comes. */
  play(end = this.data.stages.length - 1) {
    this.playing = true;
    this.end = end;
    paintHead(this);
    if (this.stage === 0 && !isStill()) {
      this.phase = 0;
      this.paint();
      this.move(performance.now());
      this.next();
    } else {
      this.step();
    }
  }

  next() {
    const takes = isStill() ? 0 : TAKES_MS[this.stage];
    this.waiting = setTimeout(() => this.step(), takes + HOLD_MS);
  }

  step() {
    if (this.stage < this.end) this.go(this.stage + 1, true);
    if (this.stage < this.end) {
      this.next();
      return;
    }
    this.playing = false;
    paintHead(this);
    this.tell({ stage: this.stage });
  }

  stop() {
    this.watch?.disconnect();
    clearTimeout(this.waiting);
    cancelAnimationFrame(this.frame);
    this.playing = false;
    if (this.phase === 1 || !this.g) return;
    this.phase = 1;
    this.paint();
    paintTargets(this);
  }

  /** While it plays nothing is sent until it stops. */
  tell(pick) {
    Object.assign(this.pending, pick);
    if (this.playing) this.clock.end();
    else this.clock.later(() => this.send());
  }

  send() {
    this.clock.end();
    const pick = { ...this.pending };
    this.pending = {};
    if (pick.stage !== undefined) {
      if (pick.stage === (this.sent.at(-1) ?? this.hostStage)) delete pick.stage;
      else this.sent.push(pick.stage);
    }
    if (Object.keys(pick).length) this.host.setTriggerValue("pick", pick);
  }

  /** Another cell, head or dimension: needs the host. */
  choose(pick) {
    if (this.data.veiled) return;
    this.stop();
    paintHead(this);
    if (pick.dim !== undefined) {
      this.chosenDim = pick.dim;
      this.lookAt(pick.dim);
    }
    this.pending = { ...this.pending, stage: this.stage, ...pick };
    this.send();
  }

  /** A name chooses the cell; a piece of the bar is a guess before the softmax, then a cell. */
  press(what, key) {
    if (this.data.asks) what = "piece";
    if (what === "name" || this.stage >= STEP.softmax) {
      this.choose({ col: key });
      return;
    }
    this.stop();
    if (this.data.asks) {
      const option = this.data.asks.options[key];
      if (option >= 0) this.host.setTriggerValue("answer", option);
      return;
    }
    this.guess = key;
    drawRow(this);
    paintHead(this);
    paintAsked(this);
    paintTargets(this);
  }

  /** From the guess to the answer: the softmax, cut before the reader's eyes. */
  reveal() {
    this.stop();
    if (this.stage < STEP.mask) {
      this.stage = STEP.mask;
      this.phase = 1;
    }
    this.go(STEP.softmax);
    this.track.focus({ preventScroll: true });
  }

  lookAt(dim) {
    if (dim === this.dim) return;
    this.dim = dim;
    drawLens(this);
    paintField(this);
  }

  lookOver(key) {
    this.over = key;
    this.paintOver();
  }

  /** The whole name of what is under the pointer, with its weight once that is known. */
  paintOver() {
    const { g, data, layers, over } = this;
    layers.over.replaceChildren();
    if (over === null || over >= data.pieces.length) return;
    const known = progress(this, STEP.softmax) === 1;
    const [from, to] = piecesNow(this)[over];
    put(layers.over, "rect", {
      x: from - 1, y: g.bar.y - 1, width: Math.max(3, to - from + 2), height: g.bar.height + 2, rx: 2, class: "frame thin",
    });
    const words = known ? `${data.pieces[over]} ${share(data.weights[over])}` : data.pieces[over];
    const half = textWidth(words, 13) / 2 + 8;
    const middle = clamp((from + to) / 2, g.bar.x + half, g.bar.x + g.bar.width - half);
    put(layers.over, "rect", { x: middle - half, y: g.bar.y - 25, width: 2 * half, height: 21, rx: 6, class: "tip" });
    put(layers.over, "text", { x: middle, y: g.bar.y - 10, class: "tip-words centre" }, words);
  }

  onKey(event) {
    if (this.data.veiled) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const inControl = event.target.closest("button, select");
    if (event.target.closest("select")) return;
    if (event.key === "ArrowRight") this.go(this.stage + 1);
    else if (event.key === "ArrowLeft") this.go(this.stage - 1);
    else if (event.key === " " && !inControl) this.togglePlay();
    else return;
    event.preventDefault();
  }

  destroy() {
    this.stop();
    cancelAnimationFrame(this.frame);
    this.clock.end();
    this.resizing.disconnect();
    window.removeEventListener("resize", this.onWindow);
  }
}
