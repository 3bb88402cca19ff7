// A small button at every figure: its picture and its numbers as files, made here in the browser.
// Nothing is sent and nothing is asked of a server.

const BUTTON = "take-away";
const QUIET = 100; // ms without a change, after which figures that are gone lose their button

function addButton(place, data, menu) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = BUTTON;
  button.setAttribute("aria-haspopup", "dialog");
  button.append(icon());
  button.addEventListener("click", () => menu.open(button, place));
  place.append(button);
  return button;
}

function icon() {
  const svg = document.createElementNS(NS, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 16 16", "aria-hidden": "true" })) svg.setAttribute(name, value);
  make(svg, "path", { d: "M8 2v8M4.6 6.8 8 10.2l3.4-3.4M3 13.2h10" });
  return svg;
}

/** Buttons for the figures that are there; those of figures that are gone go. */
function renew(main, data, menu) {
  const places = figuresIn(main);
  for (const button of main.querySelectorAll(`.${BUTTON}`)) {
    if (!places.includes(button.parentElement)) button.remove();
  }
  addMissing(main, data, menu);
}

/** Buttons for new figures, while others may still be on their way: none goes. */
function addMissing(main, data, menu) {
  for (const place of figuresIn(main)) nameButton(buttonOf(place) || addButton(place, data, menu), place, data);
}

/** Calls `drawn` when a drawing of ours that is still empty has come: nobody else can see it. */
class Coming {
  constructor(drawn) {
    this.watchers = new Map();
    this.drawn = drawn;
  }

  look(main) {
    for (const [place, watcher] of this.watchers) {
      if (place.isConnected && !ourRoot(place)) continue;
      watcher.disconnect();
      this.watchers.delete(place);
    }
    for (const place of main.querySelectorAll(OURS)) {
      if (!place.shadowRoot || this.watchers.has(place) || ourRoot(place)) continue;
      const watcher = new MutationObserver(this.drawn);
      watcher.observe(place.shadowRoot, { childList: true, subtree: true });
      this.watchers.set(place, watcher);
    }
  }

  stop() {
    for (const watcher of this.watchers.values()) watcher.disconnect();
  }
}

const buttonOf = (place) => [...place.children].find((child) => child.classList.contains(BUTTON));

function nameButton(button, place, data) {
  button.classList.toggle("framed", place.matches(FRAMES) && Boolean(headingOf(place)));
  const words = fillIn(data.words.open, nameOfFigure(place));
  if (button.getAttribute("aria-label") !== words) {
    button.setAttribute("aria-label", words);
    button.title = words;
  }
}

const fillIn = (template, title) => template.replace("{title}", () => title);

/** Watches the page; gives back what ends that. */
function takeaway(data) {
  const main = document.querySelector('[data-testid="stMain"]');
  const menu = new Menu(data);
  let [waiting, asked] = [null, 0];
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => renew(main, data, menu), QUIET);
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      addMissing(main, data, menu);
      coming.look(main);
    });
  };
  const coming = new Coming(soon);
  const watcher = new MutationObserver(soon);
  watcher.observe(main, { childList: true, subtree: true });
  soon();
  return () => {
    watcher.disconnect();
    coming.stop();
    clearTimeout(waiting);
    cancelAnimationFrame(asked);
    menu.panel.remove();
    for (const button of main.querySelectorAll(`.${BUTTON}`)) button.remove();
  };
}
