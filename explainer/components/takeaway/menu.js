// What opens at the button: the files, a button each, and what became of the last one.

class Menu {
  constructor(data) {
    this.data = data;
    this.panel = document.createElement("div");
    this.panel.className = "take-away-menu";
    this.panel.popover = "auto";
    this.panel.setAttribute("role", "dialog");
    this.panel.addEventListener("toggle", (event) => {
      this.button?.setAttribute("aria-expanded", String(event.newState === "open"));
    });
    document.body.append(this.panel);
  }

  async open(button, place) {
    this.button = button;
    const { words, dark } = this.data;
    const heading = headingOf(place);
    const title = heading || pageTitle();
    const drawings = drawingsIn(place);
    const isTold = !heading || drawings.length > 1; // what each of them shows stands above it
    this.panel.classList.toggle("dark", dark);
    this.panel.setAttribute("aria-label", fillIn(words.open, nameOfFigure(place)));
    this.panel.lang = this.data.lang;
    this.panel.replaceChildren();
    const file = this.fileName(place, heading);
    const first = this.item(words.png, `${file}.png`, () => pngPicture(title, drawings, isTold));
    this.item(words.svg, `${file}.svg`, () => (
      new Blob([svgPicture(title, drawings, isTold).source], { type: "image/svg+xml" })));
    this.rows = document.createElement("div");
    this.panel.append(this.rows);
    this.said = document.createElement("p");
    this.said.setAttribute("role", "status");
    this.panel.append(this.said);
    this.panel.showPopover();
    this.place();
    first.focus();
    this.numbers(await Promise.all(drawings.map(tablesOf)), file);
    this.place();
  }

  /** Below the button, inside the window. */
  place() {
    const at = this.button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.panel;
    const left = Math.max(8, Math.min(at.right - width, window.innerWidth - width - 8));
    const below = at.bottom + 4 + height <= window.innerHeight;
    this.panel.style.left = `${left}px`;
    this.panel.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - height - 4)}px`;
  }

  item(label, name, produce, parent = this.panel) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => this.save(name, produce));
    parent.append(button);
    return button;
  }

  numbers(found, file) {
    const { words, formula_starts: starts } = this.data;
    const all = found.flatMap((tables, index) => tables.map((table) => ({
      table, name: found.length > 1 ? `${index + 1} ${table.name}` : table.name,
    })));
    for (const { table, name } of all) {
      const isOne = all.length === 1;
      const label = isOne ? words.csv : words.csv_named.replace("{name}", () => name);
      const part = isOne ? "" : `-${slug(name)}`;
      this.item(label, `${file}${part}.csv`, () => new Blob([csv(table, starts)], { type: "text/csv" }), this.rows);
    }
  }

  /** The page and the heading; figures without one are counted. */
  fileName(place, heading) {
    const all = [...document.querySelectorAll(`.${BUTTON}`)];
    return slug(`${this.data.page} ${heading || all.indexOf(this.button) + 1}`);
  }

  async save(name, produce) {
    const { words } = this.data;
    try {
      const blob = await produce();
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      this.said.textContent = words.saved.replace("{name}", () => name);
    } catch (error) {
      console.warn(error);
      this.said.textContent = words.failed;
    }
  }
}

/** Letters and digits of any script, the rest as hyphens. */
function slug(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60);
}
