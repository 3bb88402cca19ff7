// Positions as clocks. What a token shows depends on where it stands, also between two places: while
// it is dragged its hands turn. The order is sent when it has settled; words and numbers come from
// Python, and all that moves is computed here from one table.

const GLIDE = 200; // ms until the others have made room
const WHOLE = 400; // ms of another order of the whole sentence
const EDGE = 34; // pixels from the edge of a scrolled drawing where dragging scrolls it

class Dials {
  constructor(root) {
    this.root = root;
    this.echoes = []; // what was sent and has not come back yet
    this.held = null;
    this.pointed = null; // the clock under the pointer
    this.clock = timers(root);
    this.frame = null;
    root.numbers = () => numbers(this);
  }

  update(data, send) {
    this.send = send;
    const old = this.data;
    const isNew = !old || old.table !== data.table || old.pieces.join(" ") !== data.pieces.join(" ");
    this.data = data;
    if (isNew) {
      this.table = new Table(data.table, data.width);
      this.clock.end();
      Object.assign(this, { order: [...data.order], at: data.at, echoes: [], held: null });
      this.x = this.goals();
    }
    if (this.held) return; // what is in the hand must not be drawn anew under it
    this.layout();
    if (isNew) this.reveal();
    else this.hear();
  }

  /** What the host says, unless it only repeats what was sent or the reader is already further. */
  hear() {
    const found = this.echoes.indexOf(this.told());
    this.echoes = found < 0 ? [] : this.echoes.slice(found + 1);
    if (this.echoes.length || this.held || this.clock.busy() || this.told() === this.now()) return;
    this.order = [...this.data.order];
    this.at = this.data.at;
    this.glide(WHOLE);
    this.reveal();
  }

  told() {
    return JSON.stringify([this.data.at, this.data.order]);
  }

  now() {
    return JSON.stringify([this.at, this.order]);
  }

  /** Whether what the host knows of the encoder is about the order that is shown. */
  isTold() {
    return this.data.order.every((token, place) => token === this.order[place]);
  }

  goals() {
    const goals = [];
    this.order.forEach((token, place) => { goals[token] = place; });
    return goals;
  }

  /** The token that is held together with the chosen one, `gap` places to its right. */
  partner() {
    const place = this.order.indexOf(this.at) + this.data.gap;
    return this.data.gap && place < this.order.length - 1 ? this.order[place] : null;
  }

  /** Of two that are held together the left one is the chosen one. */
  choose(token) {
    const last = this.order.length - 2 - this.data.gap;
    const place = this.order.indexOf(token);
    this.at = this.data.gap && place > last ? this.order[Math.max(0, last)] : token;
  }

  /** The chosen token (and its partner) at `place`; the others keep their order and make room. */
  putAt(place) {
    const other = this.partner();
    const held = other === null ? [this.at] : [this.at, other];
    const free = this.order.filter((token) => !held.includes(token));
    const most = this.order.length - 2 - (other === null ? 0 : this.data.gap);
    const target = Math.max(0, Math.min(most, place));
    const order = [];
    for (let slot = 0; slot < this.order.length; slot += 1) {
      if (slot === target) order.push(this.at);
      else if (other !== null && slot === target + this.data.gap) order.push(other);
      else order.push(free.shift());
    }
    this.order = order;
  }

  canMove(token) {
    return token !== this.data.pieces.length - 1; // the end of the sentence stays its end
  }

  // Drawing

  layout() {
    const { root, data } = this;
    const active = root.getRootNode().activeElement;
    const focused = root.contains(active) ? active.dataset.token : undefined;
    const scrolled = this.scroll?.scrollLeft || 0;
    for (const name of Object.keys(data.colours)) root.style.setProperty(`--${name}`, data.colours[name]);
    const [low, zero, high] = ["div_minus", "div_zero", "div_plus"].map((name) => channelsOf(data.colours[name]));
    this.shades = { low, zero, high };
    root.replaceChildren();
    root.classList.toggle("off", !data.on);
    this.drawn = [data, root.clientWidth];
    this.pointed = null;
    this.scroll = node("div", "scroll", root);
    const at = { ...layOut(data, this.scroll.clientWidth), order: this.order };
    this.room = at;
    this.svg = put(this.scroll, "svg", { width: px(at.all), height: px(at.height), role: "group", "aria-label": data.words.name });
    buildGround(this, at);
    const layer = put(this.svg, "g", {});
    this.columns = data.pieces.map((_, token) => buildColumn(layer, at, data, token));
    this.columns.forEach((column, token) => this.listen(column, token));
    buildLegs(this);
    const rail = buildRail(this, at);
    this.scroll.onscroll = () => rail.setAttribute("transform", `translate(${this.scroll.scrollLeft} 0)`);
    this.texts = buildTexts(root, data);
    this.caption = node("div", "caption", root);
    this.caption.setAttribute("aria-live", "polite");
    legend(root, data);
    this.scroll.scrollLeft = scrolled;
    this.paint();
    if (focused !== undefined) this.columns[focused].chip.focus({ preventScroll: true });
  }

