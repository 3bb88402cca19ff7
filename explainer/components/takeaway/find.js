// Which figures are on the page, and what is drawn in each of them.

const CHART = '[data-testid="stVegaLiteChart"]';
const FRAMES = '[class*="st-key-figure_"], .st-key-mistake';
const OURS = '[data-testid="stBidiComponentIsolated"]';
const PLOT = ".js-plotly-plot";

const isSeen = (element) => element.getClientRects().length > 0;

/** The drawing of ours in an isolated place: the one element of it that can tell its numbers. */
function ourRoot(place) {
  const all = place.shadowRoot ? [...place.shadowRoot.querySelectorAll("div")] : [];
  return all.find((element) => typeof element.numbers === "function");
}

/** { kind, element, name } of all that is drawn below a place and can be seen. */
function drawingsIn(place) {
  const found = [];
  for (const element of place.querySelectorAll(`${CHART}, ${OURS}, ${PLOT}`)) {
    if (!isSeen(element)) continue;
    if (element.matches(CHART)) {
      const name = element.getAttribute("aria-label") || "";
      if (element.querySelector("svg, canvas")) found.push({ kind: "chart", element, name });
    } else if (element.matches(PLOT)) {
      found.push({ kind: "plot", element, name: "" });
    } else {
      const root = ourRoot(element);
      if (root && isSeen(root)) found.push({ kind: "ours", element: root, name: nameOf(root) });
    }
  }
  return found;
}

function nameOf(root) {
  const named = root.querySelector("svg[aria-label], [role=group][aria-label], [role=grid][aria-label]");
  return named ? named.getAttribute("aria-label") : "";
}

/** Frames with something drawn in them; a drawing without a frame is a figure of its own. */
function figuresIn(main) {
  const places = new Set();
  for (const element of main.querySelectorAll(`${CHART}, ${OURS}, ${PLOT}`)) {
    if (element.matches(OURS) && !ourRoot(element)) continue;
    if (element.closest(".st-key-lesson, .st-key-lesson_asked")) continue; // what a lesson asks is no figure
    places.add(element.closest(FRAMES) || element.closest('[data-testid="stElementContainer"]'));
  }
  places.delete(null);
  return [...places];
}

const headingOf = (place) => place.querySelector("h1, h2, h3, h4")?.textContent.trim() || "";

const pageTitle = () => document.querySelector("h1")?.textContent.trim() || "";

/** What a figure is called: its heading; without a frame what is said of the drawing. */
function nameOfFigure(place) {
  return headingOf(place) || drawingsIn(place)[0]?.name || pageTitle();
}
