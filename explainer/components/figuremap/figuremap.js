// The map beside the title: regions as links, one tab stop; where there is no room, a button opens
// them as a list.

class FigureMap {
  constructor(root, go) {
    this.root = root;
    this.go = go;
    this.nav = node("nav", "", root);
    this.button = node("button", "thumb", this.nav);
    this.panel = node("div", "panel", this.nav);
    this.button.onclick = () => this.open(!this.isOpen);
    this.outside = (event) => {
      if (this.isOpen && !event.composedPath().includes(this.panel)
        && !event.composedPath().includes(this.button)) this.open(false);
    };
    this.moved = () => this.follow();
    this.escape = (event) => {
      if (event.key !== "Escape" || !this.isOpen) return;
      event.stopPropagation();
      this.open(false);
      this.button.focus();
    };
    this.nav.addEventListener("keydown", this.escape);
    document.addEventListener("click", this.outside);
    // What a page keeps in the address changes without asking the server.
    window.navigation?.addEventListener("currententrychange", this.moved);
    this.sizes = new ResizeObserver(() => this.onButton());
    this.sizes.observe(root);
  }

  update(data) {
    const stays = JSON.stringify(data) === this.said;
    if (stays) return;
    this.said = JSON.stringify(data);
    this.stepped = this.data?.page === data.page && this.stepped;
    this.data = data;
    this.root.classList.toggle("small", data.small);
    this.place = this.placeNow();
    this.draw();
  }

  /** What the address says now: which regions are lit, and the step. */
  placeNow() {
    const { data } = this;
    const address = new URLSearchParams(window.location.search);
    const written = address.get(data.places.name);
    const { lit, told } = Object.hasOwn(data.places.of, written) ? data.places.of[written] : data;
    const step = Number(address.get("step"));
    this.stepped ||= step > 0;
    return { lit, told, step: step > 0 ? step - 1 : this.stepped ? 0 : data.step };
  }

  follow() {
    if (!this.data) return;
    const place = this.placeNow();
    if (JSON.stringify(place) === JSON.stringify(this.place)) return;
    const at = this.stops.findIndex((each) => each.matches(":focus"));
    this.place = place;
    this.draw();
    if (at >= 0) this.focus(at);
  }

  draw() {
    const { data, place, panel } = this;
    for (const name of Object.keys(data.colours)) {
      this.root.style.setProperty(`--${name}`, data.colours[name]);
    }
    const spoken = place.told && fill(data.words.here, { region: place.told });
    this.nav.setAttribute("aria-label", data.words.map);
    this.button.setAttribute("aria-label", [data.words.menu, spoken].filter(Boolean).join(". "));
    this.button.setAttribute("aria-expanded", String(this.isOpen));
    panel.replaceChildren();
    const picture = node("div", "picture", panel);
    const links = data.links.filter(({ href }) => href);
    picture.setAttribute("role", links.length ? "group" : "img");
    picture.setAttribute("aria-label", spoken || data.words.map);
    this.svg = put(picture, "svg", {});
    this.stops = [];
    drawMap(this.svg, { ...data, ...place, open: (region) => this.region(region) });
    for (const { id, region } of this.regions()) if (region) this.hit(id, region);
    this.frame();
    this.whole(picture);
    this.label = node("div", "label", picture);
    this.label.setAttribute("aria-hidden", "true");
    this.tell();
    this.list(panel, links);
    this.button.replaceChildren();
    this.onButton();
    this.rove();
  }

  /** The same drawing without links, where the button is on the screen. */
  onButton() {
    const { button, svg } = this;
    if (!svg || button.firstChild || !button.getClientRects().length) return;
    const copy = button.appendChild(svg.cloneNode(true));
    for (const each of copy.querySelectorAll("a, .hit")) each.replaceWith(...each.childNodes);
    copy.setAttribute("aria-hidden", "true");
  }

  linkOf(id) {
    return this.data.links.find((each) => each.id === id);
  }

  regions() {
    return Object.keys(BOXES).map((id) => ({
      id, region: this.svg.querySelector(`.region[data-id="${id}"]`),
    }));
  }

  region(id) {
    const link = this.linkOf(id);
    if (!link.href) return put(this.svg, "g", { class: "region", "data-id": id });
    const made = put(this.svg, "a", {
      class: "region", "data-id": id, href: link.href, "aria-label": link.hint,
    });
    this.link(made, link);
    this.stops.push(made);
    return made;
  }

  /** What the pointer meets, above all that is drawn. */
  hit(id, region) {
    const [x, y, width, height] = BOXES[id];
    put(region, "rect", { class: "hit", x, y, width, height, rx: 3 });
    if (this.linkOf(id).href) put(region, "title", {}, this.linkOf(id).hint);
  }

  /** A frame around the one place this page is about. */
  frame() {
    const { lit } = this.place;
    if (lit.length !== 1) return;
    const [x, y, width, height] = around(lit);
    put(this.svg, "rect", {
      class: "here", x: x + 0.75, y: y + 0.75, width: width - 1.5, height: height - 1.5, rx: 4,
      fill: "none", stroke: this.data.colours.ink, "stroke-width": 1.5,
    });
  }

  whole(picture) {
    const link = this.linkOf("whole");
    if (!link.href) return;
    const made = node("a", "whole", picture, link.name);
    Object.assign(made, { href: link.href, title: link.hint });
    this.link(made, link);
    this.stops.unshift(made);
  }

  list(panel, links) {
    const list = node("ul", "list", panel);
    for (const link of links) {
      const made = node("a", "", node("li", "", list), link.name);
      made.href = link.href;
      node("span", "", made, link.chapter);
      made.setAttribute("aria-label", link.hint);
      this.link(made, link);
    }
  }

  link(made, link) {
    if (this.place.lit.length === 1 && link.id === this.place.lit[0]) {
      made.setAttribute("aria-current", "true");
    }
    follow(made, () => {
      this.open(false);
      this.go(link.id);
    });
    made.addEventListener("mouseenter", () => this.tell(link.name));
    made.addEventListener("mouseleave", () => this.tell());
    made.addEventListener("focus", () => this.tell(link.name));
    made.addEventListener("blur", () => this.tell());
  }

  tell(name) {
    this.label.textContent = name || this.place.told;
    this.label.classList.toggle("other", Boolean(name) && name !== this.place.told);
  }

  /** One tab stop; the arrow keys go on from it. */
  rove() {
    const here = this.stops.findIndex((each) => each.hasAttribute("aria-current"));
    roving(this.stops, Math.max(0, here));
  }

  focus(at) {
    this.stops.forEach((each, other) => each.setAttribute("tabindex", other === at ? "0" : "-1"));
    this.stops[at].focus();
  }

  get isOpen() {
    return this.nav.classList.contains("open");
  }

  open(so) {
    this.nav.classList.toggle("open", so);
    this.button.setAttribute("aria-expanded", String(so));
  }

  destroy() {
    document.removeEventListener("click", this.outside);
    window.navigation?.removeEventListener("currententrychange", this.moved);
    this.sizes.disconnect();
  }
}

const maps = new WeakMap();

export default function figuremap({ data, parentElement, setTriggerValue }) {
  let map = maps.get(parentElement);
  if (!map) {
    map = new FigureMap(parentElement.querySelector(".figuremap"), (id) => setTriggerValue("go", id));
    maps.set(parentElement, map);
  }
  map.update(data);
  return () => {
    map.destroy();
    maps.delete(parentElement);
  };
}