  paint() {
    const { room: at, data, table, columns } = this;
    const other = this.partner();
    const own = paintHill(this, at, this.x[this.at]);
    columns.forEach((column, token) => {
      const place = this.x[token];
      const isChosen = token === this.at;
      const isPair = token === other;
      column.group.setAttribute("transform", `translate(${px(at.middle(place))} 0)`);
      column.group.classList.toggle("on", isChosen);
      column.group.classList.toggle("pair", isPair);
      paintDials(column, at, table, data.pairs, place, { on: data.on, chosen: isChosen && other === null, since: isPair ? this.x[this.at] : null });
      const vector = table.vector(place);
      const stamp = `${place} ${data.on}`;
      if (column.painted !== stamp) {
        column.painted = stamp;
        column.stripe.setAttribute("href", stripeOf(data.on ? vector : new Float64Array(table.width), data.rows, this.shades));
      }
      paintDot(this, at, column, own, vector, isChosen);
      this.describe(column.chip, token);
    });
    this.raise(other);
    this.order.forEach((_, place) => {
      this.places[place].classList.toggle("on", Math.abs(this.x[this.at] - place) < 0.5);
    });
    this.link.setAttribute("d", other === null ? "" : bracket(at, this.x[this.at], this.x[other]));
    paintEncoder(this, at);
    this.say();
  }

  say() {
    paintLegs(this, this.room);
    const said = this.pointed && this.data.on ? reading(this) : sentence(this);
    if (this.caption.textContent !== said) this.caption.textContent = said;
  }

  /** What is held lies above what makes room. The others go below it: moved itself it is let go. */
  raise(other) {
    const kept = [this.at, other].filter((token) => token !== null).map((token) => this.columns[token].group);
    const all = [...kept[0].parentNode.children];
    const from = Math.min(...kept.map((group) => all.indexOf(group)));
    for (const group of all.slice(from)) if (!kept.includes(group)) group.parentNode.insertBefore(group, all[from]);
  }

  describe(chip, token) {
    const { order, data: { words, pieces } } = this;
    const place = order.indexOf(token);
    for (const [name, value] of Object.entries({
      role: "slider", "aria-label": spoken(pieces[token]), "aria-valuemin": 0, "aria-valuemax": order.length - 2,
      "aria-valuenow": Math.min(place, order.length - 2), "aria-valuetext": `${words.place} ${place}`,
      "aria-readonly": String(!this.canMove(token)), tabindex: token === this.at ? 0 : -1,
    })) if (chip.getAttribute(name) !== String(value)) chip.setAttribute(name, value);
  }

  /** Scrolls a long sentence until the chosen token is seen. */
  reveal() {
    const { room: at, scroll } = this;
    const middle = at.middle(this.order.indexOf(this.at));
    const [left, right] = [scroll.scrollLeft + at.rail + at.column, scroll.scrollLeft + scroll.clientWidth - at.column];
    if (middle < left || middle > right) scroll.scrollLeft = middle - (scroll.clientWidth + at.rail) / 2;
  }

  /** Every token goes to its place; what is held stays in the hand. */
  glide(time = GLIDE) {
    cancelAnimationFrame(this.frame);
    const from = [...this.x];
    const goals = this.goals();
    const begun = performance.now();
    const step = (now) => {
      const done = isStill() ? 1 : Math.min(1, Math.max(0, now - begun) / time);
      const eased = 1 - (1 - done) ** 3;
      goals.forEach((goal, token) => {
        if (!this.held?.tokens.includes(token)) this.x[token] = done === 1 ? goal : from[token] + (goal - from[token]) * eased;
      });
      this.paint();
      if (done < 1) this.frame = requestAnimationFrame(step);
    };
    step(begun);
  }

  // Hands

  listen({ chip, dials: clocks }, token) {
    clocks.forEach(({ group }, index) => {
      group.onpointerenter = () => this.point({ token, index });
      group.onpointerleave = () => this.point(null);
    });
    chip.onpointerdown = (event) => this.take(event, chip, token);
    chip.onpointermove = (event) => this.drag(event);
    chip.onpointerup = () => this.drop();
    chip.onpointercancel = () => this.drop();
    chip.addEventListener("touchmove", (event) => this.keep(event), { passive: false });
    chip.onkeydown = (event) => this.onKey(event, token);
  }

