// A small button at every figure: its picture and its numbers as files, made here in the browser.
// Nothing is sent and nothing is asked of a server, but the grid of heads, whose numbers lie there.

const BUTTON = "take-away";

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
  for (const place of places) {
    const button = [...place.children].find((child) => child.classList.contains(BUTTON))
      || addButton(place, data, menu);
    button.classList.toggle("framed", place.matches(FRAMES) && Boolean(headingOf(place)));
    const label = fillIn(data.words.open, nameOfFigure(place));
    if (button.getAttribute("aria-label") !== label) {
      button.setAttribute("aria-label", label);
      button.title = label;
    }
  }
}

const fillIn = (template, title) => template.replace("{title}", () => title);

export default function takeaway({ data }) {
  const main = document.querySelector('[data-testid="stMain"]');
  const menu = new Menu(data);
  let waiting = null;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => renew(main, data, menu), 250);
  };
  const watcher = new MutationObserver(soon);
  watcher.observe(main, { childList: true, subtree: true });
  soon();
  return () => {
    watcher.disconnect();
    clearTimeout(waiting);
    menu.panel.remove();
    for (const button of main.querySelectorAll(`.${BUTTON}`)) button.remove();
  };
}