  point(pointed) {
    this.pointed = pointed;
    this.say();
  }

  placeOf(event) {
    const { room: at } = this;
    return (event.clientX - this.svg.getBoundingClientRect().left - at.left) / at.column - 0.5;
  }

  take(event, chip, token) {
    if (event.button) return;
    this.root.classList.add("by-hand"); // no ring round what a finger has taken
    if (token !== this.partner()) this.choose(token);
    const other = this.partner();
    event.preventDefault(); // the focus goes where the arrow keys move both
    this.columns[this.at].chip.focus({ preventScroll: true });
    if (this.canMove(this.at)) {
      chip.setPointerCapture(event.pointerId);
      this.held = {
        tokens: other === null ? [this.at] : [this.at, other],
        grip: this.placeOf(event) - this.x[this.at], from: event.clientX, top: event.clientY, isMoving: false,
      };
    }
    this.changed();
    this.paint();
  }

  /** A finger that goes along the sentence drags and does not scroll; one that goes down scrolls. */
  keep(event) {
    const { held } = this;
    if (!held) return;
    const [{ clientX, clientY }] = event.touches;
    held.isMine ??= Math.abs(clientX - held.from) >= Math.abs(clientY - held.top);
    if (held.isMine) event.preventDefault();
  }

  drag(event) {
    const { held } = this;
    if (!held) return;
    held.isMoving ||= Math.abs(event.clientX - held.from) > 3;
    if (!held.isMoving) return;
    const box = this.scroll.getBoundingClientRect();
    if (event.clientX > box.right - EDGE) this.scroll.scrollLeft += 7;
    else if (event.clientX < box.left + EDGE) this.scroll.scrollLeft -= 7;
    const gap = held.tokens.length > 1 ? this.data.gap : 0;
    const place = Math.max(0, Math.min(this.order.length - 2 - gap, this.placeOf(event) - held.grip));
    this.x[held.tokens[0]] = place;
    if (gap) this.x[held.tokens[1]] = place + gap;
    const before = this.now();
    this.putAt(Math.round(place));
    if (before !== this.now()) this.glide();
    else this.paint();
  }

  drop() {
    if (!this.held) return;
    const { isMoving } = this.held;
    this.held = null;
    if (this.drawn[0] !== this.data) this.layout(); // what came meanwhile
    if (isMoving) this.glide();
    this.changed();
  }

  onKey(event, token) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    this.root.classList.remove("by-hand");
    const place = this.order.indexOf(token);
    const moves = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: this.order.length - 2 };
    const picks = { ArrowUp: place - 1, ArrowDown: place + 1 };
    if (event.key in picks) this.choose(this.order[Math.max(0, Math.min(this.order.length - 1, picks[event.key]))]);
    else if (event.key in moves) {
      if (this.canMove(token)) this.putAt(moves[event.key]);
    } else return;
    event.preventDefault();
    this.glide();
    this.columns[this.at].chip.focus({ preventScroll: true });
    this.reveal();
    this.changed();
  }

  /** Tells the host at once, of changes in quick succession the last, and never what it knows. */
  changed() {
    if (this.held || this.now() === this.told()) {
      this.clock.end();
      return;
    }
    this.clock.later(() => {
      this.echoes.push(this.now());
      this.send([this.at, this.order.slice(0, -1)]);
    });
  }

  destroy() {
    this.clock.end();
    cancelAnimationFrame(this.frame);
  }
}

/** What joins two tokens that are held together. */
function bracket(at, from, to) {
  const y = at.chip.y - 1;
  return `M${px(at.middle(from))} ${y}v-4H${px(at.middle(to))}v4`;
}

function legend(root, data) {
  const list = node("div", "legend", root);
  const hand = node("span", "entry", list);
  const clock = put(hand, "svg", { width: 18, height: 18, viewBox: "-9 -9 18 18", "aria-hidden": "true" });
  put(clock, "circle", { class: "face", r: 8 });
  put(clock, "line", { class: "hand", x2: 4, y2: -5 });
  put(clock, "circle", { class: "tip", r: 2, cx: 4, cy: -5 });
  node("span", "", hand, data.words.hand);
  const scale = node("span", "entry", list);
  node("i", "shades", scale);
  node("span", "", scale, data.words.scale);
  node("span", "entry keys", list, data.words.keys);
}

const shown = new WeakMap();

export default function dials({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".dials");
  let drawing = shown.get(root);
  if (!drawing) shown.set(root, (drawing = new Dials(root)));
  drawing.update(data, (value) => setTriggerValue("settled", value));
  const stop = atEveryWidth(root, () => {
    if (drawing.drawn[1] !== root.clientWidth) drawing.layout();
  });
  return () => {
    stop();
    drawing.destroy();
  };
}
